/** Check digits of the three countries' tax numbers. */
import { parseRut } from '#shared/rut/rut.ts'
import type { Country } from '../core/country.ts'

/** The number in its canonical form, or null when format or check digit is wrong. */
export function readTaxNumber(country: Country, text: string): string | null {
  if (country === 'CHL') {
    const rut = parseRut(text)
    return rut.ok ? rut.value : null
  }
  const digits = text.replace(/[.\-\s]/g, '')
  if (country === 'ARG') return isCuit(digits) ? digits : null
  return isUruguayanRut(digits) ? digits : null
}

/** The kinds of document whose number has a check digit, per country. */
export function hasCheckDigit(country: Country, documentType: string): boolean {
  const kinds: Readonly<Record<Country, readonly string[]>> = {
    CHL: ['RUT'],
    ARG: ['CUIT', 'CUIL'],
    URY: ['RUT'],
  }
  return kinds[country].includes(documentType.toUpperCase())
}

/**
 * CUIT/CUIL: 11 digits, modulo 11 with weights 5432765432; a remainder that would need 10 does not
 * exist.
 */
export function isCuit(digits: string): boolean {
  return (
    /^\d{11}$/.test(digits) &&
    modulo11(digits.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) === Number(digits[10])
  )
}

/** Uruguayan RUT: 12 digits, modulo 11 with weights 43298765432. */
export function isUruguayanRut(digits: string): boolean {
  return (
    /^\d{12}$/.test(digits) &&
    modulo11(digits.slice(0, 11), [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(digits[11])
  )
}

function modulo11(digits: string, weights: readonly number[]): number {
  const rest = 11 - (weighted(digits, weights) % 11)
  return rest === 11 ? 0 : rest
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}
