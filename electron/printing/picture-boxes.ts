/**
 * Where a page's pictures stand, in pixels: whichever engine draws, only they may be photographs.
 */
import type { PixelBox } from '#shared/raster/dither.ts'

/** As PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Point = readonly [x: number, y: number]

export const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0]
/** A page with more pictures than this is drawn from tiles, not from photographs. */
export const PICTURES_MAX = 64
/**
 * Forms within forms; files that nest deeper, or into themselves, are not looked into any further.
 */
export const FORM_DEPTH_MAX = 8

/** First `inner`, then `outer`. */
export function combine(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [oa, ob, oc, od, oe, of] = outer
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ]
}

export function apply([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The corners of the rectangle between two points. */
export function cornersOf([left, bottom]: Point, [right, top]: Point): readonly Point[] {
  return [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ]
}

/** The upright box around some points, cut to the page; null where nothing of it is on the page. */
export function boxAround(
  points: readonly Point[],
  width: number,
  height: number,
): PixelBox | null {
  const [xs, ys] = [points.map(([x]) => Math.round(x)), points.map(([, y]) => Math.round(y))]
  const box = {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(width, Math.max(...xs)),
    bottom: Math.min(height, Math.max(...ys)),
  }
  return box.right > box.left && box.bottom > box.top ? box : null
}
