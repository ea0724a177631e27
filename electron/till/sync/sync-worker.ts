/**
 * Takes each receipt from the outbox to a folio and its PDF, at its own pace: woken by a sale, by the connection coming
 * back, or by the next due time. Up to four receipts at once, oldest first; a stuck one never holds the others, and
 * looking for a lost one has a lane of its own.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/bridge/views.ts'
import {
  breakerAfter, changeTokens, CLOSED, IN_FLIGHT_MAX, permits, RETRY_TOKENS_MAX, RETRY_TOKENS_PER_S, retryTokens, type BreakerEvent,
} from '#shared/sync/breaker.ts'
import type { SyncPorts } from './exchange.ts'
import type { DueRow, OutboxRow } from './outbox-store.ts'
import { fetchPdf, followUp, readBack } from './read-receipt.ts'
import { recoverReceipt } from './recover-receipt.ts'
import { createSender, TYPE_PAUSE_MS, type Sender } from './send-receipt.ts'

/** Longest the worker sleeps without looking, should a clock have jumped. */
const SLEEP_MS_MAX = 30_000
const SLEEP_MS_MIN = 200
/** Arrows one visit to a receipt may take: sending, finding, reading back, fetching the PDF. */
const STEPS_MAX = 6
/** Rows looked at together. */
const DUE_ROWS = 40
const READ_LOOK_MS = 1_000
/** The wall clock and the steady clock may drift apart this much between two looks before it counts as a jump. */
const CLOCK_JUMP_MS = 15_000
/** Rest of a receipt whose state could not be written. */
const WRITE_REST_MS = 1_000

export interface SyncWorker {
  start(): void
  wake(): void
  /** The connection was down and is back: one receipt tries first. */
  connectionReturned(): void
  /** Types the service does not know at present. */
  closedTypes(): readonly DocumentType[]
  /** Ends calls under way and waits for them; nothing is written afterwards. */
  stop(): Promise<void>
}

export function createSyncWorker(ports: SyncPorts): SyncWorker {
  const { store, connection, clock } = ports
  const inFlight = new Map<SaleId, Lane>()
  const visits = new Set<Promise<void>>()
  const stopping = new AbortController()
  const brakes = createBrakes(ports)
  const jumps = createJumpWatch(ports)
  const moves = createMoveWatch(ports, brakes.startOver)
  /** Aborted at the end, and when the machine has slept: whatever was under way then has an unknown fate. */
  let session = new AbortController()
  const onSuccess = (saleId: SaleId) => {
    brakes.events.onSuccess()
    // The rest of the visit reads; its place is free for the next sending.
    if (inFlight.has(saleId)) inFlight.set(saleId, 'read')
  }
  const sender = createSender(ports, { ...brakes.events, onSuccess, onLateAnswer: () => wake() })
  let cancelTimer: () => void = () => {}
  let running = false

  const visit = async (saleId: SaleId) => {
    const { signal } = session
    try {
      await advance(ports, sender, saleId, { signal, onStep: wake, isCrowded: brakes.isCrowded })
    } catch (error) {
      await putOff(ports, saleId, { error, stopping: stopping.signal, signal })
    } finally {
      inFlight.delete(saleId)
      wake()
    }
  }
  const launch = (row: DueRow, lane: Lane) => {
    inFlight.set(row.saleId, lane)
    const visiting = visit(row.saleId).finally(() => visits.delete(visiting))
    visits.add(visiting)
  }
  const startOver = () => {
    session.abort()
    session = new AbortController()
    store.clampWaits(clock.now())
    connection.check()
  }
  const wake = () => {
    if (!running || stopping.signal.aborted) return
    cancelTimer()
    if (jumps.hasJumped()) startOver()
    moves.notice()
    cancelTimer = clock.after(connection.isOpen() ? dispatch(ports, brakes, inFlight, launch) : SLEEP_MS_MAX, wake)
  }

  return {
    start() {
      running = true
      store.recover()
      store.clampWaits(clock.now())
      wake()
    },
    wake,
    connectionReturned() {
      brakes.learn({ kind: 'returned' })
      wake()
    },
    closedTypes: brakes.closedTypes,
    async stop() {
      running = false
      cancelTimer()
      for (const end of [stopping, session]) end.abort()
      await Promise.allSettled([...visits, sender.settleLate()])
    },
  }
}

/** After a bug or a failing disk. The disk may still fail: then the receipt stays as it is, and the next look finds it. */
async function putOff(
  { store, clock, log }: SyncPorts, saleId: SaleId,
  { error, stopping, signal }: { error: unknown; stopping: AbortSignal; signal: AbortSignal },
): Promise<void> {
  log('sync step failed', { saleId, error: String(error) })
  try {
    if (!stopping.aborted) store.markAskLater(saleId, (clock.now() + SLEEP_MS_MAX) as EpochMs, null)
  } catch (second) {
    log('receipt not put off', { saleId, error: String(second) })
    // The disk takes nothing: without a rest the same receipt would be due again at once, and for ever.
    await pause(clock, WRITE_REST_MS, signal)
  }
}

