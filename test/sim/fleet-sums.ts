/** What the service has at the end, beside what the played tills did. */
import { takenWords, type SharedFields } from '#shared/fleet/shared-records.ts'
import { openDb } from '../integration/fleet-hands.ts'
import type { FleetWorld, PlayedTill } from '../integration/fleet-world.ts'

export interface Charged {
  sales: number
  clp: number
}

/** All this till ever sold. */
export function chargedAt(played: PlayedTill): Charged {
  const db = openDb(played)
  const row = db
    .prepare<[], Charged>(
      `SELECT count(*) AS sales, coalesce(sum(total_clp), 0) AS clp FROM sale
       WHERE document_type NOT IN ('56', '61')`,
    )
    .get()
  db.close()
  return row ?? { sales: 0, clp: 0 }
}

export function addCharged(all: Charged, before: Charged, after: Charged): void {
  all.sales += after.sales - before.sales
  all.clp += after.clp - before.clp
}

export async function judgeSums(
  { service }: FleetWorld,
  charged: Charged,
  say: (text: string) => void,
): Promise<void> {
  const rows = await service.storage.read.selectFrom('fleet_sold').selectAll().execute()
  const sum = (of: 'sales' | 'gross_clp') => rows.reduce((all, row) => all + row[of], 0)
  const [added, sold] = [{ sales: sum('sales'), clp: sum('gross_clp') }, { ...charged }].map(
    (each) => JSON.stringify(each),
  )
  if (added !== sold) say(`head office adds up ${added} of ${sold}`)
}

/** Also of those that are archived: whoever brings one back finds its code its own. */
export async function judgeCodes(
  { service }: FleetWorld,
  say: (text: string) => void,
): Promise<void> {
  const rows = await service.storage.read
    .selectFrom('fleet_records')
    .select(['id', 'fields'])
    .where('kind', '=', 'product')
    .where('is_deleted', '=', 0)
    .execute()
  const holders = new Map<string, string>()
  for (const { id, fields } of rows)
    for (const { space, word } of takenWords('product', JSON.parse(fields) as SharedFields)) {
      const other = holders.get(`${space} ${word}`)
      if (other !== undefined && other !== id) say(`two products of the shop have ${space} ${word}`)
      holders.set(`${space} ${word}`, id)
    }
}

/** What nobody has taken, by the service. */
export async function openNames({ service }: FleetWorld): Promise<ReadonlySet<string>> {
  const rows = await service.storage.read
    .selectFrom('fleet_parked')
    .select('facts')
    .where('taken_by', 'is', null)
    .where('facts', '<>', '')
    .execute()
  return new Set(rows.map(({ facts }) => (JSON.parse(facts) as { readonly name: string }).name))
}
