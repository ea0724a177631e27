import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { REPORT_PARTS, type ReportInput, type ReportView } from '#shared/bridge/reports.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { RANGE_KINDS, rangeOf, type DayRange, type RangeKind } from '#shared/reports/day-range.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { Segments } from '../components/choices.tsx'
import { Notice } from '../components/notice.tsx'
import { isLocked } from '../stores/staff-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { TableOfReport } from './table-of-report.tsx'
import { reportTables, type ReportTable } from './report-tables.ts'
import { ReportTools } from './report-tools.tsx'
import styles from './reports.module.css'

type Part = ReportInput['part']
/** Of the days that were typed; none of the kinds. */
type Chosen = RangeKind | 'days'

/** What the shop took and earned over any days, for whoever may know. */
export function ReportsScreen() {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>('totals')
  const [chosen, setChosen] = useState<Chosen>('today')
  const [range, setRange] = useState<DayRange>(() => rangeOf('today', today()))
  const report = useReport(part, range)
  const view = typeof report === 'object' ? report : null
  const tables = view === null ? [] : reportTables(view, t)
  const choose = (kind: Chosen) => {
    setChosen(kind)
    if (kind !== 'days') setRange(rangeOf(kind, today()))
  }
  const type = (days: DayRange) => {
    setChosen('days')
    setRange(days)
  }
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('reports.title')}</h1>
        <Segments
          label={t('reports.range')}
          isLabelHidden
          value={chosen}
          onChange={choose}
          options={RANGE_KINDS.map((value) => ({
            value: value as Chosen,
            label: t(`reports.ranges.${value}`),
            testId: `range-${value}`,
          }))}
        />
        <Days range={range} onChange={type} />
        <Segments
          label={t('reports.part')}
          isLabelHidden
          value={part}
          onChange={setPart}
          options={REPORT_PARTS.map((value) => ({
            value,
            label: t(`reports.parts.${value}`),
            testId: `part-${value}`,
          }))}
        />
        <ReportTools view={view} tables={tables} />
      </div>
      <Found report={report} tables={tables} />
    </main>
  )
}

const today = () => santiagoDate(browserNowMs() as EpochMs)

function Days({
  range,
  onChange,
}: {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
}) {
  const { t } = useTranslation()
  const field = (end: 'from' | 'to') => (
    <label className={styles.day}>
      <span>{t(`reports.${end}`)}</span>
      <input
        type="date"
        value={range[end]}
        min="2000-01-01"
        max="2199-12-31"
        required
        onChange={({ target }) => {
          if (target.validity.valid) onChange({ ...range, [end]: target.value as IsoDate })
        }}
        data-testid={`report-${end}`}
      />
    </label>
  )
  return (
    <div className={styles.days}>
      {field('from')}
      {field('to')}
    </div>
  )
}

type Report = ReportView | 'reading' | 'failed'

function Found({
  report,
  tables,
}: {
  readonly report: Report
  readonly tables: readonly ReportTable[]
}) {
  const { t } = useTranslation()
  if (report === 'failed') return <Notice tone="bad">{t('reports.failed')}</Notice>
  if (report === 'reading')
    return (
      <p role="status" className={styles.reading}>
        {t('common.loading')}
      </p>
    )
  return (
    // It scrolls, so that who has no mouse has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tables} tabIndex={0} aria-label={t('reports.title')}>
      {tables.map((table) => (
        <TableOfReport key={table.id} table={table} />
      ))}
    </section>
  )
}

/** Nothing of it stays on a locked screen. */
function useReport(part: Part, { from, to }: DayRange): Report {
  const ui = useUi()
  const locked = useStore(ui.staff, isLocked)
  const [report, setReport] = useState<Report>('reading')
  useEffect(() => {
    let isWanted = true
    setReport('reading')
    if (!locked)
      void callCore(ui, ui.port.report({ part, from, to })).then((answer) => {
        if (isWanted) setReport(answer?.ok === true ? answer.value : 'failed')
      })
    return () => {
      isWanted = false
    }
  }, [ui, locked, part, from, to])
  return report
}
