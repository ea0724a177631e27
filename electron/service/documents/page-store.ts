/** Which document a page's token opens, and until when. */
import { hash } from 'node:crypto'
import { PAGE_TOKEN } from '#shared/issuing/receipt-page.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { complete, type StoredDocument } from './stored-document.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { DocumentRow, ReceiptPageRow } from '../storage/tables.ts'

/**
 * The page that is stored in the transaction of its document. A token of the wrong form, or one
 * that is taken, opens nothing: the document matters more than its page.
 */
export function pageOf(
  { settings: { pages }, clock }: Pick<ServiceParts, 'settings' | 'clock'>,
  row: Pick<DocumentRow, 'id'>,
  token: string | null,
): ReceiptPageRow | null {
  if (pages === null || token === null || !PAGE_TOKEN.test(token)) return null
  return {
    token_hash: hashOf(token),
    document_id: row.id,
    expires_at_ms: (clock.now() + pages.days * DAY_MS) as EpochMs,
  }
}

/** Null for a token that never was, has the wrong form or is over: nobody is told which. */
export async function findPage(
  { storage, clock }: Pick<ServiceParts, 'storage' | 'clock'>,
  token: string,
): Promise<StoredDocument | null> {
  // A token of the wrong form is looked for all the same, so that it takes as long.
  const row = await storage.read
    .selectFrom('receipt_pages')
    .innerJoin('documents', 'documents.id', 'receipt_pages.document_id')
    .selectAll('documents')
    .where('receipt_pages.token_hash', '=', hashOf(token))
    .where('receipt_pages.expires_at_ms', '>', clock.now())
    .executeTakeFirst()
  return row === undefined ? null : complete(storage, row)
}

/** Forgets the pages that are over. */
export async function prunePages({
  storage,
  clock,
}: Pick<ServiceParts, 'storage' | 'clock'>): Promise<void> {
  await storage.write((db) =>
    db.deleteFrom('receipt_pages').where('expires_at_ms', '<=', clock.now()).execute(),
  )
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}
