/** Credit notes at the payment: named by whoever brings them, never chosen from a list. */
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { notesDeed } from '#shared/staff/deeds.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { callCore, withDeed } from './counter.ts'

/** What is wrong, or null once it pays; its dialog closes then. */
export async function payWithCredit(
  ui: TillUi,
  text: string,
  takesRest: boolean,
): Promise<Refusal | null> {
  const problem = await take(ui, text, takesRest)
  if (problem !== null) ui.sounds.refuse()
  else if (ui.screen.getState().dialog?.kind === 'credit') ui.screen.getState().close()
  return problem
}

/** Of one buyer's notes the oldest that does not pay here yet. */
async function take(ui: TillUi, text: string, takesRest: boolean): Promise<Refusal | null> {
  const tried = await callCore(ui, ui.port.findCredits({ text }))
  const isShops = tried?.ok === false && tried.refusal.code === 'WORTH_ASKS_SHOP'
  const found = isShops ? await callCore(ui, ui.port.findCreditsInShop({ text })) : tried
  if (found === null) return null
  if (!found.ok) return found.refusal
  const { given } = ui.cart.getState().sale.paying
  const [first] = found.value
  const credit = found.value.find((each) => !given.some((part) => part.creditId === each.creditId))
  return credit === undefined
    ? refusal('CREDIT_TWICE', 'text', { name: first?.name ?? '' })
    : ui.payment.getState().takeCredit(credit, takesRest)
}

/** Somebody who may give the money back allows the notes of this sale, and it is charged. */
export function askForNotes(
  ui: TillUi,
  right: 'refund' | 'beyondLimits',
  then: (approvalId: string | null) => void,
): void {
  const { saleId, cart, paying } = ui.cart.getState().sale
  const notes = paying.given.flatMap(({ creditId, amountClp }) =>
    creditId === undefined ? [] : [{ creditId, takenClp: amountClp ?? 0 }],
  )
  withDeed(ui, notesDeed(saleId, cartTotals(cart).totalClp, notes, right), then)
}
