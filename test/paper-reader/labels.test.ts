/** Labels from the very dots a printer is sent: drawn by a second printer, read by a decoder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { decode } from '../support/paper-raster.ts'
import { pageOf, printOn } from './printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'meson-labels-'))
const paper = createPaperRenderer({
  fontsDir: fileURLToPath(new URL('../../resources/fonts', import.meta.url)),
})
const printing = createPrinting({ paper, paperDir: folder, printers: [], log: () => {} })
afterAll(async () => {
  await printing.close()
  rmSync(folder, { recursive: true, force: true })
})

const HEADS = [
  { widthMm: 58, dots: 384 },
  { widthMm: 80, dots: 576 },
  { widthMm: 80, dots: 512 },
] as const

it.each(HEADS)('on $widthMm mm with $dots dots each label reads', async ({ widthMm, dots }) => {
  const printer: PrinterConfig = {
    id: 'labels',
    name: 'Etiquetas',
    widthMm,
    dots,
    transport: { kind: 'virtual' },
    hasCutter: true,
    hasDrawer: false,
  }
  const code = '7801040000035'
  const label = { name: 'Café molido', unitGrossClp: clp(4_990), unit: 'kg', code }
  const pdf = await paper.renderLabelsPdf({ on: widthMm, labels: [{ label, count: 3 }] })
  const jobId = '01JD0000000000000000000001' as PrintJobId
  const order = { jobId, printer, pdf, banner: null, opensDrawer: false }
  const outcome = await printing.print(order, new AbortController().signal)
  if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
  const papers = printOn(dots, outcome.escpos).papers
  expect(papers).toHaveLength(1)
  const found = await decode(pageOf(papers[0]!), 'EAN-13')
  expect(found.map((bytes) => Buffer.from(bytes).toString())).toEqual([code, code, code])
})
