/**
 * The open sale as it lies on disk. What older tills stored is read as well; what is written is
 * always the newest form.
 */
import { z } from 'zod'
import { openSaleInput } from '../kept-sale.ts'
import { storedCart } from '../cart/stored-cart.ts'
import type { SaleId } from '../../core/brand.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { NO_CUSTOMER } from './buyer.ts'
import type { OpenSale } from './open-sale.ts'
import { NOT_PAYING } from './paying.ts'

const STORED_VERSION = 2

const stored = z
  .object({ version: z.literal(STORED_VERSION) })
  .extend({ ...openSaleInput.shape, cart: storedCart })

export function storedSale(sale: OpenSale): string {
  return JSON.stringify({ version: STORED_VERSION, ...sale })
}

/**
 * `saleId` names a sale from before sales had a name of their own. The refusal says what is wrong
 * with the text.
 */
export function readStoredSale(text: string, saleId: SaleId): Result<OpenSale, string> {
  try {
    const json: unknown = JSON.parse(text)
    const isNewest = typeof json === 'object' && json !== null && 'version' in json
    // Version 1 did not say so: the cart alone.
    if (!isNewest) {
      const cart = storedCart.parse(json) as unknown as OpenSale['cart']
      return ok({ saleId, cart, paying: NOT_PAYING, customer: NO_CUSTOMER })
    }
    const { version: _, ...sale } = stored.parse(json)
    return ok(sale as unknown as OpenSale)
  } catch (error) {
    return refuse(error instanceof z.ZodError ? z.prettifyError(error) : String(error))
  }
}
