/** What is done to parked sales from beside: an erased person, and the end of their content. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'

/** Nothing of a person stays in a sale that waits, nor the name it was put aside under. */
export async function eraseBuyer(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { rut, version }: { readonly rut: string; readonly version: number },
): Promise<void> {
  const rows = await db
    .selectFrom('fleet_parked')
    .select(['parked_id', 'facts'])
    .where('company_id', '=', companyId)
    .where('buyer', '=', rut)
    .where('buyer', '<>', sql.lit(''))
    .execute()
  for (const { parked_id: id, facts } of rows)
    await db
      .updateTable('fleet_parked')
      .set({ ...{ customer: '', buyer: '', version }, facts: withoutName(facts) })
      .where('company_id', '=', companyId)
      .where('parked_id', '=', id)
      .execute()
}

/** Its row stays for good: it says that the sale was taken. Its name goes with what was in it. */
export async function emptyTaken(db: Kysely<Tables>, before: EpochMs): Promise<void> {
  const rows = await db
    .selectFrom('fleet_parked')
    .select(['company_id', 'parked_id', 'facts'])
    .where('taken_at_ms', '<=', before)
    .where('sale', '<>', sql.lit(''))
    .execute()
  for (const { company_id: companyId, parked_id: id, facts } of rows)
    await db
      .updateTable('fleet_parked')
      .set({ sale: '', customer: '', buyer: '', facts: withoutName(facts) })
      .where('company_id', '=', companyId)
      .where('parked_id', '=', id)
      .execute()
}

/** One that was only said to be taken has none. */
const withoutName = (facts: string) =>
  facts === '' ? '' : JSON.stringify({ ...(JSON.parse(facts) as object), name: '' })
