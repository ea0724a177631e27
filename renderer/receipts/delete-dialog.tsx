import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp } from '#shared/money/clp.ts'
import { isExemptType, type DocumentType } from '#shared/core/document-type.ts'
import { useUi } from '../stores/till-ui.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { SpokenDocument, useCoreWords } from '../kit/use-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/**
 * Takes a pending receipt back. What it means for the money and the paper stands here, before the
 * button.
 */
export function DeleteReceiptDialog({ approvalId }: { readonly approvalId: string | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const words = useCoreWords()
  const { detail } = useStore(ui.receipts)
  if (detail === null) return null
  const { folio, documentType } = detail
  const voucher = detail.parts.find(({ documentedBy }) => documentedBy === 'voucher')
  const title = folio === null ? t('delete.titlePending') : t(titleOf(documentType), { folio })
  return (
    <SpokenDocument value={documentType}>
      <ReasonDialog
        title={namedInvoice(title, documentType, words)}
        lead={[
          t('delete.lead', { amount: formatClp(detail.toCollectClp) }),
          ...(voucher === undefined
            ? []
            : [t('delete.voucher', { amount: formatClp(voucher.totalClp) })]),
        ].join(' ')}
        label={t('mend.reason')}
        reasonCharsMax={200}
        testName="delete"
        words={{
          keep: t('delete.keep'),
          confirm: t('delete.confirm'),
          working: t('delete.working'),
        }}
        onConfirm={(reason) => ui.receipts.getState().deleteReceipt(reason, approvalId)}
      />
    </SpokenDocument>
  )
}

function titleOf(documentType: DocumentType) {
  return isExemptType(documentType) ? 'delete.titleExempt' : 'delete.title'
}
