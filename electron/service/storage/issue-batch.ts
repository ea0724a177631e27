/** A batch of documents inside a transaction that is open already: how SQLite issues. */
import type { Kysely } from 'kysely'
import {
  advanceToEndOfRange,
  advanceWithinRange,
  findReference,
  insertDocument,
  insertPage,
} from './hot-queries.ts'
import type { IssueBatch, IssueOutcome } from './storage.ts'
import type { DocumentRow, Tables } from './tables.ts'

/** Whoever waits for this waits for the COMMIT around it. */
const ON_DISK = Promise.resolve()

/** A document of the batch has a reference that is taken: whatever was written is undone. */
export class ReferenceOfBatchTaken extends Error {}

/** Nothing was written unless it answers `STORED`; what throws undoes what was. */
export async function issueInside(db: Kysely<Tables>, batch: IssueBatch): Promise<IssueOutcome> {
  const nextFolio = batch.firstFolio + batch.rows.length
  const place = {
    ...{ id: batch.rangeId, today: batch.today, branch: batch.branch },
    firstFolio: batch.firstFolio,
    ...{ lastFolio: nextFolio - 1, nextFolio },
  }
  const [within] = await advanceWithinRange.run(db, place)
  const range = within ?? (await advanceToEndOfRange.run(db, place))[0]
  if (range === undefined) return { kind: 'FOLIOS_MOVED' }
  for (const row of batch.rows)
    if ((await insertDocument.run(db, row)) === 0) throw new ReferenceOfBatchTaken()
  for (const page of batch.pages) await insertPage.run(db, page)
  return { kind: 'STORED', isLowAnnounced: range.low_notified_at_ms !== null, onDisk: ON_DISK }
}

export async function takenReferences(
  db: Kysely<Tables>,
  rows: readonly DocumentRow[],
): Promise<IssueOutcome> {
  const references = new Set<string>()
  for (const { company_id: companyId, external_reference: reference } of rows) {
    if (reference === null) continue
    if ((await findReference.run(db, { companyId, reference })).length > 0)
      references.add(reference)
  }
  return { kind: 'REFERENCES_TAKEN', references }
}
