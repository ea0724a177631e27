import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Banknote, CreditCard } from 'lucide-react'
import { cartTotals, type Cart } from '#shared/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { amountToCollect, quickCash } from '#shared/payment/payment.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useUi } from '../app/till-ui.ts'
import { Button, KeyCap } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Notice } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { settleTyped } from '../stores/payment-store.ts'
import styles from './payment.module.css'

/** One row of buttons: exact and the three likeliest notes. */
const QUICK_BUTTONS = 4

export function PayPanel({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { method, phase, troubles } = useStore(ui.payment)
  return (
    <section className={styles.pay} aria-label={t('payment.method')}>
      <div className={styles.payBody} tabIndex={-1}>
        <div className={styles.methods} role="group" aria-label={t('payment.method')}>
          <Method code="EF" testId="pay-cash" />
          <Method code="TC" testId="pay-card" />
        </div>
        {method === 'EF' ? <Cash cart={cart} /> : <Card cart={cart} />}
      </div>
      <div className={styles.payFoot}>
        {method === 'EF' && <LiveChange cart={cart} />}
        {troubles.form && <Notice tone="bad" testId="payment-trouble">{refusalText(troubles.form)}</Notice>}
        {phase === 'unanswered' && <Notice tone="bad" testId="payment-unanswered">{t('payment.unanswered')}</Notice>}
        <ActionButton
          action="confirm" look="primary" size="large" isWide isDisabled={phase === 'committing'} data-testid="confirm-payment"
        >
          {phase === 'committing' ? t('payment.saving') : t('actions.confirm')}
        </ActionButton>
      </div>
    </section>
  )
}

function Method({ code, testId }: { readonly code: 'EF' | 'TC'; readonly testId: string }) {
  const ui = useUi()
  const { t } = useTranslation()
  const isChosen = useStore(ui.payment, (state) => state.method === code)
  const Icon = code === 'EF' ? Banknote : CreditCard
  const choose = () => {
    ui.payment.getState().setMethod(code)
    if (code === 'EF') ui.inputs.get('tendered')?.focus()
  }
  return (
    <Button className={styles.method ?? ''} aria-pressed={isChosen} data-chosen={isChosen || undefined} data-testid={testId} onPress={choose}>
      <Icon size={24} aria-hidden="true" />
      <span className={styles.methodLabel}>{t(`methods.${code}`)}<KeyCap name={code === 'EF' ? 'F3' : 'F4'} /></span>
    </Button>
  )
}

function Cash({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const tendered = useStore(ui.payment, (state) => state.tendered)
  const trouble = useStore(ui.payment, (state) => state.troubles.tenderedClp)
  const toCollectClp = amountToCollect(cartTotals(cart).totalClp, 'EF')
  const type = (text: string) => ui.payment.getState().setTendered(text)

  useEffect(() => ui.inputs.get('tendered')?.focus(), [ui])

  return (
    <>
      <Field
        label={t('payment.tendered')} value={tendered === '' ? '' : formatClp(clp(Number(tendered)))} onChange={type} look="display"
        inputMode="none" placeholder={formatClp(toCollectClp)} refusal={trouble} focusName="tendered" testId="tendered"
        hint={tendered === '' ? t('payment.exactHint') : undefined}
      />
      <div className={styles.quick} role="group" aria-label={t('payment.quick')}>
        {quickCash(toCollectClp).slice(0, QUICK_BUTTONS).map((amount, index) => (
          <Button key={amount} preventFocusOnPress onPress={() => type(String(amount))} data-testid="quick-cash">
            {index === 0 ? t('payment.exact') : formatClp(amount)}
          </Button>
        ))}
      </div>
      <Keypad corner="000" onKey={(key) => type(afterKeypad(tendered, key))} />
    </>
  )
}

/** Change, or what is still missing, while the amount is being typed. */
function LiveChange({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const tendered = useStore(ui.payment, (state) => state.tendered)
  const settled = settleTyped(cartTotals(cart).totalClp, 'EF', tendered)
  const missing = settled.ok || settled.refusal.code !== 'TENDERED_BELOW_DUE' ? null : settled.refusal.params['missing']
  const tone = missing === null ? '' : styles.missing
  return (
    <div className={styles.change} role="status" data-testid="live-change">
      <span className={`${styles.changeLabel} ${tone}`}>{t(missing === null ? 'payment.change' : 'payment.missing')}</span>
      <span className={`${styles.changeValue} ${tone}`}>{missing ?? (settled.ok ? formatClp(settled.value.changeClp) : '—')}</span>
    </div>
  )
}

function Card({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  return (
    <div className={styles.card}>
      <CreditCard size={48} strokeWidth={1.4} aria-hidden="true" />
      <p className={styles.cardAmount}>{formatClp(amountToCollect(cartTotals(cart).totalClp, 'TC'))}</p>
      <p>{t('payment.cardHint')}</p>
    </div>
  )
}
