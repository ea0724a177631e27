import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitBands } from './bands.ts'
import { fitToDots, inkBox, takeColumns } from './fit.ts'
import { blankPage, isBlackDot, pageRows, stackPages } from './one-bit-page.ts'
import type { OneBitPage } from './one-bit-page.ts'
import { breakRealTimeCodes, holdsRealTimeCode } from './real-time-codes.ts'
import { toOneBit } from './threshold.ts'

/** A page from a picture of `#` and `.`. */
function page(...rows: string[]): OneBitPage {
  const made = blankPage(rows[0]?.length ?? 1, rows.length)
  rows.forEach((row, y) =>
    [...row].forEach((character, x) => {
      const at = y * made.bytesPerRow + (x >> 3)
      if (character === '#') made.bits[at] = (made.bits[at] ?? 0) | (0x80 >> (x & 7))
    }),
  )
  return made
}

function picture(made: OneBitPage): string[] {
  return Array.from({ length: made.heightDots }, (_, y) =>
    Array.from({ length: made.widthDots }, (_, x) => (isBlackDot(made, x, y) ? '#' : '.')).join(''),
  )
}

const anyPage = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .array(fc.string({ unit: fc.constantFrom('#', '.'), minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      })
      .map((rows) => page(...rows)),
  )

describe('toOneBit', () => {
  it('blackens what is darker than half', () => {
    const rgba = Uint8Array.of(
      0,
      0,
      0,
      255,
      127,
      127,
      127,
      255,
      129,
      129,
      129,
      255,
      255,
      255,
      255,
      255,
    )
    expect(picture(toOneBit({ rgba, widthPx: 4, heightPx: 1 }))).toEqual(['##..'])
  })

  it('weighs colours as eyes do: red and blue print, yellow does not', () => {
    const rgba = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255)
    expect(picture(toOneBit({ rgba, widthPx: 3, heightPx: 1 }))).toEqual(['##.'])
  })

  it('lays transparent pixels over white paper', () => {
    const rgba = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 200)
    expect(picture(toOneBit({ rgba, widthPx: 3, heightPx: 1 }))).toEqual(['..#'])
  })

  it('reads pixels that do not start at a word boundary', () => {
    const whole = new Uint8Array(9)
    whole.set([0, 0, 0, 255, 255, 255, 255, 255], 1)
    expect(picture(toOneBit({ rgba: whole.subarray(1), widthPx: 2, heightPx: 1 }))).toEqual(['#.'])
  })

  it('refuses pixels that do not make the page', () => {
    expect(() => toOneBit({ rgba: new Uint8Array(7), widthPx: 2, heightPx: 1 })).toThrow(
      'four bytes a pixel',
    )
  })
})

describe('inkBox', () => {
  it('finds the ink and nothing around it', () => {
    expect(inkBox(page('..........', '...#......', '.....##...', '..........'))).toEqual({
      left: 3,
      right: 7,
      top: 1,
      bottom: 3,
    })
  })

  it('is null on a blank page', () => {
    expect(inkBox(blankPage(16, 5))).toBeNull()
  })

  it('holds every black dot and touches one on each side', () => {
    fc.assert(
      fc.property(anyPage, (made) => {
        const xs: number[] = []
        const ys: number[] = []
        for (let y = 0; y < made.heightDots; y += 1) {
          for (let x = 0; x < made.widthDots; x += 1)
            if (isBlackDot(made, x, y)) [xs[xs.length], ys[ys.length]] = [x, y]
        }
        const expected =
          xs.length === 0
            ? null
            : {
                left: Math.min(...xs),
                right: Math.max(...xs) + 1,
                top: Math.min(...ys),
                bottom: Math.max(...ys) + 1,
              }
        expect(inkBox(made)).toEqual(expected)
      }),
    )
  })
})

