/**
 * Several open sales at one counter. A cart and the id and reference made when its payment was opened are one thing:
 * they are put aside and taken up together, in one transaction, so that no reference ever serves two carts.
 */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makeUlid, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { ParkedSaleView } from '#shared/bridge/staff-views.ts'
import { cartTotals, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import { checkParkedName, nextParkedNumber, PARKED_MAX } from '#shared/cart/parked.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'

export interface ParkedPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly cashierName: () => string
}

export interface Parked {
  park: TillApi['parkSale']
  list: TillApi['parkedSales']
  recall: TillApi['recallSale']
  /** Inside a transaction of the caller's, who has asked whether this is allowed. */
  discard(parkedId: string): Result<ParkedSaleView, Refusal>
}

interface Row extends Omit<ParkedSaleView, 'products'> { readonly cartJson: string; readonly saleId: string | null; readonly reference: string | null }
interface Open { readonly saleId: string | null; readonly reference: string | null }

/** Products named in the list of parked sales. */
const PRODUCTS_SHOWN = 3

export function createParked({ db, journal, clock, randomness, cashierName }: ParkedPorts): Parked {
  const { draft, rows, row, insert, remove, setDraft, isSold } = statements(db)

  /** Puts a cart aside with what its payment was opened with. Call inside a transaction, before the draft changes. */
  function putAside(cart: Cart, openSaleId: string | null, name: string): Result<ParkedSaleView, Refusal> {
    // The screen may not have heard that its sale was charged; the cart is then no open sale any more.
    if (openSaleId !== null && isSold.get(openSaleId) !== undefined) return refuse(refusal('SALE_ALREADY_CHARGED'))
    const taken = rows.all()
    if (taken.length >= PARKED_MAX) return refuse(refusal('PARKED_FULL', null, { most: String(PARKED_MAX) }))
    const id = makeUlid(clock.now(), randomness.bytes(ULID_RANDOM_BYTES))
    const open = draft.get() ?? { saleId: null, reference: null }
    insert.run(id, nextParkedNumber(taken.map(({ number }) => number)), name, JSON.stringify(cart), cart.lines.length,
      cartTotals(cart).totalClp, clock.now(), cashierName(), open.saleId, open.reference)
    const parked = row.get(id)
    return parked ? ok(toView(parked)) : refuse(refusal('PARKED_NOT_FOUND'))
  }

  return {
    list: () => rows.all().map(toView),
    park({ cart, openSaleId, name }) {
      if (cart.lines.length === 0) return refuse(refusal('CART_EMPTY'))
      const checked = checkParkedName(name)
      if (!checked.ok) return checked
      const parked = db.transaction(() => {
        const aside = putAside(cart as unknown as Cart, openSaleId, checked.value)
        if (!aside.ok) return aside
        setDraft.run(JSON.stringify(EMPTY_CART), null, null)
        journal.append('parked', null, { parked: aside.value.id })
        return aside
      }).immediate()
      journal.publish()
      return parked
    },
    recall({ parkedId, cart, openSaleId }) {
      const recalled = db.transaction((): Result<Cart, Refusal> => {
        const wanted = row.get(parkedId)
        if (!wanted) return refuse(refusal('PARKED_NOT_FOUND'))
        // Taken out first: its place is free for the cart on screen, so a full list can still be swapped through.
        remove.run(parkedId)
        // A restored backup may still hold as parked what was charged since.
        if (wanted.saleId !== null && isSold.get(wanted.saleId) !== undefined) return refuse(refusal('SALE_ALREADY_CHARGED'))
        if (cart.lines.length > 0) {
          const aside = putAside(cart as unknown as Cart, openSaleId, '')
          if (!aside.ok) throw new Undone(aside.refusal)
        }
        setDraft.run(wanted.cartJson, wanted.saleId, wanted.reference)
        journal.append('parked', null, { recalled: parkedId })
        return ok(JSON.parse(wanted.cartJson) as Cart)
      })
      const answer = undoable(() => recalled.immediate())
      journal.publish()
      return answer
    },
    discard(parkedId) {
      const found = row.get(parkedId)
      if (!found) return refuse(refusal('PARKED_NOT_FOUND'))
      remove.run(parkedId)
      journal.append('parked', null, { discarded: parkedId })
      return ok(toView(found))
    },
  }
}

function statements(db: TillDatabase) {
  const columns = `id, number, name, line_count AS lineCount, total_clp AS totalClp, parked_at_ms AS parkedAt, parked_by AS parkedBy,
    cart_json AS cartJson, open_sale_id AS saleId, open_reference AS reference`
  return {
    draft: db.prepare<[], Open>('SELECT open_sale_id AS saleId, open_reference AS reference FROM draft'),
    rows: db.prepare<[], Row>(`SELECT ${columns} FROM parked_sale ORDER BY parked_at_ms, number`),
    row: db.prepare<[string], Row>(`SELECT ${columns} FROM parked_sale WHERE id = ?`),
    insert: db.prepare(`INSERT INTO parked_sale (id, number, name, cart_json, line_count, total_clp, parked_at_ms, parked_by,
      open_sale_id, open_reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM parked_sale WHERE id = ?'),
    setDraft: db.prepare(`INSERT INTO draft (only_row, cart_json, open_sale_id, open_reference) VALUES (1, ?, ?, ?)
      ON CONFLICT (only_row) DO UPDATE SET cart_json = excluded.cart_json, open_sale_id = excluded.open_sale_id,
      open_reference = excluded.open_reference`),
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

function toView({ cartJson, saleId: _, reference: __, ...view }: Row): ParkedSaleView {
  const { lines } = JSON.parse(cartJson) as Cart
  return { ...view, products: lines.slice(0, PRODUCTS_SHOWN).map((line) => line.name) }
}
