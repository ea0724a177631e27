/**
 * Whether a row's product is exempt from VAT, as lists say it: "Exento: sí", "Afecto: no",
 * "A/E: E", "Tipo impuesto: IVA (19%)". A list that says it and is not heard would have its exempt
 * goods declared as taxed.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { wordOf, type ImportField } from './columns.ts'

/** What is yes below `taxed` is no below `exempt`; `taxStatus` names the two. */
export const TAX_FIELDS = ['exempt', 'taxed', 'taxStatus'] as const satisfies readonly ImportField[]
type TaxField = (typeof TAX_FIELDS)[number]

const TEXT_CHARS_MAX = 40
/** Of a column that is not read: so many of its filled cells name a status. */
const TAX_SHARE_MIN = 0.9

const EXEMPT = new Set(
  'e ex exento exenta exentos exentas exempt exentoiva exentodeiva ivaexento noafecto noafecta noafectoaiva siniva nogravado nogravada'.split(
    ' ',
  ),
)
const TAXED = new Set(
  'a af afecto afecta afectos afectas afectoiva afectoaiva afectaaiva iva iva19 19iva coniva gravado gravada taxable noexento noexenta'.split(
    ' ',
  ),
)
const YES = new Set('si s yes y x 1 true verdadero v'.split(' '))
const NO = new Set('no n 0 false falso f'.split(' '))
/** The rate in a cell of its own, `0,19` being what a spreadsheet keeps of `19 %`. */
const RATE = /^(?:19(?:[.,]0+)?\s*%?|0[.,]19)$/
const NO_RATE = /^0(?:[.,]0+)?\s*%$/

/** Null where no cell says it. */
export function readExempt(cellOf: (field: TaxField) => string): Result<boolean | null, Refusal> {
  let isExempt: boolean | null = null
  for (const field of TAX_FIELDS) {
    const text = cellOf(field)
    if (text === '') continue
    const params = { text: text.slice(0, TEXT_CHARS_MAX) }
    const says = exemptBy(field, text)
    if (says === null) return refuse(refusal('IMPORT_TAX', field, params))
    if (isExempt !== null && isExempt !== says)
      return refuse(refusal('IMPORT_TAX_TWICE', field, params))
    isExempt = says
  }
  return ok(isExempt)
}

/** The first column nobody reads, nor has left out, whose cells name a tax status. */
export function unreadTaxColumn(
  columns: readonly (string | null)[],
  leftOut: readonly number[],
  rows: readonly (readonly (string | number)[])[],
): number | null {
  if (TAX_FIELDS.some((field) => columns.includes(field))) return null
  const at = columns.findIndex((field, index) => {
    if (field !== null || leftOut.includes(index)) return false
    const texts = rows.map((cells) => String(cells[index] ?? '').trim()).filter((text) => text)
    const named = texts.filter((text) => statusOf(text) !== null)
    return texts.length > 0 && named.length >= texts.length * TAX_SHARE_MIN
  })
  return at === -1 ? null : at
}

function exemptBy(field: TaxField, text: string): boolean | null {
  const word = wordOf(text)
  const status = statusOf(text)
  if (status !== null || field === 'taxStatus') return status
  if (YES.has(word)) return field === 'exempt'
  return NO.has(word) ? field !== 'exempt' : null
}

/** Whether it names the exempt, whatever its column is called. */
function statusOf(text: string): boolean | null {
  const word = wordOf(text)
  if (EXEMPT.has(word) || NO_RATE.test(text)) return true
  return TAXED.has(word) || RATE.test(text) ? false : null
}