describe('fitToDots', () => {
  it('centres a narrower page', () => {
    const fit = fitToDots(page('####'), 8)
    expect(fit.kind === 'fits' && picture(fit.page)).toEqual(['..####..'])
  })

  it('crops blank margins of a wider page and keeps its middle in the middle', () => {
    const fit = fitToDots(page('....#..#....'), 8)
    expect(fit.kind === 'fits' && picture(fit.page)).toEqual(['..#..#..'])
  })

  it('shifts as little as the ink needs', () => {
    const fit = fitToDots(page('.......#...#'), 8)
    expect(fit.kind === 'fits' && picture(fit.page)).toEqual(['...#...#'])
  })

  it('asks for a smaller drawing only when the ink itself is too wide', () => {
    expect(fitToDots(page('#..............#'), 8)).toEqual({ kind: 'too-wide', scale: 0.5 })
  })

  it('never loses a dot', () => {
    const count = (made: OneBitPage): number => picture(made).join('').replaceAll('.', '').length
    fc.assert(
      fc.property(anyPage, fc.constantFrom(8, 16, 24, 40), (made, dots) => {
        const fit = fitToDots(made, dots)
        const ink = inkBox(made)
        if (fit.kind === 'fits') {
          expect(count(fit.page)).toBe(count(made))
          expect(fit.page.widthDots).toBe(dots)
        } else {
          expect(ink !== null && ink.right - ink.left > dots).toBe(true)
        }
      }),
    )
  })
})

describe('takeColumns', () => {
  it('takes any columns, white outside the page', () => {
    fc.assert(
      fc.property(
        anyPage,
        fc.integer({ min: -20, max: 45 }),
        fc.integer({ min: 1, max: 40 }),
        (made, left, width) => {
          const expected = picture(made).map((row) =>
            Array.from({ length: width }, (_, x) => row[left + x] ?? '.').join(''),
          )
          expect(picture(takeColumns(made, left, width))).toEqual(expected)
        },
      ),
    )
  })
})

describe('rows, stacks and bands', () => {
  it('bands stacked again are the page', () => {
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 1, max: 20 }), (made, rows) => {
        const bands = splitBands(made, rows)
        expect(stackPages(bands)).toEqual(made)
        expect(bands.every((band) => band.heightDots <= rows && band.heightDots > 0)).toBe(true)
      }),
    )
  })

  it('rows share the memory of their page', () => {
    const made = page('#.', '.#', '##')
    expect(picture(pageRows(made, 1, 3))).toEqual(['.#', '##'])
    expect(pageRows(made, 1, 3).bits.buffer).toBe(made.bits.buffer)
  })
})

describe('breakRealTimeCodes', () => {
  it('leaves a page without codes as it is', () => {
    const made = page('########')
    expect(breakRealTimeCodes(made)).toBe(made)
  })

  it('adds one dot, also where the code runs over the end of a row', () => {
    const made: OneBitPage = {
      widthDots: 8,
      heightDots: 4,
      bytesPerRow: 1,
      bits: Uint8Array.of(0x10, 0x10, 0x04, 0x01),
    }
    expect([...breakRealTimeCodes(made).bits]).toEqual([0x10, 0x18, 0x04, 0x01])
    expect([...made.bits]).toEqual([0x10, 0x10, 0x04, 0x01])
  })

  it('leaves no code in any page and never takes a dot away', () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 64 })
      .map((raw) => raw.map((value) => [0x10, 0x04, 0x05, 0x14][value % 5] ?? value))
    fc.assert(
      fc.property(bytes, (bits) => {
        const made: OneBitPage = { widthDots: 8, heightDots: bits.length, bytesPerRow: 1, bits }
        const broken = breakRealTimeCodes(made)
        expect(holdsRealTimeCode(broken.bits)).toBe(false)
        expect(
          broken.bits.every((value, index) => (value & (bits[index] ?? 0)) === bits[index]),
        ).toBe(true)
      }),
    )
  })
})
