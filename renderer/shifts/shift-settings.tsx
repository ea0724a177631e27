import { useTranslation } from 'react-i18next'
import { useUi } from '../stores/till-ui.ts'
import { Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { SectionForm, useDraft } from '../settings/section.tsx'
import { digits, shownClp } from './opening-form.tsx'
import { numberIn } from '../stores/shift-store.ts'
import type { SectionProps } from '../settings/section-props.ts'

/** Whether this shop works in shifts at all, and how strictly it counts. */
export function ShiftCard({ settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { usesShifts, countsBlind, differenceLimitClp } = settings
  const stored = { usesShifts, countsBlind, limit: String(differenceLimitClp) }
  const draft = useDraft(stored, ({ limit, ...rest }) =>
    ui.settings
      .getState()
      .save({ ...rest, ...(limit === undefined ? {} : { differenceLimitClp: numberIn(limit) }) }),
  )
  const { value, change } = draft
  return (
    <SectionForm draft={draft} title={t('shiftSettings.title')} ownFields={['differenceLimitClp']}>
      <Switch isSelected={value.usesShifts} onChange={(isOn) => change({ usesShifts: isOn })}>
        {t('shiftSettings.usesShifts')}
      </Switch>
      {value.usesShifts && (
        <>
          <Switch isSelected={value.countsBlind} onChange={(isOn) => change({ countsBlind: isOn })}>
            {t('shiftSettings.countsBlind')}
          </Switch>
          <Field
            label={t('shiftSettings.limit')}
            value={shownClp(value.limit)}
            onChange={(text) => change({ limit: digits(text) })}
            hint={t('shiftSettings.limitHint')}
            inputMode="numeric"
            refusal={draft.at('differenceLimitClp')}
            testId="difference-limit"
          />
        </>
      )}
    </SectionForm>
  )
}
