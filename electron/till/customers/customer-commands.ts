/**
 * The shop's hands on its customers, with the rows in the log beside each change. A person
 * stands there as a digest, never by name or RUT.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { AuditAction } from '#shared/staff/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import { decideCustomer } from '#shared/customers/decide-customer.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import { isMailAddress } from '#shared/delivery/address.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { Clock } from '../kernel/ports.ts'
import { emptyLog } from './people-data/empty-log.ts'
import { digestOf, shownDigest } from './people-data/people-key.ts'
import type { Approvals } from '../staff/approvals.ts'
import { createCustomerList, type CustomerList } from './customer-list.ts'
import { createCustomerRows, type CustomerRows } from './customer-rows.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Giver, Handlers, Staff } from '../staff/staff-ports.ts'
import type { PeopleKey } from './people-data/people-key.ts'
import type { PriceLists } from '../promotions/price-lists.ts'
import type { ReceiptVisibility } from '../sold/receipt-visibility.ts'

type CustomerCommandName =
  | 'customers'
  | 'saveCustomer'
  | 'archiveCustomer'
  | 'customerHistory'
  | 'exportCustomers'

type Parts = {
  readonly db: TillDatabase
  readonly staff: Staff
  readonly peopleKey: PeopleKey
  readonly priceLists: PriceLists
  readonly sight: ReceiptVisibility
} & { readonly clock: Clock }
type Note = (action: AuditAction, what: string) => void
/** How the log names somebody. */
type Named = (rut: Rut) => string

export function customerCommands(
  approvals: Approvals,
  parts: Parts,
): Handlers<CustomerCommandName> {
  const { db, staff, sight, peopleKey: key } = parts
  const list = createCustomerList(db)
  const rows = createCustomerRows(db)
  const noted =
    ({ actor }: Giver): Note =>
    (action, what) =>
      staff.audit.write({ action, staff: actor, detail: { what } })
  /** Whose prices somebody pays is for who keeps the lists, not for who keeps the customers. */
  const mayList = () => {
    const permission = approvals.allow({ right: 'promotions', subject: null }, null)
    return permission.ok ? null : { ...permission.refusal, field: 'priceListId' }
  }
  const changing = <Value>(
    who: Giver,
    work: (note: Note, named: Named) => Result<Value, Refusal>,
  ): Result<Value, Refusal> =>
    key === null
      ? refuse(refusal('PEOPLE_SECRET_CLOSED'))
      : work(noted(who), (rut) => shownDigest(digestOf(key, rut)))
  return {
    customers: (input) => ok(list.page(input)),
    saveCustomer: (input, _, who) =>
      changing(who, (note, named) => save({ ...parts, mayList }, rows, input, note, named)),
    archiveCustomer: (input, _, who) =>
      changing(who, (note, named) => archive(parts, rows, input, note, named)),
    customerHistory({ rut, before }) {
      const parsed = parseRut(rut)
      if (!parsed.ok) return refuse(refusal(parsed.refusal, 'rut'))
      const view = sight.view()
      const history = list.history(parsed.value, before, sight.among())
      return ok(view === null ? history : { ...history, sight: view })
    },
    exportCustomers: exporter(list, noted),
  }
}

/** Only where an export has come to does it go on; whatever begins elsewhere is another one. */
function exporter(list: CustomerList, noted: (who: Giver) => Note): Handlers['exportCustomers'] {
  let place: { readonly staffId: string | null; readonly after: string } | null = null
  return ({ after }, _, who) => {
    const staffId = who.actor.id
    const goesOn = place !== null && place.after === after && place.staffId === staffId
    if (!goesOn)
      noted(who)('customers-exported', after === null ? 'lista completa' : 'parte de la lista')
    const slice = list.slice(after ?? '')
    place = slice.after === null ? null : { staffId, after: slice.after }
    return ok(slice)
  }
}

type Saved = Parameters<TillApi['saveCustomer']>[0]
type MayList = { readonly mayList: () => Refusal | null }

/** Of somebody's prices: how the log says the change, null without one. */
function listChange(
  { priceLists, mayList }: Parts & MayList,
  before: CustomerRow | undefined,
  priceListId: Saved['priceListId'],
): Result<string | null, Refusal> {
  if (priceListId === undefined || priceListId === (before?.priceListId ?? null)) return ok(null)
  const list = priceListId === null ? null : priceLists.chosenIn({ priceListId })
  if (priceListId !== null && list === null)
    return refuse(refusal('PRICE_LIST_GONE', 'priceListId'))
  const problem = mayList()
  return problem === null ? ok(`lista de precios: ${list?.name ?? 'ninguna'}`) : refuse(problem)
}

function mailsChange(
  before: CustomerRow | undefined,
  email: string,
  mailsReceipts: Saved['mailsReceipts'],
): Result<string | null, Refusal> {
  if (mailsReceipts === undefined || mailsReceipts === (before?.mailsReceipts ?? false))
    return ok(null)
  if (mailsReceipts && !isMailAddress(email)) return refuse(refusal('EMAIL_NOT_VALID', 'email'))
  return ok(`boletas por correo: ${mailsReceipts ? 'sí' : 'no'}`)
}

function save(
  parts: Parts & MayList,
  rows: CustomerRows,
  { isNew, priceListId, mailsReceipts, ...typed }: Saved,
  note: Note,
  named: Named,
): ReturnType<TillApi['saveCustomer']> {
  const { db, clock } = parts
  const decided = decideCustomer(typed)
  if (!decided.ok) return decided
  const to = decided.value
  const saved = db
    .transaction((): ReturnType<TillApi['saveCustomer']> => {
      const before = rows.byRut(to.rut)
      if (isNew && before !== undefined) return refuse(refusal('CUSTOMER_KNOWN', 'rut'))
      if (!isNew && before === undefined) return refuse(refusal('CUSTOMER_GONE'))
      if (isNew && rows.isFull()) return refuse(refusal('CUSTOMERS_FULL'))
      const list = listChange(parts, before, priceListId)
      if (!list.ok) return list
      const mails = mailsChange(before, to.email, mailsReceipts)
      if (!mails.ok) return mails
      const own = changedFields({ ...before }, { ...to }).map(({ what }) => what)
      const fields = [...own, list.value, mails.value].filter((field) => field !== null)
      rows.keep(to, clock.now())
      if (mailsReceipts !== undefined) rows.setMails(to.rut, mailsReceipts)
      if (priceListId !== undefined) rows.setList(to.rut, priceListId)
      if (fields.length > 0)
        note('customer-saved', `${named(to.rut)} (${isNew ? 'nuevo' : fields.join(', ')})`)
      const row = rows.byRut(to.rut)
      return row === undefined ? refuse(refusal('CUSTOMER_GONE')) : ok(row)
    })
    .immediate()
  // What stood there before is in no byte that stays.
  if (saved.ok && !isNew) emptyLog(db)
  return saved
}

function archive(
  { db, clock }: Parts,
  rows: CustomerRows,
  { rut: text, isArchived }: Parameters<TillApi['archiveCustomer']>[0],
  note: Note,
  named: Named,
): Result<null, Refusal> {
  const rut = parseRut(text)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  return db
    .transaction((): Result<null, Refusal> => {
      const row = rows.byRut(rut.value)
      if (row === undefined) return refuse(refusal('CUSTOMER_GONE'))
      // Twice is once: the second press of a finger, or of another screen.
      if (row.isArchived === isArchived) return ok(null)
      rows.archive(rut.value, isArchived ? clock.now() : null)
      note(isArchived ? 'customer-archived' : 'customer-restored', named(rut.value))
      return ok(null)
    })
    .immediate()
}
