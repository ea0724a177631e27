/**
 * When backups are made: every 15 minutes and every 200 sales, if anything happened, and at
 * closing; one at a time.
 */
import { statSync } from 'node:fs'
import type { Log } from '#shared/core/ports.ts'
import type { BackupReason, CloseBackup } from '../../kernel/backup-names.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { BackupPort } from './backup-client.ts'
import type { BackupMade } from './make-backup.ts'

const INTERVAL_MS = 15 * 60_000

const SALES_BETWEEN = 200

/** Longest a backup keeps a closing program, or the end of a shift, waiting. */
export const CLOSE_WAIT_MS = 10_000

interface BackupsPorts {
  readonly db: TillDatabase
  readonly databaseFile: string
  readonly backupDir: string
  readonly clock: Clock
  readonly makeBackup: BackupPort
  readonly log: Log
}

interface Backups {
  start(): void
  /** A sale is on disk. */
  sold(): void
  /**
   * One backup now, whether or not anything happened. Rejects with the reason when it could not be
   * made.
   */
  now(): Promise<BackupMade>
  /**
   * At the end of a shift and of the program: one backup if anything happened since the last.
   * Resolves within CLOSE_WAIT_MS, made or not: it is left out where it would take longer, and
   * never rejects.
   */
  atClose(): Promise<CloseBackup>
  /** Waits for the one under way, unless a closing has waited for it long enough. */
  stop(): Promise<void>
}

/** Of a disk whose speed is not known yet: copying, reading and flushing together. */
const ASSUMED_BYTES_PER_S = 30_000_000

/** Leaves the first minute to the counter. */
const FIRST_DELAY_MS = 60_000

export function createBackups(ports: BackupsPorts): Backups {
  const { db, databaseFile, backupDir, clock, log } = ports
  const lastEvent = db.prepare<[], number | null>('SELECT max(seq) FROM journal').pluck()
  const openedAtEvent = lastEvent.get()
  let savedEvent: number | null | undefined
  let salesSince = 0
  let lastTookMs: number | null = null
  let isGivenUp = false
  let cancelTimer: () => void = () => {}
  let underWay: Promise<unknown> = Promise.resolve()
  let stopped = false

  const run = async (reason: BackupReason): Promise<BackupMade> => {
    const event = lastEvent.get()
    salesSince = 0
    const { made, tookMs } = await timedBackup(ports, reason)
    savedEvent = event
    lastTookMs = tookMs
    return made
  }
  /** After the one under way, so that two never write at once. */
  const queue = (reason: BackupReason): Promise<BackupMade> => {
    const result = underWay.then(() => run(reason))
    underWay = result.catch((error: unknown) => log('backup failed', { error: String(error) }))
    return result
  }
  const tick = () => {
    if (stopped) return
    if (lastEvent.get() !== savedEvent) queue('timer').catch(() => {})
    cancelTimer = clock.after(INTERVAL_MS, tick)
  }

  /** The database says it: whoever tells of a sale does so after its answer, which may be late. */
  const hasNews = () => lastEvent.get() !== (savedEvent === undefined ? openedAtEvent : savedEvent)
  /**
   * What cannot be interrupted is better not begun: a copy under way holds up the end of the
   * process.
   */
  const expectedMs = () => lastTookMs ?? (statSync(databaseFile).size / ASSUMED_BYTES_PER_S) * 1000

  return {
    start() {
      // The newest backup may be old: then the first is made as soon as the till has come up.
      const newest = listBackups(backupDir).find(({ at }) => at <= clock.now())
      const ageMs = newest === undefined ? INTERVAL_MS : clock.now() - newest.at
      cancelTimer = clock.after(Math.max(FIRST_DELAY_MS, INTERVAL_MS - ageMs), tick)
    },
    sold() {
      salesSince += 1
      if (salesSince < SALES_BETWEEN) return
      salesSince = 0
      queue('timer').catch(() => {})
    },
    now: () => queue('asked'),
    async atClose() {
      if (stopped || !hasNews()) return 'none'
      const outcome = await closeWithin(clock, log, expectedMs(), () => queue('close'))
      isGivenUp = outcome === 'given-up'
      return outcome === 'given-up' ? 'left-out' : outcome
    },
    async stop() {
      stopped = true
      cancelTimer()
      if (!isGivenUp) await underWay
    },
  }
}

async function timedBackup(
  { databaseFile, backupDir, clock, makeBackup, log }: BackupsPorts,
  reason: BackupReason,
): Promise<{ readonly made: BackupMade; readonly tookMs: number }> {
  const startedMs = clock.monotonicMs()
  const made = await makeBackup({ databaseFile, backupDir, at: clock.now(), reason })
  const tookMs = clock.monotonicMs() - startedMs
  log('backup made', { file: made.file, sales: made.counts.sale, durationMs: Math.round(tookMs) })
  return { made, tookMs }
}

/** `given-up`: it goes on behind the till's back. */
async function closeWithin(
  clock: Clock,
  log: BackupsPorts['log'],
  expectedMs: number,
  backUp: () => Promise<unknown>,
): Promise<Exclude<CloseBackup, 'none'> | 'given-up'> {
  if (expectedMs > CLOSE_WAIT_MS) {
    log('no backup at closing: it would take too long', { expectedMs: Math.round(expectedMs) })
    return 'left-out'
  }
  let cancel = () => {}
  const longEnough = new Promise<'given-up'>((resolve) => {
    cancel = clock.after(CLOSE_WAIT_MS, () => resolve('given-up'))
  })
  const outcome = await Promise.race([
    backUp().then(
      () => 'made' as const,
      () => 'failed' as const,
    ),
    longEnough,
  ])
  cancel()
  if (outcome === 'given-up')
    log('the backup at closing is left behind', { waitedMs: CLOSE_WAIT_MS })
  return outcome
}
