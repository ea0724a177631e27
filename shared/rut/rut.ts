import type { Brand } from '../core/brand.ts'
import { ok, refuse, type Result } from '../core/result.ts'

/**
 * A Chilean tax number in the form the tax authority's schema demands: `76192083-9`, capital K, no
 * dots.
 */
export type Rut = Brand<string, 'Rut'>

type RutRefusal = 'RUT_FORMAT' | 'RUT_CHECK_DIGIT'

/** Recipient of a receipt whose buyer is not identified. */
export const ANONYMOUS_RUT = '66666666-6' as Rut
/** The RUT the authority reserves for buyers abroad: it names nobody either. */
export const FOREIGN_RUT = '55555555-5'

/** Reads a RUT as people write it: with or without dots and dash, k in either case. */
export function parseRut(text: string): Result<Rut, RutRefusal> {
  const match = /^0*([1-9]\d{0,7})([0-9K])$/.exec(
    text
      .trim()
      .toUpperCase()
      .replace(/[.\-\s]/g, ''),
  )
  if (!match) return refuse('RUT_FORMAT')
  const [, body = '', checkDigit = ''] = match
  if (rutCheckDigit(body) !== checkDigit) return refuse('RUT_CHECK_DIGIT')
  return ok(`${body}-${checkDigit}` as Rut)
}

/** Modulo 11 over the digits from the right with weights 2..7; 11 becomes 0 and 10 becomes K. */
export function rutCheckDigit(body: string): string {
  let sum = 0
  let weight = 2
  for (let index = body.length - 1; index >= 0; index -= 1) {
    sum += Number(body[index]) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

/** `76.192.083-9`, for screens and paper. */
export function formatRut(rut: Rut): string {
  const [body = '', checkDigit = ''] = rut.split('-')
  return `${body.replace(/\B(?=(\d{3})+(?!\d))/g, '.')}-${checkDigit}`
}
