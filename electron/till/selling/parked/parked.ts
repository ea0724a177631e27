/**
 * Several open sales at one counter. A sale is put aside and taken up whole, with its payment,
 * customer, id and reference, in one transaction, but without what was only typed: nothing of it
 * stays behind for the next, and no reference ever serves two carts.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import type { ExternalReference, SaleId } from '#shared/core/brand.ts'
import { NO_SCREEN } from '#shared/selling/kept-sale.ts'
import { isBlank, withNothingTyped, type OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import type { Tender } from '#shared/selling/payment/payment.ts'
import { readStoredSale, storedSale } from '#shared/selling/open-sale/stored-sale.ts'
import { checkParkedName, nextParkedNumber, PARKED_MAX } from '#shared/selling/cart/parked.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { SteadyTime } from '../../kernel/steady-time.ts'
import { NOTHING_OPEN } from '../open-sale-store.ts'
import type { Sales } from '../sales.ts'
import { createParkedElsewhere } from './parked-elsewhere.ts'

interface ParkedPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly steady: SteadyTime
  readonly ids: Ids
  readonly cashierName: () => string
  /** Asked when a command comes, when the sales are there. */
  readonly sales: () => Pick<Sales, 'open' | 'hold' | 'keepProblem'>
  readonly servedBy: () => string | null
  /** A sale with payments leaves the counter: written down, in the transaction that parks it. */
  readonly noteParked: (sale: OpenSale) => void
  /** What was taken out of the open sale with the same command is written down as well. */
  readonly noteChange: (before: OpenSale | null, after: OpenSale | null) => void
  /** Somebody takes up a sale with payments that was put aside by `parkedBy`. */
  readonly noteRecalled: (sale: OpenSale, parkedBy: string) => void
}

export interface Parked {
  park: TillApi['parkSale']
  list: TillApi['parkedSales']
  recall: TillApi['recallSale']
  /** Null for one that is not there. */
  find(parkedId: string): ParkedSaleView | null
  /** What was taken for the sales put aside. */
  partsTaken(): readonly Tender[]
  /** Inside a transaction of the caller's, who has asked whether this is allowed. */
  discard(parkedId: string): Result<ParkedSaleView, Refusal>
}

interface Row
  extends Omit<ParkedSaleView, 'products' | 'taken' | 'takenClp' | 'shop' | 'parkedAt'> {
  readonly parkedMs: number
  /** The service's to give, to this till too (electron/till/fleet/shop-parked.ts). */
  readonly asksShop: 0 | 1
  readonly saleJson: string
  readonly saleId: SaleId | null
  readonly reference: ExternalReference | null
}

/** Products named in the list of parked sales. */
const PRODUCTS_SHOWN = 3

export function createParked(ports: ParkedPorts): Parked {
  const { db, journal, steady } = ports
  const rows = statements(db)
  const elsewhere = createParkedElsewhere(db, steady)
  const toView = viewing(steady)
  const putAside = createAside(ports, rows)
  const takeUp = createTakeUp(ports, rows, putAside)

  /**
   * What the open sale is from here on, written in one transaction; the store reads it again,
   * however it ended.
   */
  function change<Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> {
    try {
      const answer = undoable(() => db.transaction(work).immediate())
      journal.publish()
      return answer
    } finally {
      ports.sales().open.forget()
    }
  }

  return {
    list: () => [...rows.all.all().map(toView), ...elsewhere()],
    find(parkedId) {
      const found = rows.one.get(parkedId)
      return found ? toView(found) : null
    },
    partsTaken: () => rows.all.all().flatMap(partsOf),
    park({ sale, replaces, name }, by = NO_SCREEN) {
      if (isBlank(sale)) return refuse(refusal('CART_EMPTY'))
      const checked = checkParkedName(name)
      if (!checked.ok) return checked
      const { open, hold, keepProblem } = ports.sales()
      // The screen may not have heard that its sale was charged; it is then no open sale any more.
      const problem = keepProblem({ sale, replaces }, by)
      if (problem !== null) return refuse(problem)
      const parked = change(() => {
        const aside = putAside(sale, checked.value)
        if (!aside.ok) return aside
        ports.noteChange(open.current().sale, sale)
        open.write(NOTHING_OPEN)
        journal.append('parked', null, { parked: aside.value.id })
        return aside
      })
      if (parked.ok) hold.release()
      return parked
    },
    recall({ parkedId, sale, replaces }, by = NO_SCREEN) {
      const { hold, keepProblem } = ports.sales()
      const problem = keepProblem({ sale, replaces }, by)
      if (problem !== null) return refuse(problem)
      const recalled = change(() => takeUp(parkedId, sale))
      if (recalled.ok) hold.claim(by)
      return recalled
    },
    discard(parkedId) {
      const found = rows.one.get(parkedId)
      if (!found) return refuse(refusal('PARKED_NOT_FOUND'))
      // Of a shop that was left no word comes any more.
      if (found.asksShop === 1 && rows.isOfShop.get(parkedId) !== undefined)
        return refuse(refusal('PARKED_ASKS_SHOP'))
      rows.remove.run(parkedId)
      journal.append('parked', null, { discarded: parkedId })
      return ok(toView(found))
    },
  }
}

/**
 * Puts a sale aside with the reference its payment was opened with. Call inside a transaction,
 * before the draft changes.
 */
