import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartLineTotal, type CartLine } from '#shared/selling/cart/cart.ts'
import { isWeight } from '#shared/catalogue/by-measure.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import { formatClp } from '#shared/money/clp.ts'
import { formatQuantity, lineGross, parseQuantity } from '#shared/money/quantity.ts'
import { changeCart } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { NoteSheet, PriceSheet } from './line-sheets.tsx'
import { DiscountForm } from './discount-form.tsx'

/**
 * Quantity, discount, price or note of one line, by keyboard or by keypad. What is refused is said
 * at the field.
 */
export function LineDialog({
  lineNumber,
  edits,
}: {
  readonly lineNumber: number
  readonly edits: 'quantity' | 'discount' | 'price' | 'note'
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const line = useStore(ui.cart, (state) =>
    state.cart.lines.find((candidate) => candidate.lineNumber === lineNumber),
  )
  if (!line) return null
  const close = ui.screen.getState().close
  if (edits === 'quantity') return <QuantitySheet line={line} onClose={close} />
  if (edits === 'price') return <PriceSheet line={line} onClose={close} />
  if (edits === 'note') return <NoteSheet line={line} onClose={close} />
  return (
    <DiscountForm
      title={t('discount.lineTitle')}
      lead={line.name}
      beforeClp={lineGross(line.unitGrossClp, line.quantity)}
      rule={line.discount}
      onClose={close}
      onApply={(discount) => changeCart(ui, { type: 'set-discount', lineNumber, discount })}
    />
  )
}

function QuantitySheet({
  line,
  onClose,
}: {
  readonly line: CartLine
  readonly onClose: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  // Empty with the old value as placeholder: the first key replaces it, as on every till.
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const type = (next: string) => {
    setText(next)
    setProblem(null)
  }
  const submit = () => {
    const result = setQuantity(text)
    if (result.ok) return onClose()
    ui.cart.getState().complain(null)
    setProblem(result.refusal)
  }
  const setQuantity = (typed: string): Result<unknown, Refusal> => {
    const quantity = parseQuantity(typed)
    if (!quantity.ok) return refuse(refusal(quantity.refusal, 'quantity'))
    return ui.cart
      .getState()
      .apply({ type: 'set-quantity', lineNumber: line.lineNumber, quantity: quantity.value })
  }
  const preview = parseQuantity(text)
  return (
    <Sheet
      title={isWeight(line.unit) ? t('weigh.weight') : t('quantity.title')}
      lead={line.name}
      widthRem={22}
      onClose={onClose}
      onSubmit={submit}
      actions={<SubmitButton label={t('common.apply')} size="large" testId="apply" />}
    >
      <Field
        label={
          isWeight(line.unit)
            ? t('weigh.weightLabel', { unit: line.unit })
            : t('quantity.label', { unit: line.unit ?? t('cart.unit') })
        }
        value={text}
        onChange={type}
        refusal={problem}
        variant="display"
        inputMode="none"
        autoFocus
        placeholder={formatQuantity(line.quantity)}
        testId="quantity"
        maxLength={12}
        hint={
          preview.ok
            ? t('quantity.preview', { amount: previewAmount(line, preview.value) })
            : t('quantity.hint')
        }
      />
      <Keypad corner="," onKey={(key) => type(afterKeypad(text, key))} />
    </Sheet>
  )
}

function previewAmount(line: CartLine, quantity: CartLine['quantity']): string {
  return formatClp(cartLineTotal({ ...line, quantity }))
}
