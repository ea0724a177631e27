/**
 * The stock of the shop at this till's place. Moves go up by id and come back as a sum with the
 * version it holds at; what there is here is that sum and the moves of this till that are not in it
 * yet. What the others moved is written as a movement of its own, so here too stock stays the sum
 * of its movements.
 */
import { hash } from 'node:crypto'
import type { EpochMs, ProductId } from '#shared/core/brand.ts'
import { placeOf, type CountedMoves, type Changes, type Move } from '#shared/fleet/contract.ts'
import type { StockMoveKind } from '#shared/catalogue/stock.ts'
import { createStockMoves } from '../catalogue/stock/stock-moves.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Memberships } from './membership.ts'
import type { ShopRecords } from './shop-records.ts'

export interface ShopStock {
  /** What there is now waits to be the shop's first stock. In the caller's transaction. */
  noteAll(): void
  /**
   * Says every move again: the shop has lost some. Until it answers they stand as counted, as most
   * of them are. In the caller's transaction.
   */
  sayAgain(): void
  toSend(most: number): readonly Move[]
  /** In one transaction. */
  answered(moves: CountedMoves): void
  /** In the caller's transaction; `settle` writes it. */
  keep(changes: Pick<Changes, 'stock' | 'counted'>): void
  /** Writes a slice. False once nothing more can be written. */
  settle(): boolean
  waiting(): number
}

interface ShopStockParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly newId: () => string
  readonly membership: Memberships
  readonly shop: ShopRecords
  readonly onSettled: () => void
}

/** Products of one transaction. */
const SLICE_PRODUCTS = 50
const OPENING = 'opening:'
/** Of what stands for a place in an id. */
const PLACE_DIGITS = 8
/** So long a move can be said again, to a service whose database was put back. */
const KEPT_MS = 60 * DAY_MS

interface UnsaidMove {
  readonly id: string
  readonly productId: ProductId
  readonly kind: Exclude<StockMoveKind, 'elsewhere'> | 'opening'
  readonly milli: number
  readonly at: EpochMs
  readonly seq: number
}

export function createShopStock(parts: ShopStockParts): ShopStock {
  const { db, shop, now } = parts
  const noteAll = db.prepare(`INSERT OR IGNORE INTO fleet_opening (product_id, milli)
    SELECT p.id, p.stock_milli - coalesce((SELECT sum(m.quantity_milli) FROM fleet_move f
      JOIN stock_move m ON m.seq = f.seq WHERE f.product_id = p.id AND f.is_said = 0), 0)
    FROM product p WHERE p.has_stock = 1 AND p.id NOT IN (SELECT product_id FROM fleet_stock)`)
  const unsaid = db.prepare<[number], UnsaidMove>(`SELECT * FROM (
      SELECT '${OPENING}' || o.product_id AS id, o.product_id AS productId, 'opening' AS kind,
        o.milli, 0 AS at, 0 AS seq FROM fleet_opening o WHERE o.version IS NULL
      UNION ALL SELECT m.id, m.product_id, m.kind, m.quantity_milli, m.at_ms, m.seq
        FROM fleet_move f JOIN stock_move m ON m.seq = f.seq WHERE f.is_said = 0)
    ORDER BY seq LIMIT ?`)
  const keep = db.prepare(`INSERT INTO fleet_stock (product_id, milli, version, is_settled)
    VALUES (@productId, @milli, @version, 0)
    ON CONFLICT (product_id) DO UPDATE SET milli = excluded.milli, version = excluded.version,
      is_settled = 0 WHERE excluded.version > version`)
  const count = db.prepare('INSERT OR REPLACE INTO fleet_counted (installation, seq) VALUES (?, ?)')
  const again = [
    db.prepare('UPDATE fleet_move SET is_said = 0, version = iif(version IS NULL, NULL, 0)'),
    db.prepare('DELETE FROM fleet_stock'),
    db.prepare('DELETE FROM fleet_counted'),
  ]
  const waiting = db
    .prepare<[], number>(`SELECT (SELECT count(*) FROM fleet_move WHERE is_said = 0)
      + (SELECT count(*) FROM fleet_opening WHERE version IS NULL)`)
    .pluck()
  const toMove = ({ id, kind, milli, at, productId, seq }: UnsaidMove): Move => ({
    move_id: kind === 'opening' ? `${openingPrefix(parts)}${productId}` : id,
    kind,
    product: shop.shopId('product', productId),
    milli,
    ...(kind === 'opening' ? { age_ms: 0 } : { age_ms: Math.max(0, now() - at), seq }),
  })
  return {
    noteAll: () => void noteAll.run(),
    sayAgain: () => again.forEach((statement) => statement.run()),
    toSend: (most) => unsaid.all(most).map(toMove),
    answered: createAnswered(parts),
    keep({ stock, counted }) {
      for (const { product, milli, version } of stock)
        keep.run({ productId: shop.ownId('product', product), milli, version })
      for (const { installation, seq } of counted) count.run(installation, seq)
    },
    settle: createSettling(parts),
    waiting: () => waiting.get() ?? 0,
  }
}

