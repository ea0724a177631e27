import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { ReportTotals } from '#shared/reports/views.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { figuresOf, shortMethods, shortProducts, type Figure } from './figures.ts'
import { ReportChart } from './report-chart.tsx'
import type { Moment } from './report-series.ts'
import { TableOfReport } from './table-of-report.tsx'
import { unsettledWords } from './totals-tables.ts'
import { useReport } from './use-report.ts'
import styles from './reports.module.css'

/** What an owner looks for first, before any table: seen whole without scrolling. */
export function DayAtAGlance({
  view,
  earlier,
  moment,
}: {
  readonly view: ReportTotals
  readonly earlier: ReportTotals | null
  readonly moment: Moment
}) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const read = useReport('products', view, 'none')
  // A morning beside a whole day would have lost nine tenths.
  const isOver = view.to < moment.today
  const goods = typeof read === 'object' && read.view.part === 'products' ? read.view : null
  return (
    <div className={styles.glance}>
      <dl className={styles.figures} data-testid="report-figures">
        {figuresOf(view, isOver ? earlier : null, goods, { t, locale }).map((figure) => (
          <FigureTile key={figure.id} {...figure} />
        ))}
      </dl>
      <NeedsSomebody view={view} />
      <div className={styles.sides}>
        <ReportChart view={view} earlier={earlier} moment={moment} />
        <div className={styles.side}>
          <TableOfReport table={shortMethods(view, t)} />
          {goods === null ? (
            <div className={styles.sidePlace} aria-busy={read === 'reading'} />
          ) : (
            <TableOfReport table={shortProducts(goods, t)} />
          )}
        </div>
      </div>
    </div>
  )
}

function FigureTile({ id, value, detail, change }: Figure) {
  const { t } = useTranslation()
  return (
    <div className={styles.figure} data-testid={`figure-${id}`}>
      <dt>{t(`reports.figures.${id}`)}</dt>
      <dd className={styles.figureValue}>{value === '' ? t('reports.figures.unknown') : value}</dd>
      <dd className={styles.figureDetail}>
        {detail}
        {change !== '' && <b> {change}</b>}
      </dd>
    </div>
  )
}

/** Documents of these days that are not where they should be, and the way to them. */
function NeedsSomebody({ view: { f29 } }: { readonly view: ReportTotals }) {
  const ui = useUi()
  const { t } = useTranslation()
  const words = unsettledWords(f29, t)
  if (words.length === 0) return null
  return (
    <Notice tone="wait">
      {words.join(' ')}{' '}
      <Button
        variant="quiet"
        onPress={() => ui.reports.setState({ part: 'documents' })}
        data-testid="see-documents"
      >
        {t('reports.seeDocuments')}
      </Button>
    </Notice>
  )
}
