import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Weight } from 'lucide-react'
import { isWeight } from '#shared/catalogue/by-measure.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { formatQuantity, lineGross, parseQuantity } from '#shared/money/quantity.ts'
import { quantityOf } from '#shared/devices/reading.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { formatWeight, ScaleSaysNotice } from './scale-says.tsx'
import { useScale } from './use-scale.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

/**
 * How much of something sold by weight or measure: from the scale on a wire, typed, or by the label
 * of a scale. Every weighing is its own line.
 */
export function WeighDialog({
  product,
  problem,
}: {
  readonly product: ProductView
  /** What was wrong with what was scanned meanwhile. */
  readonly problem: Refusal | null
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const scale = useScale(isWeight(product.unit))
  const { text, isTyped, isSold, own, type, follow, submit } = useWeight(product, problem, scale)
  const typed = parseQuantity(text)
  const unit = product.unit ?? ''
  return (
    <Sheet
      title={isWeight(product.unit) ? t('weigh.weight') : t('weigh.measure')}
      lead={product.name}
      widthRem={22}
      onClose={ui.screen.getState().close}
      onSubmit={submit}
      actions={<SubmitButton label={t('weigh.add')} size="large" testId="apply" />}
    >
      <Field
        label={
          isWeight(product.unit)
            ? t('weigh.weightLabel', { unit })
            : t('weigh.measureLabel', { unit })
        }
        value={text}
        onChange={(next) => type(isTyped ? next : withoutShown(next, text))}
        refusal={own ?? problem}
        variant="display"
        inputMode="none"
        autoFocus
        placeholder="0,000"
        testId="weight"
        focusName="weight"
        maxLength={12}
        hint={
          typed.ok
            ? t('weigh.preview', {
                amount: formatClp(lineGross(product.unitGrossClp, typed.value)),
              })
            : t('weigh.hint', { price: formatClp(product.unitGrossClp), unit })
        }
      />
      {isSold && (
        <Notice tone="wait" testId="weighed-already">
          {t('scaleWire.sold')}
        </Notice>
      )}
      {scale !== null &&
        scale.says.kind !== 'none' &&
        ((isTyped || isSold) && weightOn(scale, product.unit) !== null ? (
          <UseWeight scale={scale} onUse={follow} />
        ) : (
          <ScaleSaysNotice view={scale} />
        ))}
      <Keypad corner="," onKey={(key) => type(afterKeypad(isTyped ? text : '', key))} />
    </Sheet>
  )
}

/**
 * A digit typed while the scale's weight stands there begins a weight of its own: it is not one of
 * the scale's digits.
 */
function withoutShown(next: string, shown: string): string {
  return next.startsWith(shown) ? next.slice(shown.length) : next
}

/** What is typed stays until the cashier says otherwise. */
function UseWeight({
  scale: { says },
  onUse,
}: {
  readonly scale: ScaleView
  readonly onUse: () => void
}) {
  const { t } = useTranslation()
  if (says.kind !== 'weight') return null
  return (
    <Button isWide onPress={onUse} data-testid="use-scale">
      <Weight size={20} aria-hidden="true" />
      {t('scaleWire.use', { weight: formatWeight(says.weightMg) })}
    </Button>
  )
}

/**
 * As much as lies on it at rest, in the product's own unit; null for nothing that could be sold.
 */
function weightOn(scale: ScaleView | null, unit: string | null) {
  return scale?.says.kind === 'weight' ? quantityOf(scale.says.weightMg, unit) : null
}

function useWeight(product: ProductView, problem: Refusal | null, scale: ScaleView | null) {
  const ui = useUi()
  /** Null: nobody has typed, and the field shows what lies on the scale. */
  const [typedText, setTypedText] = useState<string | null>(null)
  const [own, setOwn] = useState<Refusal | null>(null)
  const [isAgain, setAgain] = useState(false)
  const restingSince = scale?.restingSince ?? null
  // What still lies there from the line before is hardly this product: it is taken again only when
  // somebody says so.
  const isSold = !isAgain && restingSince !== null && restingSince === ui.weighed.restingSince
  const onScale = isSold ? null : weightOn(scale, product.unit)
  const text = typedText ?? (onScale === null ? '' : formatQuantity(onScale))
  const submit = () => {
    const typed = parseQuantity(text)
    const code = isWeight(product.unit) ? 'WEIGHT_REQUIRED' : 'MEASURE_REQUIRED'
    if (!typed.ok)
      return setOwn(
        refusal(typed.refusal === 'QUANTITY_TOO_LARGE' ? typed.refusal : code, 'weight'),
      )
    const added = ui.cart.getState().apply({ type: 'add-product', product, quantity: typed.value })
    if (added.ok) {
      if (typedText === null) ui.weighed.restingSince = restingSince
      return ui.screen.getState().close()
    }
    ui.cart.getState().complain(null)
    setOwn(added.refusal)
  }
  const answer = (next: string | null) => {
    setTypedText(next)
    setOwn(null)
    // What was scanned meanwhile is answered by typing on.
    if (problem !== null) ui.screen.getState().open({ kind: 'weigh', product, problem: null })
  }
  return {
    text,
    isTyped: typedText !== null,
    isSold: isSold && typedText === null,
    own: text === '' || typedText !== null ? own : null,
    submit,
    // Emptied by hand, it follows the scale again.
    type: (next: string) => answer(next.trim() === '' ? null : next.trim()),
    follow() {
      setAgain(true)
      answer(null)
      // The button is gone, and Enter belongs to the line.
      ui.inputs.get('weight')?.focus()
    },
  }
}
