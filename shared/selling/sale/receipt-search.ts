/**
 * What a cashier types to find a receipt: a folio, an amount, a day, a RUT, or words of product,
 * customer and reference.
 */
import { addDays, realDay } from '../../time/calendar.ts'
import type { IsoDate } from '../../core/brand.ts'
import { parseRut, type Rut } from '../../rut/rut.ts'
import type { DocumentType } from '../../core/document-type.ts'

export interface ReceiptQuery {
  /** May be a folio or a total: whoever looks has one of them on paper. */
  readonly wholeNumber: number | null
  /** Only folios of this type: affected and exempt receipts and notes count theirs apart. */
  readonly documentType: DocumentType | null
  readonly date: IsoDate | null
  readonly rut: Rut | null
  /** Each has to begin a word. */
  readonly words: readonly string[]
}

const NOTHING: ReceiptQuery = {
  wholeNumber: null,
  documentType: null,
  date: null,
  rut: null,
  words: [],
}

/** A shorter number is a folio or an amount; from here on it may also be a barcode. */
const BARCODE_DIGITS_MIN = 8
const RUT_BODY_DIGITS_MIN = 6
const WORDS_MAX = 8

/** Null = nothing asked, show all. `today` is the day at the counter. */
export function parseReceiptQuery(text: string, today: IsoDate): ReceiptQuery | null {
  const wanted = text.trim()
  if (wanted === '') return null
  const date = dateOf(wanted.toLowerCase(), today)
  if (date !== null) return { ...NOTHING, date }
  const named = folioOf(wanted)
  if (named !== null) return { ...NOTHING, ...named }
  const rut = parseRut(wanted)
  const isRut = rut.ok && rut.value.length >= RUT_BODY_DIGITS_MIN + 2
  const digits = wanted.replace(/^(\$|n[°º]?\s*)/i, '').replace(/(?<=\d)\.(?=\d{3}(\D|$))/g, '')
  const isNumber = /^\d{1,15}$/.test(digits)
  const hasWords = !isRut && (!isNumber || digits.length >= BARCODE_DIGITS_MIN)
  return {
    ...NOTHING,
    wholeNumber: isNumber ? Number(digits) : null,
    rut: isRut ? rut.value : null,
    words: hasWords ? wordsOf(isNumber ? digits : wanted) : [],
  }
}

/**
 * `exenta 12`, `boleta exenta N° 12`, `afecta 12`, `nota de crédito 12`, as the list writes them.
 */
function folioOf(text: string): Pick<ReceiptQuery, 'wholeNumber' | 'documentType'> | null {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase()
  const name =
    /^(?:boleta )?(exenta|exempt(?: receipt)?|afecta|nota(?: de credito)?|credit note) /.exec(
      folded,
    )
  const folio = /(?<= )(?:n[°ºo]?\.?)? *(\d{1,15})$/.exec(folded)
  if (name === null || folio === null || name[0].length !== folio.index) return null
  return {
    wholeNumber: Number(folio[1]),
    documentType: name[1]?.startsWith('ex') === true ? '41' : name[1] === 'afecta' ? '39' : '61',
  }
}

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}

/**
 * `hoy`, `ayer`, `21-11`, `21/11/26`, `2026-11-21`. A day without its year is the latest one that
 * has been.
 */
export function dateOf(text: string, today: IsoDate): IsoDate | null {
  if (text === 'hoy' || text === 'today') return today
  if (text === 'ayer' || text === 'yesterday') return addDays(today, -1)
  const whole = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (whole) return realDay(Number(whole[1]), Number(whole[2]), Number(whole[3]))
  const parts = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{2}|\d{4}))?$/.exec(text)
  if (!parts) return null
  const [, day, month, year] = parts
  if (year !== undefined)
    return realDay(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day))
  const thisYear = Number(today.slice(0, 4))
  const inThisYear = realDay(thisYear, Number(month), Number(day))
  return inThisYear !== null && inThisYear <= today
    ? inThisYear
    : realDay(thisYear - 1, Number(month), Number(day))
}
