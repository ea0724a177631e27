import { useEffect, useRef } from 'react'
import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { FileCheck2 } from 'lucide-react'
import { REPORT_DAYS, REPORT_PARTS } from '#shared/reports/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { BASES } from '#shared/reports/before.ts'
import { RANGE_KINDS, rangeOf, type DayRange } from '#shared/reports/day-range.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { openReceipt } from '../actions/report-actions.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { DateField } from '../kit/date-field.tsx'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { SegmentsOrList } from '../kit/segments-or-list.tsx'
import { EmptyState, Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import type { ReportsState } from '../stores/reports-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { compared, type Compared } from './comparison.ts'
import { DayAtAGlance } from './day-at-a-glance.tsx'
import { TableOfReport } from './table-of-report.tsx'
import type { Moment } from './report-series.ts'
import type { ReportTable } from './table.ts'
import { ReportTools } from './report-tools.tsx'
import { useReport, type Report } from './use-report.ts'
import styles from './reports.module.css'

/** What the shop took and earned over any days, for whoever may know. */
export function ReportsScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { part, days, basis } = useStore(ui.reports)
  const now = browserNowMs() as EpochMs
  const [today, hour] = [santiagoDate(now), Number(santiagoTime(now).slice(0, 2))]
  const kind = typeof days === 'string' ? days : null
  const range = typeof days === 'string' ? rangeOf(days, today) : days
  const report = useReport(part, range, basis, kind)
  const shown = typeof report === 'object' ? compared(report, today, { t, locale }) : null
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('reports.title')}</h1>
        <Asked part={part} days={days} range={range} />
        <ReportTools
          view={typeof report === 'object' ? report.view : null}
          {...{ shown, basis, kind }}
        />
      </div>
      {(part !== 'documents' || typeof days !== 'string') && (
        <div className={styles.beside}>
          {typeof days !== 'string' && (
            <Days range={range} onChange={(typed) => ui.reports.setState({ days: typed })} />
          )}
          {part !== 'documents' && <Beside remarks={shown?.remarks ?? []} />}
        </div>
      )}
      <Found report={report} shown={shown} moment={{ today, hour }} />
    </main>
  )
}

/** Of the segment that leads to the two days somebody types. */
const TYPED = 'days' as const
const CHOICES = [...RANGE_KINDS, TYPED] as const

/** Which report, of which days. */
function Asked({
  part,
  days,
  range,
}: Pick<ReportsState, 'part' | 'days'> & { readonly range: DayRange }) {
  const ui = useUi()
  const { t } = useTranslation()
  const choose = (chosen: Partial<ReportsState>) => ui.reports.setState(chosen)
  return (
    <>
      <SegmentsOrList
        label={t('reports.range')}
        value={typeof days === 'string' ? days : TYPED}
        values={CHOICES}
        nameOf={(value) => t(`reports.ranges.${value}`)}
        // Other days begin with those that were shown.
        onChange={(kind) => choose({ days: kind === TYPED ? range : kind })}
        testId="range"
      />
      <Segments
        label={t('reports.part')}
        isLabelHidden
        value={part}
        onChange={(next) => choose({ part: next })}
        options={optionsNamed(REPORT_PARTS, (value) => t(`reports.parts.${value}`), 'part')}
      />
    </>
  )
}

/** Which days these stand beside, and what is to be known of them; there while they are read. */
function Beside({ remarks }: Pick<Compared, 'remarks'>) {
  const ui = useUi()
  const { t } = useTranslation()
  const { basis } = useStore(ui.reports)
  return (
    <>
      <ChoiceList
        label={t('reports.compare.label')}
        isLabelHidden
        value={basis}
        onChange={(next) => ui.reports.setState({ basis: next as ReportsState['basis'] })}
        choices={(['none', ...BASES] as const).map((value) => ({
          value,
          label: t(`reports.compare.bases.${value}`),
        }))}
        testId="report-basis"
      />
      <p className={styles.remarks} role="status" data-testid="report-remarks">
        {remarks.join(' ')}
      </p>
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
    <>
      {field('from')}
      {field('to')}
    </>
  )
}

function Found({
  report,
  shown,
  moment,
}: {
  readonly report: Report
  readonly shown: Compared | null
  readonly moment: Moment
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
  // What somebody should look at is told from what there is nothing of.
  const isQuiet = ({ rows }: ReportTable) => view.part === 'documents' && rows.length === 0
  return (
    // It scrolls, so that who has no mouse has to reach it.
    <section
      ref={place}
      className={styles.tables}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('reports.title')}
      data-testid="report-tables"
    >
      {view.part === 'totals' && (
        <DayAtAGlance
          view={view}
          earlier={shown.hasBefore && before?.part === 'totals' ? before : null}
          moment={moment}
        />
      )}
      {shown.tables
        .filter((table) => !isQuiet(table))
        .map((table) => (
          <TableOfReport
            key={table.id}
            table={table}
            onOpen={(saleId) => openReceipt(ui, saleId, place.current?.scrollTop ?? 0)}
          />
        ))}
      <Quiet tables={shown.tables.filter(isQuiet)} isAll={shown.tables.every(isQuiet)} />
    </section>
  )
}

/** Which documents there are none of, in one sentence. */
function Quiet({
  tables,
  isAll,
}: {
  readonly tables: readonly ReportTable[]
  readonly isAll: boolean
}) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  if (tables.length === 0) return null
  const names = new Intl.ListFormat(locale).format(tables.map(({ title }) => title))
  return (
    <div className={styles.glance} data-testid="report-quiet">
      {isAll ? (
        <EmptyState icon={<FileCheck2 size={32} />} title={t('reports.allQuiet')}>
          {t('reports.quiet', { names })}
        </EmptyState>
      ) : (
        <p className={styles.note}>{t('reports.quiet', { names })}</p>
      )}
    </div>
  )
}
