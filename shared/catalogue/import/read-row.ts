/** One row of a list, read by its columns; nothing here knows the catalogue. */
import { normalizeScan } from '../barcode.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { PLACES_MAX } from '../fixed-places.ts'
import { STOCK_MILLI_MAX, typedStock } from '../decide-stock.ts'
import { isCutShort, withLostZeros } from './barcode-damage.ts'
import { wordOf, type ImportColumns, type ImportField } from './columns.ts'
import { readAmount } from './read-amount.ts'
import { spoiltIn } from './spoilt-cell.ts'
import { readExempt } from './tax-status.ts'

export type Cell = string | number
export type TableRow = readonly Cell[]

/** What a row says; null where its cell is empty or its column is not there. */
export interface ReadRow {
  /** Empty where it has none and goes by its name. */
  readonly code: string
  readonly moreCodes: readonly string[] | null
  readonly name: string | null
  readonly unitGrossClp: number | null
  readonly asksPrice: boolean | null
  readonly costNetClp: number | null
  readonly category: string | null
  readonly unit: string | null
  readonly isExempt: boolean | null
  readonly isFavourite: boolean | null
  readonly isArchived: boolean | null
  /** Thousandths. */
  readonly stockMilli: number | null
  readonly lowMilli: number | null
  /** On the grid; `none` takes it away. */
  readonly fixedPlace: number | 'none' | null
  /** What was understood in a way that a person should see. */
  readonly notes: readonly Refusal[]
}

interface ReadingOptions {
  readonly columns: ImportColumns
  /** Zeros a spreadsheet took from the beginning of barcodes are put back. */
  readonly restoresZeros: boolean
}

/** Refuses with the field that is wrong. */
export function readRow(row: TableRow, options: ReadingOptions): Result<ReadRow, Refusal> {
  const notes: Refusal[] = []
  const spoilt = spoiltIn(row, options.columns)
  if (spoilt !== null) return refuse(spoilt)
  const cell = (field: ImportField): Cell => {
    const at = options.columns.indexOf(field)
    return at === -1 ? '' : (row[at] ?? '')
  }
  const text = (field: ImportField) => textOf(cell(field)) || null
  const read = allOf({
    code: readCode(cell('code'), options, notes),
    unitGrossClp: readMoney(cell('price'), 'price', notes),
    costNetClp: readMoney(cell('cost'), 'cost', notes),
    isExempt: readExempt((field) => textOf(cell(field))),
    asksPrice: readSwitch(cell('asksPrice'), 'asksPrice'),
    isFavourite: readSwitch(cell('favourite'), 'favourite'),
    isArchived: readSwitch(cell('archived'), 'archived'),
    stockMilli: readQuantity(cell('stock'), 'stock'),
    lowMilli: readMinimum(cell('lowStock')),
    fixedPlace: readPlace(cell('place')),
  })
  if (!read.ok) return read
  const name = text('name')?.replace(/[\t\r\n]+/g, ' ') ?? null
  if (read.value.code === '' && name === null) return refuse(refusal('CODE_REQUIRED', 'code'))
  const moreCodes = text('moreCodes')?.split(/[\s,;|]+/) ?? null
  const cut = moreCodes?.find(isCutShort)
  if (cut !== undefined) return refuse(refusal('IMPORT_CODE_CUT', 'moreCodes', { code: cut }))
  const category = text('category')?.replace(/\s+/g, ' ') ?? null
  return ok({ ...read.value, moreCodes, name, category, unit: text('unit'), notes })
}

type ValuesOf<Read> = {
  readonly [Name in keyof Read]: Read[Name] extends Result<infer Value, Refusal> ? Value : never
}

/** Refused as the first of them that is. */
function allOf<Read extends Readonly<Record<string, Result<unknown, Refusal>>>>(
  read: Read,
): Result<ValuesOf<Read>, Refusal> {
  const values: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(read)) {
    if (!each.ok) return each
    values[name] = each.value
  }
  return ok(values as ValuesOf<Read>)
}

const SHOWN_CHARS = 40

