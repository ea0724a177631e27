/** The catalogue by name, a window at a time: as many rows as a screen shows, out of 100,000. */
import type { z } from 'zod'
import type { GoodsFilter, goodsInput, GoodsOrder, GoodsPage } from '#shared/catalogue/goods.ts'
import type { goodsListInput } from '#shared/catalogue/goods-bulk.ts'
import { looseWords } from '#shared/catalogue/search-words.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { GOODS_COLUMNS, toGoods, type GoodsRecord } from './product-rows.ts'

const SHOWN: Readonly<Record<GoodsFilter, string>> = {
  sold: 'p.archived_at_ms IS NULL',
  favourites: 'p.archived_at_ms IS NULL AND p.is_favourite = 1',
  noPicture: 'p.archived_at_ms IS NULL AND p.picture_id IS NULL',
  low: 'p.has_stock = 1 AND p.archived_at_ms IS NULL AND p.stock_milli <= coalesce(p.stock_low_milli, -1)',
  asked: 'p.archived_at_ms IS NULL AND p.asks_price = 1',
  archived: 'p.archived_at_ms IS NOT NULL',
}

/** Each walks an index of its own; a price that is asked for counts as one peso. */
export const ORDERED: Readonly<Record<GoodsOrder, (direction: string) => string>> = {
  name: (direction) => `p.sort_name ${direction}, p.rowid ${direction}`,
  code: (direction) => `p.code ${direction}`,
  price: (direction) => `p.unit_gross_clp ${direction}, p.rowid ${direction}`,
  stock: (direction) => `p.has_stock DESC, p.stock_milli ${direction}, p.rowid`,
}

interface Asked {
  readonly categoryId: string | null
  /** Ids as JSON. */
  readonly picked: string
  readonly match: string
  readonly tail: string
  readonly limit: number
  readonly offset: number
}

export function createGoodsList(
  db: TillDatabase,
): (input: z.output<typeof goodsInput> & z.output<typeof goodsListInput>) => GoodsPage {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (where: string, order: string) => ({
    // Only the window's own rows are read whole.
    rows: db.prepare<[Asked], GoodsRecord>(`SELECT ${GOODS_COLUMNS} FROM product p WHERE p.rowid IN
      (SELECT p.rowid FROM product p WHERE ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset)
      ORDER BY ${order}`),
    total: db.prepare<[Asked], number>(`SELECT count(*) FROM product p WHERE ${where}`).pluck(),
  })
  return ({ order = 'name', isDescending = false, picked, offset, limit, ...asked }) => {
    const { text, filter, categoryId } = asked
    const typed = text.trim()
    const words = looseWords(typed)
    // What names nothing finds nothing, as at the counter.
    if (typed !== '' && words.length === 0) return { rows: [], total: 0 }
    const where = [
      SHOWN[filter],
      ...(categoryId === null ? [] : ['p.category_id = @categoryId']),
      ...(picked === undefined ? [] : [picked.isAllBut ? `NOT ${PICKED}` : PICKED]),
      ...(typed === '' ? [] : [MATCHES]),
    ].join(' AND ')
    const ordered = ORDERED[order](isDescending ? 'DESC' : 'ASC')
    const kind = `${where} ${ordered}`
    const { rows, total } = prepared.get(kind) ?? prepare(where, ordered)
    prepared.set(kind, { rows, total })
    const given = {
      categoryId,
      picked: JSON.stringify(picked?.ids ?? []),
      match: words.map((word) => `"${word}"*`).join(' '),
      // The end of a barcode, as people read it out; without digits no code ends in it.
      tail: /^\d{4,}$/.test(typed) ? `%${typed}` : '',
      limit,
      offset,
    }
    return { rows: rows.all(given).map(toGoods), total: total.get(given) ?? 0 }
  }
}

const PICKED = 'p.id IN (SELECT value FROM json_each(@picked))'
const MATCHES = `(p.code LIKE @tail OR p.id IN (SELECT product_id FROM product_barcode WHERE code LIKE @tail) OR p.rowid IN
  (SELECT rowid FROM product_search WHERE product_search MATCH @match))`
