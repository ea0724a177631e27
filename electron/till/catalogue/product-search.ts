/**
 * Keeps the search index of shared/catalogue in step with the product table, whoever writes it:
 * triggers note every change of a product, and the index takes the notes in before it answers.
 * Built in slices, so that no sale waits for it.
 */
import {
  ProductIndex,
  type IndexedProduct,
  type ProductQuery,
} from '#shared/catalogue/product-index.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'

/** Products read in one turn of the counter's thread: some milliseconds. */
const SLICE_ROWS = 1_000
/** Up to this size the first question builds the index itself. */
const SMALL_CATALOGUE_ROWS = 2_000
/** More changes than this, as an import makes, are cheaper read anew. */
const CHANGES_MAX = 2_000

export interface ProductSearch {
  /** Row ids, best first; null while the index is still being built. */
  search(query: ProductQuery): readonly number[] | null
  noteSold(rowid: number): void
}

interface Row extends Omit<IndexedProduct, 'isFavourite' | 'moreCodes'> {
  /** Separated by spaces. */
  readonly moreCodes: string | null
  readonly isFavourite: number
}

export function createProductSearch(db: TillDatabase, clock: Clock): ProductSearch {
  const { after, one, changes, newest, forget, count } = statements(db)
  let ready: { index: ProductIndex; seq: number } | null = null
  let isBuilding = false

  function build(): void {
    isBuilding = true
    const next = { index: new ProductIndex(), seq: newest() }
    const slice = (from: number, isSync: boolean): void => {
      if (!db.open) return
      const rows = after.all(from, SLICE_ROWS)
      for (const row of rows) next.index.put(toIndexed(row))
      const last = rows.at(-1)
      if (last && rows.length === SLICE_ROWS) {
        if (isSync) slice(last.rowid, true)
        else clock.after(0, () => slice(last.rowid, false))
        return
      }
      next.index.prepare()
      ready = next
      isBuilding = false
      // What the index knows is not told again; another program's index starts from the table.
      if (next.seq > CHANGES_MAX) forget.run(next.seq)
    }
    const isSmall = (count.get()?.count ?? 0) <= SMALL_CATALOGUE_ROWS
    if (isSmall) slice(0, true)
    else clock.after(0, () => slice(0, false))
  }

  function catchUp(known: { index: ProductIndex; seq: number }): void {
    const seq = newest()
    if (seq === known.seq) return
    const rowids = changes.all(known.seq, CHANGES_MAX + 1)
    if (rowids.length > CHANGES_MAX) return isBuilding ? undefined : build()
    for (const rowid of new Set(rowids.map((row) => row.rowid))) {
      const row = one.get(rowid)
      if (row) known.index.put(toIndexed(row))
      else known.index.remove(rowid)
    }
    known.seq = seq
  }

  return {
    search(query) {
      if (ready === null && !isBuilding) build()
      if (ready === null) return null
      catchUp(ready)
      return ready.index.search(query)
    },
    noteSold: (rowid) => ready?.index.noteSold(rowid),
  }
}

function statements(db: TillDatabase) {
  const columns = `rowid, name, code, category_id AS categoryId, is_favourite AS isFavourite, sold_count AS soldCount,
    (SELECT group_concat(code, ' ') FROM product_barcode WHERE product_id = product.id) AS moreCodes`
  const newest = db.prepare<[], { seq: number | null }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'product_change'",
  )
  return {
    after: db.prepare<[number, number], Row>(
      `SELECT ${columns} FROM product WHERE rowid > ? AND archived_at_ms IS NULL ORDER BY rowid LIMIT ?`,
    ),
    one: db.prepare<[number], Row>(
      `SELECT ${columns} FROM product WHERE rowid = ? AND archived_at_ms IS NULL`,
    ),
    changes: db.prepare<[number, number], { rowid: number }>(
      'SELECT product_rowid AS rowid FROM product_change WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
    newest: () => newest.get()?.seq ?? 0,
    forget: db.prepare('DELETE FROM product_change WHERE seq <= ?'),
    count: db.prepare<[], { count: number }>('SELECT count(*) AS count FROM product'),
  }
}

function toIndexed(row: Row): IndexedProduct {
  const { moreCodes, ...rest } = row
  return {
    ...rest,
    isFavourite: row.isFavourite === 1,
    ...(moreCodes === null ? {} : { moreCodes: moreCodes.split(' ') }),
  }
}
