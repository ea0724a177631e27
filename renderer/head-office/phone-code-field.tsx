import { Field, type Typed } from '../kit/field.tsx'

const DIGITS = 6

/** The six digits a phone shows, which a browser may fill in. */
export function PhoneCodeField({
  label,
  typed,
  testId,
}: {
  readonly label: string
  readonly typed: Typed
  readonly testId: string
}) {
  return (
    <Field
      {...typed.field}
      {...{ label, inputMode: 'numeric', autoComplete: 'one-time-code', testId }}
      maxLength={DIGITS}
    />
  )
}