/** Of one till at one place, once: whoever joins anew has another stock to begin with. */
function openingPrefix({ membership }: Pick<ShopStockParts, 'membership'>): string {
  const now = membership.now()
  return `${OPENING}${now?.tillId ?? ''}:${digest(placeOf(now?.branch ?? null))}:`
}
const digest = (place: string) => hash('sha256', place, 'hex').slice(0, PLACE_DIGITS)

function createAnswered({ db, membership }: ShopStockParts): ShopStock['answered'] {
  const moved = db.prepare(`UPDATE fleet_move SET version = @version, is_said = 1
    WHERE is_said = 0 AND seq = (SELECT seq FROM stock_move WHERE id = @id)`)
  const opened = db.prepare('UPDATE fleet_opening SET version = @version WHERE product_id = @id')
  const again = db.prepare(`UPDATE fleet_stock SET is_settled = 0
    WHERE product_id = (SELECT product_id FROM stock_move WHERE id = @id)`)
  return db.transaction((moves: CountedMoves) => {
    const prefix = openingPrefix({ membership })
    for (const { move_id: id, version } of moves) {
      if (id.startsWith(prefix)) opened.run({ id: id.slice(prefix.length), version })
      else {
        moved.run({ id, version })
        // Its stock may have come before this answer, with the move in it.
        again.run({ id })
      }
    }
  }).immediate
}

interface Unsettled {
  readonly productId: ProductId
  readonly hereMilli: number
  readonly targetMilli: number
  readonly version: number
}

function createSettling({ db, now, newId, onSettled }: ShopStockParts): () => boolean {
  const next = db.prepare<[], Unsettled>(`SELECT s.product_id AS productId, s.version,
      p.stock_milli AS hereMilli,
      s.milli + coalesce((SELECT sum(m.quantity_milli) FROM fleet_move f
        JOIN stock_move m ON m.seq = f.seq
        WHERE f.product_id = s.product_id AND (f.version IS NULL OR f.version > s.version)), 0)
        + coalesce((SELECT sum(w.milli) FROM fleet_hub_move w
          WHERE w.product_id = s.product_id AND w.seq > coalesce((SELECT c.seq
            FROM fleet_counted c WHERE c.installation = w.installation), 0)), 0) AS targetMilli
    FROM fleet_stock s JOIN product p ON p.id = s.product_id
    WHERE s.is_settled = 0 LIMIT ${SLICE_PRODUCTS}`)
  const settled = db.prepare('UPDATE fleet_stock SET is_settled = 1 WHERE product_id = ?')
  const counted = db.prepare(`DELETE FROM fleet_move WHERE product_id = ? AND version <= ?
    AND is_said = 1 AND seq IN (SELECT seq FROM stock_move WHERE product_id = fleet_move.product_id AND at_ms < ?)`)
  const known = db.prepare('DELETE FROM fleet_opening WHERE product_id = ?')
  const { write } = createStockMoves(db)
  const slice = db.transaction(() => {
    const products = next.all()
    for (const { productId, hereMilli, targetMilli, version } of products) {
      const milli = targetMilli - hereMilli
      if (milli !== 0)
        write({
          ...{ id: newId(), productId, kind: 'elsewhere', milli, at: now() },
          ...{ staffName: null, reason: null, saleId: null },
        })
      counted.run(productId, version, now() - KEPT_MS)
      // The shop has a stock of it: what was here before is no other one.
      known.run(productId)
      settled.run(productId)
    }
    return products.length
  }).immediate
  return () => {
    const count = slice()
    if (count > 0) onSettled()
    return count > 0
  }
}
