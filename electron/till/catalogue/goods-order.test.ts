/** The list of the catalogue in the order of a column. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { GoodsOrder } from '#shared/catalogue/goods.ts'
import { must } from '../../../test/support/must.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { ORDERED } from './goods-list.ts'

const { fixture, api } = tillPerTest()
const COFFEE = '7801040000037'

type Asked = Parameters<typeof api.goods>[0]
const page = (asked: Partial<Asked> = {}) =>
  must(api.goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 200, ...asked }))
const rowOf = (code: string) => {
  const [row] = page({ text: code }).rows
  if (row === undefined) throw new Error(`no ${code}`)
  return row
}

it('stands in the order of a column, either way, in windows that leave nothing out', () => {
  for (const [code, milli] of [
    [COFFEE, 3_000],
    ['201', -1_000],
  ] as const) {
    const product = { productId: rowOf(code).id, hasStock: true, lowMilli: null }
    expect(api.setStock(product)).toMatchObject({ ok: true })
    const lines = [{ productId: product.productId, milli }]
    const corrected = { kind: 'corrected' as const, reason: 'Merma', switchesOn: false }
    expect(api.moveStock({ moveId: code, lines, ...corrected })).toMatchObject({ ok: true })
  }
  const all = page().rows
  const asked = (order: GoodsOrder, isDescending = false) =>
    Array.from({ length: Math.ceil(all.length / 2) }, (_, index) =>
      page({ order, isDescending, offset: index * 2, limit: 2 }),
    ).flatMap(({ rows }) => rows)
  const prices = all.map(({ unitGrossClp }) => Number(unitGrossClp)).toSorted((a, b) => a - b)
  expect(asked('price').map(({ unitGrossClp }) => unitGrossClp)).toEqual(prices)
  expect(asked('price', true).map(({ unitGrossClp }) => unitGrossClp)).toEqual(prices.toReversed())
  expect(asked('code').map(({ code }) => code)).toEqual(all.map(({ code }) => code).toSorted())
  expect(asked('name', true).map(({ name }) => name)).toEqual(
    all.map(({ name }) => name).toReversed(),
  )
  const counts = (isDescending: boolean) =>
    asked('stock', isDescending).map(({ stock }) => stock?.milli ?? null)
  const none = all.slice(2).map(() => null)
  expect([counts(false), counts(true)]).toEqual([
    [-1_000, 3_000, ...none],
    [3_000, -1_000, ...none],
  ])
})

it.each([
  ['name', 'DESC', 'product_by_sort_name'],
  ['code', 'ASC', 'sqlite_autoindex_product_2'],
  ['price', 'DESC', 'product_by_price'],
  ['stock', 'ASC', 'product_by_stock'],
  ['stock', 'DESC', 'product_by_stock_down'],
] as const)('by %s %s walks its index and sorts nothing, at the counter', (order, way, index) => {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const sql = `SELECT p.rowid FROM product p WHERE p.archived_at_ms IS NULL ORDER BY ${ORDERED[order](way)} LIMIT 9 OFFSET 9`
  const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
  db.close()
  const plan = steps.map(({ detail }) => detail).join('; ')
  expect(plan).toMatch(new RegExp(`USING (COVERING )?INDEX ${index}\\b`))
  expect(plan).not.toContain('TEMP B-TREE')
})