function pause(clock: SyncPorts['clock'], delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, resolve)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    }, { once: true })
  })
}

/** Starts what may go now. Answers how long the worker may sleep if nothing else wakes it. */
function dispatch(
  { store, clock, serviceId }: SyncPorts, brakes: Brakes, inFlight: ReadonlyMap<SaleId, Lane>, launch: (row: DueRow, lane: Lane) => void,
): number {
  const now = clock.now()
  const count = (lane: Lane) => [...inFlight.values()].filter((other) => other === lane).length
  // Most wakes find every place taken: then only a lost receipt, of which there is rarely one, could go.
  const hasPlace = count('send') + count('read') < IN_FLIGHT_MAX
  const due = hasPlace ? [...brakes.lookAtReads(now, brakes.isCrowded()), ...store.due(now, DUE_ROWS, brakes.held())]
    : count('search') === 0 ? store.dueSearches(now, serviceId()) : []
  // The canary is a receipt that has failed least: a bad one that is oldest would keep the door shut for all.
  if (hasPlace) brakes.noteCrowd(due.filter((row) => laneOf(row) === 'send').length)
  const readPlaces = brakes.isCrowded() ? 1 : IN_FLIGHT_MAX
  for (const row of brakes.places() > 1 ? due : due.toSorted((a, b) => a.tries - b.tries)) {
    if (inFlight.has(row.saleId)) continue
    const lane = laneOf(row)
    const isFull = lane === 'search' ? count('search') > 0
      : count('send') + count('read') >= IN_FLIGHT_MAX || count(lane) >= (lane === 'send' ? brakes.places() : readPlaces)
    if (isFull || (lane === 'send' && !brakes.admit(row))) continue
    brakes.noteLaunch(row)
    launch(row, lane)
  }
  const nextAt = store.nextDueAt(now, serviceId())
  const sleepMs = Math.min(brakes.waitMs(), brakes.readWaitMs(now), nextAt === null ? SLEEP_MS_MAX : nextAt - now, SLEEP_MS_MAX)
  return Math.max(SLEEP_MS_MIN, sleepMs)
}

/** What a visit starts with. Reads go on while the brakes hold sending back; searching has a single place of its own. */
type Lane = 'send' | 'read' | 'search'

function laneOf({ issueState, hasRemoteId }: DueRow): Lane {
  if (issueState === 'queued' || issueState === 'sending') return 'send'
  return issueState === 'reconciling' && hasRemoteId === 0 ? 'search' : 'read'
}

/** One visit: takes a receipt as far as it goes now. Each arrow is a commit of its own. */
async function advance(ports: SyncPorts, sender: Sender, saleId: SaleId, { signal, onStep, isCrowded }: Visit): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step += 1) {
    const row = ports.store.load(saleId)
    // With a long queue the folios come first: the law counts the minutes to those, and papers have a place of their own.
    if (step > 0 && row.issueState === 'numbered' && isCrowded()) return
    const goesOn = await advanceOnce(ports, sender, row, signal)
    if (!goesOn) return
    onStep()
  }
}

interface Visit { readonly signal: AbortSignal; readonly onStep: () => void; readonly isCrowded: () => boolean }

async function advanceOnce(ports: SyncPorts, sender: Sender, row: OutboxRow, signal: AbortSignal): Promise<boolean> {
  // The settings may change in the middle of a visit: the same folio is another document elsewhere.
  if (row.serviceId !== null && row.serviceId !== ports.serviceId()) return false
  switch (row.issueState) {
    case 'queued':
    case 'sending':
      return sender.send(row, signal)
    case 'reconciling':
      return row.remoteId === null ? recoverReceipt(ports, row, signal) : readBack(ports, row, signal)
    case 'accepted':
      return readBack(ports, row, signal)
    case 'numbered':
      return ports.store.pdfWanted(row.saleId) === null ? followUp(ports, row, signal) : fetchPdf(ports, row, signal)
    default:
      return false
  }
}

type Brakes = ReturnType<typeof createBrakes>

