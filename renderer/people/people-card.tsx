import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useAnswer } from '../actions/use-answer.ts'
import { Button } from '../kit/button.tsx'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { EmptyState, Notice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import { afterUnsaved } from '../kit/unsaved-dialog.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { PeriodsForm } from './periods-form.tsx'
import { PersonSearch } from './person-search.tsx'
import { Places } from './places.tsx'

const TABS = ['person', 'periods', 'places'] as const
type Tab = (typeof TABS)[number]

const peopleData = (ui: TillUi) => ui.port.peopleData()

/** What the till knows of people: one person, the periods, and the page for whoever asks. */
export function PeopleCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('person')
  const { value: data, take, read } = useAnswer(peopleData)
  const tabs = (
    <Segments
      label={t('people.title')}
      isLabelHidden
      value={tab}
      onChange={(chosen) => afterUnsaved(ui, () => setTab(chosen))}
      options={optionsNamed(TABS, (value) => t(`people.tabs.${value}`), 'people-tab')}
    />
  )
  if (tab === 'person')
    return (
      <SectionFrame title={t('people.title')} lead={t('people.lead')}>
        {tabs}
        <PersonSearch />
      </SectionFrame>
    )
  if (data === 'reading' || data === 'failed')
    return (
      <SectionFrame title={t('people.title')}>
        {tabs}
        {data === 'reading' && <Notice tone="plain">{t('common.loading')}</Notice>}
        {data === 'failed' && (
          <EmptyState icon={<WifiOff size={30} />} title={t('people.failed')}>
            <Button onPress={read} data-testid="people-again">
              <RefreshCw size={18} aria-hidden="true" />
              {t('common.tryAgain')}
            </Button>
          </EmptyState>
        )}
      </SectionFrame>
    )
  if (tab === 'periods') return <PeriodsForm data={data} tabs={tabs} onSaved={take} />
  return (
    <SectionFrame title={t('people.title')} lead={t('people.placesLead')}>
      {tabs}
      <Places data={data} />
    </SectionFrame>
  )
}
