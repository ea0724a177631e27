import type { ProductId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import { normalizeScan, scanProblem } from '#shared/catalogue/barcode.ts'
import { PLACES_MAX, withFixedPlaces } from '#shared/catalogue/fixed-places.ts'
import { looseWords } from '#shared/catalogue/search-words.ts'
import { clp } from '#shared/money/clp.ts'
import { shelvesToChoose } from '#shared/catalogue/decide-category.ts'
import { decideProduct } from '#shared/catalogue/decide-product.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import type { RiskSale } from '#shared/staff/risk-line.ts'
import type { AskedSale } from '../staff/approvals.ts'
import { createProductSearch, type ProductSearch } from './product-search.ts'
import { createKnown } from './as-known.ts'
import { createScaleProducts, type ScaleProducts } from './scale-products.ts'
import { allShelves, announceShelves, createAddShelves } from './shelf-rows.ts'
import { COLUMNS, createInsert, toView, type ProductRow } from './product-rows.ts'
import { createGoods, type Goods } from './goods.ts'
import { createStock, type Stock } from './stock/stock.ts'
import { createTiles, type Tiles } from './tiles.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export interface DemoCatalogue {
  readonly categories: readonly CategoryView[]
  readonly products: readonly {
    readonly code: string
    readonly name: string
    readonly unitGrossClp: number
    readonly categoryId: string
    readonly isExempt?: boolean
    readonly unit?: string
    readonly isFavourite?: boolean
  }[]
}

export interface Catalogue {
  categories(): readonly CategoryView[]
  search: TillApi['searchProducts']
  byCode: TillApi['productByCode']
  bestSellers: TillApi['bestSellers']
  slice: TillApi['productSlice']
  save: TillApi['saveProduct']
  readonly scale: ScaleProducts
  readonly tiles: Tiles
  readonly goods: Goods
  readonly stock: Stock
  /** What sells moves up in the search at once. */
  noteSold(productIds: readonly string[]): void
  /** A sale with the names and prices the catalogue, or the label of a scale, has for its lines. */
  riskSale(sale: AskedSale, labelLimitClp: number): RiskSale
  /**
   * A sale as the catalogue has its products: name, code, unit and exemption are never the
   * screen's word, and the price beside another one is the catalogue's. Refuses what it does not
   * know.
   */
  resolveProducts(command: CommitInput): Result<CommitInput, Refusal>
  /** Fills an empty catalogue; does nothing to one that has products. */
  seed(demo: DemoCatalogue): void
}

interface CataloguePorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly examples?: readonly CategoryView[]
}

export function createCatalogue({
  db,
  journal,
  clock,
  ids,
  examples = [],
}: CataloguePorts): Catalogue {
  const categories = allShelves(db)
  const byCode = createByCode(db)
  const newId = () => ids.next() as ProductId
  const ports = { db, journal, clock, newId, newCategoryId: () => ids.next(), examples }
  const goods = createGoods(ports)
  const rowidOf = db.prepare<[string], { rowid: number }>('SELECT rowid FROM product WHERE id = ?')
  const index = createProductSearch(db, clock)
  const scale = createScaleProducts(db, (code) => {
    const row = byCode(code)
    return row?.isArchived === 0 ? toView(row) : null
  })
  const known = createKnown(scale, productById(db), createCostJustNow(db, clock))

  return {
    goods,
    stock: createStock(ports),
    scale,
    ...known,
    tiles: createTiles(db, journal),
    categories: () => categories.all(),
    search: createSearch(db, index),
    noteSold(productIds) {
      for (const id of productIds) index.noteSold(rowidOf.get(id)?.rowid ?? 0)
    },
    byCode(code) {
      const scanned = normalizeScan(code)
      const found = byCode(scanned)
      // A product of the shop may have a code that looks like a label; it comes first.
      if (found?.isArchived === 1)
        return refuse(refusal('PRODUCT_ARCHIVED', 'code', { name: found.name }))
      if (found) return ok(toView(found))
      const label = scale.read(scanned)
      if (label !== null) return label
      const problem = scanProblem(scanned)
      return refuse(refusal(problem ?? 'BARCODE_UNKNOWN', 'code', { code: scanned }))
    },
    bestSellers: createBestSellers(db),
    slice: createSlices(db),
    save(input) {
      const code = normalizeScan(input.code)
      const holder = byCode(code)
      const decided = decideProduct(input, {
        taken: holder && { code, name: holder.name },
        categories: shelvesToChoose(categories.all()),
      })
      if (!decided.ok) return decided
      const isFirst = categories.all().length === 0
      db.transaction(() => {
        goods.insert(decided.value)
        journal.append('catalogue', null, { saved: code })
        if (isFirst) announceShelves(journal)
      }).immediate()
      journal.publish()
      const saved = byCode(code)
      return saved ? ok(toView(saved)) : refuse(refusal('BARCODE_UNKNOWN', 'code', { code }))
    },
    seed: createSeeding(db, newId),
  }
}

