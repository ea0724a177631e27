/**
 * Deleting a receipt that is still pending, on a person's order. What never left is taken out of
 * the queue in one commit. What the service has is deleted there, now or not at all: who waits at
 * the counter is given the money back for a deletion or for a return, and an order that surely
 * reached nobody leaves the return free. It is stored first, so a lost answer or a crash only
 * delays it, and repeating it is harmless, because the service deletes a document once. Its money
 * goes back once it is done. Nothing else in the till can send DELETE.
 */
import type { Log } from '#shared/core/ports.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import {
  decideAskedDeletion,
  isPastPending,
  type DeletionWay,
} from '#shared/selling/sale/decide-deletion.ts'
import { backoffMs } from '#shared/issuing/backoff.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import { isSameId, readDocument } from '#shared/issuing/document-facts.ts'
import { nowOrInTurn, unattended } from '../../kernel/background.ts'
import type { Clock, HttpOutcome, HttpPort, Randomness } from '../../kernel/ports.ts'
import type { AskedDeletion, DeletionStore, StoredDeletable } from '../outbox/deletion-store.ts'
import type { DeletionState } from '#shared/issuing/status.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

interface DeletionPorts {
  readonly store: DeletionStore
  /** With the key that may delete. */
  readonly http: HttpPort
  readonly clock: Clock
  readonly randomness: Randomness
  readonly isServiceThere: () => boolean
  readonly serviceId: () => string
  /** Of a key that somebody typed it is not known before it is asked. */
  readonly mayDeleteThere: () => boolean
  /** What waited for a deletion that was refused goes out. */
  readonly onPrintable: () => void
  readonly log: Log
}

interface Deletions {
  start(): void
  /** The service may be there again. */
  wake(): void
  /** Where it would be deleted, or how far that is, or why it cannot be; changes nothing. */
  check(saleId: SaleId, reason: string): Result<DeletionWay, Refusal>
  /**
   * `asked` names who answers for it; whether they may is settled before. What was asked for
   * already is tried once more as it is.
   */
  ask(saleId: SaleId, reason: string, asked: AskedDeletion): Promise<Result<DeletionState, Refusal>>
  stop(): Promise<void>
}

const ASKED_BEFORE: AskedDeletion = { askedBy: '', note: () => {} }
const TIMEOUT_MS = 10_000
const RETRY_MS_MAX = 300_000
/** Not found so long after the order, it is not told late: the service has lost it. */
const GONE_MS = 60_000

export function createDeletions(ports: DeletionPorts): Deletions {
  const { store, clock, log } = ports
  const stopping = new AbortController()
  const working = new Map<SaleId, Promise<DeletionState>>()
  let tries = 0
  let cancelTimer: () => void = () => {}

  const work = (saleId: SaleId, isFirst = false): Promise<DeletionState> => {
    const running = working.get(saleId)
    if (running) return running
    const started = attempt(ports, saleId, stopping.signal)
      .then((state) => settled(ports, saleId, state, isFirst))
      .catch((error: unknown): DeletionState => {
        log('deletion failed', { saleId, error: String(error) })
        return 'asked'
      })
      .finally(() => {
        working.delete(saleId)
        nowOrInTurn(clock, retryLater)
      })
    working.set(saleId, started)
    return started
  }
  const retryLater = () => {
    cancelTimer()
    if (stopping.signal.aborted) return
    const isWaiting = store.asked().length > 0
    tries = isWaiting ? tries + 1 : 0
    const delayMs = Math.min(RETRY_MS_MAX, backoffMs(tries, unitRandom(ports.randomness)))
    if (isWaiting) cancelTimer = clock.after(Math.max(1_000, delayMs), wake)
  }
  const wake = () => {
    if (stopping.signal.aborted) return
    const asked = store.asked()
    if (asked.length === 0) return
    if (!ports.isServiceThere()) return retryLater()
    for (const saleId of asked)
      if (store.load(saleId)?.serviceId === ports.serviceId()) unattended(clock, work(saleId))
  }

  const check = (saleId: SaleId, reason: string) => wayOf(ports, saleId, reason)

  return {
    start: wake,
    wake,
    check,
    async ask(saleId, reason, asked) {
      const where = check(saleId, reason)
      if (!where.ok || where.value === 'done') return where.ok ? ok('done') : where
      if (where.value === 'here') {
        store.deleteHere(saleId, reason.trim(), asked)
        return ok('done')
      }
      const isFirst = where.value === 'at-service'
      if (isFirst) store.ask(saleId, reason.trim(), asked)
      const state = await work(saleId, isFirst)
      if (state !== 'refused') return ok(state)
      return refuse(refusal(store.load(saleId)?.problem ?? 'DELETE_NOT_PENDING'))
    },
    async stop() {
      cancelTimer()
      stopping.abort()
      await Promise.allSettled(working.values())
    },
  }
}

