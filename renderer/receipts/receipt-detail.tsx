import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Copy, FileSymlink, Gift, RotateCw, ShieldCheck, Trash2, Undo2 } from 'lucide-react'
import type { TFunction } from 'i18next'
import { isInvoice } from '#shared/core/document-type.ts'
import { clp, formatClp, sumClp, type Clp } from '#shared/money/clp.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import type { SalePart } from '#shared/selling/sale/voucher-part.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { WhatsappButton } from '../pages/whatsapp-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useMethodName } from '../payment/method-name.ts'
import { SpokenDocument, useDocumentRefusalText, useDocumentWords } from '../kit/use-texts.ts'
import { auditDetailText } from '../staff/audit-detail-text.ts'
import { StateBox } from './detail-state.tsx'
import { CopyTold, GiftTold } from './copy-told.tsx'
import { Mend } from './mend.tsx'
import { PaperView, PaperWithState } from './paper.tsx'
import { PaperQuestions } from './paper-question.tsx'
import { printOf, usePrintLabel } from './print-label.ts'
import { Returns } from './returns-of.tsx'
import {
  folioOf,
  isChangeable,
  isDeletable,
  isReturnable,
  isUndoable,
  titleOf,
} from '../actions/state-words.ts'
import { MailButton, SaleMails } from '../mail/sale-mails.tsx'
import { SavePdf } from '../kit/save-pdf.tsx'
import { discountLabel, discountText } from '../sale/discount-text.ts'
import styles from './receipts.module.css'
import type { AllowedAction, ReceiptDetail } from '#shared/receipts/views.ts'

export function ReceiptDetailPane() {
  const ui = useUi()
  const { t } = useTranslation()
  const detail = useStore(ui.receipts, (state) => state.detail)
  const trouble = useStore(ui.receipts, (state) => state.trouble)
  if (detail === null && trouble?.code === 'RECEIPT_NOT_SEEN')
    return (
      <div className={styles.body}>
        <RefusalNotice refusal={trouble} testId="receipt-not-seen" />
      </div>
    )
  if (detail === null)
    return (
      <div
        className={styles.paperLoading}
        aria-busy="true"
        role="img"
        aria-label={t('common.loading')}
      />
    )
  return (
    <SpokenDocument value={spokenOf(detail)}>
      <Detail detail={detail} />
    </SpokenDocument>
  )
}

/** A note corrects what it speaks of. */
const spokenOf = ({ documentType, returnOf }: ReceiptDetail) =>
  returnOf?.documentType ?? documentType

