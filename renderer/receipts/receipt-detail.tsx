import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Copy, RotateCw } from 'lucide-react'
import { isRefusalCode, refusal, refusalText } from '#shared/core/refusals.ts'
import type { ReceiptDetail } from '#shared/bridge/views.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import { printDate, santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useUi } from '../app/till-ui.ts'
import { Notice } from '../components/notice.tsx'
import { useLanguage, useRefusalText } from '../components/use-texts.ts'
import { Mend } from './mend.tsx'
import { PaperView, PaperWithState } from './paper.tsx'
import { issueTone } from './state-words.ts'
import styles from './receipts.module.css'

export function ReceiptDetailPane() {
  const ui = useUi()
  const { t } = useTranslation()
  const detail = useStore(ui.receipts, (state) => state.detail)
  if (detail === null) return <div className={styles.paperLoading} aria-busy="true" role="img" aria-label={t('common.loading')} />
  return (
    <div className={styles.detail}>
      <section className={styles.body} aria-label={t('receipts.detail')} tabIndex={0}>
        <Headline detail={detail} />
        <StateBox detail={detail} />
        <Actions detail={detail} />
        <Mend detail={detail} />
        <Lines detail={detail} />
        <Sums detail={detail} />
      </section>
      <aside className={styles.papers} aria-label={t('receipts.papers')} tabIndex={0}>
        {detail.papers.length === 0
          ? <PaperView paper={null} />
          : detail.papers.map((paper) => <PaperWithState key={paper.jobId} paper={paper} />)}
      </aside>
    </div>
  )
}

function Headline({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  return (
    <header className={styles.headline}>
      <h2 className={styles.headTitle}>
        {detail.folio === null ? t('receipts.noFolio') : t('receipts.folio', { folio: detail.folio })}
      </h2>
      <span className={styles.headTotal}>{formatClp(detail.totalClp)}</span>
      <p className={styles.headMeta}>
        {t(`documents.${detail.documentType}`)} · {printDate(santiagoDate(detail.soldAt))} {santiagoTime(detail.soldAt).slice(0, 5)}
        <span className={styles.reference}>{detail.externalReference}</span>
      </p>
    </header>
  )
}

/** The state in words, what it means, and the last thing that went wrong while it is not yet right. */
function StateBox({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const cause = useCause(detail)
  return (
    <div className={`${styles.stateBox} ${styles[issueTone(detail.issueState)]}`} role="status" data-testid="detail-state">
      <p className={styles.stateName}>
        {detail.folio === null ? t(`issue.${detail.issueState}.name`) : t('result.issued', { folio: detail.folio })}
      </p>
      <p>{t(`issue.${detail.issueState}.text`)}</p>
      {cause !== null && <p>{cause}</p>}
      {detail.attempts > 1 && detail.folio === null && <p>{t('receipts.attempts', { count: detail.attempts })}</p>}
    </div>
  )
}

function useCause(detail: ReceiptDetail): string | null {
  const language = useLanguage()
  const { issueState, lastErrorCode, lastErrorText } = detail
  if (issueState === 'numbered' || lastErrorCode === null) return null
  if (!isRefusalCode(lastErrorCode)) return lastErrorText
  return refusalText(refusal(lastErrorCode, null, { detail: lastErrorText ?? '' }), language)
}

/** Only what helps in this state. */
function Actions({ detail }: { readonly detail: ReceiptDetail }) {
  const ui = useUi()
  const refusalText = useRefusalText()
  const { isBusy, trouble } = useStore(ui.receipts)
  const paperWaits = detail.papers.some((paper) => ['held', 'failed', 'unknown'].includes(paper.state))
  const isUnsent = detail.issueState !== 'numbered'
  return (
    <>
      <div className={styles.actions}>
        {(isUnsent || paperWaits) && (
          <ActionButton action="retryNow" look="primary" isDisabled={isBusy} icon={<RotateCw size={19} aria-hidden="true" />} data-testid="retry" />
        )}
        <ActionButton action="reprint" isDisabled={isBusy || detail.folio === null} icon={<Copy size={19} aria-hidden="true" />} data-testid="reprint" />
      </div>
      {trouble?.field === null && <Notice tone="bad" testId="receipt-trouble">{refusalText(trouble)}</Notice>}
    </>
  )
}

function Lines({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('receipts.product')}</th>
          <th scope="col" className={styles.number}>{t('receipts.quantity')}</th>
          <th scope="col" className={styles.number}>{t('receipts.price')}</th>
          <th scope="col">{t('cart.total')}</th>
        </tr>
      </thead>
      <tbody>
        {detail.lines.map((line, index) => (
          <tr key={index}>
            <td>
              {line.name}
              {line.isExempt && <span className={styles.lineNote}>{t('sale.exempt')}</span>}
              {line.discountClp > 0 && (
                <span className={styles.lineNote}>{t('cart.lineDiscount', { amount: formatClp(clp(-line.discountClp)) })}</span>
              )}
            </td>
            <td className={styles.number}>{formatQuantity(line.quantity)}</td>
            <td className={styles.number}>{formatClp(line.unitGrossClp)}</td>
            <td>{formatClp(line.grossClp)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.sums}>
      {detail.netoClp > 0 && <Sum label={t('cart.neto')} amount={detail.netoClp} />}
      {detail.ivaClp > 0 && <Sum label={t('cart.iva')} amount={detail.ivaClp} />}
      {detail.exentoClp > 0 && <Sum label={t('cart.exento')} amount={detail.exentoClp} />}
      <Sum label={t('cart.total')} amount={detail.totalClp} isTotal />
      {detail.roundingClp !== 0 && <Sum label={t('payment.rounding')} amount={detail.roundingClp} />}
      <Sum label={t(`methods.${detail.paymentMethod}`)} amount={detail.tenderedClp} />
      {detail.changeClp > 0 && <Sum label={t('payment.change')} amount={detail.changeClp} />}
    </dl>
  )
}

function Sum({ label, amount, isTotal = false }: { readonly label: string; readonly amount: Clp; readonly isTotal?: boolean }) {
  return <div className={isTotal ? styles.sumTotal : undefined}><dt>{label}</dt><dd>{formatClp(amount)}</dd></div>
}
