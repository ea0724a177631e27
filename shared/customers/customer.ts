/** Known customers: how what a cashier types finds one, by RUT or by name. */
import { foldName } from '../catalogue/search-words.ts'
import { parseRut, type Rut } from '../rut/rut.ts'

type CustomerQuery =
  | { readonly kind: 'rut'; readonly start: string }
  | { readonly kind: 'name'; readonly words: readonly string[] }
  | { readonly kind: 'nothing' }

/** Digits that look like the start of a RUT ask for one; anything else with letters is a name. */
export function customerQuery(text: string): CustomerQuery {
  const compact = text.toUpperCase().replace(/[.\-\s]/g, '')
  if (/^\d{2,9}K?$/.test(compact)) return { kind: 'rut', start: compact }
  const words = foldName(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
  return words.join('').length < 2 ? { kind: 'nothing' } : { kind: 'name', words }
}

/**
 * What the list of customers is searched for: words without accents and capitals, a RUT and a phone
 * without what people write between their digits.
 */
export function searchedWords(text: string): readonly string[] {
  const whole = parseRut(text)
  if (whole.ok) return [whole.value.replace('-', '').toLowerCase()]
  return foldName(text)
    .split(' ')
    .map((word) => (/^[\d.]+-?[\dk]?$/.test(word) ? word.replace(/[.-]/g, '') : word))
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}

/** More words narrow nothing. */
const WORDS_MAX = 8

/**
 * A whole RUT with the right check digit, as typed; null while it is not. Bodies of six digits and
 * less are still being typed.
 */
export function wholeRut(text: string): Rut | null {
  const rut = parseRut(text)
  return rut.ok && rut.value.length >= 9 ? rut.value : null
}
