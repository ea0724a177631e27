import type { OneBitPage } from './one-bit-page.ts'

const DLE = 0x10
const EOT = 0x04
const ENQ = 0x05
const DC4 = 0x14
/** DLE with its single dot made two dots wide. */
const WIDENED_DLE = 0x18

/**
 * Some printers obey real-time commands (status, recover, drawer pulse, power off) even inside
 * image data. Where a page happens to hold their first two bytes, one dot is added beside the lone
 * dot of the first. A lone dot is never part of a stamp, whose bars are at least two dots wide.
 */
export function breakRealTimeCodes(page: OneBitPage): OneBitPage {
  const bits = withoutRealTimeCodes(page.bits)
  return bits === page.bits ? page : { ...page, bits }
}

/** The same for dots packed in another way; the very array where there was nothing to break. */
export function withoutRealTimeCodes(dots: Uint8Array): Uint8Array {
  const hits: number[] = []
  for (let at = dots.indexOf(DLE); at !== -1; at = dots.indexOf(DLE, at + 1)) {
    if (isRealTimeCode(dots[at + 1])) hits.push(at)
  }
  if (hits.length === 0) return dots
  const bits = dots.slice()
  for (const at of hits) bits[at] = WIDENED_DLE
  return bits
}

export function holdsRealTimeCode(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(DLE); at !== -1; at = bytes.indexOf(DLE, at + 1)) {
    if (isRealTimeCode(bytes[at + 1])) return true
  }
  return false
}

function isRealTimeCode(byte: number | undefined): boolean {
  return byte === EOT || byte === ENQ || byte === DC4
}
