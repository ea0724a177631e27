import { describe, expect, it } from 'vitest'
import { blankPage, type OneBitPage } from '#shared/raster/one-bit-page.ts'
import { inkBox } from '#shared/raster/fit.ts'
import { drawOntoHead, type EngineDocument } from './pdf-document.ts'

const OPTIONS = { dotsPerMm: 8, dots: 384, shrink: 1, threshold: 128 }

/**
 * A page with one bar over most of its width, which the engine draws `outwards` dots wider than it
 * is, however small.
 */
function barOf(share: number, outwards: number): EngineDocument {
  return {
    pageCount: 1,
    sizeOf: () => Promise.resolve({ widthPoints: 226.77, heightPoints: 20 }),
    draw(_, { widthDots, heightDots }) {
      const page = blankPage(widthDots, heightDots)
      blacken(page, Math.min(widthDots, Math.ceil(widthDots * share) + outwards))
      return Promise.resolve(page)
    },
    close: () => Promise.resolve(),
  }
}

function blacken({ bits, widthDots, bytesPerRow }: OneBitPage, count: number): void {
  const from = Math.floor((widthDots - count) / 2)
  for (let dot = from; dot < from + count; dot += 1) {
    const at = bytesPerRow + (dot >> 3)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (dot & 7))
  }
}

describe('a page whose ink is wider than the head', () => {
  it.each([
    [0.7, 0],
    [0.95, 2],
    [0.98, 5],
    [1, 9],
  ])(
    '(%d of the page, %d dots outwards) is drawn smaller until it fits, and marked',
    async (share, outwards) => {
      const drawn = await drawOntoHead(barOf(share, outwards), 0, OPTIONS)
      if (!drawn.ok) throw new Error(drawn.refusal.detail)
      const ink = inkBox(drawn.value)
      expect([drawn.value.widthDots, drawn.value.isShrunk]).toEqual([384, true])
      // Whole: both ends of the bar are on the head, with little room lost.
      expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeGreaterThan(384 - 16)
    },
  )

  it('is left as it is where it fits', async () => {
    const drawn = await drawOntoHead(barOf(0.5, 1), 0, OPTIONS)
    expect(drawn.ok && drawn.value.isShrunk === true).toBe(false)
  })
})
