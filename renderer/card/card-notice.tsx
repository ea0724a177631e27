import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isOpen, isPaid, OWN_CODES, type CardView } from '#shared/card/attempt.ts'
import { formatClp } from '#shared/money/clp.ts'
import { cardsIn } from '../actions/card-actions.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'

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

export function AnswerButton() {
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
