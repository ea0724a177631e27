/** What a list would do to the catalogue as it is, row by row. Changes nothing. */
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import {
  onlyShelfId,
  sameCategory,
  shelvesToChoose,
  unnamedShelfId,
  UNSHELVED,
} from '#shared/catalogue/decide-category.ts'
import { formatStock } from '#shared/catalogue/decide-stock.ts'
import { HEADERS, type ImportField } from '#shared/catalogue/import/columns.ts'
import {
  type AcceptedRow,
  decideRow,
  newCategoryOf,
  type AroundRow,
  type DecidedRow,
} from '#shared/catalogue/import/decide-row.ts'
import type { ImportArrangement, PlannedRow } from '#shared/importing/importing.ts'
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import { createCodesByName } from '#shared/catalogue/import/by-name.ts'
import { asLackOfColumn, lackedColumns } from '#shared/importing/lacked-columns.ts'
import { readRow, textOf, type ReadRow } from '#shared/catalogue/import/read-row.ts'
import {
  leavesExemptBlank,
  unreadTaxColumn,
  withReadableTax,
} from '#shared/catalogue/import/tax-status.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { arrangementOf, countedRows, type CountedRows } from './list-kind.ts'
import type { NumberedRow, Table } from './read-table.ts'

/** The catalogue a list is held against. */
export interface Shelf {
  readonly categories: readonly CategoryView[]
  /** Archived goods as well. */
  readonly all: readonly GoodsRow[]
  readonly holderOf: (code: string) => GoodsRow | undefined
  readonly atPlace: (place: number) => GoodsRow | undefined
}

interface Plan extends CountedRows {
  readonly newCategories: readonly string[]
  readonly remarks: readonly Refusal[]
  /** Rows to be written, in their order. */
  readonly accepted: readonly AcceptedRow[]
}

export function firstArrangement(
  table: Table,
  categories: readonly CategoryView[],
): ImportArrangement {
  const shelves = shelvesToChoose(categories)
  const called = arrangementOf(table, HEADERS, unnamedShelfId(shelves))
  const cells = table.rows.slice(Number(table.hasHeader)).map((row) => row.cells)
  const arrangement = { ...called, columns: withReadableTax(called.columns, cells) }
  // Where there is nothing to choose, nothing is asked.
  const only = arrangement.columns.includes('category') ? '' : onlyShelfId(shelves)
  return only === '' ? arrangement : { ...arrangement, categoryId: only }
}

/** Refuses columns nothing can be made of. */
export function planImport(
  { rows }: Table,
  arrangement: ImportArrangement,
  shelf: Shelf,
): Result<Plan, Refusal> {
  const has = (field: ImportField) => arrangement.columns.includes(field)
  // Without a code it goes by its name.
  const isNamed = has('code')
    ? (['name', 'price', 'cost', 'stock'] as const).some(has)
    : has('name')
  if (!isNamed) return refuse(refusal('IMPORT_COLUMNS', 'columns'))
  const listed = rows.slice(arrangement.hasHeader ? 1 : 0)
  const undecided = undecidedTax(rows[0], listed, arrangement)
  if (undecided !== null) return refuse(undecided)
  const planning = createPlanning(arrangement, shelf, listed)
  const planned = listed.map(planning.plan)
  return ok({
    ...countedRows(planned),
    newCategories: planning.newCategories(),
    remarks: [...lackedColumns(planned), ...planning.remarks()],
    accepted: planning.accepted,
  })
}

/** Taken in unread, its exempt products would be sold as taxed. */
function undecidedTax(
  first: NumberedRow | undefined,
  listed: readonly NumberedRow[],
  { columns, hasHeader, leftOut = [] }: ImportArrangement,
): Refusal | null {
  const cells = listed.map((row) => row.cells)
  const header = hasHeader ? (first?.cells ?? null) : null
  const found = unreadTaxColumn(columns, leftOut, cells, header)
  if (found === null) return null
  const { at, reads, isOfNetPrices } = found
  const name = String(header?.[at] || at + 1).slice(0, SHOWN_CHARS)
  const params = { name, at: String(at), reads: reads.join(' ') }
  const code = isOfNetPrices ? 'IMPORT_NET_PRICES' : 'IMPORT_TAX_UNDECIDED'
  return refusal(code, 'columns', params)
}

