import { useTranslation } from 'react-i18next'
import { useUi } from '../stores/till-ui.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import { digits, shownClp } from '../kit/typed-clp.tsx'

const SUMS = ['valeLimitClp', 'valeDayLimitClp', 'outsideLimitClp', 'outsideDayLimitClp'] as const

/** Whether returns may become vales, how long those pay, and what needs the owner. */
export function BackCard({ settings: { back } }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const start = {
    givesVales: back.givesVales,
    valeMonths: String(back.valeMonths),
    valeLimitClp: String(back.valeLimitClp),
    valeDayLimitClp: String(back.valeDayLimitClp),
    outsideLimitClp: String(back.outsideLimitClp),
    outsideDayLimitClp: String(back.outsideDayLimitClp),
  }
  const draft = useDraft(start, (_, typed) =>
    ui.settings
      .getState()
      .save({
        back: {
          givesVales: typed.givesVales,
          valeMonths: Math.min(60, Number(typed.valeMonths)),
          valeLimitClp: Number(typed.valeLimitClp),
          valeDayLimitClp: Number(typed.valeDayLimitClp),
          outsideLimitClp: Number(typed.outsideLimitClp),
          outsideDayLimitClp: Number(typed.outsideDayLimitClp),
        },
      }),
  )
  const { value, change } = draft
  return (
    <SectionForm
      draft={draft}
      title={t('backSettings.title')}
      lead={t('backSettings.lead')}
      ownFields={['back']}
    >
      <Switch isSelected={value.givesVales} onChange={(givesVales) => change({ givesVales })}>
        {t('backSettings.givesVales')}
      </Switch>
      <Field
        label={t('backSettings.valeMonths')}
        hint={t('backSettings.valeMonthsHint')}
        value={value.valeMonths}
        maxLength={2}
        inputMode="numeric"
        onChange={(text) => change({ valeMonths: digits(text) })}
        testId="vale-months"
      />
      {SUMS.map((field) => (
        <Field
          key={field}
          label={t(`backSettings.${field}`)}
          value={shownClp(value[field])}
          maxLength={14}
          inputMode="numeric"
          onChange={(text) => change({ [field]: digits(text) })}
          testId={`back-${field}`}
        />
      ))}
    </SectionForm>
  )
}
