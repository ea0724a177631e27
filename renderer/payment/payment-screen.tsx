import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowLeft } from 'lucide-react'
import { cartLineTotal, cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { clp, formatClp, roundForCash, type Clp } from '#shared/money/clp.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import { dueBy, type Tender } from '#shared/selling/payment/payment.ts'
import { isReceiptHere } from '#shared/selling/payment/emission.ts'
import { isCash, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { useCoreWords } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { charsOf } from '../kit/fit.ts'
import { chosenMethod, payableOf, takenAboveClp } from '#shared/selling/open-sale/paying.ts'
import { useMethodName } from './method-name.ts'
import { CustomerForm } from './customer-form.tsx'
import { PaperChoice } from '../pages/paper-choice.tsx'
import { DocumentsNotice } from './documents-notice.tsx'
import { SplitNotice } from './split-notice.tsx'
import { TipRow } from '../tips/tip-row.tsx'
import { useDocumentAsked, usePaying } from './use-paying.ts'
import { Parts, PayPanel } from './pay-panel.tsx'
import styles from './payment.module.css'

export function PaymentScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const cart = useStore(ui.cart, (state) => state.cart)
  return (
    <main className={styles.screen}>
      <section className={styles.side} aria-label={t('payment.sale')} tabIndex={-1}>
        <header className={styles.head}>
          <ActionButton
            action="back"
            variant="quiet"
            icon={<ArrowLeft size={20} aria-hidden="true" />}
          />
          <h1 className={styles.title}>{t('payment.title')}</h1>
          <div className={styles.choices}>
            <ActionButton action="useCredit" variant="quiet" data-testid="use-credit" />
            <ActionButton action="useVale" variant="quiet" data-testid="use-vale" />
            <PaperChoice />
            <DocumentChoice />
          </div>
        </header>
        <Due cart={cart} />
        <TipRow totalClp={cartTotals(cart).totalClp} />
        <Parts />
        <DocumentsNotice cart={cart} />
        <CustomerForm cart={cart} />
        <SplitNotice cart={cart} />
        <Summary cart={cart} />
      </section>
      <PayPanel cart={cart} />
    </main>
  )
}

/** A receipt, or an invoice: chosen here, and cart and what was paid stay as they are. */
function DocumentChoice() {
  const { t } = useTranslation()
  const isInvoice = useStore(useUi().cart, (state) => state.sale.isInvoice === true)
  return (
    <ActionButton
      action="invoice"
      variant={isInvoice ? 'primary' : 'quiet'}
      aria-pressed={isInvoice}
      data-testid="document-invoice"
    >
      {t('invoice.invoice')}
    </ActionButton>
  )
}

/** The exact total of the document, and beside it what the law makes of it in cash. */
function Due({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const { paying, methods } = usePaying()
  const method = chosenMethod(methods, paying)
  const words = useCoreWords()
  const asked = useDocumentAsked()
  const { isInvoice } = asked
  const { totalClp } = cartTotals(cart)
  const payableClp = payableOf(totalClp, paying)
  const tipClp = clp(payableClp - totalClp)
  const dueClp = dueBy(payableClp, paying.given, method)
  const roundingClp = roundingOf(payableClp, paying.given, method)
  const isSplit = paying.given.length > 0
  // A voucher documents its part of the total, so no document has all of it.
  const hasVoucher = [method, ...paying.given.map((tender) => tender.method)].some((one) =>
    isReceiptHere(one, asked),
  )
  const aboveClp = takenAboveClp(payableClp, paying.given)
  const shownClp = aboveClp > 0 ? aboveClp : dueClp
  return (
    <div className={styles.due}>
      <div className={styles.dueRow}>
        <span className={styles.dueMain}>
          {aboveClp > 0
            ? t('payment.takenAbove')
            : t(isSplit ? 'payment.dueRest' : 'payment.dueBy', { name: nameOf(method) })}
        </span>
        <span className={styles.dueValue} style={charsOf(formatClp(shownClp))} data-testid="due">
          {formatClp(shownClp)}
        </span>
      </div>
      {(roundingClp !== 0 || tipClp > 0 || isSplit) && (
        <div className={`${styles.dueRow} ${styles.dueSmall}`}>
          <span>
            {hasVoucher
              ? t('result.total')
              : namedInvoice(t('payment.documentTotal'), isInvoice ? '33' : '39', words)}
          </span>
          <span>{formatClp(totalClp)}</span>
        </div>
      )}
      {isInvoice && <InvoiceTotals cart={cart} />}
      {tipClp > 0 && (
        <div className={`${styles.dueRow} ${styles.dueSmall}`} data-testid="tip">
          <span>{t('tips.title')}</span>
          <span>{formatClp(tipClp)}</span>
        </div>
      )}
      {roundingClp !== 0 && (
        <div className={`${styles.dueRow} ${styles.dueSmall}`} data-testid="rounding">
          <span>{t('payment.rounding')}</span>
          <span>
            {roundingClp > 0 ? '+' : ''}
            {formatClp(roundingClp)}
          </span>
        </div>
      )}
    </div>
  )
}

/** The same total as the invoice says it: prices are gross at the counter, net on the document. */
function InvoiceTotals({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const { netoClp, ivaClp, exentoClp } = cartTotals(cart)
  const sums = { net: formatClp(netoClp), iva: formatClp(ivaClp), exempt: formatClp(exentoClp) }
  return (
    <p className={styles.dueSmall} data-testid="invoice-totals">
      {t(exentoClp > 0 ? 'invoice.totalsExempt' : 'invoice.totals', sums)}
    </p>
  )
}

/** What the law makes of the part that is left for cash. */
function roundingOf(totalClp: Clp, given: readonly Tender[], method: PaymentMethod): Clp {
  if (!isCash(method)) return clp(0)
  const exact = given.reduce(
    (sum, tender) => sum + (isCash(tender.method) ? 0 : (tender.amountClp ?? 0)),
    0,
  )
  const restClp = clp(Math.max(0, totalClp - exact))
  return clp(roundForCash(restClp) - restClp)
}

/** More lines than this are counted, not listed: the cart is one key away. */
const SUMMARY_LINES_MAX = 30

function Summary({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const shown = cart.lines.slice(-SUMMARY_LINES_MAX)
  const hiddenCount = cart.lines.length - shown.length
  return (
    <div className={styles.summary}>
      <h2 className={styles.summaryTitle}>{t('payment.lines', { count: cart.lines.length })}</h2>
      {hiddenCount > 0 && (
        <p className={styles.dueSmall}>{t('payment.linesHidden', { count: hiddenCount })}</p>
      )}
      <ul>
        {shown.map((line) => (
          <li key={line.lineNumber} className={styles.summaryLine}>
            <span className={styles.summaryQuantity}>{formatQuantity(line.quantity)}</span>
            <span className={styles.summaryName}>{line.name}</span>
            <span>{formatClp(cartLineTotal(line))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