function Detail({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  return (
    <div className={styles.detail}>
      <section className={styles.body} aria-label={say(t('receipts.detail'))} tabIndex={0}>
        <Headline detail={detail} />
        <StateBox detail={detail} />
        <PaperQuestions detail={detail} />
        <Actions detail={detail} />
        {detail.deletion !== 'done' && <Mend detail={detail} />}
        <Returns detail={detail} />
        <Lines detail={detail} />
        <Sums detail={detail} />
        <Allowed actions={detail.allowed} />
      </section>
      <aside className={styles.papers} aria-label={t('receipts.papers')} tabIndex={0}>
        {detail.receiptPrintState === 'unwanted' && <p>{t('pages.nothingPrinted')}</p>}
        {detail.papers.length === 0 && detail.receiptPrintState !== 'unwanted' ? (
          <PaperView paper={null} />
        ) : (
          latestFirst(detail.papers).map((paper) => (
            <PaperWithState
              key={paper.jobId}
              paper={paper}
              note={detail.documentType}
              isTakenBack={detail.deletion === 'done' || detail.deletion === 'asked'}
            />
          ))
        )}
      </aside>
    </div>
  )
}

/** What was asked for last is what is being waited for: it stands where it is seen. */
function latestFirst(papers: ReceiptDetail['papers']): ReceiptDetail['papers'] {
  const at = ({ printedAt }: ReceiptDetail['papers'][number]) =>
    printedAt ?? Number.MAX_SAFE_INTEGER
  return papers.toSorted((a, b) => at(b) - at(a))
}

function Headline({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  return (
    <header className={styles.headline}>
      <h2 className={styles.headTitle}>
        {detail.folio !== null ? t(folioOf(detail), { folio: detail.folio }) : t(titleOf(detail))}
      </h2>
      <span className={styles.headTotal}>
        {formatClp(detail.documentType === '61' ? clp(-detail.totalClp) : detail.totalClp)}
      </span>
      <p className={styles.headMeta}>
        {detail.documentedBy === 'receipt' && `${t(`documents.${detail.documentType}`)} · `}
        {printDate(santiagoDate(detail.soldAt))} {santiagoTime(detail.soldAt).slice(0, 5)}
        {detail.customer !== null &&
          ` · ${detail.customer.legalName} (${formatRut(detail.customer.rut as Rut)})`}
        {detail.soldBy !== '' && ` · ${t('receipts.soldBy', { name: detail.soldBy })}`}
        <span className={styles.reference}>{detail.externalReference}</span>
      </p>
    </header>
  )
}

const BACK = { returnReceipt: 'return-receipt', undoReturn: 'undo-return' } as const

function BackButton({
  action,
  isBusy,
}: {
  readonly action: keyof typeof BACK
  readonly isBusy: boolean
}) {
  return (
    <ActionButton
      action={action}
      isDisabled={isBusy}
      icon={<Undo2 size={19} aria-hidden="true" />}
      data-testid={BACK[action]}
    />
  )
}

/** Its words name the other kind of document, whichever this one is. */
function ChangeButton({
  detail,
  isBusy,
}: {
  readonly detail: ReceiptDetail
  readonly isBusy: boolean
}) {
  const { t } = useTranslation()
  return (
    <ActionButton
      action="changeDocument"
      isDisabled={isBusy}
      icon={<FileSymlink size={19} aria-hidden="true" />}
      data-testid="change-document"
    >
      {t(isInvoice(detail.documentType) ? 'change.toReceipt' : 'change.toInvoice')}
    </ActionButton>
  )
}

/**
 * Only what helps in this state; what helps most stands out, and for a refused receipt that is to
 * mend it, below.
 */
function Actions({ detail }: { readonly detail: ReceiptDetail }) {
  const ui = useUi()
  const refusalText = useDocumentRefusalText(detail.documentType)
  const { isBusy, trouble } = useStore(ui.receipts)
  const paperWaits = detail.papers.some((paper) =>
    ['held', 'failed', 'waiting'].includes(paper.state),
  )
  const printLabel = usePrintLabel(detail)
  const isTakenBack = detail.deletion === 'done' || detail.deletion === 'asked'
  const isUnsent = detail.issueState !== 'numbered' && detail.issueState !== 'none'
  return (
    <>
      <div className={styles.actions}>
        {!isTakenBack && (isUnsent || paperWaits) && (
          <ActionButton
            action="retryNow"
            variant={detail.issueState === 'rejected' ? 'plain' : 'primary'}
            isDisabled={isBusy}
            icon={<RotateCw size={19} aria-hidden="true" />}
            data-testid="retry"
          />
        )}
        <ActionButton
          action="reprint"
          isDisabled={isBusy || printOf(detail) === null}
          icon={<Copy size={19} aria-hidden="true" />}
          {...printLabel}
          data-testid="reprint"
        />
        <SavePdf detail={detail} />
        <MailButton saleId={detail.saleId} detail={detail} />
        {isReturnable(detail) && <GiftButton isBusy={isBusy} />}
        <WhatsappButton detail={detail} />
        {isReturnable(detail) && <BackButton action="returnReceipt" isBusy={isBusy} />}
        {isChangeable(detail) && <ChangeButton detail={detail} isBusy={isBusy} />}
        {isUndoable(detail) && <BackButton action="undoReturn" isBusy={isBusy} />}
        {isDeletable(detail) && (
          <ActionButton
            action="deleteReceipt"
            variant="danger"
            isDisabled={isBusy}
            icon={<Trash2 size={19} aria-hidden="true" />}
            data-testid="delete-receipt"
          />
        )}
      </div>
      <SaleMails saleId={detail.saleId} detail={detail} />
      <CopyTold detail={detail} />
      <GiftTold saleId={detail.saleId} />
      {trouble?.field === null && (
        <Notice tone="bad" testId="receipt-trouble">
          {refusalText(trouble)}
        </Notice>
      )}
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
          <th scope="col" className={styles.number}>
            {t('receipts.quantity')}
          </th>
          <th scope="col" className={styles.number}>
            {t('receipts.price')}
          </th>
          <th scope="col">{t('cart.total')}</th>
        </tr>
      </thead>
      <tbody>
        {detail.lines.map((line, index) => (
          <tr key={index}>
            <td>
              {line.name}
              {line.isExempt && <span className={styles.lineNote}>{t('sale.exempt')}</span>}
              {line.discountClp > line.saleDiscountClp && (
                <span className={styles.lineNote}>
                  {discountText(
                    t('cart.discount'),
                    line.discount,
                    clp(line.discountClp - line.saleDiscountClp),
                  )}
                </span>
              )}
            </td>
            <td className={styles.number}>{formatQuantity(line.quantity)}</td>
            <td className={styles.number}>{formatClp(line.unitGrossClp)}</td>
            <td>{formatClp(clp(line.grossClp + line.saleDiscountClp))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  return (
    <dl className={styles.sums}>
      {detail.saleDiscount !== null && (
        <Sum
          label={discountLabel(t('cart.saleDiscount'), detail.saleDiscount)}
          amount={clp(0 - sumClp(detail.lines.map((line) => line.saleDiscountClp)))}
        />
      )}
      {detail.netoClp > 0 && <Sum label={t('cart.neto')} amount={detail.netoClp} />}
      {detail.ivaClp > 0 && <Sum label={t('cart.iva')} amount={detail.ivaClp} />}
      {detail.exentoClp > 0 && <Sum label={t('cart.exento')} amount={detail.exentoClp} />}
      <Sum label={t('cart.total')} amount={detail.totalClp} isTotal />
      {detail.parts.map((part) => (
        <Sum key={part.documentedBy} label={partLabel(t, part)} amount={part.totalClp} />
      ))}
      {detail.tipClp > 0 && <Sum label={t('tips.title')} amount={detail.tipClp} />}
      {detail.roundingClp !== 0 && (
        <Sum label={t('payment.rounding')} amount={detail.roundingClp} />
      )}
      {detail.payments.map(({ method, name, reference, tenderedClp }, index) => (
        <Sum
          key={index}
          label={[nameOf({ id: method, name }), reference].filter(Boolean).join(' ')}
          amount={tenderedClp}
        />
      ))}
      {detail.changeClp > 0 && <Sum label={t('payment.change')} amount={detail.changeClp} />}
    </dl>
  )
}

/** One of two documents, with what is exempt on it. */
function partLabel(t: TFunction, { documentedBy, documentType, exentoClp }: SalePart): string {
  const label = t(documentedBy === 'voucher' ? 'receipts.voucher' : `documents.${documentType}`)
  return exentoClp === 0 ? label : `${label} (${t('cart.exento')} ${formatClp(exentoClp)})`
}

/** Whose PIN stands behind what the cashier could not do alone. */
function Allowed({ actions }: { readonly actions: readonly AllowedAction[] }) {
  const { t } = useTranslation()
  if (actions.length === 0) return null
  return (
    <ul className={styles.allowed} aria-label={t('receipts.allowed')} data-testid="allowed">
      {actions.map(({ action, approverName, detail }, index) => (
        <li key={index}>
          <ShieldCheck size={18} aria-hidden="true" />
          <span>
            <b>{t('receipts.allowedBy', { name: approverName })}</b>: {t(`audit.actions.${action}`)}{' '}
            {auditDetailText(detail)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Sum({
  label,
  amount,
  isTotal = false,
}: {
  readonly label: string
  readonly amount: Clp
  readonly isTotal?: boolean
}) {
  return (
    <div className={isTotal ? styles.sumTotal : undefined}>
      <dt>{label}</dt>
      <dd>{formatClp(amount)}</dd>
    </div>
  )
}

function GiftButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <ActionButton
      action="giftAgain"
      isDisabled={isBusy}
      icon={<Gift size={19} aria-hidden="true" />}
      data-testid="print-gift"
    />
  )
}
