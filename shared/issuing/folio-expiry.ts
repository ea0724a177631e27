/**
 * Folio ranges (CAF) that end soon. Those of boletas do not end by law; those of invoices and of
 * notes do, six months after they were given. The contract says nothing of a certificate's end.
 */
import type { FolioStock } from './status.ts'
import type { IsoDate } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import { addDays } from '../time/calendar.ts'

/** Long enough to ask the tax authority for a range, and to wait for it. */
export const EXPIRY_NOTICE_DAYS = 21
const ENDING: ReadonlySet<DocumentType> = new Set(['33', '34', '56', '61'])

interface FoliosEnding {
  readonly documentType: DocumentType
  readonly expiresOn: IsoDate
  /** Nothing of this range can be issued any more. */
  readonly isOver: boolean
}

/** The range that ends first, while there are folios in it; null while none ends soon. */
export function foliosEnding(stock: readonly FolioStock[], today: IsoDate): FoliosEnding | null {
  const last = addDays(today, EXPIRY_NOTICE_DAYS)
  const ending = stock.flatMap(({ documentType, left, expiresOn }) =>
    ENDING.has(documentType) && left > 0 && expiresOn !== null && expiresOn <= last
      ? [{ documentType, expiresOn: expiresOn as IsoDate, isOver: expiresOn < today }]
      : [],
  )
  return ending.sort((a, b) => (a.expiresOn < b.expiresOn ? -1 : 1))[0] ?? null
}
