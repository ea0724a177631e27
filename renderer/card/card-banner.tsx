/** What every screen says of cards and of money on its way back to one. */
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isOpen, isPaid, type CardView } from '#shared/card/attempt.ts'
import type { CardRefundView } from '#shared/card/refund.ts'
import { formatClp } from '#shared/money/clp.ts'
import { REFUND_WAYS, type RefundWay } from '#shared/shifts/refund-ways.ts'
import { checkCard, giveBackCard } from '../actions/card-actions.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { AnswerButton, useCards } from './card-notice.tsx'
import styles from './card.module.css'

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
