import { MessageCircle } from 'lucide-react'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import { ActionButton } from '../kit/action-button.tsx'

/** In the list of receipts; only where there is a page to send. */
export function WhatsappButton({ detail }: { readonly detail: Pick<ReceiptDetail, 'hasPage'> }) {
  if (!detail.hasPage) return null
  return (
    <ActionButton
      action="whatsappAgain"
      icon={<MessageCircle size={19} aria-hidden="true" />}
      data-testid="whatsapp"
    />
  )
}
