import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductView } from '#shared/bridge/views.ts'
import { isWeight } from '#shared/catalogue/by-measure.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { lineGross, parseQuantity } from '#shared/money/quantity.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'

/** How much of something sold by weight or measure: typed, or by the label of a scale. Every weighing is its own line. */
export function WeighDialog({ product, problem }: {
  readonly product: ProductView
  /** What was wrong with what was scanned meanwhile. */
  readonly problem: Refusal | null
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, own, type, submit } = useWeight(product, problem)
  const typed = parseQuantity(text)
  const unit = product.unit ?? ''
  return (
    <Sheet
      title={isWeight(product.unit) ? t('weigh.weight') : t('weigh.measure')} lead={product.name} widthRem={22}
      onClose={ui.screen.getState().close} onSubmit={submit}
      actions={<Button look="primary" size="large" isWide type="submit" data-testid="apply">{t('weigh.add')}</Button>}
    >
      <Field
        label={isWeight(product.unit) ? t('weigh.weightLabel', { unit }) : t('weigh.measureLabel', { unit })} value={text}
        onChange={type} refusal={own ?? problem} look="display" inputMode="none" autoFocus placeholder="0,000" testId="weight"
        maxLength={12}
        hint={typed.ok ? t('weigh.preview', { amount: formatClp(lineGross(product.unitGrossClp, typed.value)) })
          : t('weigh.hint', { price: formatClp(product.unitGrossClp), unit })}
      />
      <Keypad corner="," onKey={(key) => type(afterKeypad(text, key))} />
    </Sheet>
  )
}

function useWeight(product: ProductView, problem: Refusal | null) {
  const ui = useUi()
  const [text, setText] = useState('')
  const [own, setOwn] = useState<Refusal | null>(null)
  const submit = () => {
    const typed = parseQuantity(text)
    const code = isWeight(product.unit) ? 'WEIGHT_REQUIRED' : 'MEASURE_REQUIRED'
    if (!typed.ok) return setOwn(refusal(typed.refusal === 'QUANTITY_TOO_LARGE' ? typed.refusal : code, 'weight'))
    const added = ui.cart.getState().apply({ type: 'add-product', product, quantity: typed.value })
    if (added.ok) return ui.screen.getState().close()
    ui.cart.getState().complain(null)
    setOwn(added.refusal)
  }
  const type = (next: string) => {
    setText(next.trim())
    setOwn(null)
    // What was scanned meanwhile is answered by typing on.
    if (problem !== null) ui.screen.getState().open({ kind: 'weigh', product, problem: null })
  }
  return { text, own, type, submit }
}
