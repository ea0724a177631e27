import { useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { ReportTotals } from '#shared/reports/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { changeOf } from '#shared/reports/before.ts'
import { noonOf } from '#shared/time/calendar.ts'
import { stepFor } from '../kit/tile-step.ts'
import { percentOf } from './compared.ts'
import { seriesOf, type Moment, type SeriesPoint } from './report-series.ts'
import { useSeriesChart } from './series-chart.ts'
import type { T } from './table.ts'
import styles from './reports.module.css'

interface ChartProps {
  readonly view: ReportTotals
  readonly earlier: ReportTotals | null
  readonly moment: Moment
}

/** Sales along the days, beside those before. A hand or the arrows read it point by point. */
export function ReportChart({ view, earlier, moment }: ChartProps) {
  const { t } = useTranslation()
  const { by, points } = seriesOf(view, earlier, moment)
  // A field of nothing says nothing.
  if (points.every(({ now, before }) => (now ?? 0) === 0 && (before ?? 0) === 0)) return null
  return (
    <section className={styles.chartCard} aria-labelledby="report-chart" data-testid="report-chart">
      <div className={styles.chartHead}>
        <h2 id="report-chart" className={styles.tableTitle}>
          {t(`reports.chart.${by}`)}
        </h2>
        {earlier !== null && <Legend />}
      </div>
      <Drawn key={`${view.from} ${view.to} ${points.length}`} by={by} points={points} />
    </section>
  )
}

function Legend() {
  const { t } = useTranslation()
  return (
    <ul className={styles.legend}>
      <li>
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <rect x="6" width="12" height="12" className={styles.nowMark} />
        </svg>
        {t('reports.chart.now')}
      </li>
      <li>
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <path d="M0 6h24" className={styles.beforeMark} />
          <circle cx="12" cy="6" r="4" className={styles.beforeMark} />
        </svg>
        {t('reports.chart.before')}
      </li>
    </ul>
  )
}

function Drawn({ by, points }: ReturnType<typeof seriesOf>) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const theme = useTheme()
  const labels = points.map((point) => labelOf(point, by, locale))
  const { show } = useSeriesChart(place, { points, labels, theme, locale, onPoint: setAt })
  // The newest of which there is something to say.
  const last = points.findLastIndex(({ now }) => (now ?? 0) !== 0)
  const chosen = at ?? Math.max(0, last)
  const said = (index: number) => pointText(points[index], labels[index] ?? '', { t, locale })
  const walk = (event: KeyboardEvent) => {
    const to = stepFor(event.key, chosen, points.length, 1)
    if (to === null) return
    event.preventDefault()
    setAt(to)
    show(to)
  }
  return (
    <>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-labelledby="report-chart"
        aria-describedby="report-chart-hint"
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={said(chosen)}
        onKeyDown={walk}
        data-testid="chart-points"
      >
        <div ref={place} className={styles.canvas} aria-hidden="true" />
      </div>
      <p className={styles.point} aria-hidden="true" data-testid="chart-point">
        {said(chosen)}
      </p>
      <p id="report-chart-hint" className="visually-hidden">
        {t('reports.chart.hint')}
      </p>
    </>
  )
}

interface Said {
  readonly t: T
  readonly locale: string
}

function pointText(point: SeriesPoint | undefined, at: string, { t, locale }: Said): string {
  const money = (value: number | null | undefined) =>
    value == null ? t('reports.chart.unknown') : formatClp(clp(value))
  const [now, before] = [point?.now ?? null, point?.before ?? null]
  if (before === null) return t('reports.chart.point', { at, now: money(now) })
  const percent = now === null ? '' : percentOf(changeOf(now, before).tenths, locale)
  return t('reports.chart.beside', {
    at,
    now: money(now),
    before: money(before),
    percent: percent === '' ? '' : `(${percent})`,
  }).trim()
}

const FORMATS = {
  day: { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const

function labelOf({ at }: SeriesPoint, by: 'hour' | 'day' | 'month', locale: string): string {
  if (typeof at === 'number' || by === 'hour') return `${String(at).padStart(2, '0')}:00`
  return new Intl.DateTimeFormat(locale, FORMATS[by]).format(noonOf(at))
}

/** Which colours stand on the document. */
function useTheme(): string {
  return useSyncExternalStore(
    (changed) => {
      const observer = new MutationObserver(changed)
      observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      return () => observer.disconnect()
    },
    () => document.documentElement.dataset['theme'] ?? '',
  )
}
