/** Whatever documents are looked for by has its index, in the order they are listed in. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CompanyId } from '../core/ports.ts'
import { listDocuments, type DocumentFilters } from './list-documents.ts'

let world: InProcessService
beforeEach(async () => {
  world = await startInProcess()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
})

it.each<[DocumentFilters, string]>([
  [{}, 'documents_day (company_id=?)'],
  [{ from: '2026-11-01' }, 'documents_day (company_id=? AND issued_on>?)'],
  [{ from: '2026-11-01', to: '2026-11-20' }, 'documents_day (company_id=? AND issued_on>?'],
  [{ status: 'APR' }, 'documents_day (company_id=?)'],
  [{ status: 'PEN' }, 'documents_state (company_id=? AND status=?)'],
  [{ status: 'RCH' }, 'documents_state (company_id=? AND status=?)'],
  [{ document_type: '61' }, 'documents_type (company_id=? AND document_code=?)'],
  [{ recipient: '12345678-5' }, 'documents_recipient (company_id=? AND recipient_number=?)'],
  [{ recipient: '66666666-6' }, 'documents_day (company_id=?)'],
  [{ total: 1990 }, 'documents_total (company_id=? AND total_cents=?)'],
  [{ till: 'Caja 1' }, 'documents_till (company_id=? AND till=?)'],
  // Of several the one that fewest share.
  [{ till: 'x', document_type: '39', status: 'PEN' }, 'documents_till (company_id=? AND till=?)'],
  [
    { total: 1, till: 'x', document_type: '39' },
    'documents_total (company_id=? AND total_cents=?)',
  ],
  [{ document_type: '39', recipient: '66666666-6' }, 'documents_type (company_id=?'],
  // Two series of one letter, each by itself.
  [{ document_type: 'FCA' }, 'documents_type (company_id=? AND document_code=?)'],
  // From where the trials ended, whatever was issued since.
  [{ is_test: 'true' }, 'documents_day (company_id=? AND issued_on<?)'],
  [{ is_test: 'false' }, 'documents_day (company_id=?)'],
  [{ external_reference: 'A' }, 'documents_reference (company_id=? AND external_reference=?)'],
])('%o is read by %s', async (filters, index) => {
  const prepared = vi.spyOn(Database.prototype, 'prepare')
  const company = {
    ...({ id: 'x' as CompanyId, country: 'CHL' } as const),
    ...{ is_test: 0, production_at_ms: 1_800_000_000_000 as EpochMs },
  }
  for (const after of [null, ['2026-11-20', 1, 'x'] as [string, number, string]]) {
    await listDocuments(world.storage.read, company, { ...filters, after, limit: 20 })
    // The service works behind it.
    const at = prepared.mock.calls.findLastIndex(([said]) => said.startsWith('select "id", "comp'))
    const [text] = prepared.mock.calls[at] ?? ['']
    const handle = prepared.mock.contexts[at] as Database.Database
    const holes = Array(text.split('?').length - 1).fill(null)
    const plan = handle.prepare(`EXPLAIN QUERY PLAN ${text}`).all(holes) as { detail: string }[]
    const details = plan.map(({ detail }) => detail)
    expect(details[0]).toContain('USING ')
    if (after === null) expect(details[0]).toContain(index)
    else expect(details[0]).toContain(index.split(' ')[0])
    // A reference is one document's.
    if (filters.external_reference === undefined) expect(details).toHaveLength(1)
  }
})
