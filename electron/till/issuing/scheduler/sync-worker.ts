/**
 * Takes each receipt from the outbox to a folio and its PDF, at its own pace: woken by a sale, by
 * the connection coming back, or by the next due time. Up to four receipts at once, oldest first; a
 * stuck one never holds the others, and looking for a lost one has a place of its own.
 */
import type { DocumentType } from '#shared/core/document-type.ts'
import { nowOrInTurn } from '../../kernel/background.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import { createAdmissionControl, SLEEP_MS_MAX } from './admission-control.ts'
import { createCounterWatch } from './counter-watch.ts'
import { createDispatch } from './dispatch.ts'
import { createInFlightWindow } from './in-flight-window.ts'
import { createLateAnswers } from './late-answers.ts'
import { createVisits } from './visits.ts'
import { createJumpWatch, createServiceWatch } from './watches.ts'

interface SyncWorker {
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
  const { admission, counter, dispatch, ...run } = createRun(ports)
  const wakeAnew = () => {
    dispatch.forget()
    if (run.isRunning()) counter.look()
    run.wake()
  }
  return {
    start() {
      run.begin()
      ports.store.recover()
      ports.store.clampWaits(ports.clock.now())
      counter.look()
      run.wake()
    },
    wake: wakeAnew,
    readNow() {
      dispatch.lookAgain()
      run.wake()
    },
    connectionReturned() {
      admission.learn({ kind: 'returned' })
      wakeAnew()
    },
    mended() {
      admission.tryTypes()
      ports.readAdmission.startOver()
      ports.refusalHolds.tryAll()
      wakeAnew()
    },
    closedTypes: admission.closedTypes,
    stop: run.stop,
  }
}

/** The parts of a worker, what wakes them, and their end. */
function createRun(ports: SyncPorts) {
  const { store, connection, clock } = ports
  const run = createRunState()
  const admission = createAdmissionControl(ports)
  const counter = createCounterWatch(ports)
  const window = createInFlightWindow({
    admission,
    readPlaces: ports.readAdmission.places,
    isOpen: connection.isOpen,
    isPresent: counter.isPresent,
  })
  const dispatch = createDispatch({ ports, admission, window })
  const jumps = createJumpWatch(ports)
  const service = createServiceWatch(ports, () => {
    for (const held of [admission, ports.readAdmission, ports.refusalHolds]) held.startOver()
    dispatch.forget()
  })
  const startSession = () => {
    run.renewSession()
    window.turnAway()
    dispatch.forget()
    nowOrInTurn(clock, () => store.clampWaits(clock.now()))
    connection.check()
  }
  const look = () => {
    if (jumps.hasJumped()) startSession()
    const sleepMs = connection.isOpen() ? dispatch.run(visits.launch) : SLEEP_MS_MAX
    window.next()
    return sleepMs
  }
  const alarm = createAlarm(clock, look)
  const wake = () => {
    if (!run.isRunning()) return
    service.notice()
    alarm.ring(wake)
  }
  const late = createLateAnswers(() => nowOrInTurn(clock, wake))
  const onWellAgain = () => endWaits(ports, dispatch.forget)
  const visits = createVisits({ ...run, ports, admission, window, late, wake, onWellAgain })
  return {
    ...{ admission, counter, dispatch, wake },
    begin: run.begin,
    isRunning: run.isRunning,
    async stop() {
      alarm.stop()
      counter.stop()
      run.end()
      window.close()
      store.groupCommit.close()
      await Promise.allSettled([visits.end(), late.end()])
    },
  }
}

/**
 * `session`: aborted at the end, and when the machine has slept: whatever was under way then has an
 * unknown fate.
 */
function createRunState() {
  const stopping = new AbortController()
  let session = new AbortController()
  let hasBegun = false
  return {
    stopping: stopping.signal,
    session: () => session.signal,
    isRunning: () => hasBegun && !stopping.signal.aborted,
    begin() {
      hasBegun = true
    },
    renewSession() {
      session.abort()
      session = new AbortController()
    },
    end() {
      for (const end of [stopping, session]) end.abort()
    },
  }
}

/** However many reasons to look come up in one turn, one look answers them all. */
function createAlarm(clock: Clock, look: () => number) {
  let cancelTimer: () => void = () => {}
  let isRinging = false
  return {
    /** Looks once the turn is over; `again` is called when the look's own time has passed. */
    ring(again: () => void) {
      if (isRinging) return
      isRinging = true
      cancelTimer()
      cancelTimer = clock.after(0, () => {
        isRinging = false
        cancelTimer = clock.after(look(), again)
      })
    },
    stop: () => cancelTimer(),
  }
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
