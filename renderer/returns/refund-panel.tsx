import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { RotateCcw } from 'lucide-react'
import { clp, formatClp, ZERO_CLP } from '#shared/money/clp.ts'
import {
  CREDIT_ID,
  isCash,
  VALE_ID,
  type PaymentMethod,
} from '#shared/selling/payment/payment-method.ts'
import { handOverClp, NO_CASH_BACK } from '#shared/returns/hand-over.ts'
import { cardToVoid, isRefundable } from '#shared/returns/charged-card.ts'
import { RETURN_REASONS } from '#shared/returns/reasons.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import { printDate } from '#shared/time/calendar.ts'
import { MainActionButton } from '../kit/action-button.tsx'
import { keyOf } from '../actions/registry.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { charsOf } from '../kit/fit.ts'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useDocumentWords } from '../kit/use-texts.ts'
import { useMethodName } from '../payment/method-name.ts'
import {
  documentsBackOf,
  isOfVoucher,
  quantityOf,
  restOf,
  totalOf,
  type ReturnState,
} from '../stores/return-store.ts'
import styles from './returns.module.css'

/**
 * What is given back, how, what is typed of the terminal's paper, and why: in that order, so that
 * what has to be keyed is in sight on a small screen. The key that does it never scrolls away.
 */
export function RefundPanel() {
  const ui = useUi()
  const { t } = useTranslation()
  const { phase, troubles } = useStore(ui.returns)
  const trouble = troubles['form'] ?? troubles['method']
  return (
    <section className={styles.panel} aria-label={t('returns.panel')}>
      <div className={styles.panelBody} tabIndex={-1}>
        <Total />
        <BackElsewhere />
        <Ways />
        <ToCard />
        <ChargedByCard />
        <Keyed />
        <Reason />
        <TooLate />
        <Pending />
      </div>
      <div className={styles.panelFoot}>
        <RefusalNotice refusal={trouble} testId="return-trouble" />
        {phase === 'unanswered' && (
          <Notice tone="bad" testId="return-unanswered">
            {t('returns.unanswered')}
          </Notice>
        )}
        <MainActionButton
          action="confirmReturn"
          isBusy={phase === 'committing'}
          busyText={t('returns.saving')}
          icon={<RotateCcw size={22} aria-hidden="true" />}
          data-testid="confirm-return"
        />
      </div>
    </section>
  )
}

function Total() {
  const ui = useUi()
  const say = useDocumentWords()
  const { t } = useTranslation()
  const state = useStore(ui.returns)
  const totalClp = totalOf(state)
  const restClp = restOf(state)
  const handedClp = handOverClp(restClp, state.method, state.sale?.cashBack ?? NO_CASH_BACK)
  return (
    <div className={styles.total} role="status">
      <div className={styles.totalRow}>
        <span className={styles.totalLabel}>{t('returns.total')}</span>
        <span
          className={styles.totalValue}
          style={charsOf(formatClp(totalClp))}
          data-testid="return-total"
        >
          {formatClp(totalClp)}
        </span>
      </div>
      <p className={styles.small}>
        {handedClp === restClp
          ? say(t(state.sale?.outside === undefined ? 'returns.share' : 'returns.outside.share'))
          : t('returns.handOver', { amount: formatClp(handedClp) })}
      </p>
    </div>
  )
}

/** So much less goes back here, whichever lines are marked. */
function BackElsewhere() {
  const ui = useUi()
  const { t } = useTranslation()
  const amountClp = useStore(ui.returns, (state) => state.sale?.backElsewhereClp ?? ZERO_CLP)
  return amountClp === 0 ? null : (
    <Notice tone="wait" testId="return-elsewhere">
      {t('returns.backElsewhere', { amount: formatClp(amountClp) })}
    </Notice>
  )
}

/** The money goes back all the same; the owner should know that the tax does not. */
function TooLate() {
  const ui = useUi()
  const { t } = useTranslation()
  const since = useStore(ui.returns, (state) => state.sale?.ivaTooLateSince ?? null)
  return since === null ? null : (
    <Notice tone="wait" testId="return-iva-late">
      {t('returns.ivaTooLate', { date: printDate(since) })}
    </Notice>
  )
}

/** Numbers off the terminal's papers. Where the voucher is the receipt, the note names its own. */
function Keyed() {
  const ui = useUi()
  const { t } = useTranslation()
  const state = useStore(ui.returns)
  const methods = useStore(ui.payment, (payment) => payment.methods)
  const { voucherNumber, reference, troubles } = state
  const isOwn = isOfVoucher(state)
  const way = hasNoWay(state) ? undefined : methods.find(({ id }) => id === state.method)
  const hasReference = way !== undefined && !isCash(way)
  if (!isOwn && !hasReference) return null
  return (
    <div className={styles.keyed}>
      {isOwn && (
        <Field
          label={t('returns.voucherNumber')}
          value={voucherNumber}
          inputMode="numeric"
          maxLength={20}
          onChange={(text) => ui.returns.getState().setVoucherNumber(text)}
          refusal={troubles['voucherNumber']}
          testId="return-voucher"
        />
      )}
      {hasReference && (
        <Field
          key={way.id}
          autoFocus={way.needsReference}
          value={reference}
          maxLength={40}
          label={t(way.needsReference ? 'payment.reference' : 'payment.referenceOptional')}
          onChange={(text) => ui.returns.getState().setReference(text)}
          refusal={troubles['reference']}
          testId="return-reference"
        />
      )}
      {isOwn && <p className={styles.small}>{t('returns.voucherHint')}</p>}
    </div>
  )
}

