/** How backups are called and which of them may go. Pure. */
import type { EpochMs } from '#shared/core/brand.ts'
import { santiagoDate } from '#shared/time/santiago.ts'

/** The last few, whatever their age: the newest one may turn out unreadable. */
const KEPT_NEWEST = 4

const KEPT_HOURS = 24

const KEPT_DAYS = 30

/** Copies made before a change of schema: the way back after an update. */
const KEPT_BEFORE_MIGRATION = 3

const HOUR_MS = 3_600_000

/** A clock that is set right by minutes, or by a time zone, makes nothing older than it is. */
const AHEAD_MS = 24 * HOUR_MS

/** `moved`: only of a copy that leaves the machine. */
export type BackupReason = 'timer' | 'asked' | 'close' | 'migration' | 'moved'

export interface BackupFile {
  readonly name: string
  readonly at: EpochMs
  readonly reason: BackupReason
}

const NAME =
  /^till-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z-(timer|asked|close|migration|moved)\.db$/

/**
 * `till-20261120T150405123Z-timer.db`: sorts by time, in UTC, so that a change to summer time
 * repeats no name.
 */
export function backupName(at: EpochMs, reason: BackupReason): string {
  return `till-${new Date(at).toISOString().replace(/[-:.]/g, '')}-${reason}.db`
}

/** The backups among a folder's names, newest first. */
export function backupsAmong(names: readonly string[]): BackupFile[] {
  return names
    .flatMap((name) => {
      const match = NAME.exec(name)
      if (!match) return []
      const [, year, month, day, hour, minute, second, ms, reason] = match
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
      return Number.isNaN(at) ? [] : [{ name, at: at as EpochMs, reason: reason as BackupReason }]
    })
    .sort((a, b) => b.at - a.at)
}

/**
 * Newest first as things stand now: what a clock that was ahead has dated days later than now is
 * older than it says, and comes last.
 */
export function asOf<Dated extends { readonly at: EpochMs }>(
  backups: readonly Dated[],
  now: EpochMs,
): Dated[] {
  const isAhead = ({ at }: Dated) => Number(at > now + AHEAD_MS)
  return backups.toSorted((a, b) => isAhead(a) - isAhead(b) || b.at - a.at)
}

/**
 * Which backups may be deleted. Kept: the newest 4, the newest of each of the 24 latest hours and
 * 30 latest days that have one, and 3 made before a migration. Hours and days count only where a
 * backup exists, so a shop that was closed for a month, or a clock that jumped, costs none.
 */
export function expiredBackups(backups: readonly BackupFile[], now: EpochMs): BackupFile[] {
  const newestFirst = asOf(backups, now)
  const kept = new Set([
    ...newestFirst.slice(0, KEPT_NEWEST),
    ...newestOfEach(newestFirst, ({ at }) => String(Math.floor(at / HOUR_MS)), KEPT_HOURS),
    ...newestOfEach(newestFirst, ({ at }) => santiagoDate(at), KEPT_DAYS),
    ...newestFirst.filter(({ reason }) => reason === 'migration').slice(0, KEPT_BEFORE_MIGRATION),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function newestOfEach(
  newestFirst: readonly BackupFile[],
  period: (backup: BackupFile) => string,
  most: number,
): BackupFile[] {
  const first = new Map<string, BackupFile>()
  for (const backup of newestFirst) {
    const key = period(backup)
    if (!first.has(key)) first.set(key, backup)
  }
  return [...first.values()].slice(0, most)
}

/**
 * `none`: nothing to copy; `left-out`: it would have taken too long, or did and goes on behind the
 * till's back.
 */
export type CloseBackup = 'made' | 'failed' | 'left-out' | 'none'
