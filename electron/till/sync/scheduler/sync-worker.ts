/**
 * Takes each receipt from the outbox to a folio and its PDF, at its own pace: woken by a sale, by
 * the connection coming back, or by the next due time. Up to four receipts at once, oldest first; a
 * stuck one never holds the others, and looking for a lost one has a lane of its own.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { createBrakes, SLEEP_MS_MAX, type Brakes } from './admission-control.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import { createCounterWatch } from './counter-watch.ts'
import { createDueLook, createReadLook } from './due-queue.ts'
import type { DueRow, OutboxRow } from '../outbox/outbox-rows.ts'
import { fetchPdf, followUp, readBack } from '../steps/read-receipt.ts'
import { recoverReceipt } from '../steps/recover-receipt.ts'
import { createSender, type SendEvents, type Sender } from '../steps/send-receipt.ts'
import { createWire, laneOf, type Lane, type Wire } from './in-flight-window.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

const SLEEP_MS_MIN = 200
/** Looks while something is under way, which wakes the worker when it ends. */
const BUSY_LOOK_MS = 1_000
/** Arrows one visit to a receipt may take: sending, finding, reading back, fetching the PDF. */
const STEPS_MAX = 6
/**
 * The wall clock and the steady clock may drift apart this much between two looks before it counts
 * as a jump.
 */
const CLOCK_JUMP_MS = 15_000
/** Rest of a receipt whose state could not be written. */
const WRITE_REST_MS = 1_000

export interface SyncWorker {
  start(): void
  wake(): void
  /** Somebody waits for a paper: it is looked for now, and not at the next look of its own time. */
  readNow(): void
  /** The connection was down and is back: one receipt tries first. */
  connectionReturned(): void
  /** A person says that something is mended: nothing is held against anybody. */
  mended(): void
  /** Types the service does not know at present. */
  closedTypes(): readonly DocumentType[]
  /** Ends calls under way and waits for them; nothing is written afterwards. */
  stop(): Promise<void>
}

export function createSyncWorker(ports: SyncPorts): SyncWorker {
  const { store, connection, clock } = ports
  const stopping = new AbortController()
  const brakes = createBrakes(ports)
  const counter = createCounterWatch(ports)
  const wire = createWire({
    brakes,
    readPlaces: ports.readBrake.places,
    isOpen: connection.isOpen,
    isPresent: counter.isPresent,
  })
  const dispatch = createDispatch(ports, brakes, wire)
  const jumps = createJumpWatch(ports)
  const moves = createMoveWatch(ports, () => {
    startOverAll(brakes, ports)
    dispatch.forget()
  })
  /**
   * Aborted at the end, and when the machine has slept: whatever was under way then has an unknown
   * fate.
   */
  let session = new AbortController()
  const sender = createSender(
    ports,
    answersTo(brakes, wire, {
      wake: () => wake(),
      onWellAgain: () => endWaits(ports, dispatch.forget),
    }),
  )
  const visits = createVisits(ports, {
    sender,
    wire,
    stopping: stopping.signal,
    session: () => session.signal,
    wake: () => wake(),
    onEnd: (row) => {
      brakes.noteEnd(row)
      ports.refusalBrake.ended(row)
    },
  })
  let cancelTimer: () => void = () => {}
  let running = false
  let isAwake = false

  const startOver = () => {
    session.abort()
    session = new AbortController()
    wire.turnAway()
    dispatch.forget()
    store.clampWaits(clock.now())
    connection.check()
  }
  const look = () => {
    isAwake = false
    if (jumps.hasJumped()) startOver()
    cancelTimer = clock.after(
      connection.isOpen() ? dispatch.run(visits.launch) : SLEEP_MS_MAX,
      wake,
    )
    wire.next()
  }
  /** However many reasons to look come up in one turn, one look answers them all. */
  const wake = () => {
    if (!running || stopping.signal.aborted) return
    moves.notice()
    if (isAwake) return
    isAwake = true
    cancelTimer()
    cancelTimer = clock.after(0, look)
  }
  const wakeAnew = () => {
    dispatch.forget()
    if (running) counter.look()
    wake()
  }

  return {
    start() {
      running = true
      store.recover()
      store.clampWaits(clock.now())
      counter.look()
      wake()
    },
    wake: wakeAnew,
    readNow: () => {
      dispatch.lookAgain()
      wake()
    },
    connectionReturned: () => {
      brakes.learn({ kind: 'returned' })
      wakeAnew()
    },
    mended: () => {
      brakes.tryTypes()
      ports.readBrake.startOver()
      ports.refusalBrake.tryAll()
      wakeAnew()
    },
    closedTypes: brakes.closedTypes,
    async stop() {
      running = false
      cancelTimer()
      counter.stop()
      for (const end of [stopping, session]) end.abort()
      wire.close()
      store.groupCommit.close()
      await Promise.allSettled([visits.end(), sender.settleLate()])
    },
  }
}

