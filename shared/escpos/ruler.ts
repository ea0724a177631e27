/**
 * The ruler: a page that tells how many dots a head has and how close they stand, before anything
 * about it is known. It uses no drawing of the till's, only bars: each as long as one head on the
 * market, its number at its end. The last bar whose end mark is there is the head; of the short
 * bars the one that measures 30 mm tells the dots an inch.
 */
import { blankPage, type OneBitPage } from '../raster/one-bit-page.ts'
import type { EscposCommand } from './command.ts'
import { dotsPerMmAt, HEAD_DOTS, HEAD_DPI, wholeBytesOf } from './head.ts'
import { ending, pictureOf } from './plan.ts'
import type { PaperHandling } from './plan.ts'

const RULER_BAR_MM = 30
const BAR_ROWS = 6
const MARK_DOTS = 4
const DIGIT_SCALE = 3
const DIGIT_TOP = 10
const BAR_HEIGHT = DIGIT_TOP + 7 * DIGIT_SCALE + 3
const GAP_ROWS = 10

/**
 * Everything sent for the ruler, in order. Text is in the printer's own letters, without accents.
 */
export function planRuler(handling: PaperHandling): EscposCommand[] {
  const bar = (dots: number, label: number, side: 'start' | 'end'): EscposCommand[] =>
    pictureOf(barOf(dots, label, side), handling)
  return [
    { kind: 'initialize' },
    ...ownLines(
      'REGLA DEL CABEZAL',
      'Puntos: la ultima barra entera,',
      'con su numero y su marca final.',
    ),
    ...HEAD_DOTS.flatMap((dots) => bar(wholeBytesOf(dots), dots, 'end')),
    ...ownLines('', 'Puntos por pulgada: la barra', `que mide justo ${RULER_BAR_MM} mm.`),
    ...HEAD_DPI.flatMap((dpi) => bar(rulerBarDots(dpi), dpi, 'start')),
    ...ending(handling),
  ]
}

/** Dots a bar of 30 mm takes on such a head. */
export function rulerBarDots(dpi: (typeof HEAD_DPI)[number]): number {
  return Math.round(RULER_BAR_MM * dotsPerMmAt(dpi))
}

function ownLines(...lines: readonly string[]): EscposCommand[] {
  return lines.map((line) =>
    line === ''
      ? { kind: 'line-feed' }
      : {
          kind: 'own-text',
          codePage: 0,
          text: Uint8Array.from(line, (letter) => letter.charCodeAt(0)),
        },
  )
}

/**
 * A bar with a mark at its end and its number below, and white rows under it. No dot lies beyond
 * the bar.
 */
function barOf(dots: number, label: number, side: 'start' | 'end'): OneBitPage {
  const page = blankPage(Math.ceil(dots / 8) * 8, BAR_HEIGHT + GAP_ROWS)
  fill(page, 0, 0, dots, BAR_ROWS)
  fill(page, dots - MARK_DOTS, 0, MARK_DOTS, BAR_HEIGHT)
  const digits = String(label)
  const left =
    side === 'start'
      ? MARK_DOTS
      : dots - MARK_DOTS - 2 * DIGIT_SCALE - digits.length * 6 * DIGIT_SCALE
  ;[...digits].forEach((digit, index) =>
    drawDigit(page, Number(digit), left + index * 6 * DIGIT_SCALE),
  )
  return page
}

/** Five dots a row, seven rows a digit, as bits. */
const DIGITS = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
] as const

function drawDigit(page: OneBitPage, digit: number, left: number): void {
  DIGITS[digit]?.forEach((bits, row) => {
    for (let column = 0; column < 5; column += 1) {
      if ((bits & (16 >> column)) === 0) continue
      fill(
        page,
        left + column * DIGIT_SCALE,
        DIGIT_TOP + row * DIGIT_SCALE,
        DIGIT_SCALE,
        DIGIT_SCALE,
      )
    }
  })
}

function fill(page: OneBitPage, left: number, top: number, width: number, height: number): void {
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      const at = y * page.bytesPerRow + (x >> 3)
      page.bits[at] = (page.bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
}
