import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { clp, formatClp } from '#shared/money/clp.ts'
import { CASH_CLP_MAX } from '#shared/shifts/shift.ts'
import { openPayment } from '../actions/selling.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Field, type FieldProps } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'
import { openNow } from '../actions/shift-actions.ts'
import { numberIn } from '../stores/shift-store.ts'
import { ShiftTrouble } from './shift-trouble.tsx'

const DIGITS_MAX = String(CASH_CLP_MAX).length

/** The float, typed or, with nothing typed, as the shift before had it: Enter goes on. */
export function OpeningFields() {
  const ui = useUi()
  const { t } = useTranslation()
  const { floatText, view, trouble } = useStore(ui.shift)
  const { setFloat } = ui.shift.getState()
  const last = view?.lastFloatClp ?? null
  return (
    <>
      <KeyedCash
        label={t('shifts.float')}
        typed={floatText}
        onType={setFloat}
        testId="shift-float"
        refusal={trouble?.field === 'floatClp' ? trouble : null}
        {...(last === null
          ? {}
          : {
              placeholder: formatClp(last),
              hint: t('shifts.floatHint', { amount: formatClp(last) }),
            })}
      />
      <ShiftTrouble fields={['floatClp']} />
    </>
  )
}

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

/**
 * Asked for by the pay key: the sale stays where it is, and is charged as soon as the shift is
 * open.
 */
export function OpenShiftDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const isBusy = useStore(ui.shift, (state) => state.work === 'busy')
  useEffect(() => void ui.shift.getState().load(), [ui])
  const submit = () => {
    void openNow(ui).then((isOpen) => {
      if (!isOpen) return
      close()
      void openPayment(ui)
    })
  }
  return (
    <Sheet
      title={t('shifts.none')}
      lead={t('shifts.openLead')}
      onSubmit={submit}
      actions={<SubmitButton label={t('shifts.openAction')} isBusy={isBusy} testId="open-shift" />}
    >
      <OpeningFields />
    </Sheet>
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
