/** Customers looked for in the list and at the counter, beside bare SQLite over the same rows. */
import Database from 'better-sqlite3'
import type { TillApi } from '#shared/bridge/contract.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import { rutCheckDigit } from '#shared/rut/rut.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { must } from '../support/must.ts'

const PAGE_ROWS = 100
/** What somebody types: common and rare, names, a RUT, a phone, e-mails, nobody. */
export const CUSTOMER_QUERIES = [
  '',
  'nandu',
  'numero 1234',
  '12.345',
  'c19999@',
  '+56 9 1777',
  'nadie',
  'cliente numero correo 99',
] as const

export function fillCustomers(file: string, count: number): void {
  const db = openDatabase(file)
  const insert = db.prepare(`INSERT INTO customer (rut, legal_name, folded_name, phone, email,
    last_sold_at_ms, activity, address, commune, notes) VALUES (?, ?, ?, ?, ?, ?, 'Abarrotes',
    'Av. Irarrázaval 1234', 'Ñuñoa', 'Paga a 30 días. Llamar antes de despachar.')`)
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) {
      const body = String(10_000_000 + at * 7)
      const name = `Cliente Número ${at} Ñandú`
      const phone = `+56 9 ${1_000 + (at % 9_000)} ${1_000 + (at % 8_999)}`
      const rut = `${body}-${rutCheckDigit(body)}`
      insert.run(rut, name, foldName(name), phone, `c${at}@correo.cl`, at)
    }
  })()
  db.close()
}

/** Milliseconds of each answer, in turns: the list, the counter, and one bare reading of all. */
export function searchCustomers(api: TillApi, file: string, rounds: number) {
  const db = new Database(file, { readonly: true })
  const bare = db.prepare(`SELECT rut, legal_name, phone, email FROM customer
    WHERE legal_name LIKE '%' || ? || '%' ORDER BY folded_name LIMIT ${PAGE_ROWS}`)
  const took = { list: [] as number[], counter: [] as number[], bare: [] as number[] }
  const timed = (into: number[], work: () => unknown) => {
    const fromMs = performance.now()
    work()
    into.push(performance.now() - fromMs)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const text of CUSTOMER_QUERIES) {
      const page = { text, filter: 'active', offset: 0, limit: PAGE_ROWS } as const
      timed(took.list, () => must(api.customers(page)))
      timed(took.counter, () => api.findCustomers({ text, limit: 6 }))
      timed(took.bare, () => bare.all(text))
    }
  db.close()
  return took
}
