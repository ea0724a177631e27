/**
 * Whether a row's product is exempt from VAT, as lists say it: "Exento: sí", "Afecto: no",
 * "A/E: E", "Tipo impuesto: IVA (19%)". A list that says it and is not heard would have its exempt
 * goods declared as taxed.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { wordOf, type ImportColumns } from './columns.ts'
import { readAmount } from './read-amount.ts'
import {
  asksOfPriceTax,
  isOfOther,
  speaksOfTax,
  TAX_FIELDS,
  taxStatusOf,
  type TaxField,
} from './tax-words.ts'

const TEXT_CHARS_MAX = 40
const YES = new Set('si s yes y x 1 true verdadero v'.split(' '))
const NO = new Set('no n 0 false falso f'.split(' '))
/** Below it a number may be one of a list of kinds; no product's tax is as little. */
const TAX_CLP_MIN = 3

/** Null where no cell says it. */
export function readExempt(cellOf: (field: TaxField) => string): Result<boolean | null, Refusal> {
  let isExempt: boolean | null = null
  for (const field of TAX_FIELDS) {
    const text = cellOf(field)
    if (text === '') continue
    const params = { text: text.slice(0, TEXT_CHARS_MAX) }
    const says = readBelow(field, text)
    if (says === null) return refuse(refusal('IMPORT_TAX', field, params))
    if (isExempt !== null && isExempt !== says)
      return refuse(refusal('IMPORT_TAX_TWICE', field, params))
    isExempt = says
  }
  return ok(isExempt)
}

type Rows = readonly (readonly (string | number)[])[]

/** Columns that are called one of the tax and whose cells say something else are not read as it. */
export function withReadableTax<Columns extends ImportColumns>(columns: Columns, rows: Rows) {
  return columns.map((field, at) => {
    const tax = TAX_FIELDS.find((each) => each === field)
    const texts = filled(rows, at)
    if (tax === undefined || texts.length === 0) return field
    const read = texts.every(isNumber) && texts.includes('19') ? 'taxed' : tax
    return share(texts, (text) => readBelow(read, text) !== null) > HALF ? read : null
  }) as Columns[number][]
}

interface TaxColumn {
  readonly at: number
  /** As which of the fields its cells can be read; several where yes may mean either. */
  readonly reads: readonly TaxField[]
  /** It says of prices that the tax is not in them, where every price is one with it. */
  readonly isOfNetPrices: boolean
}

/**
 * The first column nobody reads, nor has left out, that may say who is exempt: by its heading, or
 * by what most of its cells say.
 */
export function unreadTaxColumn(
  columns: ImportColumns,
  leftOut: readonly number[],
  rows: Rows,
  header: Rows[number] | null,
): TaxColumn | null {
  const isOneRead = TAX_FIELDS.some((field) => columns.includes(field))
  for (const [at, field] of columns.entries()) {
    const texts = field !== null || leftOut.includes(at) ? [] : filled(rows, at)
    const of = texts.length === 0 ? null : taxIn(texts, String(header?.[at] ?? ''))
    const isOfUse = of !== null && (of.isOfNetPrices || of.reads.length > 0 || !isOneRead)
    if (isOfUse) return { at, ...of }
  }
  return null
}

/** Null where neither the heading nor its cells say anything of the tax. */
function taxIn(texts: readonly string[], heading: string): Omit<TaxColumn, 'at'> | null {
  const isYesOrNo = isMost('taxed', texts) && texts.some(isNo)
  if (isYesOrNo && asksOfPriceTax(heading)) return { reads: [], isOfNetPrices: true }
  const isOfTax = speaksOfTax(heading, isYesOrNo && !texts.every(isNumber))
  if (!isOfTax && !namesStatus(texts)) return null
  return { reads: isOfOther(heading) ? [] : readsOf(texts), isOfNetPrices: false }
}

/** Where nothing says exempt, whatever says nothing may be what is: "Afecto: X". */
export function leavesExemptBlank(columns: ImportColumns, rows: Rows): boolean {
  const read = rows.map((cells) =>
    readExempt((field) => String(cells[columns.indexOf(field)] ?? '').trim()),
  )
  const says = (is: boolean) => read.some((each) => each.ok && each.value === is)
  return !columns.includes('exempt') && says(false) && !says(true)
}

/**
 * Most cells say it in a word. A letter or a rate does beside its other alone: "A" is said of all
 * that is active, "0 %" of a discount.
 */
function namesStatus(texts: readonly string[]): boolean {
  const said = texts.map(taxStatusOf)
  const isTold = said.includes(true) && said.includes(false)
  const isSaid = (status: boolean | null, at: number) =>
    status !== null && (isTold || A_WORD.test(texts[at] ?? ''))
  return said.filter(isSaid).length / texts.length > HALF
}
const A_WORD = /\p{L}{3}/u

function readsOf(texts: readonly string[]): TaxField[] {
  if (isMost('taxStatus', texts)) return ['taxStatus']
  return (['taxed', 'exempt'] as const).filter((field) => isMost(field, texts))
}

const isNumber = (text: string) => /^[\d.,\s%]+$/.test(text)
const isNo = (text: string) => NO.has(wordOf(text))
const HALF = 0.5
const isMost = (field: TaxField, texts: readonly string[]) =>
  share(texts, (text) => exemptBy(field, text) !== null) > HALF
const share = (texts: readonly string[], is: (text: string) => boolean) =>
  texts.filter(is).length / texts.length
const filled = (rows: Rows, at: number) =>
  rows.map((cells) => String(cells[at] ?? '').trim()).filter((text) => text !== '')

function exemptBy(field: TaxField, text: string): boolean | null {
  const word = wordOf(text)
  const status = taxStatusOf(text)
  if (status !== null || field === 'taxStatus') return status
  if (YES.has(word)) return field === 'exempt'
  return NO.has(word) ? field !== 'exempt' : null
}

/** As `exemptBy`, below a heading that says so. */
const readBelow = (field: TaxField, text: string) =>
  exemptBy(field, text) ?? (field === 'taxed' ? exemptByAmount(text) : null)

/** The tax of a product itself, as it stands between its net and its gross price. */
function exemptByAmount(text: string): boolean | null {
  const read = readAmount(text)
  if (typeof read === 'string') return null
  if (read.clp === 0) return true
  return read.clp >= TAX_CLP_MIN ? false : null
}
