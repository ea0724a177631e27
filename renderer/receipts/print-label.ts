import { useTranslation } from 'react-i18next'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/**
 * What the key that prints puts out now; null = nothing. A sale without paper has its original to
 * come, and before there is a folio the slip its customer leaves with.
 */
export function printOf({
  receiptPrintState,
  deletion,
  folio,
  documentedBy,
}: Pick<ReceiptDetail, 'receiptPrintState' | 'deletion' | 'folio' | 'documentedBy'>):
  | 'copy'
  | 'original'
  | 'slip'
  | null {
  if (deletion === 'asked' || deletion === 'done') return null
  const isIssued = folio !== null || documentedBy !== 'receipt'
  if (receiptPrintState === 'unwanted') return isIssued ? 'original' : 'slip'
  return isIssued ? 'copy' : null
}

/** The words of that key, where they are not those of its action: a copy of nothing is none. */
export function usePrintLabel(detail: ReceiptDetail | null): { readonly children?: string } {
  const { t } = useTranslation()
  const prints = detail === null ? null : printOf(detail)
  if (prints === 'original') return { children: t('pages.printNow') }
  return prints === 'slip' ? { children: t('pages.printSlip') } : {}
}
