import { ok, refuse, type Result } from '#shared/core/result.ts'
import { failure, type ApiFailure } from '../errors.ts'
import type { ServiceParts } from '../parts.ts'
import type { DocumentRow } from '../storage/tables.ts'
import { enqueueEvents } from '../webhooks/events.ts'

export interface DeleteResult {
  readonly id: string
  readonly status: 'DELETED'
  readonly message: string
}

/** Deletes a document that is still pending. Its folio stays taken: a voided folio is never used again. */
export async function deletePending(parts: ServiceParts, row: DocumentRow): Promise<Result<DeleteResult, ApiFailure>> {
  const { clock, random, storage } = parts
  const isDeleted = await storage.write(async (db) => {
    const now = clock.now()
    const updated = await db.updateTable('documents')
      .set({ status: 'DELETED', deleted_at_ms: now, authority_due_at_ms: null })
      .where('id', '=', row.id).where('status', '=', 'PEN').executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    await enqueueEvents(db, random, now, row.company_id, [{
      code: 'ISE', payload: { invoiceId: row.id, status: 'DELETED', number: row.number, companyId: row.company_id },
    }])
    return true
  })
  parts.wake('webhooks')
  if (!isDeleted) return refuse(failure('DOCUMENT_NOT_PENDING', '', { status: row.status }))
  return ok({ id: row.id, status: 'DELETED', message: 'Documento eliminado.' })
}
