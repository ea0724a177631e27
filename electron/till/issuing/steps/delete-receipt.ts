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
import { decideAskedDeletion, type DeletionWay } from '#shared/selling/sale/decide-deletion.ts'
import {
  afterOrder,
  endOfDeletion,
  readLook,
  readOrder,
  readPath,
  type DeletionStep,
} from '#shared/selling/sale/deletion-answers.ts'
import { backoffMs } from '#shared/issuing/backoff.ts'
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

export function createDeletions(ports: DeletionPorts): Deletions {
  const { store, clock, log } = ports
  const stopping = new AbortController()
  const working = new Map<SaleId, Promise<DeletionState>>()
  let tries = 0
  let cancelTimer: () => void = () => {}

  const work = (saleId: SaleId, isFirst = false): Promise<DeletionState> => {
    const running = working.get(saleId)
    if (running) return running
    const started = attempt(ports, saleId, isFirst, stopping.signal)
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

/**
 * One look and, if it is still pending, one DELETE. Whatever stays unclear stays asked and is
 * looked at again.
 */
async function attempt(
  ports: DeletionPorts,
  saleId: SaleId,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<DeletionState> {
  const { store, onPrintable } = ports
  const receipt = store.load(saleId)
  assert(receipt, `receipt ${saleId} exists`)
  if (receipt.deletion !== 'asked') return receipt.deletion ?? 'refused'
  const step = await walk(ports, receipt, signal)
  const sinceAskedMs = ports.clock.now() - (receipt.askedAt ?? 0)
  const end = endOfDeletion(step, { isFirst, problem: receipt.problem, sinceAskedMs })
  if (signal.aborted || end === 'asked') return 'asked'
  store.settle(saleId, end)
  if (end.state === 'refused') onPrintable()
  return end.state
}

async function walk(
  ports: DeletionPorts,
  receipt: StoredDeletable,
  signal: AbortSignal,
): Promise<DeletionStep> {
  const { remoteId, folio, documentType } = receipt
  assert(remoteId !== null && folio !== null, 'only a numbered receipt is deleted at the service')
  const say = (method: 'GET' | 'DELETE', path: string) =>
    exchange(ports, receipt, { method, path }, signal)
  const byId = `/api/invoices/by-id/${encodeURIComponent(remoteId)}`
  const look = async () => {
    const seen = readLook(await say('GET', byId), { remoteId, folio })
    // Nor is what comes next on that connection an answer.
    if (seen === 'foreign') ports.http.mistrust?.()
    return seen
  }
  const before = await look()
  if (before !== 'pending') return before
  const path = `/api/invoices/${documentType}/${folio}`
  const found = readPath(await say('GET', path), remoteId)
  if (found !== 'pending') return found
  const ordered = readOrder(await say('DELETE', path), remoteId)
  return ordered === 'gone-out' || ordered === 'denied' || ordered === 'doubted'
    ? afterOrder(ordered, await look())
    : ordered
}

async function exchange(
  { http, clock, store }: DeletionPorts,
  { saleId }: StoredDeletable,
  { method, path }: { method: 'GET' | 'DELETE'; path: string },
  signal: AbortSignal,
): Promise<HttpOutcome> {
  if (signal.aborted) return { kind: 'unsent', detail: 'stopping' }
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
      const noteAll: AskedDeletion['note'] = (state) => {
        note(state)
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
