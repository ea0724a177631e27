import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Banknote, CreditCard, Landmark, Plus, Ticket, X } from 'lucide-react'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { isReceiptHere } from '#shared/selling/payment/emission.ts'
import { dueBy, sumPayments } from '#shared/selling/payment/payment.ts'
import { quickCash } from '#shared/selling/payment/quick-cash.ts'
import {
  isCash,
  isVale,
  type MedioPago,
  type PaymentMethod,
} from '#shared/selling/payment/payment-method.ts'
import { ActionButton, MainActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { charsOf } from '../kit/fit.ts'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import {
  chosenMethod,
  payableOf,
  settleTyped,
  tendersOf,
} from '#shared/selling/open-sale/paying.ts'
import { giveBackCard } from '../actions/card-actions.ts'
import { CardOfSale } from '../card/card-notice.tsx'
import { useMethodName } from './method-name.ts'
import { chooseMethod, METHOD_KEYS } from '../actions/payment-actions.ts'
import { useDocumentAsked, usePaying } from './use-paying.ts'
import styles from './payment.module.css'

/** One row of buttons: exact and the three likeliest notes. */
const QUICK_BUTTONS = 4

const ICONS: Readonly<Record<MedioPago, typeof Banknote>> = {
  EF: Banknote,
  TC: CreditCard,
  PE: Landmark,
  CH: Landmark,
  CF: Landmark,
  LT: Landmark,
  OT: Ticket,
}

export function PayPanel({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const { totalClp } = cartTotals(cart)
  return (
    <section className={styles.pay} aria-label={t('payment.method')}>
      <div className={styles.payBody} tabIndex={-1}>
        <Methods />
        <Amount totalClp={totalClp} />
      </div>
      <Foot totalClp={totalClp} />
    </section>
  )
}

function Foot({ totalClp }: { readonly totalClp: Clp }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { paying, methods } = usePaying()
  const { phase, troubles } = useStore(ui.payment)
  const { tendered, given } = paying
  const atMethod = troubles.form ?? troubles['method']
  const payableClp = payableOf(totalClp, paying)
  const dueClp = dueBy(payableClp, given, chosenMethod(methods, paying))
  const isPart = tendered !== '' && Number(tendered) > 0 && Number(tendered) < dueClp
  return (
    <div className={styles.payFoot}>
      <LiveChange totalClp={totalClp} isPart={isPart && phase !== 'committing'} />
      <CardOfSale />
      <RefusalNotice refusal={atMethod} testId="payment-trouble" />
      {phase === 'unanswered' && (
        <Notice tone="bad" testId="payment-unanswered">
          {t('payment.unanswered')}
        </Notice>
      )}
      <MainActionButton
        action="confirm"
        isBusy={phase === 'committing' || phase === 'card'}
        busyText={t(phase === 'card' ? 'card.steps.sent' : 'payment.saving')}
        data-testid="confirm-payment"
      />
    </div>
  )
}

function Methods() {
  const ui = useUi()
  const { t } = useTranslation()
  const methods = useStore(ui.payment, (state) => state.methods)
  return (
    <div
      className={styles.methods}
      role="group"
      aria-label={t('payment.method')}
      data-many={methods.length > 4 || undefined}
    >
      {methods.map((method, index) => (
        <Method key={method.id} method={method} keyName={METHOD_KEYS[index]} />
      ))}
    </div>
  )
}

function Method({
  method,
  keyName,
}: {
  readonly method: PaymentMethod
  readonly keyName: string | undefined
}) {
  const ui = useUi()
  const nameOf = useMethodName()
  const { paying, methods } = usePaying()
  const isChosen = chosenMethod(methods, paying).id === method.id
  const Icon = ICONS[method.siiCode]
  return (
    <Button
      className={styles.method ?? ''}
      aria-pressed={isChosen}
      data-chosen={isChosen || undefined}
      data-testid={testIdOf(method)}
      onPress={() => chooseMethod(ui, method.id)}
    >
      <Icon className={styles.methodIcon} size={22} aria-hidden="true" />
      <span className={styles.methodLabel}>{nameOf(method)}</span>
      {keyName !== undefined && <KeyCap name={keyName} />}
    </Button>
  )
}

function testIdOf({ id }: PaymentMethod): string {
  return id === 'EF' ? 'pay-cash' : id === 'TC' ? 'pay-card' : `pay-${id}`
}

/**
 * What has been handed over already, each with the way back; beside the total, where it takes no
 * height from the keypad.
 */
export function Parts() {
  const ui = useUi()
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const given = useStore(ui.cart, (state) => state.sale.paying.given)
  if (given.length === 0) return null
  return (
    <ul className={styles.parts} aria-label={t('payment.parts')}>
      {given.map(({ method, amountClp, reference, attemptId }, index) => (
        <li key={index} className={styles.part} data-testid="payment-part">
          <div>
            <p className={styles.partName}>
              {[nameOf(method), isVale(method) ? '' : reference].filter(Boolean).join(' ')}
            </p>
            <p className={styles.partAmount}>{formatClp(clp(amountClp ?? 0))}</p>
          </div>
          <Button
            variant="quiet"
            size="square"
            aria-label={t('payment.removePart', { name: nameOf(method) })}
            data-testid="remove-part"
            onPress={() =>
              attemptId === undefined
                ? ui.payment.getState().removePart(index)
                : giveBackCard(ui, { attemptId, amountClp: clp(amountClp ?? 0) })
            }
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Amount({ totalClp }: { readonly totalClp: Clp }) {
  const ui = useUi()
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const { paying, methods } = usePaying()
  const troubles = useStore(ui.payment, (state) => state.troubles)
  const { tendered, reference, given } = paying
  const method = chosenMethod(methods, paying)
  const dueClp = dueBy(payableOf(totalClp, paying), given, method)
  const type = (text: string) => ui.payment.getState().setTendered(text)
  const asked = useDocumentAsked()
  const isMoney = isCash(method)
  const isAtTerminal = useStore(
    ui.status,
    ({ bootstrap }) => bootstrap?.cardTerminal?.method === method.id,
  )
  useEffect(() => ui.inputs.get('tendered')?.focus(), [ui])
  return (
    <>
      <div className={styles.amounts}>
        <Field
          label={isMoney ? t('payment.tendered') : t('payment.amountBy', { name: nameOf(method) })}
          value={tendered === '' ? '' : formatClp(clp(Number(tendered)))}
          onChange={type}
          variant="display"
          inputMode="none"
          placeholder={formatClp(dueClp)}
          refusal={troubles.tenderedClp}
          focusName="tendered"
          testId="tendered"
          hint={
            tendered !== ''
              ? undefined
              : isAtTerminal
                ? t('card.sendsItself')
                : t(hintOf(method, isReceiptHere(method, asked)))
          }
        />
        {!isAtTerminal && (method.needsReference || method.siiCode === 'TC') && (
          <Field
            label={method.needsReference ? t('payment.reference') : t('payment.referenceOptional')}
            value={reference}
            maxLength={40}
            onChange={(text) => ui.payment.getState().setReference(text)}
            refusal={troubles['reference']}
            focusName="reference"
            testId="reference"
          />
        )}
      </div>
      {isMoney && (
        <div className={styles.quick} role="group" aria-label={t('payment.quick')}>
          {quickCash(dueClp, QUICK_BUTTONS).map((amount, index) => (
            <Button
              key={amount}
              preventFocusOnPress
              onPress={() => type(String(amount))}
              data-testid="quick-cash"
            >
              {index === 0 ? t('payment.exact') : formatClp(amount)}
            </Button>
          ))}
        </div>
      )}
      <Keypad corner="000" onKey={(key) => type(afterKeypad(tendered, key))} />
    </>
  )
}

function hintOf(method: PaymentMethod, isReceipt: boolean) {
  if (isCash(method)) return 'payment.exactHint'
  if (isReceipt) return 'payment.voucherHint'
  return method.siiCode === 'TC' ? 'payment.cardHint' : 'payment.restHint'
}

/**
 * Change, or what is still missing while the amount is being typed, with the way to pay that by
 * something else.
 */
function LiveChange({ totalClp, isPart }: { readonly totalClp: Clp; readonly isPart: boolean }) {
  const { t } = useTranslation()
  const { paying, methods } = usePaying()
  const live = liveOf(settleTyped(totalClp, paying, methods))
  const hasCash = tendersOf(totalClp, paying, methods).some(({ method }) => isCash(method))
  if (!hasCash && !live.isShown) return null
  return (
    <div
      className={styles.change}
      role="status"
      data-testid="live-change"
      data-part={isPart || undefined}
    >
      {isPart && (
        <ActionButton
          action="addPayment"
          className={styles.add ?? ''}
          icon={<Plus size={18} aria-hidden="true" />}
          data-testid="add-payment"
        >
          {t('payment.add')}
        </ActionButton>
      )}
      <span className={`${styles.changeLabel} ${live.isMissing ? styles.missing : ''}`}>
        {t(live.isMissing ? 'payment.missing' : 'payment.change')}
      </span>
      <span className={`${styles.changeValue} ${live.tone}`} style={charsOf(live.amount)}>
        {live.amount}
      </span>
    </div>
  )
}

/** What lacks, or comes back; nothing of either while what is typed cannot be paid so. */
function liveOf(settled: ReturnType<typeof settleTyped>) {
  if (settled.ok) {
    const { changeClp } = sumPayments(settled.value)
    return { isMissing: false, tone: '', amount: formatClp(changeClp), isShown: changeClp > 0 }
  }
  const { code, params } = settled.refusal
  return code === 'TENDERED_BELOW_DUE'
    ? { isMissing: true, tone: styles.missing, amount: String(params['missing']), isShown: true }
    : { isMissing: false, tone: styles.none, amount: '—', isShown: false }
}
