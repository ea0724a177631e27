/** What a list is of: how its columns are known, what it would do, and how it is written. */
import type {
  ImportArrangement,
  ImportCounts,
  ImportDone,
  ImportShow,
  PlannedRow,
} from '#shared/importing/importing.ts'
import { columnsIn, type HeaderWords } from '#shared/catalogue/import/columns.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Table } from './read-table.ts'

export interface ListKind {
  /** Its columns by the words of their headers. */
  readonly words: HeaderWords<string>
  first(table: Table, db: TillDatabase): ImportArrangement
  /** Refuses columns nothing can be made of. Changes nothing. */
  plan(table: Table, arrangement: ImportArrangement, db: TillDatabase): Result<ListPlan, Refusal>
}

export interface CountedRows {
  readonly counts: ImportCounts
  readonly rowsOf: (show: ImportShow) => readonly PlannedRow[]
}

export interface ListPlan extends CountedRows {
  /** What is said of the list as a whole, once. */
  readonly remarks: readonly Refusal[]
  readonly newCategories: readonly string[]
  write(tools: WriteTools): Promise<ImportDone>
}

export interface WriteTools {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  /** Who accepted the list. */
  readonly staffName: string
  readonly newId: () => string
  readonly isStopped: () => boolean
  readonly onProgress: (share: number) => void
  /** Lets the counter write, for as long as the slice took. */
  readonly rest: () => Promise<void>
}

export type Outcome = 'created' | 'changed' | 'left'

/** A few milliseconds of the one writer that SQLite has. */
const SLICE_ROWS = 50

/**
 * Rows in slices so short that the counter waits for none of them, each one transaction. What is
 * written stays; the same list again finds it unchanged and goes on with the rest.
 */
export async function writeSlices<Row>(
  { db, isStopped, onProgress, rest }: WriteTools,
  rows: readonly Row[],
  writeRow: (row: Row) => Outcome,
): Promise<ImportDone> {
  const done = { created: 0, changed: 0, left: 0 }
  const slice = db.transaction((from: number) =>
    rows.slice(from, from + SLICE_ROWS).map((row) => writeRow(row)),
  )
  for (let at = 0; at < rows.length; at += SLICE_ROWS) {
    if (isStopped()) return { ...done, wasStopped: true }
    for (const outcome of slice.immediate(at)) done[outcome] += 1
    onProgress(Math.min(1, (at + SLICE_ROWS) / rows.length))
    await rest()
  }
  return { ...done, wasStopped: false }
}

export function countedRows(planned: readonly PlannedRow[]): CountedRows {
  const of = (kind: PlannedRow['kind']) => planned.filter((row) => row.kind === kind)
  const shown: Readonly<Record<ImportShow, () => readonly PlannedRow[]>> = {
    bad: () => of('bad'),
    noted: () => planned.filter(({ notes }) => notes.length > 0),
    new: () => of('new'),
    changed: () => of('changed'),
    all: () => planned,
  }
  const counts = Object.fromEntries(
    [...(Object.keys(shown) as ImportShow[])].map((show) => [show, shown[show]().length]),
  ) as Record<ImportShow, number>
  return { counts: { ...counts, same: of('same').length }, rowsOf: (show) => shown[show]() }
}

/** Columns as their headers say, and what else a person may change. */
export function arrangementOf(
  { rows, hasHeader }: Table,
  words: HeaderWords<string>,
  categoryId: string,
): ImportArrangement {
  const width = Math.max(...rows.slice(0, 50).map(({ cells }) => cells.length))
  const columns = hasHeader ? columnsIn(words, rows[0]?.cells ?? []) : []
  return {
    // The words are those of a list there is.
    columns: Array.from(
      { length: width },
      (_, at) => columns[at] ?? null,
    ) as ImportArrangement['columns'],
    hasHeader,
    restoresZeros: false,
    categoryId,
  }
}