function startOverAll(brakes: Brakes, { readBrake, refusalBrake }: SyncPorts): void {
  for (const brake of [brakes, readBrake, refusalBrake]) brake.startOver()
}

/** Nothing has to wait for the service any longer. */
function endWaits({ store, log }: SyncPorts, onEnded: () => void): void {
  try {
    store.wakeAll()
    onEnded()
  } catch (error) {
    // Then each goes when its own wait is over; the answer that has just come in still has to be
    // written down.
    log('waits not ended', { error: String(error) })
  }
}

interface VisitPorts {
  readonly sender: Sender
  readonly wire: Wire
  readonly stopping: AbortSignal
  readonly session: () => AbortSignal
  readonly wake: () => void
  readonly onEnd: (row: DueRow) => void
}

/** Receipts under way, each taken as far as it goes now. */
function createVisits(
  ports: SyncPorts,
  { sender, wire, stopping, session, wake, onEnd }: VisitPorts,
) {
  const visits = new Set<Promise<void>>()
  const visit = async (row: DueRow) => {
    const { saleId } = row
    const signal = session()
    try {
      await advance(ports, sender, saleId, {
        signal,
        onStep: wake,
        isSettled: () => wire.isSettled(saleId),
      })
    } catch (error) {
      await putOff(ports, saleId, { error, stopping, signal })
    } finally {
      wire.leave(saleId)
      onEnd(row)
      wire.next()
      wake()
    }
  }
  return {
    launch(row: DueRow, lane: Lane) {
      wire.enter(row, lane)
      const visiting = visit(row).finally(() => visits.delete(visiting))
      visits.add(visiting)
    },
    end: () => Promise.allSettled(visits),
  }
}

/**
 * What every answer does to the brakes and to the wire, at once: the disk hears of it a moment
 * later.
 */
function answersTo(
  brakes: Brakes,
  wire: Wire,
  { wake, onWellAgain }: { wake: () => void; onWellAgain: () => void },
): SendEvents {
  const { onSuccess, onTypeClosed, ...others } = brakes.events
  return {
    ...others,
    onClaimed: wire.turn,
    isWellAhead: wire.isWellAhead,
    onSuccess(saleId, isDone) {
      if (onSuccess()) onWellAgain()
      // First, so that what is marked next goes to disk together with this answer.
      wake()
      wire.answered(saleId, isDone)
    },
    onTypeClosed(documentType) {
      onTypeClosed(documentType)
      wire.turnAway(documentType)
    },
    onHeld: wire.turnAway,
    onLateAnswer: wake,
  }
}

/**
 * After a bug or a failing disk. The disk may still fail: then the receipt stays as it is, and the
 * next look finds it.
 */
async function putOff(
  { store, clock, log }: SyncPorts,
  saleId: SaleId,
  { error, stopping, signal }: { error: unknown; stopping: AbortSignal; signal: AbortSignal },
): Promise<void> {
  log('sync step failed', { saleId, error: String(error) })
  try {
    if (!stopping.aborted) store.markAskLater(saleId, (clock.now() + SLEEP_MS_MAX) as EpochMs, null)
  } catch (second) {
    log('receipt not put off', { saleId, error: String(second) })
    // The disk takes nothing: without a rest the same receipt would be due again at once, and for
    // ever.
    await pause(clock, WRITE_REST_MS, signal)
  }
}

function pause(clock: SyncPorts['clock'], delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, resolve)
    signal.addEventListener(
      'abort',
      () => {
        cancel()
        resolve()
      },
      { once: true },
    )
  })
}

type Launch = (row: DueRow, lane: Lane) => void

