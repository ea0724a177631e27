import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals } from '#shared/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { changeCart } from '../actions/counter.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { Notice } from '../components/notice.tsx'
import { DiscountForm } from './discount-form.tsx'

/** Digits of a price; more is a typing mistake the cart refuses anyway. */
const PRICE_DIGITS_MAX = 9

/** Something without a code: a name, a price, affected or exempt. */
export function FreeLineDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const [isExempt, setExempt] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const submit = () => {
    void changeCart(ui, {
      type: 'add-free-line', name: name.trim() === '' ? t('freeLine.defaultName') : name, unitGrossClp: Number(price || 'NaN'), isExempt,
    }).then((change) => {
      if (change === 'taken') return close()
      if (change !== 'asked') setProblem(change)
    })
  }
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <Sheet
      title={t('freeLine.title')} lead={t('freeLine.lead')} onClose={close} onSubmit={submit}
      actions={<Button look="primary" isWide type="submit" data-testid="apply">{t('freeLine.add')}</Button>}
    >
      <Field
        label={t('freeLine.price')} value={price === '' ? '' : formatClp(clp(Number(price)))} look="display" inputMode="none" autoFocus
        onChange={(text) => { setPrice(digits(text)); setProblem(null) }} refusal={at('unitGrossClp')} placeholder="$0" testId="free-price"
      />
      <Keypad corner="000" onKey={(key) => { setPrice(digits(afterKeypad(price, key))); setProblem(null) }} />
      <Field
        label={t('freeLine.name')} value={name} onChange={(text) => { setName(text); setProblem(null) }} refusal={at('name')}
        placeholder={t('freeLine.defaultName')} testId="free-name"
      />
      <Switch isSelected={isExempt} onChange={setExempt}>{t('freeLine.exempt')}</Switch>
      {problem !== null && problem.field !== 'name' && problem.field !== 'unitGrossClp' && <Refused problem={problem} />}
    </Sheet>
  )
}

export function CartDiscountDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const cart = useStore(ui.cart, (state) => state.cart)
  const { totalClp, grossDiscountClp } = cartTotals(cart)
  return (
    <DiscountForm
      title={t('discount.cartTitle')} lead={t('discount.cartLead')} isCart beforeClp={clp(totalClp + grossDiscountClp)}
      discountClp={grossDiscountClp} onClose={ui.screen.getState().close}
      onApply={(discountClp) => changeCart(ui, { type: 'set-cart-discount', discountClp })}
    />
  )
}

export function ClearCartDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const clear = () => {
    ui.cart.getState().apply({ type: 'clear' })
    close()
  }
  return (
    <Sheet
      title={t('clearCart.title')} lead={t('clearCart.lead')} onClose={close} onSubmit={clear} role="alertdialog"
      actions={(
        <>
          <Button onPress={close}>{t('clearCart.keep')}</Button>
          <Button look="dangerFull" type="submit" autoFocus data-testid="apply">{t('clearCart.clear')}</Button>
        </>
      )}
    />
  )
}

export function digits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+(?=\d)/, '').slice(0, PRICE_DIGITS_MAX)
}

function Refused({ problem }: { readonly problem: Refusal }) {
  const refusalText = useRefusalText()
  return <Notice tone="bad">{refusalText(problem)}</Notice>
}
