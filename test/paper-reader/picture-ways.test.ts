/**
 * The till's three ways to put dots on paper, judged by the second printer: the same dots,
 * whichever way.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCommands } from '#shared/escpos/command.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { PICTURE_WAYS, type PictureWay } from '#shared/escpos/head.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import { isBlackDot, type OneBitPage } from '#shared/raster/one-bit-page.ts'
import { printOn } from './printer.ts'

/** Dots without 0x10, so that nothing is widened to break a real-time code. */
const anyPage: fc.Arbitrary<OneBitPage> = fc
  .tuple(fc.integer({ min: 1, max: 104 }), fc.integer({ min: 1, max: 200 }), fc.integer())
  .map(([bytesPerRow, heightDots, seed]) => ({
    widthDots: bytesPerRow * 8,
    heightDots,
    bytesPerRow,
    // Pairs of dots both ways: what a stamp is made of, and no lone dot is ever a real-time code.
    bits: new Uint8Array(bytesPerRow * heightDots).map((_, at) => {
      const [row, column] = [Math.floor(at / bytesPerRow) >> 1, at % bytesPerRow]
      return (
        [0, 3, 12, 48, 192, 255, 60][
          Math.abs(Math.imul(row * 131 + column * 17 + seed, 2_654_435_761) >> 8) % 7
        ] ?? 0
      )
    }),
  }))

function bytesOf(page: OneBitPage, pictures: PictureWay): Uint8Array {
  return encodeCommands(planPaper(page, { ...PLAIN_HANDLING, pictures }, false))
}

/** The page's dots one byte each, with white below. */
function dotsOf(page: OneBitPage, heightDots: number): Uint8Array {
  return Uint8Array.from({ length: page.widthDots * heightDots }, (_, at) => {
    const y = Math.floor(at / page.widthDots)
    return y < page.heightDots && isBlackDot(page, at % page.widthDots, y) ? 1 : 0
  })
}

describe.each(PICTURE_WAYS)('by %s', (pictures) => {
  it('puts the very dots of any page on the paper', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const run = printOn(page.widthDots, bytesOf(page, pictures))
        const [paper] = run.papers
        if (paper === undefined) throw new Error('no paper')
        expect(paper.heightDots).toBeGreaterThanOrEqual(page.heightDots)
        expect(
          Buffer.compare(Buffer.from(paper.dots), Buffer.from(dotsOf(page, paper.heightDots))),
        ).toBe(0)
        expect(run.realTimeCodesInData).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  it('is read back by the till as the same picture', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const parsed = parseEscpos(bytesOf(page, pictures))
        if (!parsed.ok) throw new Error(parsed.refusal.detail)
        const { page: drawn } = drawPaper(
          parsed.value.map(({ command }) => command),
          page.widthDots,
        )
        expect(
          Buffer.compare(
            Buffer.from(drawn.bits.subarray(0, page.bits.length)),
            Buffer.from(page.bits),
          ),
        ).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  it('never sends a code that some firmwares obey inside a picture', () => {
    const noise = fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60 }))
      .chain(([bytesPerRow, heightDots]) =>
        fc
          .array(fc.constantFrom(0, 4, 5, 16, 20, 1), {
            minLength: bytesPerRow * heightDots,
            maxLength: bytesPerRow * heightDots,
          })
          .map((dots) => ({
            widthDots: bytesPerRow * 8,
            heightDots,
            bytesPerRow,
            bits: Uint8Array.from(dots),
          })),
      )
    fc.assert(
      fc.property(noise, (page) => {
        expect(printOn(page.widthDots, bytesOf(page, pictures)).realTimeCodesInData).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
})
