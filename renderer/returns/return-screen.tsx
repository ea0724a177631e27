import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowLeft } from 'lucide-react'
import { formatClp } from '#shared/money/clp.ts'
import type { ReturnableSale } from '#shared/returns/views.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { useMethodName } from '../payment/method-name.ts'
import { SpokenDocument, useDocumentWords } from '../kit/use-texts.ts'
import { OutsidePart } from './outside-part.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { ReturnLine } from './return-line.tsx'
import styles from './returns.module.css'

/** The original receipt, line by line, and what of it comes back. */
export function ReturnScreen() {
  const documentType = useStore(useUi().returns, (state) => state.sale?.documentType)
  return (
    <SpokenDocument value={documentType ?? '39'}>
      <Returned />
    </SpokenDocument>
  )
}

function Returned() {
  const ui = useUi()
  const say = useDocumentWords()
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const sale = useStore(ui.returns, (state) => state.sale)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (sale === null) return null
  const methods = sale.payments.map(({ method, name }) => nameOf({ id: method, name })).join(' + ')
  return (
    <main className={styles.screen}>
      <section className={styles.side} aria-label={say(t('returns.lines'))}>
        <header className={styles.head}>
          <ActionButton
            action="leaveReturn"
            variant="quiet"
            icon={<ArrowLeft size={20} aria-hidden="true" />}
          >
            {t('actions.back')}
          </ActionButton>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {sale.documentedBy === 'voucher'
              ? t('returns.titleVoucher')
              : sale.folio === null
                ? say(t('returns.titlePending'))
                : say(t(titleOf(sale.documentType), { folio: sale.folio }))}
          </h1>
        </header>
        <div className={styles.about}>
          <p className={styles.small}>
            {sale.soldAt === null
              ? t('returns.outsideSale', {
                  date: printDate(sale.date),
                  total: formatClp(sale.totalClp),
                })
              : t('returns.sale', {
                  date: printDate(santiagoDate(sale.soldAt)),
                  time: santiagoTime(sale.soldAt).slice(0, 5),
                  total: formatClp(sale.totalClp),
                  methods,
                })}
            {sale.customerName !== null && ` · ${sale.customerName}`}
          </p>
          <ActionButton action="returnAll" data-testid="return-all" />
        </div>
        {sale.outside === undefined ? (
          <ul className={styles.lines} tabIndex={-1}>
            {sale.lines.map((line) => (
              <ReturnLine key={line.lineNumber} line={line} />
            ))}
          </ul>
        ) : (
          <OutsidePart outside={sale.outside} />
        )}
      </section>
      <RefundPanel />
    </main>
  )
}

function titleOf(documentType: ReturnableSale['documentType']) {
  return isExemptType(documentType) ? 'returns.titleExempt' : 'returns.title'
}
