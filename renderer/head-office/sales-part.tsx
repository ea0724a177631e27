/** What was sold: the days' figures in a row, then by day, till, product or whatever is chosen. */
import { useState } from 'react'
import type { IsoDate } from '#shared/core/brand.ts'
import {
  SOLD_BY,
  SOLD_DAYS_MAX,
  soldAnswer,
  type OfficeSoldRow,
  type SoldByWhat,
} from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { formatQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { addDays, printDate } from '#shared/time/calendar.ts'
import { browserDay } from '../bridge/clock.ts'
import { Button } from '../kit/button.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

interface Range {
  readonly from: IsoDate
  readonly to: IsoDate
}

const RANGES = { today: 1, week: 7, month: 30 } as const

const lastDays = (days: number): Range => {
  const to = browserDay() as IsoDate
  return { from: addDays(to, 1 - days), to }
}

export function SalesPart() {
  const words = useWords().sales
  const [range, setRange] = useState(() => lastDays(RANGES.today))
  const [by, setBy] = useState<SoldByWhat>('till')
  const asked = `from=${range.from}&to=${range.to}`
  const days = useRead(soldAnswer, `sold?${asked}&by=day`)
  const rows = useRead(soldAnswer, `sold?${asked}&by=${by}`)
  const columns = useColumns(by)
  return (
    <>
      <h1>{words.title}</h1>
      <RangeKeys
        range={range}
        onRange={(chosen) => {
          setRange(chosen)
          // Today once more is what was sold meanwhile.
          days.again()
          rows.again()
        }}
      />
      <WhenRead read={days}>{({ data }) => <Figures days={data} />}</WhenRead>
      <ChoiceList
        label={words.by}
        value={by}
        choices={SOLD_BY.map((one) => ({
          ...{ value: one, label: words.kinds[one], testId: `by-${one}` },
        }))}
        onChange={(chosen) => setBy(chosen as SoldByWhat)}
        testId="sold-by"
      />
      <WhenRead read={rows}>
        {({ data, is_more: isMore }) =>
          data.length === 0 ? (
            <p className={styles.lead}>{words.none}</p>
          ) : (
            <>
              {isMore && <Notice tone="info">{words.more}</Notice>}
              <Rows
                {...{ caption: words.group, columns: columns(data), rows: data }}
                keyOf={({ key }) => key}
                file={`ventas-${by}-${range.from}-${range.to}`}
              />
            </>
          )
        }
      </WhenRead>
    </>
  )
}

function RangeKeys({
  range,
  onRange,
}: {
  readonly range: Range
  readonly onRange: (range: Range) => void
}) {
  const words = useWords().sales
  const isShown = ({ from, to }: Range) => from === range.from && to === range.to
  return (
    <div className={styles.range}>
      <span className={styles.rowKeys}>
        {(Object.keys(RANGES) as (keyof typeof RANGES)[]).map((name) => {
          const days = lastDays(RANGES[name])
          return (
            <Button
              key={name}
              variant={isShown(days) ? 'primary' : 'plain'}
              aria-pressed={isShown(days)}
              onPress={() => onRange(days)}
              data-testid={`range-${name}`}
            >
              {words[name]}
            </Button>
          )
        })}
      </span>
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={words[end]}
          value={range[end]}
          max={browserDay() as IsoDate}
          isRequired
          onChange={(day) => {
            if (day !== '') onRange(rangeWith(range, end, day))
          }}
          testId={`day-${end}`}
        />
      ))}
    </div>
  )
}

/** The other end moves along: no range ends before it begins, or has more days than one may. */
function rangeWith({ from, to }: Range, end: keyof Range, day: IsoDate): Range {
  const most = SOLD_DAYS_MAX - 1
  const [least, last] = end === 'from' ? [day, addDays(day, most)] : [addDays(day, -most), day]
  const other = end === 'from' ? to : from
  const moved = other < least ? least : other > last ? last : other
  return end === 'from' ? { from: day, to: moved } : { from: moved, to: day }
}

/** Less than none where more came back than was sold. */
const pieces = (milli: number) =>
  `${milli < 0 ? '-' : ''}${formatQuantity(Math.abs(milli) as QuantityMilli)}`

const money = (pesos: number) => formatClp(clp(pesos))

function Figures({ days }: { readonly days: readonly OfficeSoldRow[] }) {
  const words = useWords().sales
  const sum = (value: (row: OfficeSoldRow) => number | null) =>
    days.reduce((all, row) => all + (value(row) ?? 0), 0)
  const [sold, count] = [sum((row) => row.sold_clp), sum((row) => row.count)]
  const unknown = sum((row) => row.cost_unknown_clp)
  const figures = [
    [words.total, money(sold), ''],
    [words.count, String(count), ''],
    [words.average, count === 0 ? '–' : money(Math.round(sold / count)), ''],
    [words.returns, money(sum((row) => row.returned_clp)), ''],
    [
      words.margin,
      days.some((row) => row.margin_clp !== null) ? money(sum((row) => row.margin_clp)) : '–',
      unknown === 0 ? '' : words.marginPart(money(unknown)),
    ],
  ] as const
  return (
    <dl className={styles.figures} data-testid="sold-figures">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note !== '' && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** As much of them as the kind has; a bar shows what the figure beside it says. */
function useColumns(by: SoldByWhat) {
  const words = useWords().sales
  const nameOf = ({ key, name }: OfficeSoldRow) =>
    by === 'day' ? printDate(key) : by === 'hour' ? `${key}:00` : name || key || words.unnamed
  const figure = (
    name: string,
    value: (row: OfficeSoldRow) => number | null,
    show: (value: number) => string,
    /** As a spreadsheet reads it. */
    text: (value: number) => string | number = (known) => known,
  ): Column<OfficeSoldRow> => ({
    ...{ name, isNumber: true },
    show: (row) => {
      const known = value(row)
      return known === null ? '–' : show(known)
    },
    text: (row) => {
      const known = value(row)
      return known === null ? '' : text(known)
    },
  })
  return (rows: readonly OfficeSoldRow[]): readonly Column<OfficeSoldRow>[] => {
    const most = Math.max(1, ...rows.map((row) => row.sold_clp))
    const all: readonly (Column<OfficeSoldRow> & { readonly isKept: boolean })[] = [
      { name: words.kinds[by], show: nameOf, text: nameOf, isKept: true },
      {
        ...figure(words.count, (row) => row.count, String),
        isKept: rows.some(({ count }) => count !== null),
      },
      {
        ...figure(words.pieces, (row) => row.milli, pieces, pieces),
        isKept: rows.some(({ milli }) => milli !== null),
      },
      { ...figure(words.total, (row) => row.sold_clp, money), isKept: true },
      { name: '', isKept: true, show: (row) => <Bar part={Math.max(0, row.sold_clp) / most} /> },
      {
        ...figure(words.margin, (row) => row.margin_clp, money),
        isKept: rows.some((row) => row.margin_clp !== null),
      },
    ]
    return all.filter(({ isKept }) => isKept)
  }
}

const BAR = 100

const Bar = ({ part }: { readonly part: number }) => (
  <svg
    className={styles.bar}
    viewBox={`0 0 ${BAR} 10`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect width={BAR * part} height="10" />
  </svg>
)
