/** How PostgreSQL reads what a statement asks for, run once. */
import type pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** One table as it was read. */
interface Reading {
  readonly table: string
  /** Null: it was read through. */
  readonly index: string | null
  /** That were looked at. */
  readonly rows: number
}

export interface Plan {
  readonly reads: readonly Reading[]
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

export async function planOf(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    [...values],
  )
  const [top] = rows[0]?.['QUERY PLAN'] ?? []
  return { reads: top === undefined ? [] : readsOf(top.Plan) }
}

function readsOf(node: Node): readonly Reading[] {
  const below = (node.Plans ?? []).flatMap(readsOf)
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const table = node['Relation Name']
  // The heap below a bitmap of an index has the name of the table, and the index stands under it.
  if (node['Node Type'] === 'Bitmap Heap Scan' || table === undefined)
    return node['Index Name'] === undefined || table !== undefined
      ? below.map((read) => (read.table === '' ? { ...read, table: table ?? '' } : read))
      : [{ table: '', index: node['Index Name'], rows }, ...below]
  return [{ table, index: node['Index Name'] ?? null, rows: Math.round(rows) }, ...below]
}
