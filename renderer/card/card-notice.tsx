import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isOpen, isPaid, OWN_CODES, type CardView } from '#shared/card/attempt.ts'
import { formatClp } from '#shared/money/clp.ts'
import type { CardRefundView } from '#shared/card/refund.ts'
import { REFUND_WAYS, type RefundWay } from '#shared/shifts/card-words.ts'
import { cardsIn, checkCard, giveBackCard } from '../actions/card-actions.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './card.module.css'

export const useCards = () => useStore(useUi().status, cardsIn)

/** At the payment: how the last card of this sale ended, or that nobody knows. */
export function CardOfSale() {
  const ui = useUi()
  const { t } = useTranslation()
  const saleId = useStore(ui.cart, ({ sale }) => sale.saleId)
  const phase = useStore(ui.payment, (state) => state.phase)
  const card = useCards().find((one) => one.saleId === saleId && !isPaid(one.state))
  if (card === undefined || phase === 'card') return null
  if (isOpen(card.state))
    return (
      <Notice tone="wait" testId="card-open">
        <span>{t('card.openHere', { amount: formatClp(card.amountClp) })}</span>
        <AnswerButton />
      </Notice>
    )
  const isUnsent = card.code === OWN_CODES.unsent
  return (
    <Notice tone="bad" testId="card-declined">
      <span>
        {t('card.declined')} {t(reasonOf(card))}
      </span>
      {isUnsent && (
        <Button
          onPress={() => ui.screen.getState().open({ kind: 'card-by-hand' })}
          data-testid="card-by-hand"
        >
          {t('card.byHand')}
        </Button>
      )}
    </Notice>
  )
}

const REASONS = {
  '02': 'card.reasons.host',
  '03': 'card.reasons.connection',
  '07': 'card.reasons.cancelled',
  '10': 'card.reasons.minimum',
  '13': 'card.reasons.closeFirst',
  '22': 'card.reasons.timeout',
  '24': 'card.reasons.paper',
  '67': 'card.reasons.closeFirst',
  '74': 'card.reasons.closeFirst',
  '76': 'card.reasons.closeFirst',
  '77': 'card.reasons.closeFirst',
  [OWN_CODES.unsent]: 'card.reasons.unsent',
  [OWN_CODES.notCharged]: 'card.reasons.notCharged',
} as const

function reasonOf({ code, state }: CardView) {
  if (state === 'declined-by-hand') return 'card.reasons.byHand'
  return code !== null && Object.hasOwn(REASONS, code)
    ? REASONS[code as keyof typeof REASONS]
    : 'card.reasons.refused'
}

function AnswerButton() {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <Button onPress={() => ui.screen.getState().open({ kind: 'card' })} data-testid="card-answer">
      {t('card.answer')}
    </Button>
  )
}

/** In the sheets of a card: what was scanned meanwhile is not in the sale. */
export function ScannedAtCard() {
  const dialog = useStore(useUi().screen, (state) => state.dialog)
  const problem = dialog?.kind === 'card' || dialog?.kind === 'card-by-hand' ? dialog.problem : null
  return <RefusalNotice refusal={problem} testId="card-scanned" />
}

/**
 * On every screen: a card that was charged and pays nothing, one nobody knows the end of, or one
 * that a person's word has sold and the terminal denies.
 */
export function CardBanner() {
  const ui = useUi()
  const saleId = useStore(ui.cart, ({ sale }) => sale.saleId)
  const cards = useCards()
  const card = cards.find(
    (one) => one.saleId !== saleId && (isOpen(one.state) || isPaid(one.state)),
  )
  const refunds = useStore(ui.status, ({ status }) => status?.cardRefunds ?? NO_REFUNDS)
  const refund = refunds.find(({ state }) => state !== 'asked') ?? refunds[0]
  const denied = cards.find(({ state }) => state === 'settled')
  return (
    <>
      {card !== undefined && <Unsettled card={card} />}
      {denied !== undefined && <Denied card={denied} />}
      {refund !== undefined && <Refund refund={refund} />}
    </>
  )
}

const NO_REFUNDS: readonly CardRefundView[] = []

/**
 * Under way nobody has to do anything. Else the money goes back another way, or is seen to have
 * gone; where it came to the card besides, somebody knows.
 */
function Refund({ refund }: { readonly refund: CardRefundView }) {
  const { t } = useTranslation()
  const { ticket, amountClp, state, saidBy = '' } = refund
  const said = { amount: formatClp(amountClp), ticket, by: saidBy }
  if (state === 'asked')
    return (
      <div className={styles.banner}>
        <Notice tone="wait" testId="card-refund-asked">
          {t('card.refundAsked', said)}
        </Notice>
      </div>
    )
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="card-refund">
        <span>{t(REFUND_TEXTS[state], said)}</span>
        <span className={styles.ways}>
          {(state === 'done' ? [undefined] : REFUND_WAYS).map((way) => (
            <WentButton key={way ?? 'done'} refund={refund} way={way} />
          ))}
        </span>
      </Notice>
    </div>
  )
}

const REFUND_TEXTS = {
  refused: 'card.refundRefused',
  person: 'card.refundUnknown',
  done: 'card.refundTwice',
} as const

const WAY_TEXTS = {
  account: 'card.refundWays.account',
  cash: 'card.refundWays.cash',
  other: 'card.refundWays.other',
} as const

interface Went {
  readonly refund: CardRefundView
  readonly way: RefundWay | undefined
}

function WentButton({ refund: { refundId, amountClp }, way }: Went) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <Button
      onPress={() => checkCard(ui, { attemptId: refundId, amountClp }, way)}
      data-testid={way === undefined ? 'card-refund-checked' : `card-refund-${way}`}
    >
      {t(way === undefined ? 'card.checked' : WAY_TEXTS[way])}
    </Button>
  )
}

/** It was sold on a person's word, and the terminal's side says that it was not charged. */
function Denied({ card }: { readonly card: CardView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { ticket, amountClp, saidBy = '' } = card
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="card-denied">
        <span>{t('card.denied', { amount: formatClp(amountClp), ticket, by: saidBy })}</span>
        <Button onPress={() => checkCard(ui, card)} data-testid="card-checked">
          {t('card.checked')}
        </Button>
      </Notice>
    </div>
  )
}

function Unsettled({ card }: { readonly card: CardView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const said = { amount: formatClp(card.leftClp ?? card.amountClp), reference: card.reference }
  return (
    <div className={styles.banner}>
      {isOpen(card.state) ? (
        <Notice tone="wait" testId="card-elsewhere">
          <span>{t('card.openElsewhere', said)}</span>
          <AnswerButton />
        </Notice>
      ) : (
        <Notice tone="bad" testId="card-without-sale">
          <span>
            {t('card.withoutSale', said)}
            {card.saidBy !== undefined && ` ${t('card.saidOtherwise', { by: card.saidBy })}`}
          </span>
          <Button onPress={() => giveBackCard(ui, card)} data-testid="card-given-back">
            {t('card.givenBack')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
