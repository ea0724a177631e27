/**
 * Notes that wait for their receipt. A note's bytes are complete once its receipt has a folio, and
 * from then on never change; until then it is not sent. A receipt that will not come, or is gone,
 * sends its note to a person with the cause.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import { documentRequestSchema, type DocumentRequest } from '#shared/issuing/document-request.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import { createAttemptLog } from './outbox/evidence.ts'
import type { AttemptRecord } from './outbox/outbox-rows.ts'
import {
  NOTE_OF_SAME_BUYER,
  NOTE_UNSENT,
  NOTE_WAITS,
  prepareNotes,
} from './outbox/receipt-moves.ts'
import { sha256 } from '../sold/sha256.ts'
import { withFolio } from '#shared/returns/return-request.ts'

type OriginalTrouble = Extract<RefusalCode, 'RETURN_ORIGINAL_STUCK' | 'RETURN_ORIGINAL_DELETED'>

/** Call each inside the transaction that changes the receipt. */
export interface Dependents {
  /** It has its folio. */
  release(originalId: SaleId, folio: number): void
  /** It needs a person, or is gone. */
  stop(originalId: SaleId, trouble: OriginalTrouble): void
  /** Its buyer was mended: notes that wait for it, and what undoes them, name the same one. */
  rename(originalId: SaleId, recipient: DocumentRequest['recipient'], noted: AttemptRecord): void
}

/** Bytes that are complete already stay as they are, to the byte. */
function completed(body: Buffer, folio: number): Buffer {
  const request = documentRequestSchema.parse(JSON.parse(body.toString('utf8')))
  const numbered = withFolio(request, folio)
  return numbered === request ? body : Buffer.from(JSON.stringify(numbered), 'utf8')
}

interface Waiting {
  readonly saleId: SaleId
  readonly body: Buffer
}

export function createDependents(db: TillDatabase, journal: Journal): Dependents {
  const waiting = db.prepare<[{ originalId: SaleId }], Waiting>(
    `SELECT sale_id AS saleId, body FROM receipt WHERE ${NOTE_WAITS}`,
  )
  const unsent = db.prepare<[{ originalId: SaleId }], Waiting>(
    `SELECT sale_id AS saleId, body FROM receipt WHERE ${NOTE_UNSENT}`,
  )
  const ofSameBuyer = db.prepare<[{ originalId: SaleId }], Waiting>(
    `SELECT sale_id AS saleId, body FROM receipt WHERE ${NOTE_OF_SAME_BUYER}`,
  )
  const notes = prepareNotes(db)
  const recordAttempt = createAttemptLog(db)
  const rename: Dependents['rename'] = (originalId, recipient, noted) => {
    for (const { saleId, body } of ofSameBuyer.all({ originalId })) {
      const answer = body.toString('utf8')
      const request = documentRequestSchema.parse(JSON.parse(answer))
      const bytes = Buffer.from(JSON.stringify({ ...request, recipient }), 'utf8')
      notes.rename.run({ saleId, originalId, body: bytes, sha256: sha256(bytes) })
      recordAttempt(saleId, { ...noted, answer })
      journal.append('issue', saleId, { rebuilt: true })
      rename(saleId, recipient, noted)
    }
  }
  return {
    rename,
    release(originalId, folio) {
      for (const { saleId, body } of waiting.all({ originalId })) {
        const bytes = completed(body, folio)
        notes.complete.run({ saleId, originalId, body: bytes, sha256: sha256(bytes) })
        journal.append('issue', saleId, { originalFolio: folio })
      }
    },
    stop(originalId, trouble) {
      for (const { saleId } of unsent.all({ originalId })) {
        notes.stop.run({ saleId, originalId, trouble })
        journal.append('issue', saleId, { state: 'attention', code: trouble })
      }
    },
  }
}
