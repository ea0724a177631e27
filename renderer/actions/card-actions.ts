/** Cards at the payment: each goes to the terminal by itself, and is a part once it was charged. */
import { isOpen, isPaid, type CardView } from '#shared/card/attempt.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { tendersOf } from '#shared/selling/open-sale/paying.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { cardDeed } from '#shared/staff/deeds.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { callCore, withDeed } from './counter.ts'

const NONE: readonly CardView[] = []

/** What the core last said of its cards. */
export const cardsOf = (ui: TillUi): readonly CardView[] =>
  ui.status.getState().status?.cards ?? NONE

/** The way to pay whose amounts go to a terminal; undefined without one. */
export const terminalMethod = (ui: TillUi): string | undefined =>
  ui.status.getState().bootstrap?.cardTerminal?.method

/** Of the sale on the screen, what was charged while nobody looked; true where there was any. */
function takePaidCards(ui: TillUi): boolean {
  const { saleId, paying } = ui.cart.getState().sale
  const isTaken = ({ attemptId }: CardView) =>
    paying.given.some((tender) => tender.attemptId === attemptId)
  const found = cardsOf(ui).filter(
    (card) => card.saleId === saleId && isPaid(card.state) && !isTaken(card),
  )
  for (const card of found) ui.payment.getState().takeCard(card)
  return found.length > 0
}

/** Charges what is to be paid by card, one card after another. False = the sale stays open. */
export async function chargeCards(ui: TillUi, approvalId: string | null): Promise<boolean> {
  const isKnown = terminalMethod(ui) !== undefined || cardsOf(ui).length > 0
  if (!isKnown) return true
  // After an answer that was lost the core is asked first what became of it.
  await ui.status.getState().refresh()
  takePaidCards(ui)
  while (hasCardToCharge(ui)) {
    if (openCardOf(ui) !== null) return showCard(ui)
    const charging = ui.payment.getState().chargeCard(approvalId)
    ui.screen.getState().open({ kind: 'card' })
    const card = await charging
    await ui.status.getState().refresh()
    if (card !== null && isPaid(card.state)) ui.payment.getState().takeCard(card)
    else if (card !== null && isOpen(card.state)) return showCard(ui)
    else return closeCard(ui)
  }
  closeCard(ui)
  return true
}

function showCard(ui: TillUi): false {
  ui.screen.getState().open({ kind: 'card' })
  return false
}

function closeCard(ui: TillUi): false {
  const { dialog, close } = ui.screen.getState()
  if (dialog?.kind === 'card') close()
  return false
}

/** Of this sale first: its payment waits for it. */
export function openCardOf(ui: TillUi): CardView | null {
  const { saleId } = ui.cart.getState().sale
  const own = cardsOf(ui).filter((card) => card.saleId === saleId)
  return own.find(({ state }) => isOpen(state)) ?? null
}

function hasCardToCharge(ui: TillUi): boolean {
  const { cart, paying } = ui.cart.getState().sale
  const method = terminalMethod(ui)
  return tendersOf(cartTotals(cart).totalClp, paying, ui.payment.getState().methods).some(
    (tender) => tender.method.id === method && tender.attemptId === undefined,
  )
}

export interface CardWord {
  readonly isCharged: boolean
  /** As it stands on the paper. */
  readonly authorization: string
}

/** What the terminal's paper says, with somebody's PIN. `then` hears what was wrong, or null. */
export function settleCard(
  ui: TillUi,
  { attemptId, amountClp }: CardView,
  word: CardWord,
  then: (trouble: Refusal | null) => void,
): void {
  withDeed(ui, cardDeed(attemptId, word.isCharged, amountClp), (approvalId) => {
    void callCore(ui, ui.port.settleCard({ attemptId, ...word, approvalId })).then(
      async (settled) => {
        await ui.status.getState().refresh()
        then(settled === null || settled.ok ? null : settled.refusal)
      },
    )
  })
}

/**
 * It was charged after all, or a person has said so: a sale that is paid with it goes on by itself.
 * No other card is charged for it without a hand.
 */
export function goOnWithSale(ui: TillUi, confirm: (ui: TillUi) => Promise<void>): void {
  if (takePaidCards(ui) && !hasCardToCharge(ui) && ui.screen.getState().screen === 'payment')
    void confirm(ui)
}

/** The money of a card went back on the terminal: it pays nothing any more. */
export function giveBackCard(
  ui: TillUi,
  { attemptId, amountClp }: Pick<CardView, 'attemptId' | 'amountClp'>,
): void {
  withDeed(ui, cardDeed(attemptId, 'back', amountClp), (approvalId) => {
    void callCore(ui, ui.port.giveBackCard({ attemptId, approvalId })).then(async (given) => {
      if (given?.ok === true) ui.payment.getState().dropCard(attemptId)
      await ui.status.getState().refresh()
    })
  })
}
