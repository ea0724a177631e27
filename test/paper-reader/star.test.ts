/**
 * Star's two languages, read by a printer written apart: the same dots as on an ESC/POS printer,
 * cut and drawer too.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePaper } from '#printing/make-paper.ts'
import { loadEscposWriter } from '#printing/escpos-writer.ts'
import { createPdfEngine } from '#printing/pdf-engine.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import { SAMPLE_JOB } from '#printing/raster-protocol.ts'
import { PROFILES } from '#printing/profiles.ts'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import { drawerPulse, PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import { encodeStar, readStarStatus, type StarLanguage } from '#shared/star/star.ts'
import { readStar } from '#shared/star/read-star.ts'
import { sampleReceipt } from '../support/paper-samples.ts'
import { printOn } from './printer.ts'
import { printOnStar } from './star.ts'

const LANGUAGES: readonly StarLanguage[] = ['star-raster', 'star-line']
/** Pairs of dots, so that nothing is widened on its way to an ESC/POS printer either. */
const PAIRS = [0, 3, 12, 48, 192, 255] as const
const anySize = fc.tuple(
  fc.integer({ min: 1, max: 72 }),
  fc.integer({ min: 1, max: 90 }),
  fc.integer(),
)
const anyPage = anySize.map(([bytesPerRow, heightDots, seed]) => ({
  widthDots: bytesPerRow * 8,
  heightDots,
  bytesPerRow,
  bits: new Uint8Array(bytesPerRow * heightDots).map(
    (_, at) => PAIRS[Math.abs(Math.imul(at + seed, 2_654_435_761) >> 9) % 6] ?? 0,
  ),
}))

describe.each(LANGUAGES)('%s', (language) => {
  it('puts the same dots on paper as ESC/POS does, cuts as told and opens the drawer told', () => {
    fc.assert(
      fc.property(
        anyPage,
        fc.constantFrom('full' as const, 'partial' as const, 'tear' as const),
        fc.boolean(),
        (page, cut, opens) => {
          const handling = { ...PLAIN_HANDLING, cut, drawerPin: 5 as const }
          const plan = planPaper(page, handling, opens)
          const [ours] = printOn(page.widthDots, encodeCommands(plan)).papers
          const {
            papers: [theirs],
            pulses,
          } = printOnStar(page.widthDots, encodeStar(plan, language))
          if (ours === undefined || theirs === undefined) throw new Error('no paper')
          const size = page.widthDots * page.heightDots
          expect(
            Buffer.compare(
              Buffer.from(theirs.dots.subarray(0, size)),
              Buffer.from(ours.dots.subarray(0, size)),
            ),
          ).toBe(0)
          expect(theirs.dots.subarray(size).includes(1)).toBe(false)
          expect(theirs.cut).toBe(cut === 'tear' ? 'none' : cut)
          expect(pulses).toEqual(opens ? [{ drawer: 2, onMs: 50 }] : [])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is read back by the till as it was meant', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const read = readStar(encodeStar(planPaper(page, PLAIN_HANDLING, true), language))
        if (!read.ok) throw new Error(`${read.refusal.detail} at ${read.refusal.offset}`)
        const bits = read.value.flatMap((command) =>
          command.kind === 'raster' ? [...command.page.bits] : [],
        )
        expect(Buffer.compare(Buffer.from(bits), Buffer.from(page.bits))).toBe(0)
        expect(
          read.value
            .map(({ kind }) => kind)
            .filter((kind) => kind !== 'raster' && kind !== 'line-feed'),
        ).toEqual(['initialize', 'drawer', 'cut'])
      }),
      { numRuns: 30 },
    )
  })

  it('opens the drawer without a paper', () => {
    const { papers, pulses } = printOnStar(
      576,
      encodeStar([drawerPulse({ drawerPin: 2, drawerOnMs: 100 })], language),
    )
    expect([papers, pulses]).toEqual([[], [{ drawer: 1, onMs: 100 }]])
  })

  it('carries a receipt whose stamp reads, made by the profile of a printer that speaks it', async () => {
    const profile = PROFILES.find((candidate) => candidate.language === language)
    if (profile === undefined) throw new Error('no printer speaks it')
    const pdf = await createPaperRenderer({ fontsDir: FONTS_DIR }).renderReceiptPdf(
      sampleReceipt(80),
    )
    const [engine, stampReader] = await Promise.all([createPdfEngine(), createStampReader()])
    const job = { ...SAMPLE_JOB, pdf, handling: { ...PLAIN_HANDLING, language } }
    const tools = { engine, stampReader, writer: loadEscposWriter() }
    const [star, plain] = [
      await makePaper(job, tools),
      await makePaper({ ...job, handling: PLAIN_HANDLING }, tools),
    ]
    if (star.kind !== 'made' || plain.kind !== 'made') throw new Error('not made')
    expect(star.stampReadable).toBe(true)
    const [[theirs], [ours]] = [
      printOnStar(576, star.escpos).papers,
      printOn(576, plain.escpos).papers,
    ]
    const size = 576 * star.heightDots
    expect(
      Buffer.compare(
        Buffer.from(theirs?.dots.subarray(0, size) ?? []),
        Buffer.from(ours?.dots.subarray(0, size) ?? []),
      ),
    ).toBe(0)
  })
})

it.each<[string, number[], ReturnType<typeof readStarStatus>]>([
  ['ready, as a TSP143IIILAN says it', [0x23, 0x86, 0, 0, 0, 0, 0, 0, 0], null],
  ['its cover open', [0x23, 0x86, 0x28, 0, 0, 0, 0, 0, 0], 'cover-open'],
  ['out of paper', [0x23, 0x86, 0x08, 0, 0, 0x0c, 0, 0, 0], 'paper-out'],
  ['its cutter jammed', [0x23, 0x86, 0x08, 0x08, 0, 0, 0, 0, 0], 'error'],
  ['offline and nothing else', [0x23, 0x86, 0x08, 0, 0, 0, 0, 0, 0], 'offline'],
  ['the beginning of a status', [0x23, 0x86, 0x08], undefined],
])('a Star status says %s', (_, bytes, fault) => {
  expect(readStarStatus(Uint8Array.from(bytes))).toBe(fault)
})
