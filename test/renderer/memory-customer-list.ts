/** The customers of the till in memory. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { HISTORY_PAGE_ROWS, type CustomerRow } from '#shared/customers/views.ts'
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import { searchedWords } from '#shared/customers/customer.ts'
import { decideCustomer, NO_TEXTS } from '#shared/customers/decide-customer.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { clp } from '#shared/money/clp.ts'

const customer = (
  rut: string,
  legalName: string,
  part: Partial<CustomerRow> = {},
): CustomerRow => ({
  rut: rut as Rut,
  ...NO_TEXTS,
  legalName,
  priceListId: null,
  mailsReceipts: false,
  isArchived: false,
  lastSoldAt: null,
  ...part,
})

const SOLD_AT = Date.UTC(2026, 10, 18) as EpochMs
const BOUGHT = 24

export type CustomerListApi = Pick<
  TillApi,
  'customers' | 'saveCustomer' | 'archiveCustomer' | 'customerHistory' | 'exportCustomers'
>

export function createMemoryCustomerList(): CustomerListApi {
  const rows = new Map(
    [
      customer('12345678-5', 'Rosa Zurita Quilapán', {
        phone: '+56 9 1122 3344',
        email: 'rosa.zurita@correo.cl',
        lastSoldAt: SOLD_AT,
      }),
      customer('76543210-3', 'Comercial Ñuñoa Limitada', {
        activity: 'Venta de abarrotes',
        address: 'Av. Irarrázaval 1234',
        commune: 'Ñuñoa',
        email: 'compras@nunoa.cl',
        notes: 'Paga a 30 días.',
      }),
      customer('11111111-1', 'Antiguo Cliente', { isArchived: true }),
    ].map((row) => [row.rut, row]),
  )
  const shown = (row: CustomerRow) =>
    `${foldName(row.legalName)} ${row.email} ${row.phone.replaceAll(' ', '')} ${row.rut.replace('-', '').toLowerCase()}`
  return {
    customers({ text, filter, offset, limit }) {
      const found = [...rows.values()]
        .filter(({ isArchived }) => isArchived === (filter === 'archived'))
        .filter((row) => searchedWords(text).every((word) => shown(row).includes(word)))
        .toSorted((a, b) => a.legalName.localeCompare(b.legalName, 'es'))
      return ok({ rows: found.slice(offset, offset + limit), total: found.length })
    },
    saveCustomer({ isNew, priceListId, mailsReceipts, ...typed }) {
      const decided = decideCustomer(typed)
      if (!decided.ok) return decided
      const before = rows.get(decided.value.rut)
      if (isNew && before !== undefined) return refuse(refusal('CUSTOMER_KNOWN', 'rut'))
      const listed = {
        ...(priceListId === undefined ? {} : { priceListId }),
        ...(mailsReceipts === undefined ? {} : { mailsReceipts }),
      }
      const row = { ...customer(decided.value.rut, ''), ...before, ...decided.value, ...listed }
      rows.set(row.rut, row)
      return ok(row)
    },
    archiveCustomer({ rut, isArchived }) {
      const row = rows.get(rut as Rut)
      if (row === undefined) return refuse(refusal('CUSTOMER_GONE'))
      rows.set(row.rut, { ...row, isArchived })
      return ok(null)
    },
    customerHistory({ rut, before }) {
      const total = rows.get(rut as Rut)?.lastSoldAt === null ? 0 : BOUGHT
      const from = before ?? total
      const numbers = Array.from(
        { length: Math.min(from, HISTORY_PAGE_ROWS) },
        (_, at) => from - at,
      )
      return ok({
        total,
        before: from > numbers.length ? from - numbers.length : null,
        rows: numbers.map((number) => ({
          saleId: `sale-${number}` as SaleId,
          documentType: '39' as const,
          folio: 1_000 + number,
          date: `2026-11-${String((number % 28) + 1).padStart(2, '0')}` as IsoDate,
          totalClp: clp(1_990 * number),
        })),
      })
    },
    exportCustomers: () => ok({ rows: [...rows.values()], listNames: {}, after: null }),
  }
}
