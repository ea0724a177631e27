/**
 * Finds the document behind a DUPLICATE whose id is not known: an id in any stored answer, a folio
 * already seen, then a walk over the folios that can be it. Only reads; nothing is adopted that is
 * not equal in everything comparable.
 */
import { pause } from '../../kernel/pause.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { documentIdsIn, parseJson } from '#shared/issuing/classify.ts'
import { readFieldErrors } from '#shared/issuing/classify-validation.ts'
import {
  compareDocument,
  isSameId,
  readDocument,
  type DocumentFacts,
} from '#shared/issuing/document-facts.ts'
import {
  EMPTY_RUN,
  fingerprintOfBody,
  planBlindWalk,
  planWalk,
  RECOVERY_MS_MAX,
  walkWaitMs,
  WALK_FOLIOS_MAX,
  type Fingerprint,
  type WalkPlan,
} from '#shared/issuing/recovery.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { nextTryMs, offerSlip, readOnce, timed, type Recorder, type SyncPorts } from './exchange.ts'
import type { AttemptRecord, OutboxRow } from '../outbox/outbox-rows.ts'
import type { RecoveryClient } from '../connection/service-client.ts'

/** At most five reads a second: the service has other work. */
const WALK_PAUSE_MS = 200
/** Ids out of stored answers that are looked at. */
const CANDIDATES_MAX = 5
/**
 * Walks of a day. A day alone proves nothing: the machine slept, the clock was set, or the service
 * was away.
 */
const ROUNDS_MIN = 100
/**
 * Folios passed over in one walk because they could not be read; with more, the service is not
 * well.
 */
const UNREADABLE_MAX = 2
/**
 * Longest wait after a walk whose list of ranges is of before, for the document may lie above it;
 * and after one that had nothing to start from, for the next receipt with a folio shows where.
 */
const BLURRED_WAIT_MS_MAX = 60_000

/** Whatever else it may do, it can only read at the service. */
type RecoveryPorts = Omit<SyncPorts, 'client'> & { readonly client: RecoveryClient }

/** True = found; go on with the receipt at once. */
export async function recoverReceipt(
  ports: RecoveryPorts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const ours = fingerprintOfBody(row.body.toString('utf8'))
  const seen =
    row.serviceId === null
      ? null
      : ports.store.folios.idByReference(row.serviceId, row.externalReference)
  const fromAnswers = ports.store.createAnswers(row.saleId).flatMap(idsIn)
  for (const remoteId of [...new Set([...(seen === null ? [] : [seen]), ...fromAnswers])].slice(
    0,
    CANDIDATES_MAX,
  )) {
    const { outcome, record } = await readOnce(
      ports,
      row.saleId,
      'GET by-id',
      () => ports.client.byId(remoteId, signal),
      signal,
    )
    if (signal.aborted) return false
    const isAsked = (facts: DocumentFacts) => isSameId(facts.remoteId, remoteId)
    const verdict = matchDocument(ports, row, { ours, isAsked }, outcome, record)
    // Every other time the folios are walked all the same: an id that leads nowhere must not hide
    // the document.
    if (verdict === 'unreadable' && row.walkRounds % 2 === 0) return postpone(ports, row, record)
    if (verdict === 'same' || verdict === 'collision') return verdict === 'same'
  }
  return walk(ports, row, ours, signal)
}

/** A person may give an id that is no UUID; then the whole answer is the id. */
function idsIn(answer: string): string[] {
  return /^[0-9A-Za-z-]{8,100}$/.test(answer) ? [answer] : documentIdsIn(answer)
}

async function walk(
  ports: RecoveryPorts,
  row: OutboxRow,
  ours: Fingerprint,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, clock } = ports
  const serviceId = row.serviceId ?? ports.serviceId()
  const plan = await planFor(ports, row, serviceId, signal)
  if (signal.aborted) return false
  const started = await timed(ports, `walk of ${plan.folios.length} folios`, async () => WALKED)
  const steps = stepsOf(plan)
  let unreadable = 0
  let readable = 0
  for (let step = steps.next(); step !== null; step = steps.next()) {
    const { folio } = step
    const { outcome, record } = await readOnce(
      ports,
      row.saleId,
      `GET ${row.documentType}/${folio}`,
      () => client.byFolio(row.documentType, folio, signal),
      signal,
    )
    if (signal.aborted) return false
    const status = outcome.kind === 'answered' ? outcome.status : 0
    if (NO_SUCH_READ.includes(status))
      return cannotWalk(ports, row, record('not readable by folio'))
    step.note(status === 404)
    const isAsked = (facts: DocumentFacts) => facts.folio === null || facts.folio === folio
    const verdict = matchDocument(ports, row, { ours, isAsked }, outcome, record)
    if (verdict === 'unreadable') unreadable += 1
    else if (verdict === 'other') readable += 1
    if (verdict === 'same' || verdict === 'collision') return verdict === 'same'
    if (unreadable > UNREADABLE_MAX || ports.readAdmission.places() === 0)
      return postpone(ports, row, record)
    await pause(clock, WALK_PAUSE_MS, signal)
    if (signal.aborted || ports.store.load(row.saleId).issueState !== 'reconciling') return false
  }
  return endOfWalk(ports, row, { ...plan, unreadable, readable }, started.record)
}

