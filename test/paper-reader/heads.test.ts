/**
 * Every head on the market, set by hand: the second printer takes every row, and a stranger's
 * decoder reads the stamp.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { DEFAULT_OPTIONS, withOptions, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { HEAD_DOTS, HEAD_DPI, PICTURE_WAYS, wholeBytesOf } from '#shared/escpos/head.ts'
import { rulerBarDots } from '#shared/escpos/ruler.ts'
import type { PrinterPort, PrintOutcome } from '#till/kernel/ports.ts'
import { sampleReceipt, sampleTed } from '../support/paper-samples.ts'
import { printOn, type Picture } from './printer.ts'
import { readStamp } from './stamp.ts'

const FOUND: PrinterConfig = {
  id: 'unknown',
  name: 'Sin modelo',
  widthMm: 80,
  dots: 576,
  transport: { kind: 'virtual' },
  hasCutter: true,
  hasDrawer: true,
}
const HEADS = HEAD_DOTS.flatMap((dots) => HEAD_DPI.map((dpi) => ({ dots, dpi })))
/** Printing one page on every head takes a while on a busy machine. */
const TIMEOUT_MS = 120_000

let folder: string
let printing: PrinterPort
let jobs = 0
const paper = createPaperRenderer({
  fontsDir: fileURLToPath(new URL('../../resources/fonts', import.meta.url)),
})
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-heads-'))
  printing = createPrinting({ paper, paperDir: folder, printers: [FOUND], log: () => {} })
})
afterAll(async () => {
  await printing.close()
  rmSync(folder, { recursive: true, force: true })
})

const printerOf = (
  head: (typeof HEADS)[number],
  pictures: 'model' | (typeof PICTURE_WAYS)[number] = 'model',
) => withOptions(FOUND, { ...DEFAULT_OPTIONS, head, pictures }, null)
const nextJob = () => `01JD0000000000000000${String((jobs += 1)).padStart(6, '0')}` as PrintJobId

function sent(outcome: PrintOutcome): Extract<PrintOutcome, { kind: 'sent' }> {
  if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
  return outcome
}

function onePaper(dots: number, escpos: Uint8Array): Picture {
  const [first, ...more] = printOn(dots, escpos).papers
  if (first === undefined || more.length > 0) throw new Error(`${more.length + 1} papers`)
  return first
}

/** The columns between the first and the last black dot. */
function inkColumns({ widthDots, dots }: Picture): {
  readonly left: number
  readonly right: number
} {
  const columns = new Set<number>()
  dots.forEach((dot, at) => {
    if (dot === 1) columns.add(at % widthDots)
  })
  return { left: Math.min(...columns), right: Math.max(...columns) + 1 }
}

describe.each(HEADS)('a head of $dots dots at $dpi dpi', ({ dots, dpi }) => {
  it(
    'takes a receipt whole, and its stamp reads',
    async () => {
      const printer = printerOf({ dots, dpi })
      const ted = sampleTed(763)
      const pdf = await paper.renderReceiptPdf(sampleReceipt(printer.widthMm, { tedXml: ted }))
      const order = { jobId: nextJob(), printer, pdf, banner: null, opensDrawer: false }
      const outcome = sent(await printing.print(order, new AbortController().signal))
      expect(outcome.stampReadable).toBe(true)
      expect(readStamp(onePaper(dots, outcome.escpos))).toBe(ted)
    },
    TIMEOUT_MS,
  )

  it(
    'shows its whole width on the test page',
    async () => {
      const printer = printerOf({ dots, dpi })
      const order = { jobId: nextJob(), printer, about: ['Cabezal a mano'] }
      const outcome = sent(await printing.printTestPage(order, new AbortController().signal))
      const { left, right } = inkColumns(onePaper(dots, outcome.escpos))
      // Between the dots of the layout the frame may miss two dots a side.
      expect(left).toBeLessThanOrEqual(dpi === 203 ? 0 : 2)
      expect(right).toBeGreaterThanOrEqual(wholeBytesOf(dots) - (dpi === 203 ? 0 : 2))
      expect(outcome.stampReadable).not.toBe(false)
    },
    TIMEOUT_MS,
  )
})

it.each([
  [432, 180, 58],
  [640, 300, 58],
  [504, 203, 80],
  [512, 203, 80],
  [546, 203, 80],
  [832, 300, 80],
] as const)('a head of %i dots at %i dpi stands over %i mm of paper', (dots, dpi, widthMm) => {
  expect(printerOf({ dots, dpi }).widthMm).toBe(widthMm)
})

it(
  'any head, any way of pictures: the same dots',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...HEADS), async (head) => {
        const pdf = await paper.renderReceiptPdf(sampleReceipt(printerOf(head).widthMm))
        const papers = await Promise.all(
          PICTURE_WAYS.map(async (way) => {
            const order = {
              jobId: nextJob(),
              printer: printerOf(head, way),
              pdf,
              banner: null,
              opensDrawer: false,
            }
            return onePaper(
              head.dots,
              sent(await printing.print(order, new AbortController().signal)).escpos,
            )
          }),
        )
        const inked = papers.map(({ dots }) =>
          Buffer.from(dots.subarray(0, dots.lastIndexOf(1) + 1)),
        )
        const different = inked.map(
          (each) => each.filter((dot, at) => dot !== inked[0]?.[at]).length,
        )
        // A dot is widened where bytes would be a real-time code; which bytes stand together
        // depends on the way.
        expect(Math.max(...different)).toBeLessThan(20)
      }),
      { numRuns: 4 },
    )
  },
  TIMEOUT_MS,
)

describe('the ruler', () => {
  it('has a bar as long as each head, one below the other, and bars of 30 mm', async () => {
    const order = { jobId: nextJob(), printer: FOUND, about: [], isRuler: true }
    const { escpos } = sent(await printing.printTestPage(order, new AbortController().signal))
    const widest = Math.max(...HEAD_DOTS)
    const { dots } = onePaper(widest, escpos)
    const lengths = Array.from({ length: dots.length / widest }, (_, y) =>
      dots.subarray(y * widest, (y + 1) * widest),
    )
      .map((row) => (row.indexOf(0) === -1 ? widest : row.indexOf(0)))
      .filter((length) => length > 100)
    expect([...new Set(lengths)]).toEqual([
      ...HEAD_DOTS.map(wholeBytesOf),
      ...HEAD_DPI.map(rulerBarDots),
    ])
  })

  it('puts no dot beyond the bar, so that a narrower head garbles only what is too wide for it', async () => {
    const order = { jobId: nextJob(), printer: FOUND, about: [], isRuler: true }
    const { escpos } = sent(await printing.printTestPage(order, new AbortController().signal))
    // Up to the bar of 512 dots a head of 512 takes everything.
    const start = Buffer.from(escpos).indexOf(
      Buffer.from([0x1d, 0x76, 0x30, 0, wholeBytesOf(546) / 8]),
    )
    expect(onePaper(512, escpos.subarray(0, start)).widthDots).toBe(512)
  })
})
