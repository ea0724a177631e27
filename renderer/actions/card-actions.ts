/** Cards at the payment: each goes to the terminal by itself, and is a part once it was charged. */
import { isOpen, isPaid, type CardView } from '#shared/card/attempt.ts'
import type { RefundWay } from '#shared/shifts/refund-ways.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { formatClp, sumClp, type Clp } from '#shared/money/clp.ts'
import { settleTyped, tendersOf } from '#shared/selling/open-sale/paying.ts'
import type { Payment } from '#shared/selling/payment/payment.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { cardDeed } from '#shared/staff/deeds.ts'
import type { StatusState } from '../stores/status-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { callCore, withDeed } from './counter.ts'

const NONE: readonly CardView[] = []

/** What the core last said of its cards. */
export const cardsIn = ({ status }: Pick<StatusState, 'status'>): readonly CardView[] =>
  status?.cards ?? NONE
const cardsOf = (ui: TillUi) => cardsIn(ui.status.getState())

/** The way to pay whose amounts go to a terminal; undefined without one. */
const terminalMethod = (ui: TillUi): string | undefined =>
  ui.status.getState().bootstrap?.cardTerminal?.method

/** The sale on the screen as it would be paid now; no parts where it cannot be. */
function settledOf(ui: TillUi): readonly Payment[] {
  const { cart, paying } = ui.cart.getState().sale
  const settled = settleTyped(cartTotals(cart).totalClp, paying, ui.payment.getState().methods)
  return settled.ok ? settled.value : []
}

/** In words that are the same for the same way to pay. */
const planOf = (ui: TillUi): string =>
  JSON.stringify(settledOf(ui).map(({ method, totalClp, tipClp }) => [method, totalClp, tipClp]))

const isPart = (ui: TillUi, attemptId: string): boolean =>
  ui.cart.getState().sale.paying.given.some((tender) => tender.attemptId === attemptId)

/**
 * What was charged for the sale on the screen is a part of it. Where that is another way to pay
 * than the one in sight, it is said.
 */
function takePaidCards(ui: TillUi): void {
  const { hold, sale } = ui.cart.getState()
  if (hold === 'elsewhere') return
  const before = planOf(ui)
  const found = cardsOf(ui).filter(
    ({ attemptId, saleId, state }) =>
      saleId === sale.saleId && isPaid(state) && !isPart(ui, attemptId),
  )
  for (const card of found) ui.payment.getState().takeCard(card)
  const taken = found.filter(({ attemptId }) => isPart(ui, attemptId))
  if (taken.length === 0 || planOf(ui) === before) return
  if (ui.screen.getState().screen !== 'payment') return
  const amount = formatClp(sumClp(taken.map(({ amountClp }) => amountClp)))
  ui.payment.setState({ troubles: { form: refusal('CARD_FOUND_CHARGED', null, { amount }) } })
  ui.sounds.refuse()
}

/** What was said of a card that has changed how the sale is paid, or null. */
function foundOf(ui: TillUi): Refusal | null {
  const { form } = ui.payment.getState().troubles
  return form?.code === 'CARD_FOUND_CHARGED' ? form : null
}

/** Whatever the screen shows, until the returned function is called. */
export function followCards(ui: TillUi): () => void {
  const look = () => {
    const { phase } = ui.payment.getState()
    // What may have been charged already stays as it was until the pay key has asked.
    if (phase === 'idle' || phase === 'card') takePaidCards(ui)
  }
  const stops = [
    ui.status.subscribe(({ status, bootstrap }, before) => {
      if (status !== before.status || bootstrap !== before.bootstrap) look()
    }),
    ui.cart.subscribe(({ sale, hold }, before) => {
      if (sale.saleId !== before.sale.saleId || hold !== before.hold) look()
    }),
    ui.payment.subscribe(({ phase }, before) => {
      if (phase !== before.phase) look()
    }),
  ]
  look()
  return () => stops.forEach((stop) => stop())
}

/** Charges what is to be paid by card, one card after another. False = the sale stays open. */
export async function chargeCards(ui: TillUi, approvalId: string | null): Promise<boolean> {
  const isKnown = terminalMethod(ui) !== undefined || cardsOf(ui).length > 0
  if (!isKnown) return true
  // After an answer that was lost the core is asked first what became of it.
  const before = foundOf(ui)
  await ui.status.getState().refresh()
  takePaidCards(ui)
  const found = foundOf(ui)
  if (found !== null && found !== before) return false
  // Between two cards, and until the sale is charged, nothing is over yet.
  ui.payment.setState({ isCharging: true })
  const isCharged = await chargeEach(ui, approvalId)
  ui.payment.setState({ isCharging: false })
  return isCharged
}

