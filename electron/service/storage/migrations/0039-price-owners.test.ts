/** Of a price of before nobody knows whose it was: a till is undone to its first one, as ever. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { must } from '../../../../test/support/must.ts'
import type { CompanyId } from '../../core/ports.ts'
import { pricesBefore } from '../../fleet/price-changes.ts'
import { openSqliteStorage } from '../sqlite-storage.ts'

it('takes no price between two steps for one that somebody else chose', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'price-owners-'))
  const open = async () => must(await openSqliteStorage(join(folder, 'service.db')))
  const before = await open()
  await before.write(async (db) => {
    for (const statement of [
      'ALTER TABLE fleet_price_changes DROP COLUMN was_own',
      'ALTER TABLE fleet_tills DROP COLUMN replaced_at_ms',
      "DELETE FROM kysely_migration WHERE name >= '0039'",
      `INSERT INTO fleet_price_changes (company_id, till_number, record_id, kind, version, at_ms,
        was_clp) VALUES ('c', 2, 'p', 'product', 1, 1, 1000), ('c', 2, 'p', 'product', 2, 2, 500)`,
    ])
      await sql.raw(statement).execute(db)
  })
  await before.close()
  const after = await open()
  const till = { companyId: 'c' as CompanyId, number: 2 }
  const since = { sinceMs: 0 as EpochMs, untilMs: Infinity }
  expect(await pricesBefore(after.read, till, since)).toEqual([
    { kind: 'product', id: 'p', was: 1_000 },
  ])
  await after.close()
  rmSync(folder, { recursive: true })
})
