/**
 * Movements of stock that a damaged database still holds and the backup does not. They follow the
 * sales: a movement of a sale that was not carried over would count goods nobody is known to have
 * bought.
 */
import type Database from 'better-sqlite3'
import { createStockMoves, type StoredMove } from '../../catalogue/stock/stock-moves.ts'

export function carryStock(damaged: Database.Database, into: Database.Database): void {
  const { write } = createStockMoves(into)
  const isKnown = into.prepare('SELECT 1 FROM stock_move WHERE id = ?')
  const hasProduct = into.prepare('SELECT 1 FROM product WHERE id = ?')
  const hasSale = into.prepare('SELECT 1 FROM sale WHERE id = ?')
  const switched = damaged
    .prepare<[], { id: string; hasStock: number; lowMilli: number | null }>(
      'SELECT id, has_stock AS hasStock, stock_low_milli AS lowMilli FROM product',
    )
    .all()
  const moves = damaged
    .prepare<
      [],
      StoredMove
    >(`SELECT id, product_id AS productId, kind, quantity_milli AS milli, at_ms AS at,
      staff_name AS staffName, reason, sale_id AS saleId FROM stock_move ORDER BY seq`)
    .all()
  const put = into.prepare(
    'UPDATE product SET has_stock = @hasStock, stock_low_milli = @lowMilli WHERE id = @id',
  )
  into
    .transaction(() => {
      for (const row of switched) put.run(row)
      for (const move of moves) {
        const { id, productId, saleId } = move
        if (isKnown.get(id) !== undefined || hasProduct.get(productId) === undefined) continue
        if (saleId === null || hasSale.get(saleId) !== undefined) write(move)
      }
    })
    .immediate()
}
