/** The code of a receipt's page, from the very dots a printer is sent, read by another decoder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { pageAddress, readPublicAddress } from '#shared/issuing/receipt-page.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { decode } from '../support/paper-raster.ts'
import { sampleSlip } from '../support/paper-samples.ts'
import { pageOf, printOn } from './printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'meson-page-code-'))
const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
const printing = createPrinting({ paper, paperDir: folder, printers: [], log: () => {} })
afterAll(async () => {
  await printing.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As long as one may be. */
const LONGEST = `https://${'boletas.'.repeat(8)}ejemplo.cl`.slice(0, 79)
const TOKEN = '0123456789abcdef'.repeat(2)
const jobId = '01JD0000000000000000000001' as PrintJobId

async function codesOn(widthMm: PaperWidthMm, order: { pdf: Uint8Array; page?: string }) {
  const printer: PrinterConfig = {
    id: 'page',
    name: 'Boletas',
    widthMm,
    dots: PRINTABLE_DOTS[widthMm],
    transport: { kind: 'virtual' },
    hasCutter: true,
    hasDrawer: false,
  }
  const whole = { jobId, printer, banner: null, opensDrawer: false, ...order }
  const outcome = await printing.print(whole, new AbortController().signal)
  if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
  const { papers } = printOn(PRINTABLE_DOTS[widthMm], outcome.escpos)
  const found = await decode(pageOf(papers[0]!), 'QRCode')
  return found.map((bytes) => Buffer.from(bytes).toString()).toSorted()
}

it.each([58, 80] as const)('reads on %i mm, on a slip beside its reference', async (widthMm) => {
  const page = pageAddress('https://boletas.example.cl', TOKEN)
  const slip = sampleSlip(widthMm, { page })
  const codes = await codesOn(widthMm, { pdf: await paper.renderSlipPdf(slip) })
  expect(codes).toEqual([slip.externalReference, page].toSorted())
})

it.each([58, 80] as const)(
  'reads on %i mm under a receipt, however long it is',
  async (widthMm) => {
    const address = readPublicAddress(LONGEST)
    if (address === null) throw new Error('the longest address is one')
    const page = pageAddress(address, TOKEN)
    const pdf = await paper.renderBannerPdf({ widthMm, text: 'BOLETA', detail: null })
    expect(await codesOn(widthMm, { pdf, page })).toEqual([page])
    expect(await codesOn(widthMm, { pdf })).toEqual([])
  },
)