async function chargeEach(ui: TillUi, approvalId: string | null): Promise<boolean> {
  while (hasCardToCharge(ui)) {
    if (openCardOf(ui) !== null) return showCard(ui)
    const charging = ui.payment.getState().chargeCard(approvalId)
    ui.screen.getState().open({ kind: 'card' })
    const card = await charging
    await ui.status.getState().refresh()
    if (card !== null && isPaid(card.state)) ui.payment.getState().takeCard(card)
    takePaidCards(ui)
    if (card === null || !isPart(ui, card.attemptId))
      return card !== null && isOpen(card.state) ? showCard(ui) : closeCard(ui)
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
function openCardOf(ui: TillUi): CardView | null {
  const { saleId } = ui.cart.getState().sale
  const own = cardsOf(ui).filter((card) => card.saleId === saleId)
  return own.find(({ state }) => isOpen(state)) ?? null
}

/** Where among the parts the next card stands that has still to be charged; -1 for none. */
function nextCardOf(ui: TillUi): number {
  const { cart, paying } = ui.cart.getState().sale
  const method = terminalMethod(ui)
  return tendersOf(cartTotals(cart).totalClp, paying, ui.payment.getState().methods).findIndex(
    (tender) => tender.method.id === method && tender.attemptId === undefined,
  )
}

const hasCardToCharge = (ui: TillUi): boolean => nextCardOf(ui) >= 0

/** What the next card is charged with; null where nothing is to be paid by one. */
export function cardDueClp(ui: TillUi): Clp | null {
  const { toCollectClp = null } = settledOf(ui)[nextCardOf(ui)] ?? {}
  return toCollectClp
}

/**
 * What would be added now is not in what the card is being charged with, on the terminal's side of
 * the cable or by hand. True = it was refused, and is said where the cashier looks.
 */
export function refusesAtCard(ui: TillUi): boolean {
  const { dialog, open } = ui.screen.getState()
  const isShown = dialog?.kind === 'card' || dialog?.kind === 'card-by-hand'
  if (!isShown && !ui.payment.getState().isCharging) return false
  if (isShown) open({ ...dialog, problem: refusal('SCAN_DURING_CARD') })
  ui.sounds.refuse()
  return true
}

interface CardWord {
  readonly isCharged: boolean
  /** As it stands on the paper. */
  readonly authorization: string
}

type Confirm = (ui: TillUi) => Promise<void>

/**
 * What the terminal's paper says, with somebody's PIN; its sale goes on then. Where the terminal
 * has said so before, it does as well. `then` hears what was wrong, or null.
 */
export function settleCard(
  ui: TillUi,
  { attemptId, amountClp }: CardView,
  word: CardWord,
  confirm: Confirm,
  then: (trouble: Refusal | null) => void,
): void {
  withDeed(ui, cardDeed(attemptId, word.isCharged, amountClp), (approvalId) => {
    void callCore(ui, ui.port.settleCard({ attemptId, ...word, approvalId })).then(
      async (settled) => {
        await ui.status.getState().refresh()
        const isEnded = settled?.ok === true || isMovedOn(settled)
        // The question for the PIN may have taken the place of the sheet that would go on.
        if (isEnded) goOnWithSale(ui, attemptId, confirm)
        then(settled === null || settled.ok || isEnded ? null : settled.refusal)
      },
    )
  })
}

const isMovedOn = (answer: Result<CardView, Refusal> | null): boolean =>
  answer?.ok === false && answer.refusal.code === 'CARD_MOVED_ON'

/**
 * That card was charged after all, or a person has said so: the sale that is paid with it goes on
 * by itself, once. No other card is charged for it without a hand, and no way to pay is meant that
 * the card has changed.
 */
export function goOnWithSale(ui: TillUi, attemptId: string, confirm: Confirm): void {
  takePaidCards(ui)
  const { phase, isCharging, wentOnWith } = ui.payment.getState()
  if (ui.screen.getState().screen !== 'payment' || isCharging || phase === 'committing') return
  const isMeant = wentOnWith !== attemptId && foundOf(ui) === null
  if (!isMeant || !isPart(ui, attemptId) || hasCardToCharge(ui)) return
  ui.payment.setState({ wentOnWith: attemptId })
  void confirm(ui)
}

/** While no terminal has it. `then` hears what was wrong, or null. */
export function cancelCard(
  ui: TillUi,
  { attemptId }: CardView,
  then: (trouble: Refusal | null) => void,
): void {
  void callCore(ui, ui.port.cancelCard({ attemptId })).then(async (asked) => {
    await ui.status.getState().refresh()
    then(asked === null || asked.ok || isCardGone(asked.refusal) ? null : asked.refusal)
  })
}

const isCardGone = ({ code }: Refusal) => code === 'CARD_MOVED_ON'

/**
 * Somebody has seen to it that the terminal denies what a person said; of a refund, by its id, how
 * its money went.
 */
export function checkCard(
  ui: TillUi,
  { attemptId, amountClp }: Pick<CardView, 'attemptId' | 'amountClp'>,
  way?: RefundWay,
): void {
  withDeed(ui, cardDeed(attemptId, 'check', amountClp), (approvalId) => {
    const seen = { attemptId, approvalId, ...(way && { way }) }
    void callCore(ui, ui.port.checkCard(seen)).then(async (checked) => {
      await ui.status.getState().refresh()
      if (checked?.ok === false && !isMovedOn(checked)) complain(ui, checked.refusal)
    })
  })
}

/**
 * The money of a card went back on the terminal: it pays nothing any more. Said again, because an
 * answer was lost, it is as true.
 */
export function giveBackCard(
  ui: TillUi,
  { attemptId, amountClp, leftClp }: Pick<CardView, 'attemptId' | 'amountClp' | 'leftClp'>,
): void {
  withDeed(ui, cardDeed(attemptId, 'back', leftClp ?? amountClp), (approvalId) => {
    void callCore(ui, ui.port.giveBackCard({ attemptId, approvalId })).then(async (given) => {
      // First what the core says now: the part would be taken again by what it said before.
      await ui.status.getState().refresh()
      if (given?.ok === true || isMovedOn(given)) ui.payment.getState().dropCard(attemptId)
      else if (given !== null) complain(ui, given.refusal)
    })
  })
}

function complain(ui: TillUi, problem: Refusal): void {
  if (ui.screen.getState().screen === 'payment')
    ui.payment.setState({ troubles: { form: problem } })
  else ui.cart.getState().complain({ refusal: problem, lineNumber: null })
  ui.sounds.refuse()
}
