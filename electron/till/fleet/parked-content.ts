/** What of a parked sale goes from one till to another, and what stays with its till. */
import type { SaleId } from '#shared/core/brand.ts'
import {
  PARKED_SALE_CHARS_MAX,
  saidParked,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import { parseRut } from '#shared/rut/rut.ts'
import type { Cart } from '#shared/selling/cart/cart.ts'
import { hasCustomer, NO_CUSTOMER } from '#shared/selling/open-sale/buyer.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { NOT_PAYING } from '#shared/selling/open-sale/paying.ts'
import { readStoredSale, storedSale } from '#shared/selling/open-sale/stored-sale.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { SteadyTime } from '../kernel/steady-time.ts'
import type { ShopRecords } from './shop-records.ts'

/** A parked sale as its row has it. */
export interface Carried {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly saleJson: string
  readonly lineCount: number
  readonly totalClp: number
  readonly parkedMs: number
  readonly parkedBy: string
  readonly saleId: SaleId | null
}

const PRODUCTS_SHOWN = 3
/** Charged, or perhaps charged: its money is in no other till. */
const NO_MONEY = "('declined', 'declined-by-hand', 'given-back')"

interface CarryingParts {
  readonly db: TillDatabase
  readonly steady: Pick<SteadyTime, 'ageMs'>
  readonly shop: ShopRecords
  /** What was heard of a product is written now, where it still waits for its turn. */
  readonly writeProduct: (shopId: string) => void
  /** All that the shop has was heard: what is not here is nowhere. */
  readonly isHeardWhole: () => boolean
}

export function createCarrying({ db, steady, shop, ...parts }: CarryingParts) {
  const charged = db.prepare<[string]>(
    `SELECT 1 FROM card_attempt WHERE sale_id = ? AND state NOT IN ${NO_MONEY} LIMIT 1`,
  )
  const isProduct = db.prepare<[string]>('SELECT 1 FROM product WHERE id = ?')
  const here = (id: string | null) => {
    const own = id === null ? null : shop.ownId('product', id)
    return own !== null && isProduct.get(own) !== undefined ? own : null
  }
  const own: IdMaps = { product: here, category: (id) => shop.ownId('category', id) }
  return {
    /** Null for one that stays: its money lies here, or it cannot be read or is too long. */
    toSay(row: Carried): SaidParked | null {
      const read = readStoredSale(row.saleJson, row.saleId ?? ('' as SaleId))
      if (!read.ok || read.value.paying.given.length > 0) return null
      if (charged.get(read.value.saleId) !== undefined) return null
      const { cart, customer, ...sale } = read.value
      const isForSomebody = hasCustomer(customer)
      const rut = parseRut(customer.rut)
      const said = saidParked.safeParse({
        ...{ parked_id: row.id, number: row.number, name: row.name },
        ...{ line_count: row.lineCount, total_clp: row.totalClp, parked_by: row.parkedBy },
        products: cart.lines.slice(0, PRODUCTS_SHOWN).map(({ name }) => name.slice(0, 200)),
        sale: storedSale({
          ...sale,
          cart: withIds(cart, {
            product: (id) => (id === null ? null : shop.shopId('product', id)),
            category: (id) => shop.shopId('category', id),
          }),
          ...{ paying: NOT_PAYING, customer: NO_CUSTOMER },
        }),
        customer: isForSomebody ? JSON.stringify(customer) : '',
        buyer: isForSomebody && rut.ok ? rut.value : '',
        age_ms: steady.ageMs(row.parkedMs),
      })
      return said.success && said.data.sale.length <= PARKED_SALE_CHARS_MAX ? said.data : null
    },
    /**
     * As it is kept here, in the caller's transaction; null for what cannot be read, or is there no
     * more, and for what names a product that this till is still to hear of.
     */
    taken(
      { sale, customer }: { readonly sale: string; readonly customer: string },
      saleId: SaleId,
    ): string | null {
      const read = readStoredSale(sale, saleId)
      if (!read.ok) return null
      const named = read.value.cart.lines.flatMap(({ productId: id }) => (id === null ? [] : [id]))
      named.filter((id) => here(id) === null).forEach(parts.writeProduct)
      if (!parts.isHeardWhole() && named.some((id) => here(id) === null)) return null
      const known = (parseJson(customer) ?? NO_CUSTOMER) as OpenSale['customer']
      // Whatever it was given with: no money comes along.
      const whole = {
        ...{ ...read.value, saleId, paying: NOT_PAYING },
        ...{ cart: withIds(read.value.cart, own), customer: known },
      }
      const stored = storedSale(whole)
      return readStoredSale(stored, saleId).ok ? stored : null
    },
  }
}

interface IdMaps {
  readonly product: (id: string | null) => string | null
  readonly category: (id: string) => string
}

/** Offers and price lists are each till's own: they are found anew where it is taken up. */
function withIds(cart: Cart, { product, category }: IdMaps): Cart {
  const { offersAt: _, priceListId: __, customerListId: ___, ...rest } = cart
  const lines = cart.lines.map(({ offers: ____, categoryId, ...line }) => ({
    ...line,
    productId: product(line.productId),
    ...(categoryId === undefined ? {} : { categoryId: category(categoryId) }),
  }))
  return { ...rest, lines } as Cart
}
