import { useTranslation } from 'react-i18next'
import { useUi } from '../stores/till-ui.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'

/** Whether this shop takes tips with its payments, and what it suggests. */
export function TipCard({ settings: { tips } }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const draft = useDraft({ isOn: tips.isOn, percents: tips.percents.join(', ') }, (_, typed) =>
    ui.settings
      .getState()
      .save({ tips: { isOn: typed.isOn, percents: percentsIn(typed.percents) } }),
  )
  const { value, change } = draft
  return (
    <SectionForm
      draft={draft}
      title={t('tipSettings.title')}
      lead={t('tipSettings.lead')}
      ownFields={['tips']}
    >
      <Switch isSelected={value.isOn} onChange={(isOn) => change({ isOn })}>
        {t('tipSettings.isOn')}
      </Switch>
      <Field
        label={t('tipSettings.percents')}
        value={value.percents}
        maxLength={20}
        inputMode="numeric"
        onChange={(percents) => change({ percents })}
        hint={t('tipSettings.percentsHint')}
        refusal={draft.at('tips')}
        testId="tip-percents"
      />
    </SectionForm>
  )
}

/** What is no number is refused by the core, which says how it is written. */
function percentsIn(text: string): number[] {
  return text
    .split(/[,;\s]+/)
    .filter((part) => part !== '' && part !== '%')
    .map((part) => (/^\d{1,3}%?$/.test(part) ? Number.parseInt(part, 10) : 0))
}
