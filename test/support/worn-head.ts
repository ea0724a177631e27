import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

/** The page as a head prints it whose dot `x` is dead: a white line from top to bottom. */
export function withDeadDot(page: OneBitPage, x: number): OneBitPage {
  const bits = page.bits.slice()
  for (let at = x >> 3; at < bits.length; at += page.bytesPerRow)
    bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7))
  return { ...page, bits }
}
