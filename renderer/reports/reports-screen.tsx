import { useEffect, useRef } from 'react'
import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { REPORT_DAYS, REPORT_PARTS } from '#shared/reports/views.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { BASES } from '#shared/reports/before.ts'
import { RANGE_KINDS, rangeOf, type DayRange, type RangeKind } from '#shared/reports/day-range.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { openReceipt } from '../actions/report-actions.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { DateField } from '../kit/date-field.tsx'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import type { ReportsState } from '../stores/reports-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { ReportChart } from './report-chart.tsx'
import { compared, type Compared } from './comparison.ts'
import { TableOfReport } from './table-of-report.tsx'
import { ReportTools } from './report-tools.tsx'
import { useReport, type Report } from './use-report.ts'
import styles from './reports.module.css'

/** What the shop took and earned over any days, for whoever may know. */
export function ReportsScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { part, days, basis } = useStore(ui.reports)
  const today = santiagoDate(browserNowMs() as EpochMs)
  const range = typeof days === 'string' ? rangeOf(days, today) : days
  const report = useReport(part, range, basis)
  const shown = typeof report === 'object' ? compared(report, today, { t, locale }) : null
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{t('reports.title')}</h1>
          <ReportTools
            view={typeof report === 'object' ? report.view : null}
            {...{ shown, basis }}
          />
        </div>
        <Asked part={part} days={days} basis={basis} range={range} />
      </div>
      <Found report={report} shown={shown} today={today} />
    </main>
  )
}

/** Which report, of which days, beside which. */
function Asked({
  part,
  days,
  basis,
  range,
}: Pick<ReportsState, 'part' | 'days' | 'basis'> & { readonly range: DayRange }) {
  const ui = useUi()
  const { t } = useTranslation()
  const choose = (chosen: Partial<ReportsState>) => ui.reports.setState(chosen)
  return (
    <>
      <Segments
        label={t('reports.range')}
        isLabelHidden
        value={typeof days === 'string' ? days : ('days' as const)}
        onChange={(kind) => choose({ days: kind as RangeKind })}
        options={RANGE_KINDS.map((value) => ({
          value: value as RangeKind | 'days',
          label: t(`reports.ranges.${value}`),
          testId: `range-${value}`,
        }))}
      />
      <Days range={range} onChange={(typed) => choose({ days: typed })} />
      <Segments
        label={t('reports.part')}
        isLabelHidden
        value={part}
        onChange={(next) => choose({ part: next })}
        options={optionsNamed(REPORT_PARTS, (value) => t(`reports.parts.${value}`), 'part')}
      />
      {part !== 'documents' && (
        <ChoiceList
          label={t('reports.compare.label')}
          value={basis}
          onChange={(next) => choose({ basis: next as ReportsState['basis'] })}
          choices={(['none', ...BASES] as const).map((value) => ({
            value,
            label: t(`reports.compare.bases.${value}`),
          }))}
          testId="report-basis"
        />
      )}
    </>
  )
}

function Days({
  range,
  onChange,
}: {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
}) {
  const { t } = useTranslation()
  const field = (end: 'from' | 'to') => (
    <DateField
      label={t(`reports.${end}`)}
      value={range[end]}
      min={REPORT_DAYS.from}
      max={REPORT_DAYS.to}
      isRequired
      onChange={(date) => {
        if (date !== '') onChange({ ...range, [end]: date })
      }}
      testId={`report-${end}`}
    />
  )
  return (
    <div className={styles.days}>
      {field('from')}
      {field('to')}
    </div>
  )
}

function Found({
  report,
  shown,
  today,
}: {
  readonly report: Report
  readonly shown: Compared | null
  readonly today: IsoDate
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const isRead = shown !== null
  useEffect(() => {
    const { opened } = ui.reports.getState()
    if (!isRead || opened === null || place.current === null) return
    ui.reports.setState({ opened: null })
    const row = place.current.querySelector<HTMLElement>(
      `[data-sale="${CSS.escape(opened.saleId)}"]`,
    )
    // Settled meanwhile it is listed no more.
    ;(row ?? place.current).focus({ preventScroll: true })
    place.current.scrollTop = opened.scrollPx
  }, [ui, isRead])
  if (report === 'failed') return <Notice tone="bad">{t('reports.failed')}</Notice>
  if (report === 'reading' || shown === null)
    return (
      <p role="status" className={styles.reading}>
        {t('common.loading')}
      </p>
    )
  const { view, before } = report
  return (
    // It scrolls, so that who has no mouse has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={place} className={styles.tables} tabIndex={0} aria-label={t('reports.title')}>
      {shown.remarks.length > 0 && (
        <p className={styles.remarks} role="status" data-testid="report-remarks">
          {shown.remarks.join(' ')}
        </p>
      )}
      {view.part === 'totals' && (
        <ReportChart
          view={view}
          earlier={shown.hasBefore && before?.part === 'totals' ? before : null}
          today={today}
        />
      )}
      {shown.tables.map((table) => (
        <TableOfReport
          key={table.id}
          table={table}
          onOpen={(saleId) => openReceipt(ui, saleId, place.current?.scrollTop ?? 0)}
        />
      ))}
    </section>
  )
}
