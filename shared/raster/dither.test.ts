import { describe, expect, it } from 'vitest'
import { ditherInPlace, isPhotograph } from './dither.ts'

const BOX = { left: 8, top: 4, right: 72, bottom: 60 }

function pageOf(shade: (x: number, y: number) => number) {
  const [widthPx, heightPx] = [80, 64]
  const gray = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    shade(at % widthPx, Math.floor(at / widthPx)),
  )
  return { gray, widthPx, heightPx }
}

describe('greys', () => {
  it('of a photograph are told from bars, however smooth, from line art and from paper', () => {
    expect(
      isPhotograph(
        pageOf((x, y) => (x * 2 + y) % 256),
        BOX,
      ),
    ).toBe(true)
    expect(
      isPhotograph(
        pageOf((x) => [0, 90, 255, 165][x % 4] ?? 0),
        BOX,
      ),
    ).toBe(false)
    expect(
      isPhotograph(
        pageOf((x) => (x % 16 < 8 ? 0 : 255)),
        BOX,
      ),
    ).toBe(false)
    expect(
      isPhotograph(
        pageOf(() => 255),
        BOX,
      ),
    ).toBe(false)
  })

  it.each([64, 128, 192])(
    'of %i become dots that keep their mean, inside the box only',
    (level) => {
      const page = pageOf(() => level)
      ditherInPlace(page, BOX)
      const inside: number[] = []
      page.gray.forEach((value, at) => {
        const [x, y] = [at % page.widthPx, Math.floor(at / page.widthPx)]
        if (x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom) inside.push(value)
        else expect(value).toBe(level)
      })
      expect(new Set(inside)).toEqual(new Set([0, 255]))
      // Atkinson drops a quarter of the error: light gets lighter and dark darker, but the order of
      // shades stays.
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length
      expect(Math.abs(mean - level)).toBeLessThan(48)
    },
  )
})
