import type { CSSProperties, ReactNode } from 'react'
import { useLocale } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { ColumnKind, ReportTable } from './table.ts'
import styles from './reports.module.css'

const BAR_WIDTH = 100
/** So many fit into half a screen. */
const NARROW_COLUMNS = 5

/** Bars stand in the table itself: what they show is read aloud beside them. */
export function TableOfReport({
  table: whole,
  onOpen,
}: {
  readonly table: ReportTable
  /** A row that stands for a receipt leads to it; absent where none does. */
  readonly onOpen?: (saleId: SaleId) => void
}) {
  const { t } = useTranslation()
  const table = withoutEmpty(whole)
  const { id, title, note, columns, rows, opens, hasTotal = false } = table
  const shareOf = shares(table)
  return (
    <section
      className={styles.card}
      aria-labelledby={`report-${id}`}
      data-testid={`table-${id}`}
      // It may be wider than its card, and who has no mouse has to reach the rest.
      {...(columns.length > NARROW_COLUMNS ? { tabIndex: 0 } : {})}
    >
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
                  <Cell key={at} kind={columns[at]?.kind} cell={cell} share={shareOf(cell, at)}>
                    {at === 0 && opens?.[index] !== undefined && onOpen !== undefined ? (
                      <OpenReceipt saleId={opens[index]} row={row} onOpen={onOpen} />
                    ) : null}
                  </Cell>
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

/** A column nothing is known in takes its room from the names. */
function withoutEmpty(table: ReportTable): ReportTable {
  const { columns, rows } = table
  if (rows.length === 0) return table
  const isFilled = columns.map(
    ({ kind }, at) => kind === 'bar' || rows.some((row) => row[at] !== ''),
  )
  return {
    ...table,
    columns: columns.filter((_, at) => isFilled[at]),
    rows: rows.map((row) => row.filter((_, at) => isFilled[at])),
  }
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

/** How much of the largest of its kind; in whatever columns of one kind there are. */
function shares({ columns, rows }: ReportTable) {
  const largest = (kind: ColumnKind) =>
    Math.max(
      1,
      ...rows.flatMap((row) => row.filter((_, at) => columns[at]?.kind === kind).map(Number)),
    )
  const of = { bar: largest('bar'), heat: largest('heat') }
  return (cell: TableCell, at: number) => {
    const kind = columns[at]?.kind
    return kind === 'bar' || kind === 'heat' ? Math.max(0, Number(cell)) / of[kind] : 0
  }
}

function Cell({
  kind,
  cell,
  share,
  children,
}: {
  readonly kind: ColumnKind | undefined
  readonly cell: TableCell
  readonly share: number
  /** Instead of what the cell says. */
  readonly children: ReactNode
}) {
  const { locale } = useLocale()
  if (kind === 'bar')
    return (
      <td>
        <Bar share={share} />
      </td>
    )
  const heat = { '--share': share } as CSSProperties
  return (
    <td className={classOf(kind)} {...(kind === 'heat' ? { style: heat } : {})}>
      {children ?? said(cell, kind, locale)}
    </td>
  )
}

function OpenReceipt({
  saleId,
  row,
  onOpen,
}: {
  readonly saleId: SaleId
  readonly row: readonly TableCell[]
  readonly onOpen: (saleId: SaleId) => void
}) {
  const { t } = useTranslation()
  const [when, document] = row
  return (
    <button
      type="button"
      className={styles.opens}
      aria-label={t('reports.openReceipt', { document, when })}
      data-sale={saleId}
      data-testid="open-receipt"
      onClick={() => onOpen(saleId)}
    >
      {when}
    </button>
  )
}

const CLASS_OF: Readonly<Record<ColumnKind, string | undefined>> = {
  text: '',
  bar: '',
  count: styles.number,
  clp: styles.number,
  percent: styles.number,
  heat: styles.heat,
}
const classOf = (kind: ColumnKind | undefined) => (kind === undefined ? '' : CLASS_OF[kind])

function said(cell: TableCell, kind: ColumnKind | undefined, locale: string): string {
  if (typeof cell === 'string') return cell
  return kind === 'clp' ? formatClp(clp(cell)) : cell.toLocaleString(locale)
}
