/**
 * Finds the document behind a DUPLICATE whose id is not known: an id in any stored answer, a folio already seen, then a
 * walk over the folios that can be it. Only reads; nothing is adopted that is not equal in everything comparable.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { documentIdsIn, field, parseJson, readDocument, type DocumentFacts } from '#shared/sync/classify.ts'
import {
  compareDocument, fingerprintOfBody, planWalk, RECOVERY_MS_MAX, walkWaitMs, WALK_FOLIOS_MAX, type Fingerprint, type WalkPlan,
} from '#shared/sync/recovery.ts'
import type { Clock, HttpOutcome } from '../ports.ts'
import { nextTryMs, offerSlip, timed, type Recorder, type SyncPorts } from './exchange.ts'
import type { AttemptRecord, OutboxRow } from './outbox-store.ts'
import type { RecoveryClient } from './service-client.ts'

/** At most five reads a second: the service has other work. */
const WALK_PAUSE_MS = 200
/** Ids out of stored answers that are looked at. */
const CANDIDATES_MAX = 5
/** Walks of a day. A day alone proves nothing: the machine slept, the clock was set, or the service was away. */
const ROUNDS_MIN = 100
/** Folios passed over in one walk because they could not be read; with more, the service is not well. */
const UNREADABLE_MAX = 2
/** Longest wait after a walk whose list of ranges is of before: the document may lie above it. */
const BLURRED_WAIT_MS_MAX = 60_000
/** Folios in a row that do not exist, after which a walk without a list of ranges ends. */
const EMPTY_RUN = 20

/** Whatever else it may do, it can only read at the service. */
type RecoveryPorts = Omit<SyncPorts, 'client'> & { readonly client: RecoveryClient }

/** True = found; go on with the receipt at once. */
export async function recoverReceipt(
  ports: RecoveryPorts, row: OutboxRow, signal: AbortSignal,
): Promise<boolean> {
  const ours = fingerprintOfBody(row.body.toString('utf8'))
  const seen = row.serviceId === null ? null : ports.store.folios.idByReference(row.serviceId, row.externalReference)
  const fromAnswers = ports.store.createAnswers(row.saleId).flatMap(idsIn)
  for (const remoteId of [...new Set([...(seen === null ? [] : [seen]), ...fromAnswers])].slice(0, CANDIDATES_MAX)) {
    const { outcome, record } = await timed(ports, 'GET by-id', () => ports.client.byId(remoteId, signal))
    if (signal.aborted) return false
    ports.connection.learn(outcome)
    const isAsked = (facts: DocumentFacts) => facts.remoteId.toLowerCase() === remoteId.toLowerCase()
    const verdict = judge(ports, row, { ours, isAsked }, outcome, record)
    // Every other time the folios are walked all the same: an id that leads nowhere must not hide the document.
    if (verdict === 'unreadable' && row.walkRounds % 2 === 0) return postpone(ports, row, record)
    if (verdict === 'same' || verdict === 'collision') return verdict === 'same'
  }
  return walk(ports, row, ours, signal)
}

/** A person may give an id that is no UUID; then the whole answer is the id. */
function idsIn(answer: string): string[] {
  return /^[0-9A-Za-z-]{8,100}$/.test(answer) ? [answer] : documentIdsIn(answer)
}

async function walk(ports: RecoveryPorts, row: OutboxRow, ours: Fingerprint, signal: AbortSignal): Promise<boolean> {
  const { client, clock } = ports
  const serviceId = row.serviceId ?? ports.serviceId()
  const plan = await planFor(ports, row, serviceId, signal)
  if (signal.aborted) return false
  const started = await timed(ports, `walk of ${plan.folios.length} folios`, async () => WALKED)
  let empty = 0
  let unreadable = 0
  for (const folio of plan.folios) {
    if (plan.isBlind && empty >= EMPTY_RUN) break
    const { outcome, record } = await timed(ports, `GET ${row.documentType}/${folio}`,
      () => client.byFolio(row.documentType, folio, signal))
    if (signal.aborted) return false
    ports.connection.learn(outcome)
    empty = outcome.kind === 'answered' && outcome.status === 404 ? empty + 1 : 0
    const verdict = empty > 0 ? 'other' : judge(ports, row, { ours, isAsked: (facts) => facts.folio === null || facts.folio === folio }, outcome, record)
    if (verdict === 'unreadable') unreadable += 1
    if (unreadable > UNREADABLE_MAX) return postpone(ports, row, record)
    if (verdict === 'same' || verdict === 'collision') return verdict === 'same'
    await pause(clock, WALK_PAUSE_MS, signal)
    if (signal.aborted || ports.store.load(row.saleId).issueState !== 'reconciling') return false
  }
  return endOfWalk(ports, row, { ...plan, unreadable }, started.record)
}

