/**
 * Random receipts, PDF to the dots of the printer's bytes, and their stamps read back from those
 * dots: as they are, and smeared as paper smears them. Called by `npm run bench -- blur --receipts
 * N`.
 */
import fc from 'fast-check'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { loadEscposWriter } from '#printing/escpos-writer.ts'
import { makePaper } from '#printing/make-paper.ts'
import { createPdfEngine } from '#printing/pdf-engine.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { anyReceipt, sampleTed } from '../support/paper-samples.ts'
import { isReadable, stampOf } from './stamp-blur.ts'

const DOTS_PER_MM = 8
/** Stamps of the shortest and the longest names a receipt has. */
const TED_BYTES = { min: 560, max: 1_030 } as const
const SEED = 20_261_121

export interface DecodeRow {
  readonly widthMm: PaperWidthMm
  readonly receipts: number
  readonly decoded: number
  /** Of them, how many a reader still reads after this blur. */
  readonly decodedBlurred: number
  readonly blurDots: number
  /** Number of the first sample that failed, to look at it. */
  readonly firstFailure: number | null
}

export async function benchDecodes(
  receipts: number,
  widths: readonly PaperWidthMm[],
  blurDots: number,
  onProgress: (text: string) => void,
): Promise<readonly DecodeRow[]> {
  const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
  const [engine, stampReader] = await Promise.all([createPdfEngine(), createStampReader()])
  const tools = { engine, stampReader, writer: loadEscposWriter() }
  const samples = fc.sample(
    fc.record({
      receipt: anyReceipt,
      bytes: fc.integer(TED_BYTES),
      folio: fc.integer({ min: 100_000, max: 999_999 }),
    }),
    { seed: SEED, numRuns: receipts },
  )
  const rows: DecodeRow[] = []
  for (const widthMm of widths) {
    let [decoded, decodedBlurred] = [0, 0]
    let firstFailure: number | null = null
    for (const [index, { receipt, bytes, folio }] of samples.entries()) {
      const tedXml = sampleTed(bytes).replace('<F>123456</F>', `<F>${folio}</F>`)
      const pdf = await paper.renderReceiptPdf({ ...receipt, widthMm, tedXml })
      const made = await makePaper(
        {
          pdf,
          above: [],
          below: [],
          dots: PRINTABLE_DOTS[widthMm],
          dotsPerMm: DOTS_PER_MM,
          paperDots: widthMm * DOTS_PER_MM,
          handling: PLAIN_HANDLING,
          opensDrawer: false,
          confirmation: null,
          isTestPage: false,
        },
        tools,
      )
      if (made.kind !== 'made') throw new Error(`receipt ${index}: ${made.code} ${made.detail}`)
      const parsed = parseEscpos(made.escpos)
      if (!parsed.ok) throw new Error(`receipt ${index}: bytes do not parse`)
      const { page } = drawPaper(
        parsed.value.map(({ command }) => command),
        PRINTABLE_DOTS[widthMm],
      )
      const { payload } = await stampReader.read(page)
      const isRead = Buffer.from(payload ?? []).toString('latin1') === tedXml
      if (isRead) decoded += 1
      else firstFailure ??= index
      if (await isReadable(stampOf(page, page), blurDots)) decodedBlurred += 1
      if ((index + 1) % 100 === 0)
        onProgress(
          `${widthMm} mm: ${index + 1} of ${receipts}, ${decoded} decoded, ${decodedBlurred} after the blur`,
        )
    }
    rows.push({ widthMm, receipts, decoded, decodedBlurred, blurDots, firstFailure })
  }
  return rows
}

export function decodeTable(rows: readonly DecodeRow[]): string {
  return rows
    .map(
      ({ widthMm, receipts, decoded, decodedBlurred, blurDots, firstFailure }) =>
        `${widthMm} mm  ${decoded} of ${receipts} decode from the printed dots, ${decodedBlurred} after a blur of ${blurDots} dots` +
        (firstFailure === null ? '' : `; first failure: sample ${firstFailure}`),
    )
    .join('\n')
}
