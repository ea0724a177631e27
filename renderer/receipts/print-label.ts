import { useTranslation } from 'react-i18next'
import type { ReceiptDetail } from '#shared/bridge/receipt-views.ts'

/** For the key that prints: of a sale without paper it prints the original, a copy of nothing. */
export function usePrintLabel(detail: ReceiptDetail | null): { readonly children?: string } {
  const { t } = useTranslation()
  return detail?.receiptPrintState === 'unwanted' ? { children: t('pages.printNow') } : {}
}
