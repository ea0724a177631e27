import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Printer, PrinterX } from 'lucide-react'
import { ActionButton } from '../kit/action-button.tsx'
import { paperOf } from '../actions/page-actions.ts'
import { useUi } from '../stores/till-ui.ts'

/** Whether this sale is printed; nothing where the shop always prints, or there is no page. */
export function PaperChoice() {
  const ui = useUi()
  const { t } = useTranslation()
  // Each of them may turn the answer.
  useStore(ui.status, ({ status }) => status)
  useStore(ui.customers, ({ mailedRut }) => mailedRut)
  useStore(ui.payment, ({ onPaper }) => onPaper)
  useStore(ui.cart, ({ sale }) => sale)
  const onPaper = paperOf(ui)
  if (onPaper === null) return null
  const Icon = onPaper ? Printer : PrinterX
  return (
    <ActionButton
      action="paper"
      variant={onPaper ? 'quiet' : 'primary'}
      icon={<Icon size={19} aria-hidden="true" />}
      data-testid="paper-choice"
    >
      {t(onPaper ? 'pages.withPaper' : 'pages.withoutPaper')}
    </ActionButton>
  )
}
