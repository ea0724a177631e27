import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SettingsView } from '#shared/settings/views.ts'
import { PAPER_RULES, type PaperRule } from '#shared/selling/sale/paper-choice.ts'
import { Switch } from '../kit/choices.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import type { Draft } from '../kit/section.tsx'
import { useUi } from '../stores/till-ui.ts'

type PaperChoice = Pick<SettingsView, 'paperRule' | 'printsPageCode'>

/** Whether receipts go on paper, and whether what is printed leads to the phone. */
export function PaperSettings({ draft }: { readonly draft: Draft<PaperChoice> }) {
  const { t } = useTranslation()
  const hasPages = useStore(useUi().status, ({ status }) => status?.hasPages === true)
  const { paperRule, printsPageCode } = draft.value
  return (
    <>
      <ChoiceList
        label={t('pages.rule')}
        value={paperRule}
        testId="paper-rule"
        choices={PAPER_RULES.map((rule) => ({ value: rule, label: t(`pages.rules.${rule}`) }))}
        onChange={(value) => draft.change({ paperRule: value as PaperRule })}
      />
      <p>{t('pages.ruleHelp')}</p>
      {!hasPages && <Notice tone="plain">{t('pages.noPages')}</Notice>}
      <Switch
        isSelected={printsPageCode}
        onChange={(isOn) => draft.change({ printsPageCode: isOn })}
      >
        {t('pages.printsCode')}
      </Switch>
    </>
  )
}
