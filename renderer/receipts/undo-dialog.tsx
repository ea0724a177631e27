import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp } from '#shared/money/clp.ts'
import { CREDIT_ID } from '#shared/payment/payment-method.ts'
import { useUi } from '../stores/till-ui.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { ReceiptDetail } from '#shared/bridge/receipt-views.ts'

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

/** Money comes back in by the way it went out. */
function leadOf({ payments: [payment], toCollectClp }: ReceiptDetail) {
  const amount = { amount: formatClp(toCollectClp), method: payment?.name ?? '' }
  return payment?.method === CREDIT_ID
    ? (['returns.undoCredit', amount] as const)
    : (['returns.undoMoney', amount] as const)
}
