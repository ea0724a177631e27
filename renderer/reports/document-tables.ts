/** Documents somebody should look at, as tables; each row leads to its receipt. */
import type { DocumentList, ReportDocuments } from '#shared/reports/views.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { count, money, nameOf, text, type ReportTable, type T } from './table.ts'

const counted = (name: string, all: number) => (all === 0 ? name : `${name} (${all})`)

export function documentTables(view: ReportDocuments, t: T): ReportTable[] {
  const columns = [
    text(t('reports.when')),
    text(t('reports.documentType')),
    text(t('reports.folio')),
    money(t('reports.total')),
    text(t('reports.cashier')),
    text(t('reports.why')),
  ]
  const list = (
    id: 'pending' | 'refused' | 'deletedOnes' | 'large',
    { rows, all }: DocumentList,
  ): ReportTable => ({
    id,
    title: counted(t(`reports.${id}`), all.count),
    ...(rows.length < all.count
      ? { note: t('reports.firstOf', { shown: rows.length, all: all.count }) }
      : {}),
    columns,
    rows: rows.map((row) => [
      `${printDate(santiagoDate(row.at))} ${santiagoTime(row.at).slice(0, 5)}`,
      nameOf(row, t),
      row.folio === null ? '' : String(row.folio),
      row.totalClp,
      row.cashierName,
      row.note,
    ]),
    opens: rows.map(({ saleId }) => saleId),
  })
  return [
    list('pending', view.pending),
    list('refused', view.refused),
    list('deletedOnes', view.deleted),
    list('large', view.large),
    {
      id: 'gaps',
      title: counted(t('reports.gaps'), view.gaps.length),
      note: t('reports.gapsNote'),
      columns: [
        text(t('reports.documentType')),
        text(t('reports.from')),
        text(t('reports.to')),
        count(t('reports.missing')),
        count(t('reports.elsewhere')),
      ],
      rows: view.gaps.map(({ documentType, from, to, elsewhere }) => [
        nameOf({ documentType, documentedBy: 'receipt' }, t),
        String(from),
        String(to),
        to - from + 1,
        elsewhere,
      ]),
    },
  ]
}
