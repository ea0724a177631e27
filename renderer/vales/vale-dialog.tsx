import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VALE_CODE_CHARS_MAX } from '#shared/text/vale-code.ts'
import { payWithVale } from '../actions/vale-actions.ts'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'

/** Its code, typed; a scanner needs no dialog. */
export function ValeDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const { problem, setProblem, send } = useSending()
  const use = () =>
    send(async () => {
      const wrong = await payWithVale(ui, code)
      if (wrong === null && ui.screen.getState().dialog?.kind === 'vale')
        ui.screen.getState().close()
      return wrong
    })
  return (
    <Sheet
      title={t('vales.use')}
      lead={t('vales.useLead')}
      onClose={ui.screen.getState().close}
      onSubmit={use}
      actions={<SubmitButton label={t('vales.use')} testId="vale-use" />}
    >
      <Field
        label={t('vales.code')}
        value={code}
        autoFocus
        maxLength={VALE_CODE_CHARS_MAX}
        onChange={(text) => {
          setCode(text)
          setProblem(null)
        }}
        refusal={problem}
        testId="vale-code"
      />
    </Sheet>
  )
}
