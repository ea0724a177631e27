/**
 * What the folio of a trial leads to, before anything is printed, credited or taken back in its
 * name. Papers are read by folio here alone.
 */
import { parseJson } from '#shared/issuing/classify.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { isSameId, readDocument } from '#shared/issuing/document-facts.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import type { ServiceClient } from '../connection/service-client.ts'
import type { Trial } from '../outbox/trials.ts'

/** `untold`: the service has said nothing that counts. */
type Lead = 'own' | 'other' | 'untold'

const GONE = [404, 410]
/** Nothing is read by its folio there. */
const UNREADABLE = [405, 501]

/** By the answer to a read of its type and folio. */
export function leadIn(outcome: HttpOutcome, { remoteId, isOver }: Trial): Lead {
  if (outcome.kind !== 'answered') return 'untold'
  if (GONE.includes(outcome.status)) return 'other'
  if (UNREADABLE.includes(outcome.status)) return isOver === 1 ? 'other' : 'own'
  const found = outcome.status === 200 ? readDocument(parseJson(outcome.bodyText)) : null
  if (found === null) return 'untold'
  return isSameId(found.remoteId, remoteId) ? 'own' : 'other'
}

/** What stands for the paper of a trial whose folio leads to another document, or to none. */
export const OF_ANOTHER: HttpOutcome = { kind: 'answered', status: 404, bodyText: '', headers: {} }

interface WantedPaper {
  readonly documentType: DocumentType
  readonly folio: number
  readonly widthMm: PaperWidthMm
}

export async function pdfOf(
  client: Pick<ServiceClient, 'byFolio' | 'pdf'>,
  { documentType, folio, widthMm }: WantedPaper,
  trial: Trial | null,
  signal: AbortSignal,
): Promise<HttpOutcome> {
  if (trial !== null) {
    const there = await client.byFolio(documentType, folio, signal)
    const lead = leadIn(there, trial)
    // What is 200 and names no document is no paper either.
    const isSaid = lead === 'other' || (there.kind === 'answered' && there.status === 200)
    if (lead !== 'own') return isSaid ? OF_ANOTHER : there
  }
  return client.pdf(documentType, folio, widthMm, signal)
}
