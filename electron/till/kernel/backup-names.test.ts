import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { asOf, backupName, backupsAmong, expiredBackups } from './backup-names.ts'
import type { BackupFile, BackupReason } from './backup-names.ts'

const QUARTER_MS = 15 * 60_000
const LATEST = 5e12 as EpochMs
const NOON = Date.UTC(2026, 10, 20, 15) as EpochMs

function every15Minutes(count: number): BackupFile[] {
  return Array.from({ length: count }, (_, index) => at((NOON - index * QUARTER_MS) as EpochMs))
}
function at(moment: EpochMs, reason: BackupReason = 'timer'): BackupFile {
  return { name: backupName(moment, reason), at: moment, reason }
}

describe('backup names', () => {
  it('carry their moment and reason, and other files are left alone', () => {
    expect(backupName(NOON, 'asked')).toBe('till-20261120T150000000Z-asked.db')
    expect(
      backupsAmong([
        'till.db',
        backupName(NOON, 'timer'),
        `${backupName(NOON, 'asked')}.sha256`,
        'notes.txt',
      ]),
    ).toEqual([at(NOON)])
  })

  it('read back as written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.constantFrom('timer', 'asked', 'migration' as const),
        (moment, reason) => {
          expect(backupsAmong([backupName(moment as EpochMs, reason)])).toEqual([
            at(moment as EpochMs, reason),
          ])
        },
      ),
    )
  })
})

describe('which backups go', () => {
  it('keeps 24 hours and 30 days of a till that never sleeps', () => {
    const all = every15Minutes(4 * 24 * 60)
    const expired = new Set(expiredBackups(all, LATEST))
    const kept = all.filter((backup) => !expired.has(backup))
    const hours = new Set(kept.map((backup) => Math.floor(backup.at / 3_600_000)))
    const days = new Set(kept.map((backup) => santiagoDate(backup.at)))
    expect(hours.size).toBeGreaterThanOrEqual(24)
    expect(days.size).toBeGreaterThanOrEqual(30)
    expect(kept.length).toBeLessThanOrEqual(4 + 24 + 30)
    expect(kept.slice(0, 4)).toEqual(all.slice(0, 4))
  })

  it('keeps the copies made before an update', () => {
    const old = at((NOON - 400 * 86_400_000) as EpochMs, 'migration')
    expect(expiredBackups([...every15Minutes(4 * 24 * 40), old], LATEST)).not.toContainEqual(old)
  })

  it('never takes the newest, never takes from few, and has nothing left to do the second time', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 4e12 }), { maxLength: 200 }),
        (moments) => {
          const all = moments.map((moment) => at(moment as EpochMs))
          const expired = new Set(expiredBackups(all, LATEST))
          const kept = all.filter((backup) => !expired.has(backup))
          const newest = [...all].sort((a, b) => b.at - a.at)[0]
          expect(newest === undefined || kept.includes(newest)).toBe(true)
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(4, all.length))
          expect(expiredBackups(kept, LATEST)).toEqual([])
        },
      ),
    )
  })

  it('what a clock a year ahead made in two months crowds out nothing made since', () => {
    const ahead = every15Minutes(4 * 24 * 60).map((backup) =>
      at((backup.at + 365 * 86_400_000) as EpochMs),
    )
    const since = every15Minutes(4 * 24)
    const all = [...ahead, ...since]
    expect(asOf(all, NOON).slice(0, since.length)).toEqual(since)
    const expired = new Set(expiredBackups(all, NOON))
    expect(since.slice(0, 4).filter((backup) => expired.has(backup))).toEqual([])
  })

  it('what a clock some hours ahead made last is the newest still', () => {
    const last = at((NOON + 5 * 3_600_000) as EpochMs)
    const all = [last, ...every15Minutes(4 * 24 * 60)]
    expect(asOf(all, NOON)[0]).toEqual(last)
    expect(expiredBackups(all, NOON)).not.toContainEqual(last)
  })
})
