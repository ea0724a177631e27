/**
 * The only hand that writes movements of stock. All of it inside the caller's transaction: what was
 * sold and what went out of the shop are one fact.
 */
import type { StockMoveKind } from '#shared/catalogue/stock.ts'
import type { EpochMs, ProductId, SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'

export interface StoredMove {
  readonly id: string
  readonly productId: ProductId
  readonly kind: StockMoveKind
  readonly milli: number
  readonly at: EpochMs
  readonly staffName: string | null
  readonly reason: string | null
  readonly saleId: SaleId | null
}

interface StockMoves {
  /** The lines of a sale, of a return or of one undone, as they are written. */
  ofSale(saleId: SaleId): void
  /**
   * Its receipt is deleted: of the sale, its returns and what they were undone by nothing is left.
   */
  annul(saleId: SaleId, at: EpochMs): void
  write(move: StoredMove): void
}

/**
 * Asked first: SQLite compiles the statement below anew for each sale (its joins are planned by the
 * value that is bound), which is ten times the question where no product keeps stock.
 */
const KEEPS_STOCK = `SELECT 1 FROM sale_line WHERE sale_id = ?
  AND (SELECT has_stock FROM product WHERE id = product_id) = 1 LIMIT 1`

/** One statement for all lines. */
const OF_SALE = `INSERT INTO stock_move (id, product_id, kind, quantity_milli, at_ms, sale_id)
  SELECT s.id || ':' || l.line_number, p.id,
    CASE s.document_type WHEN '61' THEN 'returned' WHEN '56' THEN 'undone' ELSE 'sold' END,
    CASE s.document_type WHEN '61' THEN l.quantity_milli ELSE -l.quantity_milli END, s.sold_at_ms, s.id
  FROM sale s JOIN sale_line l ON l.sale_id = s.id JOIN product p ON p.id = l.product_id
  WHERE s.id = ? AND p.has_stock = 1 ORDER BY l.line_number`

/**
 * A return whose sale was deleted before it is of that sale's family: both are brought to nothing
 * together, whichever is deleted last.
 */
const ANNUL = `WITH RECURSIVE
  up (id, original_id) AS (SELECT id, original_id FROM sale WHERE id = @saleId
    UNION SELECT s.id, s.original_id FROM sale s JOIN up ON s.id = up.original_id),
  down (id) AS (SELECT id FROM up WHERE id = @saleId
      OR EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = up.id AND d.state = 'done')
    UNION SELECT s.id FROM sale s JOIN down ON s.original_id = down.id)
  INSERT INTO stock_move (id, product_id, kind, quantity_milli, at_ms, sale_id)
  SELECT @saleId || ':annulled:' || m.product_id, m.product_id, 'annulled', -sum(m.quantity_milli), @at, @saleId
  FROM stock_move m JOIN down ON down.id = m.sale_id
  GROUP BY m.product_id HAVING sum(m.quantity_milli) <> 0`

export function createStockMoves(db: TillDatabase): StockMoves {
  const keepsStock = db.prepare<[SaleId]>(KEEPS_STOCK)
  const ofSale = db.prepare<[SaleId]>(OF_SALE)
  const annul = db.prepare<[{ saleId: SaleId; at: EpochMs }]>(ANNUL)
  const write = db.prepare<
    [StoredMove]
  >(`INSERT INTO stock_move (id, product_id, kind, quantity_milli, at_ms, staff_name, reason,
      sale_id) VALUES (@id, @productId, @kind, @milli, @at, @staffName, @reason, @saleId)`)
  return {
    ofSale(saleId) {
      if (keepsStock.get(saleId) !== undefined) ofSale.run(saleId)
    },
    annul: (saleId, at) => void annul.run({ saleId, at }),
    write: (move) => void write.run(move),
  }
}
