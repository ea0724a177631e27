/** What a spreadsheet does to barcodes, seen in the code itself. */
import { eanCheckDigit } from '../barcode.ts'

/** `7,80E+12`: the digits behind are gone, and nothing brings them back. */
export function isCutShort(code: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,2}$/i.test(code.trim())
}

/**
 * The code with the zeros a spreadsheet takes from its beginning, where only that makes its check
 * digit right; null where nothing says so. A shop's own codes of these lengths fit one time in ten,
 * so a person decides.
 */
export function withLostZeros(code: string): string | null {
  if (!/^[1-9]\d{5,10}$/.test(code) || code.length === 8) return null
  const length = code.length < 8 ? 8 : 12
  const whole = code.padStart(length, '0')
  return eanCheckDigit(whole.slice(0, -1)) === Number(whole.at(-1)) ? whole : null
}
