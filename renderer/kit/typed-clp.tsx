/** Pesos as they are typed: digits only, shown as money. */
import { clp, formatClp } from '#shared/money/clp.ts'
import { CASH_CLP_MAX } from '#shared/shifts/shift.ts'
import { numberIn } from '../stores/typed-count.ts'
import { Field, type FieldProps } from './field.tsx'
import { afterKeypad, Keypad } from './keypad.tsx'

const DIGITS_MAX = String(CASH_CLP_MAX).length

/** Cash of the drawer, large, with keys for fingers under it. */
export function KeyedCash({
  typed,
  onType,
  placeholder = '$0',
  ...rest
}: Omit<FieldProps, 'value' | 'onChange'> & {
  /** As `digits` gives them. */
  readonly typed: string
  readonly onType: (typed: string) => void
}) {
  return (
    <>
      <Field
        {...rest}
        value={shownClp(typed)}
        onChange={(text) => onType(digits(text))}
        variant="display"
        inputMode="numeric"
        autoFocus
        placeholder={placeholder}
      />
      <Keypad corner="000" onKey={(key) => onType(digits(afterKeypad(typed, key)))} />
    </>
  )
}

export function digits(text: string): string {
  return text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, DIGITS_MAX)
}

export function shownClp(text: string): string {
  const amount = numberIn(text)
  return Number.isSafeInteger(amount) ? formatClp(clp(amount)) : text
}
