/**
 * Pictures of what leaves the printer, kept beside this file. A change of layout shows up as
 * changed dots; look at the new pictures, and if they are what you meant, run the test with
 * UPDATE_GOLDEN=1 and commit them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrintJobId } from '#shared/core/brand.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from '#shared/paper/paper-model.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { inkBox } from '#shared/raster/fit.ts'
import { VIRTUAL_PRINTERS } from '#host/open-till.ts'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import type { PrinterPort } from '#till/kernel/ports.ts'
import { createLocalRenderer } from '../../electron/service/pdf/local-renderer.ts'
import { sampleInvoice } from '../support/invoice-sample.ts'
import { sampleReportPaper } from '../support/report-samples.ts'
import {
  discountedSlip,
  undoSlip,
  sampleCreditNote,
  sampleReceipt,
  sampleSlip,
  WIDTHS,
} from '../support/paper-samples.ts'

/**
 * Share of dots that may differ: font smoothing differs by a dot here and there between processors.
 */
const DIFFERENT_SHARE_MAX = 0.001
const UPDATE = process.env['UPDATE_GOLDEN'] === '1'

let folder: string
let printing: PrinterPort
const fontsDir = fileURLToPath(new URL('../../resources/fonts', import.meta.url))
const paper = createPaperRenderer({ fontsDir })
const documents = createLocalRenderer(fontsDir)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-golden-'))
  printing = createPrinting({ paper, paperDir: folder, printers: VIRTUAL_PRINTERS, log: () => {} })
})
afterAll(async () => {
  await printing.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(WIDTHS)('%i mm', (widthMm) => {
  it.each<[string, (widthMm: PaperWidthMm) => Promise<Uint8Array>, string | null]>([
    ['receipt', (width) => paper.renderReceiptPdf(sampleReceipt(width)), null],
    ['copy', (width) => paper.renderReceiptPdf(sampleReceipt(width)), 'COPIA'],
    ['note', (width) => paper.renderReceiptPdf(sampleCreditNote(width)), null],
    ['invoice', (width) => documents.document(sampleInvoice(width)), null],
    ['slip', (width) => paper.renderSlipPdf(sampleSlip(width)), null],
    ['gift-slip', (width) => paper.renderSlipPdf(sampleSlip(width, { standsFor: 'gift' })), null],
    ['discount-slip', (width) => paper.renderSlipPdf(discountedSlip(width)), null],
    ['x-report', (width) => paper.renderReportPdf(sampleReportPaper('X', width)), null],
    ['z-report', (width) => paper.renderReportPdf(sampleReportPaper('Z', width)), null],
    [
      'practice-slip',
      (width) => paper.renderSlipPdf(sampleSlip(width, { isPractice: true })),
      null,
    ],
    [
      'practice-report',
      (width) => paper.renderReportPdf({ ...sampleReportPaper('X', width), isPractice: true }),
      null,
    ],
    ['undo-slip', (width) => paper.renderSlipPdf(undoSlip(width)), null],
    [
      'return-slip',
      (width) => paper.renderSlipPdf(sampleSlip(width, { standsFor: 'credit-note-to-come' })),
      null,
    ],
  ])('%s', async (kind, render, banner) => {
    const printer = VIRTUAL_PRINTERS.find((candidate) => candidate.widthMm === widthMm)
    if (!printer) throw new Error(`no virtual printer of ${widthMm} mm`)
    const jobId = `01JD0000000000000000000${widthMm}${kind.slice(0, 1).toUpperCase()}` as PrintJobId
    const order = { jobId, printer, pdf: await render(widthMm), banner, opensDrawer: false }
    const outcome = await printing.print(order, new AbortController().signal)
    if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
    expect(outcome.stampReadable).toBe(
      kind.endsWith('slip') || kind.endsWith('report') ? null : true,
    )
    expect(printer.dots).toBe(PRINTABLE_DOTS[widthMm])
    await expectGolden(outcome.paperPng, `${kind}-${widthMm}`)
  })

  it('test page', () => testPage('test-page', false))
  it('test page of a till to practise with', () => testPage('practice-test-page', true))

  async function testPage(name: string, isPractice: boolean): Promise<void> {
    const printer = VIRTUAL_PRINTERS.find((candidate) => candidate.widthMm === widthMm)
    if (!printer) throw new Error(`no virtual printer of ${widthMm} mm`)
    const jobId = `01JD0000000000000000000${widthMm}T` as PrintJobId
    const about = [
      'Impresora de muestra',
      `${widthMm} mm, ${printer.dots} puntos`,
      '20-11-2026 12:00',
    ]
    const outcome = await printing.printTestPage(
      { jobId, printer, about, isPractice },
      new AbortController().signal,
    )
    if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
    expect(outcome.stampReadable).toBe(true)
    const parsed = parseEscpos(outcome.escpos)
    const commands = parsed.ok ? parsed.value.map(({ command }) => command) : []
    expect(
      commands.filter(({ kind }) => kind === 'own-text' || kind === 'cut').map(({ kind }) => kind),
    ).toEqual(['own-text', 'own-text', 'own-text', 'cut'])
    // The frame reaches the first and the last dot of the head, and no further.
    const { page } = drawPaper(commands, printer.dots)
    expect(inkBox(page)).toMatchObject({ left: 0, right: printer.dots })
    await expectGolden(outcome.paperPng, `${name}-${widthMm}`)
  }
})

async function expectGolden(png: Uint8Array, name: string): Promise<void> {
  const golden = fileURLToPath(new URL(`./${name}.png`, import.meta.url))
  if (UPDATE || !existsSync(golden)) {
    if (!UPDATE) throw new Error(`no picture ${golden}; run with UPDATE_GOLDEN=1 and look at it`)
    writeFileSync(golden, png)
  }
  expect(await differentShare(png, readFileSync(golden))).toBeLessThan(DIFFERENT_SHARE_MAX)
}

async function differentShare(actual: Uint8Array, expected: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([pixels(actual), pixels(expected)])
  if (a.width !== b.width || a.height !== b.height) return 1
  let different = 0
  for (let index = 0; index < a.data.length; index += 4) {
    if ((a.data[index] ?? 0) < 128 !== (b.data[index] ?? 0) < 128) different += 1
  }
  return different / (a.width * a.height)
}

async function pixels(png: Uint8Array) {
  const image = await loadImage(Buffer.from(png))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  return {
    width: image.width,
    height: image.height,
    data: context.getImageData(0, 0, image.width, image.height).data,
  }
}
