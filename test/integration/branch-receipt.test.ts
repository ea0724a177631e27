/**
 * A branch's receipt as the service draws it: under the head office, the address it was sold at.
 */
import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalRenderer } from '../../electron/service/pdf/local-renderer.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const FONTS = fileURLToPath(new URL('../../resources/fonts', import.meta.url))
let service: InProcessService
beforeAll(async () => {
  service = await startInProcess({}, undefined, createLocalRenderer(FONTS))
})
afterAll(() => service.close())

async function wordsOf(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  await loading.destroy()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

async function paperOf(
  reference: string,
  place: { address: string; city: string } | null,
  width: string,
): Promise<string> {
  const request = receiptRequest(reference, [{ name: 'Pan', unitGrossClp: 1190 }], service.today())
  const issuer =
    request.issuer === undefined || place === null
      ? request.issuer
      : { ...request.issuer, address: place }
  const made = await service.post(
    '/api/invoices',
    JSON.stringify({ ...request, branch_office: place === null ? 0 : 81_234_567, issuer }),
  )
  const { number } = (await made.json()) as { number: number }
  const pdf = await service.service.handle(
    new Request(`http://127.0.0.1/api/invoices/39/${number}/download-base64/${width}`, {
      headers: { 'x-api-key': service.keys.owner },
    }),
  )
  const { content } = (await pdf.json()) as { content: string }
  return wordsOf(Buffer.from(content, 'base64'))
}

it.each(['58mm', '80mm'])(
  'prints "Sucursal" for a branch and not for the head office, on %s',
  async (width) => {
    const branch = await paperOf(`P1-branch-${width}`, { address: 'Calle 5', city: 'Maipú' }, width)
    expect(branch).toMatch(/Casa matriz: .+ Sucursal: Calle 5, Maipú/)
    const office = await paperOf(`P1-office-${width}`, null, width)
    expect(office).toContain('Casa matriz: ')
    expect(office).not.toContain('Sucursal')
  },
)
