/** A list of customers, held against those there are. */
import type { CustomerRow } from '#shared/customers/views.ts'
import type { ImportArrangement, PlannedRow } from '#shared/importing/importing.ts'
import { readSwitch, textOf } from '#shared/catalogue/import/read-row.ts'
import { spoiltIn } from '#shared/catalogue/import/spoilt-cell.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import {
  CUSTOMER_HEADERS,
  NO_LIST_WORDS,
  type CustomerField,
} from '#shared/customers/customer-table.ts'
import { isMailAddress } from '#shared/delivery/address.ts'
import {
  CUSTOMER_TEXTS,
  decideCustomer,
  NO_TEXTS,
  type CheckedCustomer,
  type TypedCustomer,
} from '#shared/customers/decide-customer.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../kernel/database.ts'
import {
  arrangementOf,
  countedRows,
  writeSlices,
  type ListKind,
  type Outcome,
  type WriteTools,
} from './list-kind.ts'
import type { NumberedRow } from './read-table.ts'
import {
  createCustomerRows,
  CUSTOMER_COLUMNS,
  toCustomer,
  type CustomerRecord,
} from '../customers/customer-rows.ts'

export const CUSTOMER_LIST: ListKind = {
  words: CUSTOMER_HEADERS,
  first: (table) => arrangementOf(table, CUSTOMER_HEADERS, ''),
  plan(table, arrangement, db) {
    const named = arrangement.columns.filter((column) => column !== null)
    if (!named.includes('rut') || named.length < 2)
      return refuse(refusal('CUSTOMER_IMPORT_COLUMNS', 'columns'))
    const known = knownIn(db)
    const lists = listsIn(db)
    const seen = new Map<Rut, number>()
    const accepted: AcceptedCustomer[] = []
    const planned = table.rows.slice(arrangement.hasHeader ? 1 : 0).map((row): PlannedRow => {
      const said = readCustomer(row, arrangement, { known, lists })
      const shown = shownOf(row, arrangement)
      if (!said.ok) return { ...shown, kind: 'bad', problem: said.refusal }
      const { rut } = said.value
      const before = known.get(rut)
      const decided = decideSaid(said.value, before)
      if (!decided.ok) return { ...shown, kind: 'bad', problem: decided.refusal }
      const first = seen.get(rut)
      if (first !== undefined) {
        const params = { rut, row: String(first) }
        return { ...shown, kind: 'bad', problem: refusal('CUSTOMER_TWICE', 'rut', params) }
      }
      seen.set(rut, row.number)
      const { kind, to } = decided.value
      if (kind !== 'same') accepted.push({ ...said.value, wasKnown: before !== undefined })
      return { ...shown, kind, code: rut, name: to.legalName, problem: null }
    })
    return ok({
      ...countedRows(planned),
      newCategories: [],
      remarks: [],
      write: (tools) => writeSlices(tools, accepted, createWriter(tools)),
    })
  },
}

/** What a row says; null where its cell is empty or its column is not there. */
interface SaidOfCustomer {
  readonly rut: Rut
  readonly texts: Partial<TypedCustomer>
  readonly mailsReceipts: boolean | null
  /** The empty one takes it away. */
  readonly priceListId: string | null
  readonly isArchived: boolean | null
}

interface AcceptedCustomer extends SaidOfCustomer {
  /** When the list was shown. */
  readonly wasKnown: boolean
}

const cellOf = ({ cells }: NumberedRow, { columns }: ImportArrangement, field: CustomerField) => {
  const at = columns.indexOf(field)
  return at === -1 ? '' : (cells[at] ?? '')
}

interface Known {
  readonly known: ReadonlyMap<Rut, CustomerRow>
  readonly lists: ReturnType<typeof listsIn>
}

function readCustomer(
  row: NumberedRow,
  arrangement: ImportArrangement,
  { known, lists }: Known,
): Result<SaidOfCustomer, Refusal> {
  const spoilt = spoiltIn(row.cells, arrangement.columns)
  if (spoilt !== null) return refuse(spoilt)
  const rut = parseRut(textOf(cellOf(row, arrangement, 'rut')))
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const isArchived = readSwitch(cellOf(row, arrangement, 'archived'), 'archived')
  if (!isArchived.ok) return isArchived
  const mailsReceipts = readSwitch(cellOf(row, arrangement, 'mailsReceipts'), 'mailsReceipts')
  if (!mailsReceipts.ok) return mailsReceipts
  const listName = textOf(cellOf(row, arrangement, 'priceList'))
  const priceListId = lists(listName, known.get(rut.value)?.priceListId ?? null)
  if (priceListId === undefined) {
    const name = listName.slice(0, SHOWN_CHARS)
    return refuse(refusal('CUSTOMER_IMPORT_LIST', 'priceList', { name }))
  }
  const texts = CUSTOMER_TEXTS.flatMap((field) => {
    const text = textOf(cellOf(row, arrangement, field))
    return text === '' ? [] : [[field, text] as const]
  })
  return ok({
    rut: rut.value,
    texts: Object.fromEntries(texts),
    mailsReceipts: mailsReceipts.value,
    priceListId,
    isArchived: isArchived.value,
  })
}