/** Nothing is left to choose a way for. */
const hasNoWay = (state: ReturnState) => totalOf(state) > 0 && restOf(state) === 0

/** A voucher is made smaller on the terminal, by as much as this. */
function ToCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const state = useStore(ui.returns)
  const { receiptClp, voucherClp } = documentsBackOf(state)
  const card = state.sale?.voucherCard
  if (isOfVoucher(state) || voucherClp === 0 || card == null) return null
  return (
    <Notice tone="info" testId="return-documents">
      {t('returns.documents', {
        receipt: formatClp(receiptClp),
        voucher: formatClp(voucherClp),
        card: nameOf(card),
      })}
    </Notice>
  )
}

/** What to key on the terminal whose card paid, or that it cannot give this back. */
function ChargedByCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const state = useStore(ui.returns)
  const cards = state.sale?.cards ?? []
  const own = cards.filter(({ method }) => method === state.method)
  const restClp = restOf(state)
  if (restClp === 0 || cards.length === 0) return null
  if (isRefundable(own, restClp))
    return (
      <Notice tone="info" testId="card-refund">
        {t('returns.cardRefund', { amount: formatClp(restClp) })}
      </Notice>
    )
  const card = cardToVoid(own, restClp)
  if (card !== null)
    return (
      <Notice tone="info" testId="card-void">
        {t('returns.cardVoid', { ...card, amount: formatClp(card.amountClp) })}
      </Notice>
    )
  const isCashBeyond = isCash({ id: state.method }) && restClp > (state.sale?.limits.cashClp ?? 0)
  if (own.length === 0 && !isCashBeyond) return null
  const paid = cards.map(({ reference }) => reference).join(', ')
  return (
    <Notice tone="wait" testId="card-not-void">
      {t(own.length === 0 ? 'returns.cardInCash' : 'returns.cardNotVoid', { paid })}
    </Notice>
  )
}

function Reason() {
  const ui = useUi()
  const { t } = useTranslation()
  const { reason, troubles } = useStore(ui.returns)
  const { setReason } = ui.returns.getState()
  return (
    <div className={styles.group}>
      <Field
        label={t('returns.reason')}
        value={reason}
        onChange={setReason}
        maxLength={90}
        refusal={troubles['reason']}
        focusName="return-reason"
        testId="return-reason"
        keyName={keyOf('returnReason')}
      />
      <div className={styles.presets} role="group" aria-label={t('returns.reasons')}>
        {RETURN_REASONS.map((text) => (
          <Button
            key={text}
            className={styles.preset ?? ''}
            aria-pressed={reason === text}
            onPress={() => setReason(text)}
            data-testid="reason-preset"
          >
            {text}
          </Button>
        ))}
      </div>
    </div>
  )
}

function Ways() {
  const ui = useUi()
  const { t } = useTranslation()
  const state = useStore(ui.returns)
  const { method: chosen } = state
  const ways = useStore(ui.payment, (payment) => payment.methods)
  if (hasNoWay(state))
    return (
      <div className={styles.group}>
        <p className={styles.groupTitle}>{t('returns.way')}</p>
        <ValeDue />
      </div>
    )
  return (
    <div className={styles.group}>
      <div className={styles.groupHead}>
        <p className={styles.groupTitle} id="return-ways">
          {t('returns.way')}
        </p>
        <KeyCap name={keyOf('nextRefund')} />
      </div>
      <div className={styles.ways} role="group" aria-labelledby="return-ways">
        {ways.map((method) => (
          <Way key={method.id} method={method} />
        ))}
        <Way method={{ id: CREDIT_ID, name: t('returns.credit') }} />
        {state.sale?.limits.givesVales === true && (
          <Way method={{ id: VALE_ID, name: t('vales.way') }} />
        )}
      </div>
      {chosen === CREDIT_ID && <p className={styles.small}>{t('returns.creditHint')}</p>}
      {chosen === VALE_ID && <p className={styles.small}>{t('vales.wayHint')}</p>}
      <ValeDue />
    </div>
  )
}

/** What was paid with a vale goes back into one, whatever is chosen for the rest. */
function ValeDue() {
  const ui = useUi()
  const { t } = useTranslation()
  const dueClp = useStore(ui.returns, (state) => state.sale?.valeDueClp ?? 0)
  if (dueClp === 0) return null
  return (
    <Notice tone="info" testId="vale-due">
      {t('vales.due', { amount: formatClp(clp(dueClp)) })}
    </Notice>
  )
}

function Way({ method }: { readonly method: Pick<PaymentMethod, 'id' | 'name'> }) {
  const ui = useUi()
  const nameOf = useMethodName()
  const isChosen = useStore(ui.returns, (state) => state.method === method.id)
  return (
    <Button
      className={styles.way ?? ''}
      aria-pressed={isChosen}
      data-testid={`refund-${method.id}`}
      onPress={() => ui.returns.getState().setMethod(method.id)}
    >
      {nameOf(method)}
    </Button>
  )
}

/**
 * Before it has its folio there is nothing a note could name yet; and for all of it there is a
 * shorter way.
 */
function Pending() {
  const ui = useUi()
  const say = useDocumentWords()
  const { t } = useTranslation()
  const state = useStore(ui.returns)
  const { sale } = state
  if (sale === null || sale.folio !== null || sale.documentedBy === 'voucher') return null
  const isWhole = sale.lines.every(
    (line) => line.returnedQuantity === 0 && quantityOf(state, line) === quantityLeft(line),
  )
  return (
    <Notice tone="wait" testId="return-pending">
      {say(t(isWhole ? 'returns.pendingWhole' : 'returns.pending'))}
    </Notice>
  )
}