/** A number is written in full; an apostrophe kept a formula from being one, and goes. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell.trim()
  return GUARDED.test(text) ? text.slice(1) : text
}

/** What a spreadsheet would take for a formula, behind any number of apostrophes. */
export const FORMULA = /^'*[=+\-@]/
const GUARDED = /^'+[=+\-@]/

function readCode(
  cell: Cell,
  { restoresZeros }: ReadingOptions,
  notes: Refusal[],
): Result<string, Refusal> {
  // What nobody sees comes along with a code that was copied from a page.
  const typed = textOf(cell)
    .replace(/[\p{Cf}\p{Z}]/gu, '')
    .replace(/^'(?=\d)/, '')
  const isInexact = typeof cell === 'number' && !Number.isSafeInteger(cell)
  if (isInexact || isCutShort(typed))
    return refuse(refusal('IMPORT_CODE_CUT', 'code', { code: typed }))
  const code = normalizeScan(typed.replace(/^(\d+),0+$/, '$1'))
  if (code === '') return ok('')
  const whole = withLostZeros(code)
  if (whole === null) return ok(code)
  notes.push(
    refusal(restoresZeros ? 'IMPORT_ZEROS_BACK' : 'IMPORT_ZEROS_LOST', 'code', { code, whole }),
  )
  return ok(restoresZeros ? whole : code)
}

function readMoney(
  cell: Cell,
  field: 'price' | 'cost',
  notes: Refusal[],
): Result<number | null, Refusal> {
  const read = readAmount(typeof cell === 'string' ? textOf(cell).replace(/^'(?=\d)/, '') : cell)
  if (read === 'empty') return ok(null)
  if (read === 'unreadable')
    return refuse(refusal('IMPORT_AMOUNT', field, { text: String(cell).slice(0, SHOWN_CHARS) }))
  if (read.isRounded)
    notes.push(
      refusal('IMPORT_ROUNDED', field, {
        text: String(cell).slice(0, SHOWN_CHARS),
        clp: String(read.clp),
      }),
    )
  return ok(read.clp)
}

const YES = new Set('si s yes y x 1 true verdadero v'.split(' '))
const NO = new Set('no n 0 false falso f'.split(' '))

export function readSwitch(cell: Cell, field: string): Result<boolean | null, Refusal> {
  const text = textOf(cell)
  if (text === '') return ok(null)
  const word = wordOf(text)
  if (YES.has(word)) return ok(true)
  return NO.has(word) ? ok(false) : refuse(refusal('IMPORT_YES_OR_NO', field))
}

/** A sign that stands for nothing takes the place away; an empty cell leaves it. */
function readPlace(cell: Cell): Result<ReadRow['fixedPlace'], Refusal> {
  const text = textOf(cell)
  if (text === '') return ok(null)
  if (/^[-–—]$/.test(text)) return ok('none')
  const place = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (place >= 1 && place <= PLACES_MAX) return ok(place)
  const params = { text: text.slice(0, SHOWN_CHARS), most: String(PLACES_MAX) }
  return refuse(refusal('IMPORT_PLACE', 'place', params))
}

const MILLI = 1_000

/** Thousandths, as a person types them or as a spreadsheet keeps the number. */
function readQuantity(cell: Cell, field: 'stock' | 'lowStock'): Result<number | null, Refusal> {
  const text = textOf(cell)
  if (text === '') return ok(null)
  const milli = typeof cell === 'number' ? milliOf(cell) : typedStock(text)
  return milli === null ? notAQuantity(cell, field) : ok(milli)
}

function readMinimum(cell: Cell): Result<number | null, Refusal> {
  const read = readQuantity(cell, 'lowStock')
  return read.ok && read.value !== null && read.value < 0 ? notAQuantity(cell, 'lowStock') : read
}

const notAQuantity = (cell: Cell, field: 'stock' | 'lowStock') =>
  refuse(refusal('IMPORT_QUANTITY', field, { text: String(cell).slice(0, SHOWN_CHARS) }))

function milliOf(quantity: number): number | null {
  const milli = Math.round(quantity * MILLI)
  const isExact = Math.abs(quantity * MILLI - milli) < 1e-3 && Math.abs(milli) <= STOCK_MILLI_MAX
  return isExact ? milli + 0 : null
}
