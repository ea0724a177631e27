/** What was sold, as the head office's page shows it. */
import type { Kysely } from 'kysely'
import type { OfficeSoldRow, SoldByWhat } from '#shared/head-office/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import {
  SOLD_ROWS_MAX,
  soldBetween,
  type GoodsSums,
  type PaidSums,
  type SoldRow,
  type SoldSums,
} from '../fleet/sold.ts'
import type { Tables } from '../storage/tables.ts'

/** Days and hours follow each other; of everything else the most stands first. */
const IN_ORDER: readonly SoldByWhat[] = ['day', 'hour']

export async function soldRows(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: SoldByWhat },
): Promise<{ readonly data: OfficeSoldRow[]; readonly is_more: boolean }> {
  const order = IN_ORDER.includes(by) ? 'key' : 'most'
  const asked = { fromDay: from, toDay: to, tillIds: null, order, limit: SOLD_ROWS_MAX } as const
  const rows = await soldBetween(db, companyId, asked, by)
  const shown = rows.map(rowOf).map(readable)
  if (by === 'hour') shown.sort((one, other) => Number(one.key) - Number(other.key))
  return { data: shown, is_more: shown.length === SOLD_ROWS_MAX }
}

function rowOf(row: SoldRow<SoldByWhat>): OfficeSoldRow {
  const { key, name } = row
  if (isPaid(row))
    return {
      ...{ key, name, count: row.payments, sold_clp: row.clp, returned_clp: null },
      ...{ milli: null, margin_clp: null, cost_unknown_clp: null },
    }
  const ofDocuments = isGoods(row)
    ? { count: null, milli: row.milli, returned_clp: null, sold_clp: row.gross_clp }
    : {
        ...{ count: row.sales, milli: null, returned_clp: row.returned_clp },
        sold_clp: row.gross_clp - row.returned_clp,
      }
  return { key, name, ...ofDocuments, ...marginOf(row) }
}

const isPaid = (row: object): row is PaidSums => 'payments' in row
const isGoods = (row: object): row is GoodsSums => 'milli' in row

/** Of what has a known cost; the rest is said beside it. */
function marginOf(sums: Pick<SoldSums, 'net_clp' | 'cost_net_clp' | 'cost_unknown_clp'>) {
  const { net_clp: net, cost_net_clp: cost, cost_unknown_clp: unknown } = sums
  const known = net - unknown
  // Of nothing with a known cost there is no margin.
  const isNone = known === 0 && cost === 0 && unknown !== 0
  return { margin_clp: isNone ? null : known - cost, cost_unknown_clp: unknown }
}

/** What a till makes up may come to more than a page can read. */
const readable = (row: OfficeSoldRow): OfficeSoldRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
        : value,
    ]),
  ) as OfficeSoldRow
