/** Where the pictures of a page stand, from pdf.js's list of what it draws. */
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { apply, combine, cornersOf, PICTURES_MAX, UNCHANGED } from './picture-boxes.ts'
import type { Matrix, Point } from './picture-boxes.ts'

interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** Pictures fill the unit square of their place. */
const UNIT_SQUARE = cornersOf([0, 0], [1, 1])

/** The corners of each picture in points of the page. Masks are left out: they have no greys. */
export function pdfjsPictures({ fnArray, argsArray }: Operators): readonly (readonly Point[])[] {
  const found: (readonly Point[])[] = []
  const saved: Matrix[] = []
  let now: Matrix = UNCHANGED
  const note = (): void => {
    if (found.length < PICTURES_MAX) found.push(UNIT_SQUARE.map((corner) => apply(now, corner)))
  }
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    switch (operator) {
      case OPS.save:
      case OPS.beginGroup:
        saved.push(now)
        break
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        now = saved.pop() ?? UNCHANGED
        break
      case OPS.paintFormXObjectBegin:
        saved.push(now)
        now = combine(matrixOf(Array.isArray(args) ? args[0] : null), now)
        break
      case OPS.transform:
        now = combine(matrixOf(args), now)
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        note()
        break
      default:
    }
  }
  return found
}

function matrixOf(value: unknown): Matrix {
  const numbers =
    Array.isArray(value) || ArrayBuffer.isView(value)
      ? Array.from(value as ArrayLike<unknown>, Number)
      : []
  const [a, b, c, d, e, f] = numbers
  return a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
    ? UNCHANGED
    : [a, b, c, d, e, f]
}
