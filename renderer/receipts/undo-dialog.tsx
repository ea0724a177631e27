import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp, sumClp } from '#shared/money/clp.ts'
import { CREDIT_ID, isVale } from '#shared/selling/payment/payment-method.ts'
import { useUi } from '../stores/till-ui.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/**
 * Undoes a return that was a mistake. What happens with the money stands here, before the button.
 */
export function UndoReturnDialog({ approvalId }: { readonly approvalId: string | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { detail } = useStore(ui.receipts)
  if (detail === null) return null
  return (
    <ReasonDialog
      title={t('returns.undoTitle')}
      lead={t(...leadOf(detail))}
      label={t('returns.reason')}
      reasonCharsMax={90}
      testName="undo"
      words={{
        keep: t('returns.undoKeep'),
        confirm: t('returns.undoConfirm'),
        working: t('returns.undoing'),
      }}
      onConfirm={(reason) => ui.receipts.getState().undoReturn(reason, approvalId)}
    />
  )
}

/** Money comes back in by the way it went out; a vale or a credit that was given ends. */
function leadOf({ payments }: ReceiptDetail) {
  const ofMoney = payments.filter(
    (each) => each.method !== CREDIT_ID && !isVale({ id: each.method }),
  )
  const sumOf = (some: typeof payments) => formatClp(sumClp(some.map((each) => each.toCollectClp)))
  const amount = {
    amount: sumOf(ofMoney),
    method: ofMoney.map(({ name }) => name).join(', '),
    kept: sumOf(payments.filter((each) => !ofMoney.includes(each))),
  }
  const hasVale = payments.some(({ method }) => isVale({ id: method }))
  if (ofMoney.length === 0)
    return [hasVale ? 'returns.undoVale' : 'returns.undoCredit', { amount: amount.kept }] as const
  return [hasVale ? 'returns.undoMoneyAndVale' : 'returns.undoMoney', amount] as const
}