/** The breaker, the retry bucket and the lanes of document types, fed by every answer. */
function createBrakes({ clock, store, serviceId }: SyncPorts) {
  let isCrowded = false
  let breaker = CLOSED
  let bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
  /** When a type the service did not know may be tried again; cleared by its next success. */
  const closed = new Map<DocumentType, number>()
  const learn = (event: BreakerEvent) => {
    breaker = breakerAfter(breaker, event, clock.monotonicMs())
  }
  return {
    learn,
    /** What another service did is no reason to hold back from this one; a canary looks first. */
    startOver() {
      breaker = breakerAfter(CLOSED, { kind: 'returned' }, clock.monotonicMs())
      bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
      closed.clear()
    },
    places: () => permits(breaker, clock.monotonicMs()),
    /** Until the brakes may let something go by themselves. */
    waitMs() {
      const nowMs = clock.monotonicMs()
      const ends = [...closed.values()].map((atMs) => atMs - nowMs)
      if (breaker.phase === 'open') ends.push(breaker.opensAtMs - nowMs)
      if (retryTokens(bucket, nowMs) < 1) ends.push(1_000 / RETRY_TOKENS_PER_S)
      return Math.min(SLEEP_MS_MAX, ...ends.filter((waitMs) => waitMs > 0))
    },
    /** What need not even be looked at now. */
    held() {
      const nowMs = clock.monotonicMs()
      return {
        types: [...closed].filter(([, atMs]) => atMs > nowMs).map(([type]) => type),
        retries: retryTokens(bucket, nowMs) < 1, here: serviceId(),
      }
    },
    /** False = not now. Otherwise the receipt has paid its token. */
    admit({ documentType, tries }: DueRow): boolean {
      const nowMs = clock.monotonicMs()
      const closedUntilMs = closed.get(documentType)
      if (closedUntilMs !== undefined && nowMs < closedUntilMs) return false
      if (tries > 0 && retryTokens(bucket, nowMs) < 1) return false
      // One of a closed type tries; the rest wait for what it finds.
      if (closedUntilMs !== undefined) closed.set(documentType, nowMs + TYPE_PAUSE_MS)
      if (tries > 0) bucket = changeTokens(bucket, -1, nowMs)
      return true
    },
    ...createReadLook({ clock, store, serviceId }),
    /** More receipts wait to be sent than there are places. */
    noteCrowd(sendings: number) { isCrowded = sendings > IN_FLIGHT_MAX },
    isCrowded: () => isCrowded,
    closedTypes: () => [...closed.keys()],
    events: {
      onSuccess() {
        learn({ kind: 'success' })
        bucket = changeTokens(bucket, 1, clock.monotonicMs())
      },
      onFailure: (saleId: SaleId) => learn({ kind: 'failure', saleId }),
      onPause: (pauseMs: number) => learn({ kind: 'pause', pauseMs }),
      onTypeClosed: (type: DocumentType) => void closed.set(type, clock.monotonicMs() + TYPE_PAUSE_MS),
      onTypeOpen: (type: DocumentType) => void closed.delete(type),
    },
  }
}

/** What waits to be read, found again once a second and kept until it is launched. */
function createReadLook({ clock, store, serviceId }: Pick<SyncPorts, 'clock' | 'store' | 'serviceId'>) {
  let readsLookedMs = -Infinity
  let nextPdfAt: EpochMs | null = null
  let reads: readonly DueRow[] = []
  return {
    /** PDFs and verdicts, looked for once a second at most: with a long queue this takes a while. */
    lookAtReads(now: EpochMs, isCrowded: boolean): readonly DueRow[] {
      if (clock.monotonicMs() - readsLookedMs < READ_LOOK_MS) return reads
      readsLookedMs = clock.monotonicMs()
      const found = store.dueReads(now, DUE_ROWS, serviceId())
      nextPdfAt = found.nextPdfAt
      // One a second goes on beside a long queue: drawing papers costs the service as much as thirty folios.
      reads = isCrowded ? found.due.slice(0, 1) : found.due
      return reads
    },
    noteLaunch({ saleId }: DueRow) {
      if (reads.length > 0) reads = reads.filter((row) => row.saleId !== saleId)
    },
    readWaitMs(now: EpochMs): number {
      const sinceLookMs = clock.monotonicMs() - readsLookedMs
      if (sinceLookMs > 0) return Math.max(0, READ_LOOK_MS - sinceLookMs)
      return nextPdfAt === null ? SLEEP_MS_MAX : Math.max(READ_LOOK_MS, nextPdfAt - now)
    },
  }
}

/** Notices that the machine slept or that somebody set the clock: the two clocks no longer agree. */
function createJumpWatch({ clock }: SyncPorts) {
  let wallMs: number = clock.now()
  let steadyMs = clock.monotonicMs()
  return {
    hasJumped() {
      const [wall, steady] = [clock.now(), clock.monotonicMs()]
      const driftMs = (wall - wallMs) - (steady - steadyMs)
      wallMs = wall
      steadyMs = steady
      return Math.abs(driftMs) > CLOCK_JUMP_MS
    },
  }
}

/** Notices that the settings name another service or another company than at the last look. */
function createMoveWatch({ store, serviceId, log }: SyncPorts, onMoved: () => void) {
  let here: string | null = null
  return {
    notice() {
      const now = serviceId()
      if (now === here) return
      if (here !== null) onMoved()
      try {
        store.moveTo(now)
        here = now
      } catch (error) {
        // What goes where does not hang on it: it only says why at the receipts, and is tried again at the next look.
        log('change of service not noted', { error: String(error) })
      }
    },
  }
}