/**
 * The arms in turn, one folio of each; without a list of ranges an arm ends where nothing exists
 * any more.
 */
function stepsOf({ arms, isBlind }: Walk) {
  const open = arms.map((folios) => ({ folios, at: 0, empty: 0 }))
  let turn = 0
  let taken = 0
  return {
    next() {
      for (let tried = 0; tried < open.length && taken < WALK_FOLIOS_MAX; tried += 1) {
        const arm = open[turn++ % open.length]
        const folio = arm?.folios[arm.at]
        if (arm === undefined || folio === undefined || (isBlind && arm.empty >= EMPTY_RUN))
          continue
        arm.at += 1
        taken += 1
        return {
          folio,
          note: (isEmpty: boolean) => {
            arm.empty = isEmpty ? arm.empty + 1 : 0
          },
        }
      }
      return null
    },
  }
}

/** The service has no such read at all. */
const NO_SUCH_READ: readonly number[] = [405, 501]
/**
 * So often in a row that is believed, for a gateway may say it once: then only a person can find
 * out its id.
 */
const NO_READ_ROUNDS = 3

function cannotWalk(ports: RecoveryPorts, row: OutboxRow, attempt: AttemptRecord): false {
  const isLast = ports.store.refusedWalks(row.saleId) + 1 >= NO_READ_ROUNDS
  if (isLast && row.fieldErrorsJson !== null) return refuse(ports, row, false, attempt)
  if (!isLast) return keepLooking(ports, row, null, walkWaitMs(row.walkRounds), attempt)
  ports.store.markAttention(row.saleId, 'DOCUMENT_UNKNOWN_ID', row.externalReference, attempt)
  offerSlip(ports, row)
  return false
}

/** Answers that mean there is nothing to read at this place, now or ever. */
const NOT_THERE: readonly number[] = [400, 403, 404, 405, 410, 422]
const WALKED: HttpOutcome = { kind: 'unsent', detail: 'not found' }

interface Walk extends WalkPlan {
  readonly arms: readonly (readonly number[])[]
  /** There is no list of ranges. */
  readonly isBlind: boolean
  /** Nor any folio to start from: what it did not find may be anywhere, and proves nothing. */
  readonly isSightless: boolean
  /** The list was read for this walk. */
  readonly isFresh: boolean
}

interface WalkDone extends Walk {
  readonly unreadable: number
  readonly readable: number
}

/** What the service refuses is looked for this often: folios may come a little late. */
const DOUBT_ROUNDS = 3
/** So often in all, where walks cannot see. */
const DOUBT_ROUNDS_MAX = 9

/**
 * Not found, so the refusal counts. Only walks that could see prove that there is no document:
 * their list of ranges is of now, and they read what others have. After any other it stays where it
 * may be, and is neither deleted nor changed.
 */
function refuse(
  { store, refusalHolds }: RecoveryPorts,
  row: OutboxRow,
  isNowhere: boolean,
  attempt: AttemptRecord,
): false {
  store.markRefused(
    row.saleId,
    {
      code: row.lastErrorCode ?? 'REFUSED',
      detail: row.lastErrorText ?? '',
      errors: readFieldErrors({ errors: parseJson(row.fieldErrorsJson ?? '') }),
      isNowhere,
    },
    attempt,
  )
  // The others of its type are refused as well: it waits with them.
  if (refusalHolds.isHolding(row.documentType)) store.putBack([row.saleId])
  return false
}

/** Patience is for a document that is not there yet, not for a walk that could not see. */
function endOfWalk(
  ports: RecoveryPorts,
  row: OutboxRow,
  walk: WalkDone,
  record: Recorder,
): boolean {
  const isWhole = walk.isWhole && walk.unreadable === 0
  const before = ports.store.wholeWalks(row.saleId)
  const isOften = before + Number(isWhole) >= DOUBT_ROUNDS
  const isDoubted = row.fieldErrorsJson !== null && !walk.isSightless
  if (isDoubted && (isOften || row.walkRounds + 1 >= DOUBT_ROUNDS_MAX)) {
    const isNowhere = isWhole && isOften && couldSee(walk)
    return refuse(ports, row, isNowhere, record(isWhole ? 'not found' : 'not all seen'))
  }
  return keepLooking(
    ports,
    row,
    isWhole ? walk.frontier : null,
    waitAfter(ports, row, walk, before),
    record(isWhole ? 'not found' : 'not all seen'),
  )
}

const couldSee = ({ isFresh, isBlind, folios, readable }: WalkDone) =>
  isFresh && !isBlind && (folios.length === 0 || readable > 0)

