import { describe, expect, it } from 'vitest'
import { findStamp } from './find-stamp.ts'
import { blankPage } from './one-bit-page.ts'
import type { OneBitPage } from './one-bit-page.ts'

const START = [8, 1, 1, 1, 1, 1, 1, 3]
const STOP = [7, 1, 1, 3, 1, 1, 1, 2, 1]
/** One plausible codeword of 17 modules, bar first. */
const WORD = [3, 1, 1, 1, 1, 1, 4, 5]
const COLUMNS = 4
const WIDTHS = [...START, ...Array.from({ length: COLUMNS + 2 }, () => WORD).flat(), ...STOP]
const MODULES = 69 + 17 * COLUMNS

interface Place {
  readonly moduleDots: number
  readonly turned?: boolean
  readonly mirrored?: boolean
}

/** A page of 400 x 400 dots with a symbol of 40 dots height starting at (30, 50). */
function pageWith({ moduleDots, turned = false, mirrored = false }: Place): OneBitPage {
  const page = blankPage(400, 400)
  const black: boolean[] = []
  WIDTHS.forEach((width, index) =>
    black.push(...Array<boolean>(width * moduleDots).fill(index % 2 === 0)),
  )
  if (mirrored) black.reverse()
  for (let across = 50; across < 90; across += 1) {
    black.forEach((isBlack, along) => {
      const [x, y] = turned ? [across, 30 + along] : [30 + along, across]
      const at = y * page.bytesPerRow + (x >> 3)
      if (isBlack) page.bits[at] = (page.bits[at] ?? 0) | (0x80 >> (x & 7))
    })
  }
  return page
}

describe('findStamp', () => {
  it.each([
    ['upright', { moduleDots: 2 }],
    ['upside down', { moduleDots: 2, mirrored: true }],
    ['turned', { moduleDots: 2, turned: true }],
    ['turned the other way', { moduleDots: 2, turned: true, mirrored: true }],
  ] as const)('finds one standing %s, with its bounds and its module', (_, place) => {
    const found = findStamp(pageWith(place))
    expect(found).toMatchObject({
      turned: 'turned' in place,
      from: 50,
      to: 90,
      start: 30,
      end: 30 + MODULES * 2,
    })
    expect(found?.moduleDots).toBeCloseTo(2, 5)
  })

  it('leaves out bars of one dot, too thin to be told from noise', () => {
    expect(findStamp(pageWith({ moduleDots: 1 }))).toBeNull()
  })

  it('finds none on white paper, in stripes or in noise', () => {
    const stripes = blankPage(400, 400)
    stripes.bits.fill(0b1100_1100)
    const noise = blankPage(400, 400)
    for (let at = 0; at < noise.bits.length; at += 1)
      noise.bits[at] = (at * at * 31 + at * 17) & 0xff
    expect([blankPage(400, 400), stripes, noise].map(findStamp)).toEqual([null, null, null])
  })
})
