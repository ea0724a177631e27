/**
 * Reads what became of an accepted receipt: its folio, its PDF, and the tax authority's verdict.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import {
  compareDocument,
  isProvenById,
  isSameId,
  readDocument,
  type DocumentFacts,
} from '#shared/issuing/document-facts.ts'
import { fingerprintOfBody } from '#shared/issuing/recovery.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { OF_ANOTHER, pdfOf } from './by-folio.ts'
import { readOnce, type Recorder, type SyncPorts } from './exchange.ts'
import type { AttemptRecord, OutboxRow } from '../outbox/outbox-rows.ts'

/** True = there is more to do at once. */
export async function readBack(
  ports: SyncPorts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, client, readAdmission } = ports
  assert(row.remoteId !== null, 'only a document with an id is read back')
  const remoteId = row.remoteId
  const { outcome, record } = await readOnce(
    ports,
    row.saleId,
    'GET by-id',
    () => client.byId(remoteId, signal),
    signal,
  )
  if (signal.aborted) return false
  const read = readingOf(row, remoteId, outcome)
  switch (read.verdict) {
    case 'ours':
      readAdmission.found(row.saleId)
      // It never gets a folio, and was no document.
      if (row.folio === null && read.facts.folio === null && read.facts.status === 'DELETED') {
        const code = 'DOCUMENT_DELETED_UNNUMBERED'
        store.markAttention(row.saleId, code, `id ${remoteId}`, record('deleted'))
        return false
      }
      store.markAccepted(row.saleId, { ...read.facts, remoteId }, record('read'))
      return read.facts.folio !== null
    case 'not ours':
      store.markDisowned(row.saleId, record('another document'))
      return true
    case 'not equal':
      store.markAttention(row.saleId, 'REFERENCE_COLLISION', `id ${remoteId}`, record('not equal'))
      return false
    case 'out of turn':
      client.mistrust()
      return askLater(ports, row, record('unreadable'))
    case 'not there':
      if (row.folio === null) return goneWithoutFolio(ports, row, record)
      store.markNotThere(
        row.saleId,
        (ports.clock.now() + readAdmission.notFound(row.saleId)) as EpochMs,
        record('not there'),
      )
      return false
    case 'unreadable':
      return askLater(ports, row, record('unreadable'))
  }
}

/** Gone is what is not found this often, over this long: some services tell a little late. */
const GONE_READS = 4
const GONE_MS = 60_000
/** Gone again after as many sendings more, only a person can find out what becomes of them. */
const SENT_AGAIN_MAX = 2

/**
 * Answered 201, and not there. The same bytes go again under the same reference: where the service
 * has it after all it says so, and never makes a second one.
 */
function goneWithoutFolio(
  { store, clock, readAdmission }: SyncPorts,
  { saleId, externalReference }: OutboxRow,
  record: Recorder,
): boolean {
  const waitMs = readAdmission.notFound(saleId)
  const { count, since } = store.goneReads(saleId)
  if (count + 1 < GONE_READS || since === null || clock.now() - since < GONE_MS) {
    store.markAskLater(saleId, (clock.now() + waitMs) as EpochMs, record('gone'))
    return false
  }
  if (store.timesSentAgain(saleId) >= SENT_AGAIN_MAX) {
    store.markAttention(saleId, 'DOCUMENT_UNKNOWN_ID', externalReference, record('gone'))
    return false
  }
  store.markDisowned(saleId, record('gone, sent again'))
  return true
}

/** Ever more patiently, the longer it leads nowhere. */
function askLater(
  { store, clock, readAdmission }: SyncPorts,
  { saleId }: OutboxRow,
  attempt: AttemptRecord,
): false {
  store.markAskLater(saleId, (clock.now() + readAdmission.notFound(saleId)) as EpochMs, attempt)
  return false
}

