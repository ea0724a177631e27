import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_NAME_CHARS_MAX } from '#shared/selling/payment/credit.ts'
import { payWithCredit } from '../actions/credit-actions.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'

/** A credit note is named by whoever brings it: its number, or the RUT it was given to. */
export function CreditDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [takesRest, setTakesRest] = useState(false)
  const { problem, setProblem, send } = useSending()
  const type = (typed: string) => {
    setText(typed)
    setProblem(null)
  }
  return (
    <Sheet
      title={t('returns.useCredit')}
      lead={t('returns.useCreditLead')}
      onClose={ui.screen.getState().close}
      onSubmit={() => send(() => payWithCredit(ui, text, takesRest))}
      actions={<SubmitButton label={t('returns.useCredit')} testId="credit-use" />}
    >
      <Field
        label={t('returns.creditName')}
        value={text}
        autoFocus
        inputMode="none"
        maxLength={NOTE_NAME_CHARS_MAX}
        onChange={type}
        refusal={problem}
        testId="credit-name"
      />
      <Keypad corner="K" onKey={(key) => type(afterKeypad(text, key))} />
      <Switch isSelected={takesRest} onChange={setTakesRest}>
        {t('returns.creditRest')}
      </Switch>
    </Sheet>
  )
}
