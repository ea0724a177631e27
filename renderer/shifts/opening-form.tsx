import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { clp, formatClp } from '#shared/money/clp.ts'
import { CASH_CLP_MAX } from '#shared/shift/shift.ts'
import { openPayment } from '../actions/selling.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Notice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { openNow } from '../actions/shift-actions.ts'
import { numberIn } from '../stores/shift-store.ts'

const DIGITS_MAX = String(CASH_CLP_MAX).length

/** The float, typed or as the shift before had it: Enter goes on. */
export function OpeningFields() {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { floatText, view, trouble, work } = useStore(ui.shift)
  const { setFloat } = ui.shift.getState()
  const last = view?.lastFloatClp ?? null
  return (
    <>
      <Field
        label={t('shifts.float')}
        value={shownClp(floatText)}
        variant="display"
        inputMode="numeric"
        autoFocus
        placeholder="$0"
        testId="shift-float"
        onChange={(text) => setFloat(digits(text))}
        refusal={trouble?.field === 'floatClp' ? trouble : null}
        {...(last === null ? {} : { hint: t('shifts.floatHint', { amount: formatClp(last) }) })}
      />
      <Keypad corner="000" onKey={(key) => setFloat(digits(afterKeypad(floatText, key)))} />
      {trouble !== null && trouble.field !== 'floatClp' && (
        <Notice tone="bad" testId="shift-trouble">
          {refusalText(trouble)}
        </Notice>
      )}
      {work === 'unanswered' && (
        <Notice tone="bad" testId="shift-unanswered">
          {t('shifts.unanswered')}
        </Notice>
      )}
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
      onClose={close}
      onSubmit={submit}
      actions={
        <Button variant="primary" isWide type="submit" isDisabled={isBusy} data-testid="open-shift">
          {t('shifts.openAction')}
        </Button>
      }
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
