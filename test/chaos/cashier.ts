/**
 * Sells and takes back through the till's real HTTP handler, and does what a cashier does when the
 * till dies under the pay key: presses again.
 */
import { ONE_MILLI } from '#shared/money/quantity.ts'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { CommitReturnInput, ReturnableSale } from '#shared/returns/views.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { quantityLeft, refundTotal } from '#shared/returns/return-shares.ts'
import type { Dice } from '../sim/dice.ts'
import type { TillReady } from '../support/programs.ts'
import { connectTill, type TillClient } from '../support/till-client.ts'
import type { Mortal } from './mortal.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export interface SoldSale {
  readonly saleId: SaleId
  readonly externalReference: string
  readonly totalClp: number
  /** The return whose value paid for it, or part of it. */
  readonly paidWith: SaleId | null
}

/** A part of a sale that came back. */
export interface GivenBack {
  readonly externalReference: string
  readonly totalClp: number
  readonly originalReference: string
  /** Taken before the receipt had its folio: the note had to wait for it. */
  readonly isAheadOfFolio: boolean
  /** Its value, when it is kept for a next sale. */
  readonly credit: Credit | null
}

export interface Credit {
  readonly returnId: SaleId
  readonly amountClp: number
}

/** Presses of the pay key for one sale before the till counts as dead for good. */
const PRESSES_MAX = 50
/**
 * Nothing is left of it, or the service has refused it for now: the customer is told, and leaves.
 */
const NOT_NOW: readonly string[] = [
  'RETURN_ALL_DONE',
  'RETURN_RECEIPT_REFUSED',
  'RETURN_RECEIPT_STUCK',
]
/** The way to pay that is the value of a return. */
const KEPT = 'NC'

export function createCashier(program: Mortal<TillReady>) {
  let url = ''
  let client: TillClient | null = null
  const till = async (): Promise<TillClient> => {
    const { ready } = await program.alive()
    if (client === null || ready.url !== url) client = connectTill(ready.url)
    url = ready.url
    return client
  }
  /**
   * The till may die at any moment of it; the same command then goes to the one that comes back.
   */
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
    products: () =>
      press((open) => open.searchProducts({ text: '', categoryId: null, limit: 100 })),
    async sell(products: readonly ProductView[], credit: Credit | null): Promise<SoldSale> {
      const cart = products.reduce<Cart>((before, product) => {
        const next = applyToCart(before, { type: 'add-product', product, quantity: ONE_MILLI })
        if (!next.ok) throw new Error(next.refusal.code)
        return next.value
      }, EMPTY_CART)
      const opened = await press((open) => open.openSale(null))
      if (!opened.ok) throw new Error(opened.refusal.code)
      const { saleId } = opened.value
      const expectedTotalClp = cartTotals(cart).totalClp
      const command: CommitInput = {
        saleId,
        lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
        recipient: null,
        expectedTotalClp,
        payments: paymentsOf(expectedTotalClp, credit),
      }
      const { externalReference, totalClp } = await press((open) => commit(open, command))
      return { saleId, externalReference, totalClp, paidWith: credit?.returnId ?? null }
    },
    /**
     * Some of what is left of a sale, or all of it; null when nothing is, or it is worth nothing.
     */
    async takeBack(sale: SoldSale, dice: Dice): Promise<GivenBack | null> {
      const opened = await press((open) => open.openReturn(sale.saleId))
      if (!opened.ok && NOT_NOW.includes(opened.refusal.code)) return null
      if (!opened.ok) throw new Error(opened.refusal.code)
      const command = returnOf(opened.value, dice)
      if (command.expectedTotalClp === 0) return null
      const taken = await press((open) => commitReturn(open, command))
      if (taken === null) return null
      const { externalReference, totalClp } = taken
      return {
        externalReference,
        totalClp,
        originalReference: sale.externalReference,
        isAheadOfFolio: opened.value.folio === null,
        credit:
          command.refund.method === KEPT
            ? { returnId: command.returnId, amountClp: totalClp }
            : null,
      }
    },
  }
}

/** A value above the total leaves cash over; below it a card pays the rest. */
function paymentsOf(totalClp: number, credit: Credit | null): CommitInput['payments'] {
  const card = { method: 'TC', amountClp: null, reference: '' }
  if (credit === null) return [card]
  const kept = { method: KEPT, amountClp: null, reference: credit.returnId }
  return credit.amountClp >= totalClp ? [kept] : [kept, card]
}

async function commit(till: TillClient, command: CommitInput): Promise<CommittedSale> {
  const sold = await till.commitSale(command)
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value
}

/** Half of the time everything; else a random part of each line, down to fractions of a piece. */
function returnOf({ returnId, originalId, lines }: ReturnableSale, dice: Dice): CommitReturnInput {
  const isWhole = dice.chance(0.5)
  const left = lines.filter((line) => quantityLeft(line) > 0)
  const quantities = new Map(
    left.map((line) => [
      line.lineNumber,
      isWhole
        ? quantityLeft(line)
        : dice.between(Math.ceil(quantityLeft(line) / 4), quantityLeft(line)),
    ]),
  )
  return {
    returnId,
    originalId,
    lines: [...quantities].map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
    reason: 'Producto con falla',
    refund: { method: dice.pick(['EF', 'TC', KEPT]), reference: '' },
    expectedTotalClp: refundTotal(lines, quantities),
    approvalId: null,
  }
}

async function commitReturn(
  till: TillClient,
  command: CommitReturnInput,
): Promise<CommittedSale | null> {
  const made = await till.commitReturn(command)
  // The core restarted in between: it asks the service again, whom it asked is forgotten.
  const isForgotten = !made.ok && made.refusal.code === 'RETURN_OPEN_AGAIN'
  if (isForgotten) await till.openReturn(command.originalId)
  const taken = isForgotten ? await till.commitReturn(command) : made
  if (!taken.ok && NOT_NOW.includes(taken.refusal.code)) return null
  if (!taken.ok) throw new Error(taken.refusal.code)
  return taken.value
}
