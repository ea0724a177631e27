/**
 * What there is of each product, as people change it: switched on and off, received, corrected,
 * counted. Each is one transaction with its rows in the log.
 */
import type { z } from 'zod'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import {
  type moveStockInput,
  STOCK_MOVES_SHOWN_MAX,
  type StockedProduct,
  type StockMove,
  type setStockInput,
} from '#shared/catalogue/stock.ts'
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import { decideStockMove, decideStockReason, formatStock } from '#shared/catalogue/decide-stock.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { type Refusal, refusal } from '#shared/languages/refusals.ts'
import { ok, type Result, refuse } from '#shared/core/result.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { GoodsPorts, NoteChange } from '../goods-ports.ts'
import { createGoodsRows, type GoodsRows } from '../goods-rows.ts'
import { type CountedAgainst, createCountedAgainst } from './counted-against.ts'
import { createStockMoves } from './stock-moves.ts'

/** Writes to the log, and knows who does it. */
interface StockHand {
  readonly staffName: string
  readonly note: NoteChange
}

export interface Stock {
  byCode(code: string): Result<StockedProduct, Refusal>
  moves(productId: ProductId): readonly StockMove[]
  set(input: z.output<typeof setStockInput>, hand: StockHand): Result<null, Refusal>
  move(input: z.output<typeof moveStockInput>, hand: StockHand): Result<null, Refusal>
}

export function createStock(ports: GoodsPorts): Stock {
  const { db } = ports
  const rows = createGoodsRows(db)
  const moves = db.prepare<
    [ProductId, number],
    StockMove
  >(`SELECT m.kind, m.quantity_milli AS milli,
      m.at_ms AS at, coalesce(m.staff_name, s.cashier_name, '') AS staffName, m.reason, m.sale_id AS saleId
    FROM stock_move m LEFT JOIN sale s ON s.id = m.sale_id WHERE m.product_id = ? ORDER BY m.seq DESC LIMIT ?`)
  return {
    byCode(code) {
      const scanned = normalizeScan(code)
      const found = rows.byCode(scanned)
      if (found === undefined) return refuse(refusal('BARCODE_UNKNOWN', 'code', { code: scanned }))
      const { id, code: first, name, unit, stock } = found
      return ok({ id, code: first, name, unit, stock })
    },
    moves: (productId) => moves.all(productId, STOCK_MOVES_SHOWN_MAX),
    set: createSet(ports, rows),
    move: createMove(ports, rows),
  }
}

function createSet({ db, journal }: GoodsPorts, rows: GoodsRows): Stock['set'] {
  const put = createSwitch(db)
  const set = db.transaction((input: Parameters<Stock['set']>[0], { note }: StockHand) => {
    const row = rows.byId(input.productId)
    if (row === undefined) return refuse(refusal('PRODUCT_GONE'))
    const isSame =
      (row.stock !== null) === input.hasStock &&
      (row.stock === null || row.stock.lowMilli === input.lowMilli)
    if (isSame) return ok(null)
    put(row, input, note)
    journal.append('catalogue', null, { stock: row.id })
    return ok(null)
  })
  return published(journal, set.immediate)
}

/** In one transaction, then told to the screens. */
function published<Given extends unknown[], Done>(
  journal: Journal,
  commit: (...given: Given) => Done,
): (...given: Given) => Done {
  return (...given) => {
    const done = commit(...given)
    journal.publish()
    return done
  }
}

type Switched = Pick<Parameters<Stock['set']>[0], 'hasStock' | 'lowMilli'>

function createSwitch(db: GoodsPorts['db']) {
  const put = db.prepare<[number, number | null, ProductId]>(
    'UPDATE product SET has_stock = ?, stock_low_milli = ? WHERE id = ?',
  )
  const said = (stock: GoodsRow['stock']) =>
    stock === null
      ? 'no'
      : `sí, mínimo ${stock.lowMilli === null ? '—' : formatStock(stock.lowMilli)}`
  return (row: GoodsRow, { hasStock, lowMilli }: Switched, note: NoteChange) => {
    put.run(Number(hasStock), lowMilli, row.id)
    const after = hasStock ? { milli: 0, lowMilli } : null
    note('stock-switched', {
      what: `${row.name}, lleva stock:`,
      from: said(row.stock),
      to: said(after),
    })
  }
}

interface Decided {
  readonly row: GoodsRow
  readonly id: string
  readonly milli: number
  /** What was there before. */
  readonly from: number
}

function createMove({ db, journal, clock }: GoodsPorts, rows: GoodsRows): Stock['move'] {
  const { write } = createStockMoves(db)
  const switchOn = createSwitch(db)
  const against = createCountedAgainst(db)
  const move = db.transaction((input: Parameters<Stock['move']>[0], hand: StockHand) => {
    const reason = decideStockReason(input.kind, input.reason)
    if (!reason.ok) return reason
    // A retry after a lost answer is answered again; with other quantities it is refused.
    const again = input.lines.map((line) => against.again(idOf(input, line), { ...input, ...line }))
    if (again.some((isSame) => isSame !== null))
      return again.every((isSame) => isSame === true) ? ok(null) : refuse(refusal('STOCK_WRITTEN'))
    const decided = decideLines(input, rows, against)
    if (!decided.ok) return decided
    for (const { row, id, milli, from } of decided.value) {
      if (row.stock === null) switchOn(row, { hasStock: true, lowMilli: null }, hand.note)
      const { staffName } = hand
      const at = clock.now()
      const { kind } = input
      write({
        id,
        productId: row.id,
        kind,
        milli,
        at,
        staffName,
        reason: reason.value,
        saleId: null,
      })
      noteMove(input.kind, row.name, { from, milli }, reason.value, hand.note)
    }
    journal.append('catalogue', null, { stock: input.kind })
    return ok(null)
  })
  return published(journal, move.immediate)
}

type Moving = Parameters<Stock['move']>[0]

const idOf = ({ moveId }: Moving, { productId }: Moving['lines'][number]) =>
  `${moveId}:${productId}`

function decideLines(
  input: Moving,
  rows: GoodsRows,
  against: CountedAgainst,
): Result<readonly Decided[], Refusal> {
  const { kind, lines, switchesOn } = input
  const decided: Decided[] = []
  for (const line of lines) {
    const { productId, milli, expectedMilli } = line
    const row = rows.byId(productId)
    if (row === undefined) return refuse(refusal('PRODUCT_GONE', 'lines'))
    const { name } = row
    if (row.stock === null && !switchesOn) return refuse(refusal('STOCK_OFF', 'lines', { name }))
    if (decided.some((each) => each.row.id === productId))
      return refuse(refusal('STOCK_TWICE', 'lines', { name }))
    const shownMilli = kind === 'counted' ? against.shown(productId, expectedMilli) : 0
    if (shownMilli === null) return refuse(refusal('STOCK_MOVED', 'lines', { name }))
    const moved = decideStockMove({ kind, milli, shownMilli }, row)
    if (!moved.ok) return moved
    const from = against.stored(productId)
    decided.push({ row, id: idOf(input, line), milli: moved.value, from })
  }
  return ok(decided)
}

function noteMove(
  kind: 'received' | 'corrected' | 'counted',
  name: string,
  { from, milli }: Pick<Decided, 'from' | 'milli'>,
  reason: string | null,
  note: NoteChange,
): void {
  note(`stock-${kind}`, {
    what: reason === null ? `${name}:` : `${name} (${reason}):`,
    from: formatStock(from),
    to: formatStock(from + milli),
  })
}
