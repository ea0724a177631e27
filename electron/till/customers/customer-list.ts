/** The list by name, a window at a time; what a customer bought; all of it for a file. */
import type { z } from 'zod'
import {
  CUSTOMER_PAGE_ROWS_MAX,
  HISTORY_PAGE_ROWS,
  type CustomerDocument,
  type CustomerFilter,
  type CustomerHistory,
  type CustomerPage,
  type customersInput,
  type CustomerSlice,
} from '#shared/customers/views.ts'
import { searchedWords } from '#shared/customers/customer.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { salesOf } from '../sold/buyer-of-sale.ts'
import { CUSTOMER_COLUMNS, toCustomer, type CustomerRecord } from './customer-rows.ts'
import { boundWords, hasWords, preparedByCount } from './customer-words.ts'
import { CUSTOMER_WORDS } from './schema.ts'

export interface CustomerList {
  page(input: z.output<typeof customersInput>): CustomerPage
  /** `seen`: only what whoever asks may see. */
  history(rut: Rut, before: number | null, seen?: Seen | null): CustomerHistory
  slice(after: string): CustomerSlice
}

interface Seen {
  readonly from: number
  readonly has: (seq: number) => boolean
}

const SHOWN: Readonly<Record<CustomerFilter, string>> = {
  active: 'archived_at_ms IS NULL',
  archived: 'archived_at_ms IS NOT NULL',
}
type Asked = Readonly<Record<string, string | number>>

export function createCustomerList(db: TillDatabase): CustomerList {
  const shown = { active: preparePages(db, 'active'), archived: preparePages(db, 'archived') }
  const slice = db.prepare<[string, number], CustomerRecord>(
    `SELECT ${CUSTOMER_COLUMNS} FROM customer WHERE rut > ? ORDER BY rut LIMIT ?`,
  )
  const names = db.prepare<[], { readonly id: string; readonly name: string }>(
    'SELECT id, name FROM price_list',
  )
  return {
    page({ text, filter, offset, limit }) {
      const words = searchedWords(text)
      // What names nothing finds nothing, as at the counter.
      if (text.trim() !== '' && words.length === 0) return { rows: [], total: 0 }
      const { rows, total } = shown[filter](words.length)
      const asked = { ...boundWords(words), limit, offset }
      const shownRows = rows.all(asked).map(toCustomer)
      // A last page says itself how many there are; only others are counted, by another reading.
      const isLast = shownRows.length > 0 && shownRows.length < limit
      const count = isLast ? offset + shownRows.length : (total.get(asked) ?? 0)
      return { rows: shownRows, total: count }
    },
    history: createHistory(db),
    slice(after) {
      const listNames = Object.fromEntries(names.all().map(({ id, name }) => [id, name]))
      const rows = slice.all(after, CUSTOMER_PAGE_ROWS_MAX).map(toCustomer)
      const isLast = rows.length < CUSTOMER_PAGE_ROWS_MAX
      return { rows, listNames, after: isLast ? null : (rows.at(-1)?.rut ?? null) }
    },
  }
}

/**
 * By how many words are looked for: a comparison for each costs a tenth of a list of them. Who they
 * are is read from the index alone; whole rows only of those that are shown.
 */
function preparePages(db: TillDatabase, filter: CustomerFilter) {
  return preparedByCount((wordCount) => {
    const where = [SHOWN[filter], ...hasWords(CUSTOMER_WORDS, wordCount)].join(' AND ')
    return {
      rows: db.prepare<[Asked], CustomerRecord>(`SELECT ${CUSTOMER_COLUMNS} FROM
        (SELECT rut AS found FROM customer WHERE ${where}
          ORDER BY folded_name, rut LIMIT @limit OFFSET @offset)
        CROSS JOIN customer ON rut = found ORDER BY folded_name, rut`),
      total: db.prepare<[Asked], number>(`SELECT count(*) FROM customer WHERE ${where}`).pluck(),
    }
  })
}

const DOCUMENT = `s.seq, s.id AS saleId, s.document_type AS documentType, r.folio, s.date,
    s.total_clp AS totalClp FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id`

function createHistory(db: TillDatabase): CustomerList['history'] {
  type OfBuyer = { readonly rut: Rut }
  const theirs = salesOf('@rut')
  const rows = db.prepare<
    [OfBuyer & { readonly below: number; readonly limit: number }],
    CustomerDocument & { readonly seq: number }
  >(
    `SELECT ${DOCUMENT}
    WHERE s.seq IN (${theirs}) AND s.seq < @below ORDER BY s.seq DESC LIMIT @limit`,
  )
  const count = db.prepare<[OfBuyer], number>(`SELECT count(*) FROM (${theirs})`).pluck()
  const since = db
    .prepare<[OfBuyer & { readonly from: number }], number>(
      `SELECT seq FROM (${theirs}) WHERE seq >= @from`,
    )
    .pluck()
  const one = db.prepare<[number], CustomerDocument & { readonly seq: number }>(
    `SELECT ${DOCUMENT} WHERE s.seq = ?`,
  )
  return (rut, before, seen = null) => {
    const below = before ?? Number.MAX_SAFE_INTEGER
    const seqs = seen === null ? null : since.all({ rut, from: seen.from }).filter(seen.has)
    const page =
      seqs === null
        ? rows.all({ rut, below, limit: HISTORY_PAGE_ROWS + 1 })
        : seqs
            .filter((seq) => seq < below)
            .sort((a, b) => b - a)
            .slice(0, HISTORY_PAGE_ROWS + 1)
            .flatMap((seq) => one.get(seq) ?? [])
    const shown = page.slice(0, HISTORY_PAGE_ROWS)
    return {
      rows: shown.map(({ seq: _, ...document }) => document),
      before: page.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
      total: seqs?.length ?? count.get({ rut }) ?? 0,
    }
  }
}