/** As far as they are read without a row: those the list's own goods have. */
function listedCodes(
  listed: readonly NumberedRow[],
  columns: ImportArrangement['columns'],
): string[] {
  const at = columns.indexOf('code')
  return at === -1 ? [] : listed.map(({ cells }) => normalizeScan(textOf(cells[at] ?? '')))
}

function createPlanning(
  { columns, restoresZeros, categoryId }: ImportArrangement,
  shelf: Shelf,
  listed: readonly NumberedRow[],
) {
  const codes = createCodesByName(shelf.all, listedCodes(listed, columns))
  const isBlankExempt = leavesExemptBlank(
    columns,
    listed.map(({ cells }) => cells),
  )
  const shelving = createShelving(shelf, categoryId)
  const { categoryOf } = shelving
  /** Rows of the codes this list has had already. */
  const seen = new Map<string, number>()
  const places = createPlaces(shelf)
  const accepted: AcceptedRow[] = []
  const around: AroundRow = { ...shelving.around, holderOf: shelf.holderOf }
  const bad = (row: NumberedRow, problem: Refusal, read?: ReadRow): PlannedRow => ({
    number: row.number,
    kind: 'bad',
    code: read?.code ?? String(row.cells[columns.indexOf('code')] ?? '').slice(0, SHOWN_CHARS),
    name: (read?.name ?? String(row.cells[columns.indexOf('name')] ?? '')).slice(0, SHOWN_CHARS),
    problem: asLackOfColumn(
      { ...problem, field: FIELD_OF[problem.field ?? ''] ?? problem.field },
      columns,
    ),
    notes: [],
    fromClp: null,
    toClp: null,
  })
  /** What keeps a row out that is right in itself. */
  const barOf = (decided: DecidedRow, { isExempt }: ReadRow): Refusal | null => {
    if (isBlankExempt && decided.before === null && isExempt === null)
      return refusal('IMPORT_TAX_BLANK', 'taxStatus')
    const twice = codesOf(decided).find((code) => seen.has(code))
    return twice === undefined
      ? null
      : refusal('IMPORT_CODE_TWICE', 'code', { code: twice, row: String(seen.get(twice)) })
  }
  return {
    accepted,
    remarks: () => [codes.told()].filter((told) => told !== null),
    newCategories: shelving.newNames,
    plan(row: NumberedRow): PlannedRow {
      const said = readRow(row.cells, { columns, restoresZeros })
      if (!said.ok) return bad(row, said.refusal)
      const read = coded(said.value, codes)
      if (!read.ok) return bad(row, read.refusal, said.value)
      const category = read.value.category === null ? null : categoryOf(read.value.category)
      if (category?.ok === false) return bad(row, category.refusal, read.value)
      const decided = decideRow(read.value, around)
      if (!decided.ok) return bad(row, decided.refusal, read.value)
      const barred = barOf(decided.value, read.value)
      if (barred !== null) return bad(row, barred, read.value)
      const taken = places.claim(row.number, decided.value, read.value)
      if (!taken.ok) return bad(row, taken.refusal, read.value)
      for (const code of codesOf(decided.value)) seen.set(code, row.number)
      codes.use(decided.value.to.code)
      if (decided.value.isChanged) {
        const shownMilli = decided.value.stock?.shownMilli
        accepted.push(shownMilli === undefined ? read.value : { ...read.value, shownMilli })
        shelving.use(decided.value.to.categoryId)
      }
      return good(row.number, decided.value, [...read.value.notes, ...taken.value])
    },
  }
}

const codesOf = ({ to }: DecidedRow) => [to.code, ...to.moreCodes]

