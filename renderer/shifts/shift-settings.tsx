import { useTranslation } from 'react-i18next'
import { useUi } from '../stores/till-ui.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import { digits, shownClp } from '../kit/typed-clp.tsx'
import { numberIn } from '../stores/typed-count.ts'
import type { SectionProps } from '../kit/section-props.ts'

/** Whether this shop works in shifts at all, and how strictly it counts. */
export function ShiftCard({ settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { usesShifts, countsBlind, differenceLimitClp, closingMail } = settings
  const stored = { usesShifts, countsBlind, limit: String(differenceLimitClp), closingMail }
  const draft = useDraft(stored, ({ limit, ...rest }) =>
    ui.settings
      .getState()
      .save({ ...rest, ...(limit === undefined ? {} : { differenceLimitClp: numberIn(limit) }) }),
  )
  const { value, change } = draft
  const mail = value.closingMail
  const changeMail = (part: Partial<typeof mail>) => change({ closingMail: { ...mail, ...part } })
  return (
    <SectionForm
      draft={draft}
      title={t('shiftSettings.title')}
      ownFields={['differenceLimitClp', 'closingMail']}
    >
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
          <Switch isSelected={mail.isOn} onChange={(isOn) => changeMail({ isOn })}>
            {t('shiftSettings.mailsZ')}
          </Switch>
          {mail.isOn && (
            <Field
              label={t('shiftSettings.mailsZTo')}
              type="email"
              value={mail.to}
              onChange={(to) => changeMail({ to })}
              hint={t('shiftSettings.mailsZHint')}
              maxLength={254}
              refusal={draft.at('closingMail')}
              testId="closing-mail-to"
            />
          )}
        </>
      )}
    </SectionForm>
  )
}
