import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatClp } from '#shared/money/clp.ts'
import { openPayment } from '../actions/selling.ts'
import { openNow } from '../actions/shift-actions.ts'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { KeyedCash } from '../kit/typed-clp.tsx'
import { useUi } from '../stores/till-ui.ts'
import { ShiftTrouble } from './shift-trouble.tsx'

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
