/** What was refused, and tables as all parts of the page show them. */
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { saveTableAs } from '../kit/save-table.ts'
import { fileAddress, type Refused } from './ask-service.ts'
import type { Read } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

/** What a row's key opens stands above the rows: it comes into sight, and is where one goes on. */
export const comesIntoSight = (opened: HTMLElement | null): void => opened?.focus()

export function Refusal({ refused }: { readonly refused: Refused | null }) {
  const words = useWords()
  if (refused === null) return null
  const { code, params } = refused
  const own = Object.hasOwn(words.refusals, code) ? words.refusals[code] : null
  const text = own?.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') ?? refused.text
  return (
    <Notice tone="bad" testId="refused">
      {text === '' ? words.noAnswer : text}
    </Notice>
  )
}

/** All there is, however long: written by the service as it reads it. */
export function FileOf({
  path,
  head,
  name,
}: {
  readonly path: string
  readonly head: readonly string[]
  readonly name: string
}) {
  const words = useWords()
  return (
    <a
      className={styles.file}
      href={fileAddress(path, head.join('|'))}
      download={`${name.toLowerCase()}.csv`}
      data-testid="csv"
    >
      {words.csvAll}
    </a>
  )
}

/** Until it is there, why it is not, or what there is. */
export function WhenRead<Value>({
  read,
  children,
}: {
  readonly read: Read<Value>
  readonly children: (value: NonNullable<Value>) => ReactNode
}) {
  const words = useWords()
  if (read.refused !== null)
    return (
      <>
        <Refusal refused={read.refused} />
        <Button onPress={read.again}>{words.again}</Button>
      </>
    )
  if (read.value === null || read.value === undefined)
    return (
      <p className={styles.lead} role="status">
        {words.loading}
      </p>
    )
  return children(read.value)
}

export interface Column<Row> {
  readonly name: string
  readonly isNumber?: boolean
  /** A sentence: in as many lines as it needs. */
  readonly isLong?: boolean
  /** Without it the column is only in a file. */
  readonly show?: (row: Row) => ReactNode
  /** As a file has it; without it the column is not in one. */
  readonly text?: (row: Row) => string | number
}

export function Rows<Row>({
  caption,
  columns: all,
  rows,
  keyOf,
  file,
}: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Name of the file it may be saved as. */
  readonly file?: string
}) {
  const words = useWords()
  if (rows.length === 0) return <p className={styles.lead}>{words.nothing}</p>
  // What nobody has anything in takes no room.
  const isEmpty = ({ text }: Column<Row>) =>
    text !== undefined && rows.every((row) => text(row) === '')
  const columns = all.filter((column) => !isEmpty(column))
  const kept = columns.filter(({ text }) => text !== undefined)
  const shown = columns.filter(({ show }) => show !== undefined)
  const save = () =>
    saveTableAs('csv', file ?? '', [
      kept.map(({ name }) => name),
      ...rows.map((row) => kept.map(({ text }) => text?.(row) ?? '')),
    ])
  return (
    <>
      {/* Wider than a phone it is moved sideways, by who has no finger as well. */}
      <div className={styles.tableBox} tabIndex={0} role="region" aria-label={caption}>
        <table className={styles.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {shown.map(({ name, ...column }, at) =>
                name === '' ? (
                  <td key={at} />
                ) : (
                  <th key={at} scope="col" className={classOf(column)}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {shown.map(({ show, ...column }, at) => (
                  <td key={at} className={classOf(column)}>
                    {show?.(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {file !== undefined && (
        <Button onPress={() => void save()} data-testid="csv">
          {words.csv}
        </Button>
      )}
    </>
  )
}

const classOf = ({ isNumber, isLong }: Pick<Column<never>, 'isNumber' | 'isLong'>) =>
  isNumber === true ? styles.number : isLong === true ? styles.long : undefined
