/** Speaks to a running till over its real wire, as the screen does. */
import { expect } from 'vitest'
import { createTRPCUntypedClient, httpLink } from '@trpc/client'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import type { TillCommands } from '#shared/bridge/contract.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { PLACE_HEADER, type PRACTICE_PLACE, type SHOP_PLACE } from '#shared/bridge/screen-header.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { commandsOf } from '../../renderer/bridge/commands-of.ts'
import { portHands, type AroundTheCore, type CounterPort } from './port-hands.ts'
import { driveTill, type TillDriver } from './till-driver.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** A busy machine takes its time. */
const PATIENT = { timeout: 60_000 }

export type TillClient = TillCommands

/** `place`: the practice beside a shop instead of the shop. */
export function connectTill(
  url: string,
  place?: typeof PRACTICE_PLACE | typeof SHOP_PLACE,
): TillCommands {
  const { origin, hash } = new URL(url)
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const client = createTRPCUntypedClient({
    links: [
      httpLink({
        url: `${origin}/trpc`,
        headers: {
          ...{ Authorization: `Bearer ${token}`, Origin: origin },
          ...(place === undefined ? {} : { [PLACE_HEADER]: place }),
        },
        methodOverride: 'POST',
      }),
    ],
  })
  return commandsOf((name, input) => client.query(name, input))
}

/** A free-amount sale, for amounts no product has. */
export async function sellAmount(
  till: TillClient,
  name: string,
  unitGrossClp: number,
): Promise<CommittedSale> {
  return charge(till, freeCart(name, unitGrossClp))
}

export function freeCart(name: string, unitGrossClp: number): Cart {
  const added = applyToCart(EMPTY_CART, {
    ...{ type: 'add-free-line', name, unitGrossClp, isExempt: false },
  })
  if (!added.ok) throw new Error(added.refusal.code)
  return added.value
}

/** For exact cash. */
export async function charge(till: TillClient, cart: Cart): Promise<CommittedSale> {
  const opened = await till.openSale(null)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const sold = await till.commitSale({
    saleId: opened.value.saleId,
    lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
    payments: [{ method: 'EF', amountClp: null, reference: '' }],
    expectedTotalClp: cartTotals(cart).totalClp,
    recipient: null,
  })
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value
}

export async function receiptOf(till: TillClient, saleId: SaleId): Promise<ReceiptDetail> {
  const found = await till.receipt(saleId)
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

/** The core behind its wire, for the hands of a story. */
function wirePort(till: TillClient): CounterPort {
  return {
    productByCode: (code) => till.productByCode(code),
    loadDraft: () => till.loadDraft(),
    saveDraft: (draft) => till.saveDraft(draft),
    parkSale: (input) => till.parkSale(input),
    parkedSales: () => till.parkedSales(),
    recallSale: (input) => till.recallSale(input),
    openSale: (input) => till.openSale(input ?? null),
    commitSale: (input) => till.commitSale(input),
    splitSale: (input) => till.splitSale(input),
    findCredits: (input) => till.findCredits(input),
    openReturn: (saleId) => till.openReturn(saleId),
    commitReturn: (input) => till.commitReturn(input),
    listReceipts: (input) => till.listReceipts(input),
    receipt: (saleId) => till.receipt(saleId),
    reprint: (saleId) => till.reprint(saleId),
    resendFixed: (input) => till.resendFixed(input),
    deleteReceipt: (input) => till.deleteReceipt(input),
    status: () => till.status(),
  }
}

/** Around a till of other processes: time is the world's. */
const AROUND: AroundTheCore = {
  eventually: (look, expected) => expect.poll(look, PATIENT).toEqual(expected),
  setOnline: () => Promise.reject(new Error('this story has no hand in the network')),
  restart: () => Promise.reject(new Error('this story has no hand in the programs')),
}

/** Each remembers the sale they made last. */
export const cashierAt = (till: TillClient): TillDriver =>
  driveTill(portHands(wirePort(till), AROUND))

/**
 * Asks again until it holds; each question is a real exchange, so this never spins idly. Fails
 * after `limitMs`.
 */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  holds: (value: Value) => boolean,
  limitMs = 60_000,
): Promise<Value> {
  const until = performance.now() + limitMs
  for (;;) {
    const value = await ask()
    if (holds(value)) return value
    if (performance.now() > until)
      throw new Error(`not so after ${limitMs} ms; last seen: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