/** Answers that mean there is nothing to read at this place, now or ever. */
const NOT_THERE: readonly number[] = [400, 403, 404, 405, 410, 422]
const WALKED: HttpOutcome = { kind: 'unsent', detail: 'not found' }

interface Walk extends WalkPlan {
  /** There is no list of ranges. */
  readonly isBlind: boolean
  /** The list was read for this walk. */
  readonly isFresh: boolean
}

/** Patience is for a document that is not there yet, not for a walk that could not see. */
function endOfWalk(ports: RecoveryPorts, row: OutboxRow, walk: Walk & { readonly unreadable: number }, record: Recorder): boolean {
  const isWhole = walk.isWhole && walk.unreadable === 0
  const patientMs = walkWaitMs(row.walkRounds)
  const waitMs = walk.unreadable > 0 ? nextTryMs(ports, 5) : !isWhole ? walkWaitMs(0) : walk.isFresh || walk.isBlind ? patientMs
    : Math.min(patientMs, BLURRED_WAIT_MS_MAX)
  return keepLooking(ports, row, isWhole ? walk.frontier : null, waitMs, record('not found'))
}

function postpone(ports: RecoveryPorts, row: OutboxRow, record: Recorder): boolean {
  return keepLooking(ports, row, null, nextTryMs(ports, 5), record('unreadable'))
}

function keepLooking(ports: RecoveryPorts, row: OutboxRow, walkedTo: number | null, waitMs: number, attempt: AttemptRecord): boolean {
  const { store, clock } = ports
  const now = clock.now()
  if (row.lostSinceMs !== null && now - row.lostSinceMs > RECOVERY_MS_MAX && row.walkRounds >= ROUNDS_MIN) {
    store.markAttention(row.saleId, 'DOCUMENT_UNKNOWN_ID', row.externalReference, attempt)
  } else {
    store.markWalked(row.saleId, walkedTo, (now + waitMs) as EpochMs, attempt)
  }
  offerSlip(ports, row)
  return false
}

/** With the ranges, the bracket; without them, upwards from the last folio known until nothing more exists. */
async function planFor(
  { store, folioReader }: RecoveryPorts, row: OutboxRow, serviceId: string, signal: AbortSignal,
): Promise<Walk> {
  const isKnown = (folio: number) => store.folios.isKnown(serviceId, row.documentType, folio)
  const isFresh = await folioReader.refresh(signal)
  const ranges = store.folios.ranges(serviceId, row.documentType)
  const { folioLow, walkedTo } = row
  if (ranges.length > 0) return { ...planWalk({ ranges, folioLow, walkedTo, isKnown }), isBlind: false, isFresh }
  const first = (row.folioLow ?? 0) + 1
  const folios = Array.from({ length: WALK_FOLIOS_MAX }, (_, index) => first + index).filter((folio) => !isKnown(folio))
  return { folios, isWhole: true, frontier: null, isBlind: true, isFresh }
}

/** `isAsked`: it is the one that this read asked for, by its id or its folio. */
interface Wanted { readonly ours: Fingerprint; readonly isAsked: (facts: DocumentFacts) => boolean }

/** Learns from a document that was read, and adopts it when it is ours. */
function judge(
  { store }: RecoveryPorts, row: OutboxRow, { ours, isAsked }: Wanted, outcome: HttpOutcome, record: Recorder,
): 'same' | 'collision' | 'other' | 'unreadable' {
  if (outcome.kind === 'answered' && NOT_THERE.includes(outcome.status)) return 'other'
  const body = outcome.kind === 'answered' && outcome.status === 200 ? parseJson(outcome.bodyText) : undefined
  const facts = readDocument(body)
  if (facts === null) return 'unreadable'
  const verdict = compareDocument(body, ours)
  if (verdict === 'same') store.markAccepted(row.saleId, facts, record('found'))
  if (verdict === 'collision') {
    store.markAttention(row.saleId, 'REFERENCE_COLLISION', `id ${facts.remoteId}`, record('not equal'))
  }
  // Somebody else's answer: what was asked for has not been read.
  if (verdict === 'other' && !isAsked(facts)) return 'unreadable'
  const type = field(body, 'invoice_type')
  const isOfType = facts.folio !== null && (type === row.documentType || type === Number(row.documentType))
  if (verdict === 'other' && isOfType && facts.folio !== null && row.serviceId !== null) {
    const { folio, remoteId, externalReference } = facts
    store.folios.learn(row.serviceId, { documentType: row.documentType, folio, remoteId, externalReference })
  }
  return verdict
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    const stop = () => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
