/** What a list lacks as a whole is said once, of the list, and not again of each of its rows. */
import type { ImportArrangement, PlannedRow } from './importing.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import type { ImportField } from '../catalogue/import/columns.ts'

/** What every new product of a list without that column lacks: the list lacks it. */
const NEEDED = ['price', 'name'] as const satisfies readonly ImportField[]
const LACKING: readonly string[] = ['PRICE_NOT_VALID', 'NAME_REQUIRED']

export function asLackOfColumn(problem: Refusal, columns: ImportArrangement['columns']): Refusal {
  const field = NEEDED.find((needed) => needed === problem.field && !columns.includes(needed))
  return field !== undefined && LACKING.includes(problem.code)
    ? refusal('IMPORT_NO_COLUMN', field)
    : problem
}

export function lackedColumns(planned: readonly PlannedRow[]): Refusal[] {
  return NEEDED.flatMap((field) => {
    const rows = planned.filter(
      ({ problem }) => problem?.code === 'IMPORT_NO_COLUMN' && problem.field === field,
    )
    const count = String(rows.length)
    return rows.length === 0 ? [] : [refusal('IMPORT_NO_COLUMN', field, { count })]
  })
}
