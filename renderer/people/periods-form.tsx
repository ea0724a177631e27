import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeopleDataView } from '#shared/customers/people-views.ts'
import { KEPT_KINDS, PERIODS, type KeptKind } from '#shared/customers/retention.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './people.module.css'

type Typed = Readonly<Record<KeptKind, string>>

/** Days of each, as text until they are saved; and what the till has done by itself. */
export function PeriodsForm({
  data,
  tabs,
  onSaved,
}: {
  readonly data: PeopleDataView
  readonly tabs: ReactNode
  readonly onSaved: (data: PeopleDataView) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const stored = perKind((kind) => String(data.retention[kind]))
  const draft = useDraft<Typed>(stored, async (_, typed) => {
    // Of an empty field the core says that it is no period.
    const answer = await ui.port.saveRetention(perKind((kind) => Number(typed[kind] || 'NaN')))
    if (answer.ok) onSaved(answer.value)
    return answer.ok ? null : answer.refusal
  })
  return (
    <SectionForm draft={draft} title={t('people.title')} ownFields={KEPT_KINDS}>
      {tabs}
      <p className={styles.soft}>{t('people.periodsLead')}</p>
      <div className={styles.periods}>
        {KEPT_KINDS.map((kind) => (
          <Field
            key={kind}
            label={t('people.days', { what: t(`people.kinds.${kind}`) })}
            hint={t('people.range', { least: PERIODS[kind].minDays, most: PERIODS[kind].maxDays })}
            value={draft.value[kind]}
            inputMode="numeric"
            maxLength={4}
            testId={`period-${kind}`}
            refusal={draft.at(kind)}
            onChange={(text) => draft.change({ [kind]: text.replace(/\D/g, '') })}
          />
        ))}
      </div>
      <LastRun lastRun={data.lastRun} />
    </SectionForm>
  )
}

function LastRun({ lastRun }: Pick<PeopleDataView, 'lastRun'>) {
  const { t } = useTranslation()
  if (lastRun === null) return <Notice tone="plain">{t('people.neverRun')}</Notice>
  const { at, mayDelete, counts } = lastRun
  const parts = KEPT_KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
    t('people.deletedPart', { count: counts[kind], kind: t(`people.kinds.${kind}`) }),
  )
  const outcome = !mayDelete
    ? t('people.clockJumped')
    : parts.length === 0
      ? t('people.deletedNothing')
      : t('people.deleted', { what: parts.join(', ') })
  return (
    <Notice tone="plain" testId="last-run">
      {t('people.lastRun', { date: printDate(santiagoDate(at)), time: santiagoTime(at) })} {outcome}
    </Notice>
  )
}

function perKind<Value>(valueOf: (kind: KeptKind) => Value): Readonly<Record<KeptKind, Value>> {
  return Object.fromEntries(KEPT_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<
    KeptKind,
    Value
  >
}
