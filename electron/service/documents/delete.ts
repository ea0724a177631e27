import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { failure, type ApiFailure, type ErrorCode } from '../core/errors.ts'
import { countOfDay, secondsToWait } from '../fleet/till-days.ts'
import type { AskingTill } from '../fleet/till-keys.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import { enqueueEvents } from '../webhooks/events.ts'
import { holdForCredit, issuedFolio, isDebitUsed, standingNotes } from './credits.ts'

interface DeleteResult {
  readonly id: string
  readonly status: 'DELETED'
  readonly message: string
}

/**
 * Deletes a document that is still pending. Its folio stays taken: a voided folio is never used
 * again. What a credit note is about stays: the note would be about nothing. So does a debit note
 * whose room was credited again.
 */
export async function deletePending(
  parts: ServiceParts,
  row: DocumentRow,
  till: AskingTill | null,
): Promise<Result<DeleteResult, ApiFailure>> {
  const { clock, storage } = parts
  let waitS = 0
  const refused = await storage.write(async (db): Promise<ErrorCode | null> => {
    const now = clock.now()
    waitS = till === null ? 0 : await secondsToWait(db, till, 'deleted', 1, now)
    if (waitS > 0) return 'RATE_LIMITED'
    const problem = await deleteNow(parts, db, row, now)
    // What stands is none of a day's deletions.
    if (problem !== null && till !== null) await countOfDay(db, till, 'deleted', -1, now)
    return problem
  })
  parts.wake('webhooks')
  const status = row.status === 'PEN' ? 'EMS' : row.status
  if (refused !== null) return refuse(failure(refused, '', { status, seconds: String(waitS) }))
  return ok({ id: row.id, status: 'DELETED', message: 'Documento eliminado.' })
}

async function deleteNow(
  { random }: ServiceParts,
  db: Kysely<Tables>,
  row: DocumentRow,
  now: EpochMs,
): Promise<ErrorCode | null> {
  if (await isCredited(db, row)) return 'DOCUMENT_CREDITED'
  if (await isDebitUsed(db, row)) return 'DEBIT_USED'
  const updated = await db
    .updateTable('documents')
    .set({ status: 'DELETED', deleted_at_ms: now, authority_due_at_ms: null })
    .where('id', '=', row.id)
    .where('status', '=', 'PEN')
    // What is on its way may be with the authority already.
    .where('authority_is_unsure', '=', 0)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return 'DOCUMENT_NOT_PENDING'
  await enqueueEvents(db, random, now, row.company_id, [
    {
      code: 'ISE',
      payload: {
        invoiceId: row.id,
        status: 'DELETED',
        number: row.number,
        companyId: row.company_id,
      },
    },
  ])
  return null
}

async function isCredited(db: Kysely<Tables>, row: DocumentRow): Promise<boolean> {
  if (row.number === null) return false
  const folio = issuedFolio({ ...row, number: row.number })
  await holdForCredit(db, folio)
  return (await standingNotes(db, folio).select('documents.id').executeTakeFirst()) !== undefined
}
