import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Since when a company's documents count, and whose word suspended it. */
export async function companyLife(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE companies ADD COLUMN production_at_ms ${integer}`,
    `ALTER TABLE companies ADD COLUMN suspended_by TEXT
      CHECK (suspended_by IN ('OPERATOR', 'OWNER'))`,
  ])
    await sql.raw(statement).execute(db)
}
