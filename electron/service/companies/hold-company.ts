import type { Kysely } from 'kysely'
import type { CompanyId } from '../core/ports.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'

/**
 * The company as it stands, held until the end of the transaction: of two processes that change
 * what belongs to it the second waits and sees what the first did. Inside a write job.
 */
export function holdCompany(db: Kysely<Tables>, id: CompanyId): Promise<CompanyRow> {
  return db
    .updateTable('companies')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
