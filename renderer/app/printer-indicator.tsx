/** The printer in the status bar, and the way out while it cannot print. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Printer, PrinterX } from 'lucide-react'
import type { TillStatus } from '#shared/bridge/views.ts'
import { useCodeText } from '../kit/use-texts.ts'
import { Button as MoveButton } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { useLasting } from '../kit/use-lasting.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './app.module.css'
import { Explained, showing } from './indicator.tsx'

const PRINTER_FIELDS = [
  'printerId',
  'printerTrouble',
  'printQueueCount',
  'fallbackPrinterId',
  'paperIsLow',
] as const

export const PrinterIndicator = showing(PRINTER_FIELDS, function PrinterIndicator({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const codeText = useCodeText()
  const name = useStore(
    ui.status,
    (state) => state.bootstrap?.printers.find((printer) => printer.id === status?.printerId)?.name,
  )
  const trouble = status?.printerTrouble ?? null
  const isStuck = useLasting(trouble !== null)
  const queued = status?.printQueueCount ?? 0
  const isLow = trouble === null && status?.paperIsLow === true
  return (
    <Explained
      tone={isStuck ? 'wait' : null}
      testId="printer"
      title={name ?? t('printer.title')}
      label={
        <>
          <Printer size={18} aria-hidden="true" />
          {printerText(t, { trouble, queued, isLow })}
        </>
      }
    >
      <p>
        {codeText(trouble) ?? t(trouble === null ? 'printer.readyText' : 'printer.troubleText')}
      </p>
      {queued > 0 && <p className={styles.popoverMeta}>{t('printer.queued', { count: queued })}</p>}
      {isLow && <p>{t('printer.lowText')}</p>}
      <PrintElsewhere status={status} />
    </Explained>
  )
})

interface Printing {
  readonly trouble: TillStatus['printerTrouble']
  readonly queued: number
  readonly isLow: boolean
}

function printerText(t: TFunction, { trouble, queued, isLow }: Printing): string {
  if (trouble === 'PRINTER_NOT_CHOSEN') return t('printer.missing')
  if (trouble !== null) return t('printer.trouble')
  if (queued > 0) return t('printer.queued', { count: queued })
  return t(isLow ? 'printer.low' : 'printer.ready')
}

const UNPRINTED_FIELDS = ['unprintedCount', 'unprintedReports'] as const

/** Paper has a place of its own: a receipt that is issued and that nobody holds is not in order. */
export const Unprinted = showing(UNPRINTED_FIELDS, function Unprinted({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const sales = status?.unprintedCount ?? 0
  const count = sales + (status?.unprintedReports ?? 0)
  if (count === 0) return null
  const show = () => {
    if (sales === 0) return ui.screen.getState().go('shift')
    void ui.receipts.getState().setOnlyUnprinted(true, true)
    ui.screen.getState().go('receipts')
  }
  return (
    <PressButton
      className={`${styles.indicator} ${styles.toneBad}`}
      onPress={show}
      data-testid="unprinted-count"
      data-count={count}
    >
      <PrinterX size={18} aria-hidden="true" />
      {t('status.unprinted', { count })}
    </PressButton>
  )
})

/** The way out while the printer cannot print: the papers it has not begun go to the other one. */
function PrintElsewhere({ status }: { readonly status: TillStatus | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const other = useStore(ui.status, (state) =>
    state.bootstrap?.printers.find((printer) => printer.id === status?.fallbackPrinterId),
  )
  if (status === null || other === undefined) return null
  const move = () => {
    ui.port
      .movePapers({ fromPrinterId: status.printerId, toPrinterId: other.id })
      .catch(() => ui.status.setState({ link: 'down' }))
  }
  return (
    <MoveButton onPress={move} data-testid="print-elsewhere">
      {t('printers.moveTo', { name: other.name })}
    </MoveButton>
  )
}
