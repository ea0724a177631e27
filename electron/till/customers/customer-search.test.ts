/** How customers are found among 20,000: by the index of what a search reads, whatever is typed. */
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Rut } from '#shared/rut/rut.ts'
import { searchedWords } from '#shared/customers/customer.ts'
import { fillCustomers, searchCustomers } from '../../../test/bench/shop-customers.ts'
import { must } from '../../../test/support/must.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { openDatabase } from '../tables/open-database.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createCustomerList } from './customer-list.ts'
import { createCustomers } from './customers.ts'

const { fixture } = fixturePerTest()

/** A database of the till's with so many customers, and every statement it is asked. */
function searched(count: number) {
  const file = join(fixture.dataDir, 'customers.db')
  fillCustomers(file, count)
  const asked: string[] = []
  const db = openDatabase(file)
  const watched = new Proxy(db, {
    get: (of, name) =>
      name === 'prepare'
        ? (sql: string) => (asked.push(sql), of.prepare(sql))
        : (Reflect.get(of, name) as unknown),
  })
  return { db, asked, list: createCustomerList(watched), customers: createCustomers(watched) }
}
const planOf = (db: TillDatabase, sql: string, given: object) =>
  db
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(given)
    .map(({ detail }) => detail)

it('reads the index of names and no row of the table but those that are shown', () => {
  const { db, asked, list, customers } = searched(50)
  list.page({ text: 'nandu 12', filter: 'active', offset: 0, limit: 10 })
  customers.findCustomers({ text: 'nandu cliente', limit: 6 })
  const given = { word0: 'a', word1: 'b', limit: 10, offset: 0, start: '1' }
  const searches = asked.filter((sql) => sql.includes('@word1'))
  expect(searches).toHaveLength(3)
  for (const sql of searches) {
    const plan = planOf(db, sql, given)
    expect.soft(plan, sql).toContain('SCAN customer USING COVERING INDEX customer_list')
    expect.soft(plan.filter((step) => /SCAN customer(?! USING COVERING)/.test(step))).toEqual([])
  }
  const byRut = asked.find((sql) => sql.includes('@start')) ?? ''
  expect(planOf(db, byRut, given).join()).not.toContain('SCAN customer')
  db.close()
})

it('finds what has every word, page after page, and says how many there are', () => {
  const { db, list, customers } = searched(60)
  const all = list.page({ text: '', filter: 'active', offset: 0, limit: 200 }).rows
  const said = ({ legalName, email, phone, rut }: (typeof all)[number]) =>
    `${legalName} ${email} ${phone.replaceAll(' ', '')} ${rut.replace('-', '')}`
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
  const word = fc.constantFrom('ñandú', 'CLIENTE', '1', '12', '3', 'c1@', '+569', '10.000.007', 'x')
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 4 }),
      fc.integer({ min: 1, max: 25 }),
      (words, limit) => {
        const text = words.join(' ')
        const asked = searchedWords(text)
        const wanted = all.filter((row) => asked.every((each) => said(row).includes(each)))
        const found: Rut[] = []
        for (let offset = 0; ; offset += limit) {
          const page = list.page({ text, filter: 'active', offset, limit })
          expect(page.total).toBe(wanted.length)
          found.push(...page.rows.map(({ rut }) => rut))
          if (page.rows.length === 0) break
        }
        expect(found).toEqual(wanted.map(({ rut }) => rut))
      },
    ),
    { numRuns: 60 },
  )
  for (const { rut } of all) {
    const digits = rut.replace('-', '')
    for (const typed of [digits, rut, digits.slice(0, -1)])
      expect(customers.findCustomers({ text: typed, limit: 6 })[0]?.rut).toBe(rut)
  }
  db.close()
})

it('a search among 20,000 costs no more than a few bare readings of their names', async () => {
  const { api } = await fixture.open()
  const file = join(fixture.dataDir, 'till', 'till.db')
  fillCustomers(file, 20_000)
  const took = searchCustomers(api, file, 3)
  const sum = (samples: readonly number[]) => samples.reduce((all, ms) => all + ms, 0)
  // Two readings of each row took ten times as long; in one run, so a busy machine slows both.
  expect(sum(took.list)).toBeLessThan(sum(took.bare) * 6)
  expect(sum(took.counter)).toBeLessThan(sum(took.bare) * 4)
  expect(must(api.customers({ text: '', filter: 'active', offset: 0, limit: 1 })).total).toBe(
    20_000,
  )
})