/** `wholeWalks`: those before this one. */
function waitAfter(
  ports: RecoveryPorts,
  row: OutboxRow,
  { unreadable, isSightless, isWhole, isFresh, isBlind }: WalkDone,
  wholeWalks: number,
): number {
  if (unreadable > 0) return nextTryMs(ports, 5)
  if (isSightless) return Math.min(walkWaitMs(row.walkRounds), BLURRED_WAIT_MS_MAX)
  if (!isWhole) return walkWaitMs(0)
  const patientMs = walkWaitMs(wholeWalks)
  return isFresh || isBlind ? patientMs : Math.min(patientMs, BLURRED_WAIT_MS_MAX)
}

function postpone(ports: RecoveryPorts, row: OutboxRow, record: Recorder): boolean {
  return keepLooking(ports, row, null, nextTryMs(ports, 5), record('unreadable'))
}

function keepLooking(
  ports: RecoveryPorts,
  row: OutboxRow,
  walkedTo: number | null,
  waitMs: number,
  attempt: AttemptRecord,
): false {
  const { store, clock } = ports
  const now = clock.now()
  if (
    row.lostSinceMs !== null &&
    now - row.lostSinceMs > RECOVERY_MS_MAX &&
    row.walkRounds >= ROUNDS_MIN
  ) {
    store.markAttention(row.saleId, 'DOCUMENT_UNKNOWN_ID', row.externalReference, attempt)
  } else {
    store.markWalked(row.saleId, walkedTo, (now + waitMs) as EpochMs, attempt)
  }
  offerSlip(ports, row)
  return false
}

/** With the ranges, the bracket; without them, outwards from the folios that are known. */
async function planFor(
  { store, folioReader }: RecoveryPorts,
  row: OutboxRow,
  serviceId: string,
  signal: AbortSignal,
): Promise<Walk> {
  const { documentType, folioLow, walkedTo } = row
  const isKnown = (folio: number) => store.folios.isKnown(serviceId, documentType, folio)
  const isFresh = await folioReader.refresh(signal)
  const ranges = store.folios.ranges(serviceId, documentType)
  if (ranges.length > 0) {
    const plan = planWalk({ ranges, folioLow, walkedTo, isKnown })
    return { ...plan, arms: [plan.folios], isBlind: false, isSightless: false, isFresh }
  }
  const [lowest, highest] = [
    store.folios.lowest(serviceId, documentType),
    store.folios.highest(serviceId, documentType),
  ]
  const known = lowest === null || highest === null ? null : { lowest, highest }
  const arms = planBlindWalk({ known, folioLow, isKnown })
  const isSightless = known === null
  const blind = { isBlind: true, isSightless, isWhole: !isSightless, frontier: null }
  return { folios: arms.flat(), arms, ...blind, isFresh }
}

/** `isAsked`: it is the one that this read asked for, by its id or its folio. */
interface Wanted {
  readonly ours: Fingerprint
  readonly isAsked: (facts: DocumentFacts) => boolean
}

/** Learns from a document that was read, and adopts it when it is ours. */
function matchDocument(
  { store, client }: RecoveryPorts,
  row: OutboxRow,
  { ours, isAsked }: Wanted,
  outcome: HttpOutcome,
  record: Recorder,
): 'same' | 'collision' | 'other' | 'nothing' | 'unreadable' {
  // Perhaps there is no such document, perhaps no such address: it proves neither.
  if (outcome.kind === 'answered' && NOT_THERE.includes(outcome.status)) return 'nothing'
  const facts =
    outcome.kind === 'answered' && outcome.status === 200
      ? readDocument(parseJson(outcome.bodyText))
      : null
  if (facts === null) return 'unreadable'
  const verdict = verdictOn(facts, ours)
  if (verdict === 'same') store.markAccepted(row.saleId, facts, record('found'))
  if (verdict === 'collision') {
    store.markAttention(
      row.saleId,
      'REFERENCE_COLLISION',
      `id ${facts.remoteId}`,
      record('not equal'),
    )
  }
  // Somebody else's answer: what was asked for has not been read.
  if (verdict === 'other' && !isAsked(facts)) {
    client.mistrust()
    return 'unreadable'
  }
  if (
    verdict === 'other' &&
    facts.documentType === row.documentType &&
    facts.folio !== null &&
    row.serviceId !== null
  ) {
    const { folio, remoteId, externalReference } = facts
    store.folios.learn(row.serviceId, {
      documentType: row.documentType,
      folio,
      remoteId,
      externalReference,
      isTrial: facts.isTrial === true,
    })
  }
  return verdict
}

/** Among documents that may be anybody's only the reference shows which is ours. */
function verdictOn(facts: DocumentFacts, ours: Fingerprint): 'same' | 'collision' | 'other' {
  const likeness = compareDocument(facts, ours)
  if (likeness !== 'unproven') return likeness
  return facts.externalReference === null ? 'other' : 'same'
}
