import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp } from '#shared/money/clp.ts'
import { isInvoice, type DocumentType } from '#shared/document/document-type.ts'
import { useUi } from '../stores/till-ui.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/**
 * Takes a pending receipt back. What it means for the money and the paper stands here, before the
 * button.
 */
export function DeleteReceiptDialog({ approvalId }: { readonly approvalId: string | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { detail } = useStore(ui.receipts)
  if (detail === null) return null
  const { folio, documentType } = detail
  const title = folio === null ? t('delete.titlePending') : t(titleOf(documentType), { folio })
  return (
    <ReasonDialog
      title={title}
      lead={t('delete.lead', { amount: formatClp(detail.toCollectClp) })}
      label={t('mend.reason')}
      reasonCharsMax={200}
      testName="delete"
      words={{ keep: t('delete.keep'), confirm: t('delete.confirm'), working: t('delete.working') }}
      onConfirm={(reason) => ui.receipts.getState().deleteReceipt(reason, approvalId)}
    />
  )
}

function titleOf(documentType: DocumentType) {
  if (isInvoice(documentType)) return 'invoice.delete'
  return documentType === '41' ? 'delete.titleExempt' : 'delete.title'
}
