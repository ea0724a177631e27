/** Starts what may go now, and answers how long the worker may sleep if nothing else wakes it. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import { SLEEP_MS_MAX, type AdmissionControl } from './admission-control.ts'
import { createDueQueue, createReadQueue, type DueQueue } from './due-queue.ts'
import { stageOf, type InFlightWindow, type Stage } from './in-flight-window.ts'

const SLEEP_MS_MIN = 200
/** Next look while something is under way, which wakes the worker when it ends. */
const BUSY_LOOK_MS = 1_000

type Launch = (row: DueRow, stage: Stage) => void

interface DispatchParts {
  readonly ports: SyncPorts
  readonly admission: AdmissionControl
  readonly window: InFlightWindow
}

export function createDispatch(parts: DispatchParts) {
  const { ports, admission, window } = parts
  const { store, clock, serviceId } = ports
  const dues = createDueQueue(ports, window.has)
  const reads = createReadQueue(ports)
  const sleepMs = (now: EpochMs) => {
    const isAllKnown = window.isIdle() && dues.isFresh()
    const nextAt = isAllKnown ? store.nextDueAt(now, serviceId()) : now + BUSY_LOOK_MS
    const waitsMs = [
      admission.waitMs(),
      ports.readAdmission.waitMs(),
      ports.refusalHolds.waitMs(),
      reads.waitMs(now),
      nextAt === null ? SLEEP_MS_MAX : nextAt - now,
    ]
    return Math.max(SLEEP_MS_MIN, Math.min(SLEEP_MS_MAX, ...waitsMs))
  }
  return {
    forget: dues.forget,
    lookAgain: reads.forget,
    run(launch: Launch): number {
      const now = clock.now()
      const launched = new Set<SaleId>()
      const full = new Set<Stage>()
      window.freeKeptPlace()
      for (const row of [
        ...reads.rows(now, admission.isCrowded()),
        ...candidates(parts, dues, now),
      ]) {
        const stage = stageOf(row)
        if (full.has(stage) || window.has(row.saleId)) continue
        if (stage !== 'claim' && !ports.readAdmission.mayGo(row.saleId)) continue
        if (!window.hasRoom(stage)) full.add(stage)
        else if (stage !== 'claim' || admits(parts, row)) {
          reads.noteLaunch(row)
          launched.add(row.saleId)
          launch(row, stage)
        }
      }
      dues.noteLaunch(launched)
      return sleepMs(now)
    },
  }
}

/** False = it must not be sent now. Otherwise it counts as sent from here on. */
function admits({ ports, admission }: DispatchParts, row: DueRow): boolean {
  if (ports.company?.mayCreate() === false) return false
  if (!ports.refusalHolds.mayGo(row.documentType) || !admission.admit(row)) return false
  ports.refusalHolds.begin(row)
  return true
}

/**
 * What is due, the oldest first. One that failed has waited its own time before it is due again, so
 * nobody overtakes it for longer; only where a single one tries for all do those go first that are
 * the likeliest to pass.
 */
function candidates(
  { ports, admission, window }: DispatchParts,
  dues: DueQueue,
  now: EpochMs,
): readonly DueRow[] {
  const { store, serviceId, readAdmission, refusalHolds } = ports
  if (!window.wantsMore()) return window.isSearching() ? [] : store.dueSearches(now, serviceId())
  const held = admission.held()
  const types = [...new Set([...held.types, ...refusalHolds.waiting()])]
  const due = dues.rows(now, { ...held, types, reads: readAdmission.places() === 0 })
  admission.noteCrowd(window.sendings() + due.filter((row) => stageOf(row) === 'claim').length)
  const closed = admission.closedTypes()
  // The half-open probe of a service or of a type: a bad one that is oldest would keep the door
  // shut for all.
  const triesForAll = ({ documentType }: DueRow) =>
    admission.places() <= 1 || closed.includes(documentType) || refusalHolds.isHolding(documentType)
  const ranks = new Map(due.map((row) => [row, triesForAll(row) ? [row.faults, row.tries] : []]))
  const rank = (row: DueRow, place: number) => ranks.get(row)?.[place] ?? 0
  return due.toSorted((a, b) => rank(a, 0) - rank(b, 0) || rank(a, 1) - rank(b, 1))
}