/** By the first code of a product, else by a further one. */
function createByCode(db: TillDatabase): (code: string) => ProductRow | undefined {
  const first = db.prepare<[string], ProductRow>(
    `SELECT ${COLUMNS} FROM product p WHERE p.code = ?`,
  )
  const other = db.prepare<[string], ProductRow>(`SELECT ${COLUMNS} FROM product_barcode b
    JOIN product p ON p.id = b.product_id WHERE b.code = ?`)
  return (code) => first.get(code) ?? other.get(code)
}

/** What a right is asked about: the line with the catalogue's own name and price. */
function productById(db: TillDatabase): (id: ProductId) => ProductView | null {
  const byId = db.prepare<[string], ProductRow>(`SELECT ${COLUMNS} FROM product p WHERE id = ?`)
  return (id) => {
    const row = byId.get(id)
    return row === undefined ? null : toView(row)
  }
}

/** What a practice begins with; a shop of one's own begins with nothing of it. */
function createSeeding(db: TillDatabase, newId: () => ProductId): Catalogue['seed'] {
  const anyProduct = db.prepare('SELECT 1 FROM product LIMIT 1')
  const insert = createInsert(db)
  const addShelves = createAddShelves(db)
  return (demo) => {
    if (anyProduct.get() !== undefined) return
    db.transaction(() => {
      addShelves(demo.categories)
      for (const {
        isExempt = false,
        unit = null,
        isFavourite = false,
        ...product
      } of demo.products)
        insert(newId(), {
          ...product,
          isExempt,
          unit,
          isFavourite,
          unitGrossClp: clp(product.unitGrossClp),
        })
    }).immediate()
  }
}

function createBestSellers(db: TillDatabase): TillApi['bestSellers'] {
  const selling = db.prepare<[number, number], ProductRow>(
    `SELECT ${COLUMNS} FROM product p WHERE p.archived_at_ms IS NULL AND p.sold_count >= ? ORDER BY p.sold_count DESC, p.is_favourite DESC LIMIT ?`,
  )
  return ({ limit, onlySold = false }) => selling.all(Number(onlySold), limit).map(toView)
}

function createSlices(db: TillDatabase): TillApi['productSlice'] {
  const sliced = db.prepare<[number, number], ProductRow & { position: number }>(
    `SELECT p.rowid AS position, ${COLUMNS} FROM product p WHERE p.rowid > ? AND p.archived_at_ms IS NULL ORDER BY p.rowid LIMIT ?`,
  )
  return ({ after, limit }) => {
    const rows = sliced.all(after, limit)
    const next = rows.length === limit ? (rows.at(-1)?.position ?? null) : null
    return { products: rows.map(({ position: _, ...row }) => toView(row)), next }
  }
}

/**
 * The index answers. In the first moments with a large catalogue, while it is being built, the
 * full-text table does: words from their beginning, digits from the end of a barcode, no typing
 * mistakes.
 */
function createSearch(db: TillDatabase, index: ProductSearch): TillApi['searchProducts'] {
  const row = db.prepare<[number], ProductRow>(`SELECT ${COLUMNS} FROM product p WHERE rowid = ?`)
  const bySql = createSqlSearch(db)
  const grid = createGrid(db)
  return (query) => {
    // Nobody looks for anything: this is the grid, and its tiles stay where they are whatever
    // sells.
    if (query.text.trim() === '') return grid(query)
    const rowids = index.search(query)
    return rowids === null
      ? bySql(query)
      : rowids.flatMap((rowid) => row.get(rowid) ?? []).map(toView)
  }
}

