/** The second printer prints what its manuals say, and is lost where they say so. */
import { describe, expect, it } from 'vitest'
import { printOn, UnknownBytes, type Picture } from './printer.ts'

const INIT = [0x1b, 0x40]
const bytes = (...parts: (number | number[])[]) => Uint8Array.from(parts.flat())
const raster = (width: number, rows: number[][]) => [
  0x1d,
  0x76,
  0x30,
  0,
  width,
  0,
  rows.length & 255,
  rows.length >> 8,
  ...rows.flat(),
]
const draw = ({ widthDots, heightDots, dots }: Picture) =>
  Array.from({ length: heightDots }, (_, y) =>
    [...dots.subarray(y * widthDots, (y + 1) * widthDots)].map((dot) => (dot ? '#' : '.')).join(''),
  )

describe('the second printer', () => {
  it('puts rows, feeds and a cut on the paper in their order', () => {
    const { papers } = printOn(
      16,
      bytes(
        INIT,
        raster(2, [[0b1000_0001, 0b0100_0000]]),
        [0x1b, 0x4a, 2],
        raster(1, [[0xff]]),
        [0x1d, 0x56, 0x42, 1],
        raster(1, [[0x80]]),
      ),
    )
    expect(papers.map(draw)).toEqual([
      [
        '#......#.#......',
        '................',
        '................',
        '########........',
        '................',
      ],
      ['#...............'],
    ])
    expect(papers.map(({ isCut }) => isCut)).toEqual([true, false])
  })

  it('prints the same picture by columns and by stored graphics', () => {
    // 24 dots high, two columns: the first black at the top, the second at the bottom.
    const columns = [0x1b, 0x2a, 33, 2, 0, 0x80, 0, 0, 0, 0, 1, 0x1b, 0x4a, 24]
    const rows = Array.from({ length: 24 }, (_, y) => [y === 0 ? 0x80 : y === 23 ? 0x40 : 0])
    const store = [48, 112, 48, 1, 1, 49, 8, 0, 24, 0, ...rows.flat()]
    const graphics = [0x1d, 0x28, 0x4c, store.length, 0, ...store, 0x1d, 0x28, 0x4c, 2, 0, 48, 50]
    const drawn = [columns, graphics, raster(1, rows)].map((way) => {
      const [paper] = printOn(8, bytes(INIT, way)).papers
      if (!paper) throw new Error('no paper')
      return draw(paper)
    })
    expect(drawn[0]).toHaveLength(24)
    expect(drawn[0]).toEqual(drawn[1])
    expect(drawn[1]).toEqual(drawn[2])
  })

  it('knows where a pulse came and what answers are owed', () => {
    const run = printOn(
      8,
      bytes(
        INIT,
        raster(1, [[1], [1]]),
        [0x1b, 0x70, 0, 25, 250],
        [0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44],
        [0x1d, 0x72, 1],
        [0x10, 4, 2],
      ),
    )
    expect(run.papers[0]?.pulsesAtRow).toEqual([2])
    expect(run.requests).toEqual(['GS ( H ABCD', 'GS r 1', 'DLE EOT 2'])
  })

  it('counts real-time codes that hide in a picture', () => {
    expect(printOn(24, bytes(raster(3, [[0x10, 0x04, 0x02]]))).realTimeCodesInData).toBe(1)
    expect(printOn(24, bytes(raster(3, [[0x10, 0x04, 0x0a]]))).realTimeCodesInData).toBe(0)
  })

  it.each([
    ['an unknown command', bytes([0x1b, 0x7a]), 0],
    ['a command cut short', bytes(INIT, [0x1d, 0x76, 0x30, 0, 1, 0, 2, 0, 0xff]), 10],
    ['rows wider than the head', bytes(raster(2, [[0, 0]])), 0],
    [
      'more rows than a firmware takes',
      bytes(
        [0x1d, 0x76, 0x30, 0, 1, 0, 0, 9],
        Array.from({ length: 2_304 }, () => 0),
      ),
      0,
    ],
    ['a raster while a line waits', bytes([0x1b, 0x2a, 33, 1, 0, 1, 1, 1], raster(1, [[1]])), 8],
    ['a picture printed that was never stored', bytes([0x1d, 0x28, 0x4c, 2, 0, 48, 50]), 0],
    ['a stray control byte', bytes(INIT, [0x07]), 2],
  ])('is lost at %s', (_name, input, offset) => {
    expect(() => printOn(8, input)).toThrow(UnknownBytes)
    try {
      printOn(8, input)
    } catch (error) {
      expect((error as UnknownBytes).offset).toBe(offset)
    }
  })
})
