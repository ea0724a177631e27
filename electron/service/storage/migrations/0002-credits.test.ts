import Database from 'better-sqlite3'
import { DROP_LATER } from '../../../../test/support/forget-trial-folios.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { receiptRequest } from '../../../../test/integration/service-receipts.ts'
import { prepareDemo } from '../../sandbox/demo-data.ts'
import { systemClock, systemRandom } from '../../core/ports.ts'
import { openSqliteStorage } from '../sqlite-storage.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'credits-'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function open() {
  const opened = await openSqliteStorage(join(dir, 'service.db'))
  if (!opened.ok) throw new Error(opened.refusal.code)
  return opened.value
}

it('enters what notes took before there was a table for it', async () => {
  const first = await open()
  await prepareDemo({
    storage: first,
    clock: systemClock,
    random: systemRandom,
    keysFile: join(dir, 'keys.json'),
  })
  await first.close()
  const old = new Database(join(dir, 'service.db'))
  old.exec(`${DROP_LATER.join(';')}; DROP TABLE credits; DROP TABLE rate_windows; DROP TABLE receipt_pages;
    DROP INDEX webhook_deliveries_turn;
    DROP INDEX webhook_deliveries_of; DROP INDEX documents_claimed;
    DROP INDEX companies_number; DROP INDEX api_keys_client; DROP INDEX certificates_end;
    DROP INDEX folio_ranges_end; DROP INDEX webhook_deliveries_age;
    DROP INDEX folio_ranges_place; ALTER TABLE folio_ranges DROP COLUMN issues_in;
    ALTER TABLE folio_ranges DROP COLUMN authority_folio;
    DROP INDEX documents_day; DROP INDEX documents_type; DROP INDEX documents_total;
    DROP INDEX documents_recipient; DROP INDEX documents_till; DROP INDEX documents_state;
    DROP TRIGGER folio_ranges_trial; DROP TRIGGER documents_trial;
    DROP INDEX documents_reference;
    DROP INDEX folio_ranges_new; ALTER TABLE folio_ranges DROP COLUMN is_heard;
    DROP INDEX folio_ranges_use; ALTER TABLE folio_ranges DROP COLUMN is_trial;
    CREATE INDEX folio_ranges_use ON folio_ranges (company_id, document_code, status, first_folio);
    DROP INDEX documents_folio; ALTER TABLE documents DROP COLUMN is_trial;
    CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id);
    CREATE UNIQUE INDEX documents_reference ON documents (company_id, external_reference);
    DROP INDEX folio_ranges_more; ALTER TABLE folio_ranges DROP COLUMN more_due_at_ms;
    ALTER TABLE companies DROP COLUMN production_at_ms;
    ALTER TABLE companies DROP COLUMN suspended_by;
    ALTER TABLE documents DROP COLUMN issued_on; ALTER TABLE documents DROP COLUMN till;
    ALTER TABLE documents DROP COLUMN recipient_number;
    ALTER TABLE documents DROP COLUMN total_cents;
    ALTER TABLE documents DROP COLUMN authority_claim;
    ALTER TABLE documents DROP COLUMN authority_is_unsure;
    DELETE FROM kysely_migration WHERE name > '0001-start'`)
  const companyId = old
    .prepare("SELECT id FROM companies WHERE document_number = '76192083-9'")
    .pluck()
    .get()
  const insert =
    old.prepare(`INSERT INTO documents (id, company_id, document_code, invoice_type, status, body, created_at_ms)
    VALUES (?, ?, 61, '61', 'APR', ?, 0)`)
  const note = (billing_reference: readonly object[]) =>
    JSON.stringify({
      ...receiptRequest('N', [{ name: 'Pan', unitGrossClp: 1990 }], '2026-11-20' as IsoDate),
      invoice_type: '61',
      billing_reference,
    })
  insert.run(
    'of-one',
    companyId,
    note([
      { invoice_type: 'BLE', number: 7 },
      { invoice_type: '801', number: 1 },
    ]),
  )
  insert.run(
    'of-two',
    companyId,
    note([
      { invoice_type: '39', number: 7 },
      { invoice_type: '39', number: 8 },
    ]),
  )
  insert.run('of-none', companyId, note([]))
  old.close()
  const storage = await open()
  expect(await storage.read.selectFrom('credits').selectAll().execute()).toEqual([
    {
      ...{ note_id: 'of-one', company_id: companyId, document_code: 39, number: 7 },
      ...{ amount_clp: 1990, is_trial: 1 },
    },
  ])
  await storage.close()
})