function wayOf(
  { store, serviceId, mayDeleteThere }: DeletionPorts,
  saleId: SaleId,
  reason: string,
): Result<DeletionWay, Refusal> {
  const way = decideAskedDeletion(reason, store.load(saleId), serviceId())
  // Known without asking: nobody waits for what the service refuses.
  return way.ok && way.value === 'at-service' && !mayDeleteThere()
    ? refuse(refusal('DELETE_NOT_ALLOWED'))
    : way
}

function settled(
  { store, onPrintable }: DeletionPorts,
  saleId: SaleId,
  state: DeletionState | 'unsent',
  isFirst: boolean,
): DeletionState {
  if (state === 'unsent' && !isFirst) return 'asked'
  const now = state === 'unsent' ? store.settle(saleId, 'refused', 'DELETE_NOT_NOW') : state
  if (now === 'refused') onPrintable()
  return now
}

/**
 * One look and, if it is still pending, one DELETE. Whatever stays unclear stays asked and is
 * looked at again; `unsent` where no DELETE of this attempt has reached anybody who did it.
 */
async function attempt(
  ports: DeletionPorts,
  saleId: SaleId,
  signal: AbortSignal,
): Promise<DeletionState | 'unsent'> {
  const { store } = ports
  const receipt = store.load(saleId)
  assert(receipt, `receipt ${saleId} exists`)
  if (receipt.deletion !== 'asked') return receipt.deletion ?? 'refused'
  const { remoteId, folio, documentType } = receipt
  assert(remoteId !== null && folio !== null, 'only a numbered receipt is deleted at the service')

  const before = await look(ports, receipt, signal)
  if (before === 'asked') return signal.aborted ? 'asked' : 'unsent'
  if (before !== 'pending') return before
  const path = `/api/invoices/${documentType}/${folio}`
  // The path that deletes: another company's document of the same folio must not be what it finds.
  const found = await exchange(ports, receipt, { method: 'GET', path }, signal)
  if (signal.aborted) return 'asked'
  if (isUnclear(found)) return 'unsent'
  if (found.status === 200 && isOfAnother(found.bodyText, remoteId))
    return store.settle(saleId, 'refused', 'DELETE_OTHER_DOCUMENT')
  return order(ports, receipt, path, signal)
}

async function order(
  ports: DeletionPorts,
  receipt: StoredDeletable,
  path: string,
  signal: AbortSignal,
): Promise<DeletionState | 'unsent'> {
  const { store } = ports
  const { saleId } = receipt
  const deleted = await exchange(ports, receipt, { method: 'DELETE', path }, signal)
  if (signal.aborted) return 'asked'
  if (deleted.kind === 'unsent' || (deleted.kind === 'answered' && deleted.status === 429))
    return 'unsent'
  if (isUnclear(deleted)) return 'asked'
  if (isDone(deleted.status)) return store.settle(saleId, 'done', null)
  if (NOT_ALLOWED.includes(deleted.status))
    return store.settle(saleId, 'refused', 'DELETE_NOT_ALLOWED')
  // A refusal may also mean that an earlier DELETE, whose answer was lost, did its work.
  const after = await look(ports, receipt, signal)
  return after === 'pending' ? store.settle(saleId, 'refused', 'DELETE_NOT_PENDING') : after
}

const isDone = (status: number) => status >= 200 && status < 300
const NOT_ALLOWED: readonly number[] = [401, 403]