/** With the code it goes by: its own, or that of its name. */
function coded(
  read: ReadRow,
  { codeOf }: Pick<ReturnType<typeof createCodesByName>, 'codeOf'>,
): Result<AcceptedRow, Refusal> {
  if (read.code !== '') return ok(read)
  const code = codeOf(read.name ?? '')
  return code.ok ? ok({ ...read, code: code.value, isByName: true }) : code
}

const SHOWN_CHARS = 80

/** Fields as the list calls them. */
const FIELD_OF: Readonly<Record<string, ImportField>> = {
  unitGrossClp: 'price',
  costNetClp: 'cost',
  categoryId: 'category',
}

function good(
  number: number,
  { before, to, stock, isChanged }: DecidedRow,
  notes: readonly Refusal[],
): PlannedRow {
  return {
    number,
    kind: before === null ? 'new' : isChanged ? 'changed' : 'same',
    code: to.code,
    name: to.name,
    problem: null,
    // Whatever a new product begins with is news to nobody.
    notes: before === null ? notes : [...notes, ...stockNotes(stock)],
    fromClp: before?.unitGrossClp ?? null,
    toClp: to.unitGrossClp,
    isExempt: to.isExempt,
  }
}

/** Places this list gives, each once; a person sees where another product has it now. */
function createPlaces({ atPlace }: Shelf) {
  const given = new Map<number, number>()
  return {
    claim(number: number, { before, to }: DecidedRow, read: ReadRow): Result<Refusal[], Refusal> {
      const place = to.fixedPlace
      // An empty cell asks for nothing: what it leaves, another row may take.
      if (place === null || read.fixedPlace === null) return ok([])
      const params = { place: String(place) }
      const row = given.get(place)
      if (row !== undefined)
        return refuse(refusal('IMPORT_PLACE_TWICE', 'place', { ...params, row: String(row) }))
      given.set(place, number)
      const holder = atPlace(place)
      if (holder === undefined || holder.id === before?.id) return ok([])
      return ok([refusal('IMPORT_PLACE_TAKEN', 'place', { ...params, name: holder.name })])
    },
  }
}

/** A count from a file is looked at before it stands. */
function stockNotes(stock: DecidedRow['stock']): Refusal[] {
  if (stock === null || stock.differsMilli === 0) return []
  const { shownMilli: from, differsMilli } = stock
  const params = { from: formatStock(from), to: formatStock(from + differsMilli) }
  return [refusal('IMPORT_STOCK', 'stock', params)]
}

/** The shelves there are and those this list brings. */
function createShelving(shelf: Shelf, categoryId: string) {
  const categories = [...shelvesToChoose(shelf.categories)]
  const categoryOf = remembering((name) => brought(name, categories))
  const used = new Set<string>()
  const isNew = (id: string) => !shelf.categories.some((category) => category.id === id)
  const found = (name: string) => {
    const category = categoryOf(name)
    return category.ok ? category.value : undefined
  }
  return {
    categoryOf,
    around: {
      categories,
      /** Made with the first row that needs it; its first one in a shop that may have no more. */
      defaultCategoryId: () =>
        categoryId === UNSHELVED.id
          ? (found(UNSHELVED.name)?.id ?? categories[0]?.id ?? '')
          : categoryId,
      categoryOf: found,
    },
    use: (id: string) => void used.add(id),
    newNames: () =>
      categories.filter(({ id }) => used.has(id) && isNew(id)).map(({ name }) => name),
  }
}

/** The category of a name; a new one is added to those there are. */
function brought(
  name: string,
  categories: CategoryView[],
): Result<CategoryView | undefined, Refusal> {
  const made = newCategoryOf(name, categories)
  if (!made.ok) return made
  if (made.value === null) return ok(categories.find((each) => sameCategory(each.name, name)))
  const category = { id: `new ${categories.length}`, name: made.value, hue: 0 }
  categories.push(category)
  return ok(category)
}

function remembering<Value>(of: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return (name) => {
    const value = known.get(name) ?? of(name)
    known.set(name, value)
    return value
  }
}
