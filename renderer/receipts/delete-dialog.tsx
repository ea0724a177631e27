import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp } from '#shared/money/clp.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useRefusalText } from '../components/use-texts.ts'

/** Takes a pending receipt back. What it means for the money and the paper stands here, before the button. */
export function DeleteReceiptDialog({ approvalId }: { readonly approvalId: string | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { detail, isBusy, trouble } = useStore(ui.receipts)
  const [reason, setReason] = useState('')
  const { close } = ui.screen.getState()
  if (detail === null) return null
  const remove = async () => {
    if (await ui.receipts.getState().deleteReceipt(reason, approvalId)) close()
  }
  const { folio, documentType } = detail
  const title = folio === null ? t('delete.titlePending') : t(documentType === '41' ? 'delete.titleExempt' : 'delete.title', { folio })
  return (
    <Sheet
      role="alertdialog" title={title}
      lead={t('delete.lead', { amount: formatClp(detail.toCollectClp) })} onClose={close} onSubmit={() => void remove()}
      actions={(
        <>
          <Button onPress={close}>{t('delete.keep')}</Button>
          <Button type="submit" look="dangerFull" isDisabled={isBusy} data-testid="delete-confirm">
            {isBusy ? t('delete.working') : t('delete.confirm')}
          </Button>
        </>
      )}
    >
      <Field
        label={t('mend.reason')} value={reason} onChange={setReason} maxLength={200} autoFocus testId="delete-reason"
        refusal={trouble?.field === 'reason' ? trouble : null}
      />
      {trouble?.field === null && <Notice tone="bad" testId="delete-trouble">{refusalText(trouble)}</Notice>}
    </Sheet>
  )
}
