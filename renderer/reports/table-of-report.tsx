import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { ColumnKind, ReportTable } from './report-tables.ts'
import styles from './reports.module.css'

const BAR_WIDTH = 100

/** Bars stand in the table itself: what they show is read aloud beside them. */
export function TableOfReport({ table }: { readonly table: ReportTable }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { id, title, note, columns, rows, hasTotal = false } = table
  const bar = columns.findIndex(({ kind }) => kind === 'bar')
  const largest = Math.max(1, ...rows.map((row) => Number(row[bar] ?? 0)))
  return (
    <section className={styles.card} aria-labelledby={`report-${id}`} data-testid={`table-${id}`}>
      <h2 id={`report-${id}`} className={styles.tableTitle}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('reports.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ name, kind }, at) =>
                name === '' ? (
                  <td key={at} />
                ) : (
                  <th key={at} scope="col" className={classOf(kind)}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className={hasTotal && index === rows.length - 1 ? styles.sum : ''}>
                {row.map((cell, at) => (
                  <td key={at} className={classOf(columns[at]?.kind)}>
                    {columns[at]?.kind === 'bar' ? (
                      <Bar share={Number(cell) / largest} />
                    ) : (
                      said(cell, columns[at]?.kind, locale)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </section>
  )
}

function Bar({ share }: { readonly share: number }) {
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${BAR_WIDTH} 10`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect width={Math.max(0, share) * BAR_WIDTH} height="10" />
    </svg>
  )
}

const classOf = (kind: ColumnKind | undefined) =>
  kind === 'clp' || kind === 'count' ? (styles.number ?? '') : ''

function said(cell: TableCell, kind: ColumnKind | undefined, locale: string): string {
  if (typeof cell === 'string') return cell
  return kind === 'clp' ? formatClp(clp(cell)) : cell.toLocaleString(locale)
}
