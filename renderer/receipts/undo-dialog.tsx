import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ReceiptDetail } from '#shared/bridge/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { CREDIT_ID } from '#shared/payment/payment-method.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useRefusalText } from '../components/use-texts.ts'

/** Undoes a return that was a mistake. What happens with the money stands here, before the button. */
export function UndoReturnDialog({ approvalId }: { readonly approvalId: string | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { detail, isBusy, trouble } = useStore(ui.receipts)
  const [reason, setReason] = useState('')
  const { close } = ui.screen.getState()
  if (detail === null) return null
  const undo = async () => {
    if (await ui.receipts.getState().undoReturn(reason, approvalId)) close()
  }
  return (
    <Sheet
      role="alertdialog" title={t('returns.undoTitle')} lead={t(...leadOf(detail))} onClose={close} onSubmit={() => void undo()}
      actions={(
        <>
          <Button onPress={close}>{t('returns.undoKeep')}</Button>
          <Button type="submit" look="dangerFull" isDisabled={isBusy} data-testid="undo-confirm">
            {isBusy ? t('returns.undoing') : t('returns.undoConfirm')}
          </Button>
        </>
      )}
    >
      <Field
        label={t('returns.reason')} value={reason} onChange={setReason} maxLength={90} autoFocus testId="undo-reason"
        refusal={trouble?.field === 'reason' ? trouble : null}
      />
      {trouble?.field === null && <Notice tone="bad" testId="undo-trouble">{refusalText(trouble)}</Notice>}
    </Sheet>
  )
}

/** Money comes back in by the way it went out. */
function leadOf({ payments: [payment], toCollectClp }: ReceiptDetail) {
  const amount = { amount: formatClp(toCollectClp), method: payment?.name ?? '' }
  return payment?.method === CREDIT_ID ? ['returns.undoCredit', amount] as const : ['returns.undoMoney', amount] as const
}