type Reading =
  | { readonly verdict: 'ours'; readonly facts: DocumentFacts }
  /**
   * `not ours` = the id we were told is somebody else's; `out of turn` = the answer is to another
   * question.
   */
  /** `not there` = the service says that there is no such document any more. */
  | { readonly verdict: 'not ours' | 'not equal' | 'out of turn' | 'not there' | 'unreadable' }

/**
 * Nothing that is known already is given up for an answer: a folio never changes, whatever one
 * says.
 */
function readingOf(row: OutboxRow, remoteId: string, outcome: HttpOutcome): Reading {
  const facts =
    outcome.kind === 'answered' && outcome.status === 200
      ? readDocument(parseJson(outcome.bodyText))
      : null
  const isGone = outcome.kind === 'answered' && (outcome.status === 404 || outcome.status === 410)
  if (facts === null) return { verdict: isGone ? 'not there' : 'unreadable' }
  if (!isSameId(facts.remoteId, remoteId)) return { verdict: 'out of turn' }
  const likeness = compareDocument(facts, fingerprintOfBody(row.body.toString('utf8')))
  const isFolioOurs = row.folio === null || facts.folio === null || facts.folio === row.folio
  if (isProvenById(facts, likeness) && isFolioOurs) return { verdict: 'ours', facts }
  if (row.folio !== null || likeness === 'unproven') return { verdict: 'unreadable' }
  return { verdict: likeness === 'other' ? 'not ours' : 'not equal' }
}

export async function fetchPdf(
  ports: SyncPorts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, client, pdfs, readAdmission } = ports
  const widthMm = store.pdfWanted(row.saleId)
  if (widthMm === null || row.folio === null) return false
  const folio = row.folio
  const trial = store.trials.of(row.saleId)
  const { outcome, record } = await readOnce(
    ports,
    row.saleId,
    `GET pdf ${widthMm}mm`,
    () => pdfOf(client, { documentType: row.documentType, folio, widthMm }, trial, signal),
    signal,
  )
  if (signal.aborted) return false
  if (outcome === OF_ANOTHER && trial?.isOver === 1) {
    readAdmission.found(row.saleId)
    store.markPdfOver(row.saleId, record('of another'))
    return false
  }
  // Too much of an answer is an answer: only this paper is in trouble.
  const isTooLarge = outcome.kind === 'unanswered' && outcome.isTooLarge === true
  const lacking = isTooLarge ? 'PDF_TOO_LARGE' : 'PDF_MISSING'
  const text = textOf(outcome)
  const stored = text === null ? lacking : await pdfs.store(row.saleId, widthMm, text)
  if (signal.aborted) return false
  if (typeof stored === 'string') {
    if (!isTooLarge && isNoWord(outcome)) return askLater(ports, row, record('no pdf'))
    readAdmission.notFound(row.saleId)
    store.markPdfMissing(row.saleId, stored, withoutAnswer(record('no pdf'), isTooLarge))
    return false
  }
  readAdmission.found(row.saleId)
  const holdsForPickUp = ports.hasSlip(row.saleId) && !ports.printsReceiptAfterSlip()
  store.markPdfStored(row.saleId, stored, holdsForPickUp, { ...record('pdf'), answer: null })
  ports.onPrintable()
  return true
}

const textOf = (outcome: Awaited<ReturnType<typeof pdfOf>>) =>
  outcome.kind === 'answered' && outcome.status === 200 ? outcome.bodyText : null

/** A service that is busy says nothing of this paper. */
const isNoWord = (outcome: Awaited<ReturnType<typeof pdfOf>>) =>
  outcome.kind !== 'answered' || outcome.status === 429 || outcome.status === 503

/** Megabytes of a useless answer are no evidence of anything. */
function withoutAnswer(attempt: AttemptRecord, isTooLarge: boolean): AttemptRecord {
  return isTooLarge ? { ...attempt, answer: null } : attempt
}

/** The receipt is issued; what is left is the authority's verdict, for the list on the screen. */
export async function followUp(
  ports: SyncPorts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<false> {
  if (ports.store.isFollowUpDue(row.saleId, ports.clock.now())) await readBack(ports, row, signal)
  return false
}
