import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { DEFAULT_TIPS, tipProblem } from '#shared/selling/tips/tip.ts'
import { useTyped } from '../kit/field.tsx'
import { KeyedPrice, priceIn } from '../kit/price-field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useUi } from '../stores/till-ui.ts'

/** A tip of the customer's own, in pesos; nothing typed is none. */
export function TipDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const { cart } = useStore(ui.cart, (state) => state.sale)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const { text: typed, field } = useTyped('', () => setProblem(null))
  const submit = () => {
    const amountClp = typed === '' ? 0 : priceIn(typed)
    const wrong = Number.isSafeInteger(amountClp)
      ? tipProblem(cartTotals(cart).totalClp, amountClp, { ...DEFAULT_TIPS, isOn: true })
      : refusal('TENDERED_NOT_VALID', 'tip')
    if (wrong !== null) return setProblem(wrong)
    ui.payment.getState().setTip(amountClp === 0 ? null : { kind: 'amount', amountClp })
    ui.screen.getState().close()
  }
  return (
    <Sheet
      title={t('tips.dialog')}
      lead={t('tips.lead')}
      widthRem={23}
      onSubmit={submit}
      actions={<SubmitButton label={t('tips.apply')} testId="apply" />}
    >
      <KeyedPrice
        label={t('tips.amount')}
        typed={typed}
        onType={field.onChange}
        corner="000"
        refusal={problem}
        placeholder="$0"
        testId="tip-amount"
      />
    </Sheet>
  )
}