const SHOWN_CHARS = 80

function shownOf(row: NumberedRow, arrangement: ImportArrangement) {
  const text = (field: CustomerField) =>
    String(cellOf(row, arrangement, field)).slice(0, SHOWN_CHARS)
  const money = { fromClp: null, toClp: null }
  return { number: row.number, code: text('rut'), name: text('legalName'), notes: [], ...money }
}

interface DecidedCustomer {
  readonly kind: 'new' | 'changed' | 'same'
  readonly to: CheckedCustomer
  readonly rest: Pick<CustomerRow, 'mailsReceipts' | 'priceListId' | 'isArchived'>
}

/** An empty cell leaves what is there. */
function decideSaid(
  { rut, texts, ...said }: SaidOfCustomer,
  before: CustomerRow | undefined,
): Result<DecidedCustomer, Refusal> {
  const decided = decideCustomer({ ...NO_TEXTS, ...before, ...texts, rut })
  if (!decided.ok) return decided
  const to = decided.value
  const rest = restOf(said, before ?? NEW_CUSTOMER)
  if (rest.mailsReceipts && !isMailAddress(to.email))
    return refuse(refusal('EMAIL_NOT_VALID', 'email'))
  if (before === undefined) return ok({ kind: 'new', to, rest })
  const isSame =
    RESTS.every((name) => before[name] === rest[name]) &&
    CUSTOMER_TEXTS.every((field) => before[field] === to[field])
  return ok({ kind: isSame ? 'same' : 'changed', to, rest })
}

type Rest = DecidedCustomer['rest']
const NEW_CUSTOMER: Rest = { isArchived: false, mailsReceipts: false, priceListId: null }
const RESTS = ['isArchived', 'mailsReceipts', 'priceListId'] as const

const restOf = (said: Omit<SaidOfCustomer, 'rut' | 'texts'>, before: Rest): Rest => ({
  isArchived: said.isArchived ?? before.isArchived,
  mailsReceipts: said.mailsReceipts ?? before.mailsReceipts,
  priceListId: said.priceListId === '' ? null : (said.priceListId ?? before.priceListId),
})

/** Decides again: somebody may have bought, or been erased, since the list was shown. */
function createWriter({ db, now }: WriteTools): (said: AcceptedCustomer) => Outcome {
  const rows = createCustomerRows(db)
  return (said) => {
    const before = rows.byRut(said.rut)
    // Erased since: the list does not bring them back.
    if (before === undefined && said.wasKnown) return 'left'
    const decided = decideSaid(said, before)
    if (!decided.ok || decided.value.kind === 'same') return 'left'
    if (before === undefined && rows.isFull()) return 'left'
    const { to, rest } = decided.value
    rows.keep(to, now())
    rows.setMails(said.rut, rest.mailsReceipts)
    rows.setList(said.rut, rest.priceListId)
    rows.archive(said.rut, rest.isArchived ? now() : null)
    return before === undefined ? 'created' : 'changed'
  }
}

/** The whole list in memory: a question a row would take longer than reading it once. */
function knownIn(db: TillDatabase): ReadonlyMap<Rut, CustomerRow> {
  const all = db.prepare<[], CustomerRecord>(`SELECT ${CUSTOMER_COLUMNS} FROM customer`)
  return new Map([...all.iterate()].map((record) => [record.rut, toCustomer(record)]))
}

/**
 * A price list by its name: the one its customer has already, else one in use, else one that is
 * archived. Undefined where there is none of it; null where the cell is empty.
 */
function listsIn(db: TillDatabase) {
  const all = db
    .prepare<[], { readonly id: string; readonly name: string }>(
      'SELECT id, name FROM price_list ORDER BY is_archived, id',
    )
    .all()
  return (name: string, beforeId: string | null): string | null | undefined => {
    if (name === '') return null
    const folded = foldName(name)
    const named = all.filter((list) => foldName(list.name) === folded)
    const found = named.find(({ id }) => id === beforeId) ?? named[0]
    return found?.id ?? (NO_LIST_WORDS.includes(folded) ? '' : undefined)
  }
}
