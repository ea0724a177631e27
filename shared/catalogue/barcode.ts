import type { RefusalCode } from '../languages/refusals.ts'

/**
 * What a scanner sends without what is not the code: control characters, spaces, and an AIM
 * symbology prefix (`]E0`).
 */
export function normalizeScan(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f]/g, '').replace(/^\][A-Za-z]\d/, '')
}

/** Check digit of the EAN and UPC family: weights 3, 1 from the right. */
export function eanCheckDigit(body: string): number {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    sum += Number(body[body.length - 1 - index]) * (index % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

/**
 * Why an unknown code was probably misread, or null. Only codes of EAN-8, UPC-A and EAN-13 length
 * carry the digit.
 */
export function scanProblem(code: string): RefusalCode | null {
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(code)) return null
  return eanCheckDigit(code.slice(0, -1)) === Number(code.at(-1)) ? null : 'BARCODE_CHECK_DIGIT'
}
