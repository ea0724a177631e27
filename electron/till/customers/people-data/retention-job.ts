/** When the look through what is old is made: once a day, and never by a clock that has jumped. */
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import { decideRun, isRunDue, tellsDay } from '#shared/customers/retention.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { ForegroundPriority } from '../../kernel/foreground-priority.ts'
import { pause } from '../../kernel/pause.ts'
import type { PeopleParts } from './people-parts.ts'
import { finishErasures, runRetention } from './retention-run.ts'
import { emptyLog } from './empty-log.ts'

/** The morning belongs to the counter. */
const FIRST_MS = 15 * 60_000
const LOOK_MS = 60 * 60_000
const BETWEEN_PIECES_MS = 100
/** Who is named in the log for what nobody did. */
const BY_ITSELF = { id: null, name: 'Mesón' }

export interface RetentionJob {
  start(): void
  stop(): Promise<void>
}

interface RetentionJobPorts {
  readonly parts: PeopleParts
  readonly priority: Pick<ForegroundPriority, 'turn'>
  /** The service's clock less ours; null before it has told its own. */
  readonly clockSkewMs: () => number | null
  /** When the service answered last, by our clock of then. */
  readonly answeredAt: () => EpochMs | null
  /** A commit of unknown outcome: nothing more is written. */
  readonly isHalted: () => boolean
  readonly log: Log
}

export function createRetentionJob(ports: RetentionJobPorts): RetentionJob {
  const { clock } = ports.parts
  const ended = new AbortController()
  let cancel: () => void = () => {}
  let underWay: Promise<void> = Promise.resolve()
  const turn = async () => {
    await pause(clock, BETWEEN_PIECES_MS, ended.signal)
    if (!ended.signal.aborted) await ports.priority.turn()
    return !ended.signal.aborted && !ports.isHalted()
  }
  const tick = () => {
    underWay = runOnce(ports, turn)
      .catch((error: unknown) => {
        ports.log('old data were not looked through', { error: String(error) })
      })
      .then(() => {
        if (!ended.signal.aborted) cancel = clock.after(LOOK_MS, tick)
      })
  }
  return {
    start() {
      cancel = clock.after(FIRST_MS, tick)
    },
    async stop() {
      ended.abort()
      cancel()
      await underWay
    },
  }
}

/** What is sold by then: a later date among it was of a clock that ran ahead. */
function toldNow(db: TillDatabase, day: IsoDate | null) {
  if (day === null) return {}
  const seq = db.prepare<[], number | null>('SELECT max(seq) FROM sale').pluck().get() ?? 0
  return { told: { day, seq } }
}

async function runOnce(
  { parts, isHalted, clockSkewMs, answeredAt }: RetentionJobPorts,
  turn: () => Promise<boolean>,
): Promise<void> {
  const { clock, store, db, staff } = parts
  const now = clock.now()
  const { retention, clock: before } = store.read()
  if (isHalted() || !isRunDue(before, now)) return
  const decision = decideRun(before, now, clockSkewMs(), tellsDay(answeredAt(), now))
  // First, so that a run that fails is not made again every hour.
  store.write({ clock: decision.clock, ...toldNow(db, decision.toldDay) })
  await finishErasures({ parts, turn })
  const counts = decision.mayDelete
    ? await runRetention({ parts, retention, now, turn })
    : { customers: 0, attempts: 0, pictures: 0, pdfs: 0, logs: 0, backups: 0 }
  const isAny = Object.values(counts).some((count) => count > 0)
  db.transaction(() => {
    store.write({ lastRun: { at: now, mayDelete: decision.mayDelete, counts } })
    if (isAny) staff.audit.write({ action: 'data-expired', staff: BY_ITSELF, detail: counts })
  }).immediate()
  if (isAny) emptyLog(db)
}
