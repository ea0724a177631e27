/** Sells through the till's real door, and does what a cashier does when the till dies under the pay key: presses again. */
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { CommittedSale } from '#shared/bridge/till-api.ts'
import type { ProductView } from '#shared/bridge/views.ts'
import type { TillReady } from '../support/programs.ts'
import { connectTill, type TillClient } from '../support/till-client.ts'
import type { Mortal } from './mortal.ts'

export interface SoldSale { readonly externalReference: string; readonly totalClp: number; readonly documentType: string }

/** Presses of the pay key for one sale before the till counts as dead for good. */
const PRESSES_MAX = 50

export function createCashier(program: Mortal<TillReady>) {
  let url = ''
  let client: TillClient | null = null
  const till = async (): Promise<TillClient> => {
    const { ready } = await program.alive()
    if (client === null || ready.url !== url) client = connectTill(ready.url)
    url = ready.url
    return client
  }
  /** The till may die at any moment of it; the same command then goes to the one that comes back. */
  const press = async <Answer>(command: (till: TillClient) => Promise<Answer>): Promise<Answer> => {
    for (let presses = 1; ; presses += 1) {
      try {
        return await command(await till())
      } catch (error) {
        if (presses >= PRESSES_MAX) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  return {
    products: () => press((open) => open.searchProducts.query({ text: '', categoryId: null, limit: 100 })),
    async sell(products: readonly ProductView[]): Promise<SoldSale> {
      const cart = products.reduce<Cart>((before, product) => {
        const next = applyToCart(before, { type: 'add-product', product })
        if (!next.ok) throw new Error(next.refusal.code)
        return next.value
      }, EMPTY_CART)
      const { saleId } = await press((open) => open.openSale.mutate())
      const command: CommitInput = {
        saleId, lines: cart.lines.map(({ lineNumber: _, ...line }) => line), payments: [{ method: 'TC', amountClp: null, reference: '' }],
        expectedTotalClp: cartTotals(cart).totalClp, recipient: null,
      }
      const { externalReference, totalClp, documentType } = await press((open) => commit(open, command))
      return { externalReference, totalClp, documentType }
    },
  }
}

async function commit(till: TillClient, command: CommitInput): Promise<CommittedSale> {
  const sold = await till.commitSale.mutate(command)
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value
}