function createAside(
  { steady, ids, sales, cashierName, noteParked }: ParkedPorts,
  rows: ReturnType<typeof statements>,
) {
  const toView = viewing(steady)
  return (sale: OpenSale, name: string, isSwap = false): Result<ParkedSaleView, Refusal> => {
    const taken = rows.all.all()
    // What changes places makes the list no longer.
    if (!isSwap && taken.length >= PARKED_MAX)
      return refuse(refusal('PARKED_FULL', null, { most: String(PARKED_MAX) }))
    const id = ids.next()
    const open = sales().open.current()
    rows.insert.run(
      id,
      nextParkedNumber(taken.map(({ number }) => number)),
      name,
      storedSale(withNothingTyped(sale)),
      sale.cart.lines.length,
      cartTotals(sale.cart).totalClp,
      steady.nowMs(),
      cashierName(),
      sale.saleId,
      open.saleId === sale.saleId ? open.reference : null,
    )
    noteParked(sale)
    const parked = rows.one.get(id)
    return parked ? ok(toView(parked)) : refuse(refusal('PARKED_NOT_FOUND'))
  }
}

/** The open sale changes places with a parked one. Call inside a transaction. */
function createTakeUp(
  ports: ParkedPorts,
  rows: ReturnType<typeof statements>,
  putAside: ReturnType<typeof createAside>,
) {
  const { journal, ids } = ports
  return (parkedId: string, sale: OpenSale): Result<OpenSale, Refusal> => {
    const { open } = ports.sales()
    const wanted = rows.one.get(parkedId)
    if (!wanted) return refuse(refusal('PARKED_NOT_FOUND'))
    if (wanted.asksShop === 1) return refuse(refusal('PARKED_ASKS_SHOP'))
    const read = readStoredSale(wanted.saleJson, wanted.saleId ?? ids.saleId())
    if (!read.ok) return refuse(refusal('PARKED_NOT_READABLE'))
    rows.remove.run(parkedId)
    // A restored backup may still hold as parked what was charged since.
    if (rows.isSold.get(read.value.saleId) !== undefined)
      return refuse(refusal('SALE_ALREADY_CHARGED'))
    ports.noteChange(open.current().sale, isBlank(sale) ? null : sale)
    const aside = isBlank(sale) ? null : putAside(sale, '', true)
    if (aside?.ok === false) throw new Undone(aside.refusal)
    ports.noteRecalled(read.value, wanted.parkedBy)
    open.write({
      sale: read.value,
      saleId: read.value.saleId,
      reference: wanted.reference,
      servedBy: ports.servedBy(),
    })
    journal.append('parked', null, { recalled: parkedId })
    return read
  }
}

function statements(db: TillDatabase) {
  const columns = `id, number, name, line_count AS lineCount, total_clp AS totalClp, parked_steady_ms AS parkedMs,
    parked_by AS parkedBy, sale_json AS saleJson, open_sale_id AS saleId, open_reference AS reference,
    EXISTS (SELECT 1 FROM fleet_parked f WHERE f.parked_id = parked_sale.id
      AND f.state IN ('sent', 'known')) AS asksShop`
  return {
    all: db.prepare<[], Row>(
      `SELECT ${columns} FROM parked_sale ORDER BY parked_steady_ms, number`,
    ),
    one: db.prepare<[string], Row>(`SELECT ${columns} FROM parked_sale WHERE id = ?`),
    insert: db.prepare(`INSERT INTO parked_sale (id, number, name, sale_json, line_count, total_clp,
      parked_steady_ms, parked_by, open_sale_id, open_reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM parked_sale WHERE id = ?'),
    isOfShop: db.prepare<[string]>(`SELECT 1 FROM fleet_membership m, fleet_parked f
      WHERE f.shop_id = m.shop_id AND f.parked_id = ?`),
    isSold: db.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?'),
  }
}

/** Carries a refusal out of a transaction that has to be undone. */
class Undone extends Error {
  readonly refusal: Refusal
  constructor(refused: Refusal) {
    super(refused.code)
    this.refusal = refused
  }
}

function undoable<Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> {
  try {
    return work()
  } catch (error) {
    if (error instanceof Undone) return refuse(error.refusal)
    throw error
  }
}

function partsOf({ saleJson, saleId }: Row): readonly Tender[] {
  const read = readStoredSale(saleJson, saleId ?? ('' as SaleId))
  return read.ok ? read.value.paying.given : []
}

/** One that cannot be read is listed by its number and sum: it is still somebody's sale. */
const viewing =
  (steady: SteadyTime) =>
  ({ saleJson, saleId, reference: _, asksShop, parkedMs, ...row }: Row): ParkedSaleView => {
    const shown = { ...row, parkedAt: steady.shown(parkedMs) }
    const view = asksShop === 1 ? { ...shown, shop: { till: null, taken: null } } : shown
    const read = readStoredSale(saleJson, saleId ?? ('' as SaleId))
    if (!read.ok) return { ...view, products: [], taken: '', takenClp: ZERO_CLP }
    const { cart, paying } = read.value
    return {
      ...view,
      products: cart.lines.slice(0, PRODUCTS_SHOWN).map((line) => line.name),
      taken: partsText(paying.given),
      takenClp: clp(paying.given.reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)),
    }
  }