function isOfAnother(bodyText: string, remoteId: string): boolean {
  const found = readDocument(parseJson(bodyText))
  return found !== null && !isSameId(found.remoteId, remoteId)
}

type Exchanged = Awaited<ReturnType<typeof exchange>>
const isUnclear = (
  outcome: Exchanged,
): outcome is Exclude<Exchanged, { readonly kind: 'answered' }> =>
  outcome.kind !== 'answered' || outcome.status >= 500

/** Reads the document by its id, which cannot be mistaken for another. */
async function look(
  ports: DeletionPorts,
  receipt: StoredDeletable,
  signal: AbortSignal,
): Promise<'pending' | DeletionState> {
  const { store } = ports
  const { saleId, remoteId, folio } = receipt
  const outcome = await exchange(
    ports,
    receipt,
    { method: 'GET', path: `/api/invoices/by-id/${encodeURIComponent(remoteId ?? '')}` },
    signal,
  )
  const facts =
    outcome.kind === 'answered' && outcome.status === 200
      ? readDocument(parseJson(outcome.bodyText))
      : null
  if (signal.aborted) return 'asked'
  const isGone = outcome.kind === 'answered' && [404, 410].includes(outcome.status)
  if (isGone && ports.clock.now() - (receipt.askedAt ?? 0) >= GONE_MS)
    return store.settle(saleId, 'refused', 'DELETE_GONE')
  if (facts === null) return 'asked'
  if (facts.status === 'DELETED') return store.settle(saleId, 'done', null)
  if (facts.folio !== folio) return store.settle(saleId, 'refused', 'DELETE_OTHER_DOCUMENT')
  if (!isPastPending(facts.status)) return 'pending'
  return store.settle(saleId, 'refused', 'DELETE_NOT_PENDING', facts.status)
}

async function exchange(
  { http, clock, store }: DeletionPorts,
  { saleId }: StoredDeletable,
  { method, path }: { method: 'GET' | 'DELETE'; path: string },
  signal: AbortSignal,
): Promise<HttpOutcome> {
  const startedAt: EpochMs = clock.now()
  const startedMs = clock.monotonicMs()
  const outcome = await http.exchange({ method, path, body: null, timeoutMs: TIMEOUT_MS }, signal)
  if (!signal.aborted && method === 'DELETE') {
    store.record(saleId, {
      request: `${method} ${path}`,
      startedAt,
      durationMs: Math.max(0, Math.round(clock.monotonicMs() - startedMs)),
      outcome: outcome.kind,
      httpStatus: outcome.kind === 'answered' ? outcome.status : null,
      answer: outcome.kind === 'answered' ? outcome.bodyText : outcome.detail,
    })
  }
  return outcome
}

/** All of a receipt, had from the shop. */
export interface TakenWhole {
  /** With the order. */
  readonly write: () => void
  /** What was not written: another till may have it at once. */
  readonly letGo: () => void
}

/**
 * The command of the bridge: the right is asked in one place, and somebody's PIN is not used up by
 * what cannot be done anyway.
 */
export function deleteCommand(
  deletions: Deletions,
  mayDelete: (saleId: SaleId, approvalId: string | null) => Result<AskedDeletion, Refusal>,
  /** No till gives it back from then on. */
  take: (saleId: SaleId) => Promise<Result<TakenWhole, Refusal>>,
): Pick<TillApi, 'deleteReceipt'> {
  return {
    async deleteReceipt({ saleId, reason, approvalId }) {
      const where = deletions.check(saleId, reason)
      if (!where.ok || where.value === 'done') return where.ok ? ok('done') : where
      if (where.value === 'asked') return deletions.ask(saleId, reason, ASKED_BEFORE)
      const taken = await take(saleId)
      if (!taken.ok) return taken
      const { write, letGo } = taken.value
      const allowed = mayDelete(saleId, approvalId ?? null)
      if (!allowed.ok) {
        letGo()
        return allowed
      }
      const { askedBy, note } = allowed.value
      const noteAll = () => {
        note()
        write()
      }
      try {
        return await deletions.ask(saleId, reason, { askedBy, note: noteAll })
      } finally {
        // Not what is written as taken: only what came to no order, its state being another by now.
        letGo()
      }
    },
  }
}