/** Starts what may go now, and answers how long the worker may sleep if nothing else wakes it. */
function createDispatch(ports: SyncPorts, brakes: Brakes, wire: Wire) {
  const { store, clock, serviceId } = ports
  const [dues, reads] = [createDueLook(ports, wire.has), createReadLook(ports)]
  const candidates = (now: EpochMs): readonly DueRow[] => {
    if (!wire.wantsMore()) return wire.isSearching() ? [] : store.dueSearches(now, serviceId())
    const held = brakes.held()
    const types = [...new Set([...held.types, ...ports.refusalBrake.waiting()])]
    const due = dues.rows(now, { ...held, types, reads: ports.readBrake.places() === 0 })
    brakes.noteCrowd(wire.sendings() + due.filter((row) => laneOf(row) === 'claim').length)
    // The canary of a service or of a type has failed least: a bad one that is oldest would keep
    // the door shut for all.
    const isWell =
      brakes.places() > 1 && brakes.closedTypes().length === 0 && !ports.refusalBrake.isHolding()
    return due.toSorted((a, b) => a.faults - b.faults || (isWell ? 0 : a.tries - b.tries))
  }
  return {
    forget: dues.forget,
    lookAgain: reads.forget,
    run(launch: Launch): number {
      const now = clock.now()
      const launched = new Set<SaleId>()
      const full = new Set<Lane>()
      wire.freeKeptPlace()
      for (const row of [...reads.lookAtReads(now, brakes.isCrowded()), ...candidates(now)]) {
        const lane = laneOf(row)
        if (full.has(lane) || wire.has(row.saleId)) continue
        if (lane !== 'claim' && !ports.readBrake.mayGo(row.saleId)) continue
        if (!wire.hasRoom(lane)) full.add(lane)
        else if (
          lane !== 'claim' ||
          (ports.refusalBrake.mayGo(row.documentType) && brakes.admit(row))
        ) {
          if (lane === 'claim') ports.refusalBrake.begin(row)
          reads.noteLaunch(row)
          launched.add(row.saleId)
          launch(row, lane)
        }
      }
      dues.noteLaunch(launched)
      const nextAt =
        wire.isIdle() && dues.isFresh() ? store.nextDueAt(now, serviceId()) : now + BUSY_LOOK_MS
      const heldMs = Math.min(
        brakes.waitMs(),
        ports.readBrake.waitMs(),
        ports.refusalBrake.waitMs(),
      )
      const sleepMs = Math.min(
        heldMs,
        reads.readWaitMs(now),
        nextAt === null ? SLEEP_MS_MAX : nextAt - now,
        SLEEP_MS_MAX,
      )
      return Math.max(SLEEP_MS_MIN, sleepMs)
    },
  }
}

/** One visit: takes a receipt as far as it goes now. Each arrow is a change of its own. */
async function advance(
  ports: SyncPorts,
  sender: Sender,
  saleId: SaleId,
  { signal, onStep, isSettled }: Visit,
): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step += 1) {
    // With a long queue the folios come first: the law counts the minutes to those, and papers have
    // a place of their own.
    if (isSettled()) return
    const goesOn = await advanceOnce(ports, sender, ports.store.load(saleId), signal)
    if (!goesOn) return
    onStep()
  }
}

interface Visit {
  readonly signal: AbortSignal
  readonly onStep: () => void
  readonly isSettled: () => boolean
}

async function advanceOnce(
  ports: SyncPorts,
  sender: Sender,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  // The settings may change in the middle of a visit: the same folio is another document elsewhere.
  if (row.serviceId !== null && row.serviceId !== ports.serviceId()) return false
  const isRead = row.issueState !== 'queued' && row.issueState !== 'sending'
  if (isRead && !ports.readBrake.mayGo(row.saleId)) return false
  switch (row.issueState) {
    case 'queued':
    case 'sending':
      return sender.send(row, signal)
    case 'reconciling':
      return row.remoteId === null
        ? recoverReceipt(ports, row, signal)
        : readBack(ports, row, signal)
    case 'accepted':
      return readBack(ports, row, signal)
    case 'numbered':
      return ports.store.pdfWanted(row.saleId) === null
        ? followUp(ports, row, signal)
        : fetchPdf(ports, row, signal)
    default:
      return false
  }
}

/**
 * Notices that the machine slept or that somebody set the clock: the two clocks no longer agree,
 * or, where the steady one runs on in a sleep, the next look came far too late.
 */
function createJumpWatch({ clock }: SyncPorts) {
  let wallMs: number = clock.now()
  let steadyMs = clock.monotonicMs()
  return {
    hasJumped() {
      const [wall, steady] = [clock.now(), clock.monotonicMs()]
      const passedMs = steady - steadyMs
      const driftMs = wall - wallMs - passedMs
      wallMs = wall
      steadyMs = steady
      return Math.abs(driftMs) > CLOCK_JUMP_MS || passedMs > SLEEP_MS_MAX + CLOCK_JUMP_MS
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
        // What goes where does not hang on it: it only says why at the receipts, and is tried again
        // at the next look.
        log('change of service not noted', { error: String(error) })
      }
    },
  }
}
