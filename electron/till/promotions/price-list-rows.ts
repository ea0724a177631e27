/** Tables `price_list*`: their rows. Writes stand in the caller's transaction. */
import type { PriceListView } from '#shared/promotions/inputs.ts'
import type { DecidedPriceList } from '#shared/promotions/decide-price-list.ts'
import type { PriceList } from '#shared/promotions/price-offers.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { PRICE } from '../catalogue/product-rows.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { TillDatabase } from '../kernel/database.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  readonly changedAt: EpochMs
}
type Contents = Omit<DecidedPriceList, 'name'>

export interface ListRows {
  /** All of them, those in use first. */
  named(): readonly Named[]
  all(): readonly PriceListView[]
  inForce(): readonly PriceList[]
  contents(id: string): Contents
  /** Of somebody who is not archived. */
  ofCustomer(rut: Rut): string | undefined
  /** Whether each product and category is there; the empty category is all of them. */
  hasGoods(contents: Contents): boolean
  /** Why it is not saved over, or null. */
  changed: ReturnType<typeof changedMeanwhile>
  put(list: PriceList & { readonly at: number }): void
  archive(id: string, isArchived: boolean, at: number): void
}

export function createListRows(db: TillDatabase): ListRows {
  const { named, priced, percents } = createReads(db)
  const ofCustomer = db
    .prepare<[Rut], string | null>(
      'SELECT price_list_id FROM customer WHERE rut = ? AND archived_at_ms IS NULL',
    )
    .pluck()
  const buyers = db
    .prepare<[string], number>('SELECT count(*) FROM customer WHERE price_list_id = ?')
    .pluck()
  const isThere = (table: 'product' | 'category') =>
    db.prepare<[string], number>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck()
  const [product, category] = [isThere('product'), isThere('category')]
  const archive = db.prepare<[number, number, string]>(
    'UPDATE price_list SET is_archived = ?, changed_at_ms = ? WHERE id = ?',
  )
  const contents = (id: string): Contents => ({
    percents: percents.all(id),
    prices: priced.all(id).map(({ productId, unitGrossClp }) => ({ productId, unitGrossClp })),
  })
  return {
    named,
    contents,
    inForce: () =>
      named()
        .filter(({ isArchived }) => !isArchived)
        .map(({ id, name }) => ({ id, name, ...contents(id) })),
    all: () =>
      named().map((list) => ({
        ...list,
        ...contents(list.id),
        priced: priced.all(list.id),
        customerCount: buyers.get(list.id) ?? 0,
      })),
    ofCustomer: (rut) => ofCustomer.get(rut) ?? undefined,
    hasGoods: (asked) =>
      asked.prices.every(({ productId }) => product.get(productId) !== undefined) &&
      asked.percents.every(
        ({ categoryId }) => categoryId === '' || category.get(categoryId) !== undefined,
      ),
    changed: changedMeanwhile(db, 'price-list'),
    put: createPut(db),
    archive: (id, isArchived, at) => void archive.run(Number(isArchived), at, id),
  }
}

function createReads(db: TillDatabase) {
  const lists = db.prepare<[], Omit<Named, 'isArchived'> & { readonly isArchived: 0 | 1 }>(
    `SELECT id, name, is_archived AS isArchived, changed_at_ms AS changedAt
    FROM price_list ORDER BY is_archived, name, id`,
  )
  const priced = db.prepare<[string], PriceListView['priced'][number]>(`SELECT
    l.product_id AS productId, p.name, ${PRICE} AS shelfClp,
    l.unit_gross_clp AS unitGrossClp
    FROM price_list_price l JOIN product p ON p.id = l.product_id
    WHERE l.price_list_id = ? ORDER BY p.name, p.id`)
  const percents = db.prepare<[string], PriceList['percents'][number]>(
    `SELECT category_id AS categoryId, percent FROM price_list_percent
    WHERE price_list_id = ? ORDER BY category_id`,
  )
  const named = () => lists.all().map((row) => ({ ...row, isArchived: row.isArchived === 1 }))
  return { named, priced, percents }
}

function createPut(db: TillDatabase): ListRows['put'] {
  const list = db.prepare<[string, string, number]>(`INSERT INTO price_list
    (id, name, is_archived, changed_at_ms) VALUES (?, ?, 0, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, changed_at_ms = excluded.changed_at_ms`)
  const clears = ['price_list_price', 'price_list_percent'].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE price_list_id = ?`),
  )
  const price = db.prepare<[string, string, number]>(
    'INSERT INTO price_list_price (price_list_id, product_id, unit_gross_clp) VALUES (?, ?, ?)',
  )
  const percent = db.prepare<[string, string, number]>(
    'INSERT INTO price_list_percent (price_list_id, category_id, percent) VALUES (?, ?, ?)',
  )
  return ({ id, name, at, prices, percents }) => {
    list.run(id, name, at)
    for (const clear of clears) clear.run(id)
    for (const each of prices) price.run(id, each.productId, each.unitGrossClp)
    for (const each of percents) percent.run(id, each.categoryId, each.percent)
  }
}