/**
 * Each of the three walks its own index from the first tile on: as fast at 50,000 products as at
 * 50. Those with a place of their own are read besides, wherever they would flow.
 */
function createGrid(db: TillDatabase): TillApi['searchProducts'] {
  // The plus keeps SQLite from walking the whole shelf for the few with a place.
  const tiles = (where: string) =>
    db.prepare<[{ categoryId: string | null; limit: number }], ProductRow>(
      `SELECT ${COLUMNS} FROM product p WHERE p.rowid IN (
          SELECT rowid FROM (SELECT p.rowid FROM product p
            WHERE p.archived_at_ms IS NULL AND ${where} AND p.fixed_place IS NULL
            ORDER BY p.tile_position, p.rowid LIMIT @limit)
          UNION ALL SELECT p.rowid FROM product p
            WHERE p.archived_at_ms IS NULL AND +${where} AND p.fixed_place IS NOT NULL)
        ORDER BY p.tile_position, p.rowid`,
    )
  const [all, ofCategory, favourites] = [
    tiles('1'),
    tiles('p.category_id = @categoryId'),
    tiles('p.is_favourite = 1'),
  ]
  return ({ categoryId, favouritesOnly, limit }) => {
    const shelf = favouritesOnly ? favourites : categoryId === null ? all : ofCategory
    // As far as any place reaches: a list that is cut short would seem too short for it.
    const tiles = shelf.all({ categoryId, limit: Math.max(limit, PLACES_MAX) })
    return withFixedPlaces(tiles).slice(0, limit).map(toView)
  }
}

function createSqlSearch(db: TillDatabase): TillApi['searchProducts'] {
  const order = 'ORDER BY p.sold_count DESC, p.is_favourite DESC, p.name LIMIT @limit'
  const filter =
    'p.archived_at_ms IS NULL AND (@categoryId IS NULL OR p.category_id = @categoryId) AND (@favouritesOnly = 0 OR p.is_favourite = 1)'
  interface Parameters {
    categoryId: string | null
    favouritesOnly: number
    limit: number
    match?: string
    tail?: string
  }
  const all = db.prepare<[Parameters], ProductRow>(
    `SELECT ${COLUMNS} FROM product p WHERE ${filter} ${order}`,
  )
  const matching = db.prepare<[Parameters], ProductRow>(`SELECT ${COLUMNS} FROM product_search s
    JOIN product p ON p.rowid = s.rowid WHERE product_search MATCH @match AND ${filter} ${order}`)
  const byTail = db.prepare<[Parameters], ProductRow>(
    `SELECT ${COLUMNS} FROM product p WHERE (p.code LIKE @tail OR p.id IN (SELECT product_id FROM product_barcode WHERE code LIKE @tail)) AND ${filter} ${order}`,
  )

  return ({ text, categoryId, favouritesOnly, limit }) => {
    const parameters = { categoryId, favouritesOnly: Number(favouritesOnly), limit }
    if (text.trim() === '') return all.all(parameters).map(toView)
    const words = looseWords(text)
    if (words.length === 0) return []
    const found = matching
      .all({ ...parameters, match: words.map((word) => `"${word}"*`).join(' ') })
      .map(toView)
    const digits = text.trim()
    if (!/^\d{4,}$/.test(digits) || found.length >= limit) return found
    const known = new Set(found.map((product) => product.id))
    return [
      ...found,
      ...byTail
        .all({ ...parameters, tail: `%${digits}` })
        .map(toView)
        .filter((product) => !known.has(product.id)),
    ].slice(0, limit)
  }
}

/** A sale at the counter takes no longer. */
const PAYING_MS = 15 * 60_000

function createCostJustNow(db: TillDatabase, clock: Clock) {
  const find = db.prepare<[ProductId, number, number]>(`SELECT 1 FROM product_price
    WHERE product_id = ? AND from_gross_clp = ? AND abs(at_ms - ?) < ${PAYING_MS}`)
  return (id: ProductId, priceClp: number) =>
    priceClp > 0 && find.get(id, priceClp, clock.now()) !== undefined
}
