/** A batch of documents inside a transaction that is open already: how SQLite issues. */
import type { Kysely } from 'kysely'
import {
  advanceExpectedRange,
  findReference,
  insertDocument,
  insertPage,
} from '../documents/hot-queries.ts'
import type { IssueBatch, IssueOutcome } from './storage.ts'
import type { DocumentRow, Tables } from './tables.ts'

/** Whoever waits for this waits for the COMMIT around it. */
const ON_DISK = Promise.resolve()

/** Nothing was written unless it answers `STORED`; a row that throws undoes what was. */
export async function issueInside(db: Kysely<Tables>, batch: IssueBatch): Promise<IssueOutcome> {
  const references = await takenReferences(db, batch.rows)
  if (references.size > 0) return { kind: 'REFERENCES_TAKEN', references }
  const nextFolio = batch.firstFolio + batch.rows.length
  const [range] = await advanceExpectedRange.run(db, {
    id: batch.rangeId,
    today: batch.today,
    firstFolio: batch.firstFolio,
    lastFolio: nextFolio - 1,
    nextFolio,
  })
  if (range === undefined) return { kind: 'FOLIOS_MOVED' }
  for (const row of batch.rows) await insertDocument.run(db, row)
  for (const page of batch.pages) await insertPage.run(db, page)
  return { kind: 'STORED', isLowAnnounced: range.low_notified_at_ms !== null, onDisk: ON_DISK }
}

async function takenReferences(
  db: Kysely<Tables>,
  rows: readonly DocumentRow[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const { company_id: companyId, external_reference: reference } of rows) {
    if (reference === null) continue
    if ((await findReference.run(db, { companyId, reference })).length > 0) taken.add(reference)
  }
  return taken
}
