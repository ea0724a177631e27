/**
 * What of a shift is hidden, and from whom: where the count is blind, the sums of the open shift,
 * from whoever may not accept a difference. Decided here alone; whatever shows them asks: the
 * shift's own view, its X on the screen, on paper and as a picture, its file, reports of its days.
 */
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { StoredSettings } from '../settings/stored-settings.ts'
import type { Staff } from '../staff/staff-ports.ts'

export interface ShiftVisibility {
  /** Whoever serves sees what the open shift should come to. */
  maySee(): boolean
  /** False for a paper of its sums that is hidden. */
  seesPaper(jobId: string): boolean
  /** Why sums of these days are not shown, in whichever order they are; null where they may be. */
  hidden(days: Pick<DayRange, 'from' | 'to'>): Refusal | null
}

interface SightPorts {
  readonly db: TillDatabase
  readonly settings: () => Pick<StoredSettings, 'countsBlind'>
  readonly staff: Pick<Staff, 'actor'>
}

export function createShiftVisibility({ db, settings, staff }: SightPorts): ShiftVisibility {
  const open = db.prepare<[], { openedAt: EpochMs; firstDay: IsoDate | null }>(
    `SELECT opened_at_ms AS openedAt, (SELECT min(date) FROM sale WHERE shift_id = o.id) AS firstDay
    FROM open_shift o`,
  )
  const ofOpenShift = db
    .prepare<[string], 1>(`SELECT 1 FROM print_job j JOIN shift_report r ON r.id = j.report_id
      WHERE j.id = ? AND r.shift_id = (SELECT id FROM open_shift)`)
    .pluck()
  const maySee = () => {
    const actor = staff.actor()
    return !settings().countsBlind || (actor.ok && actor.value.rights.acceptDifference)
  }
  return {
    maySee,
    seesPaper: (jobId) => maySee() || ofOpenShift.get(jobId) === undefined,
    hidden({ from, to }) {
      const shift = maySee() ? undefined : open.get()
      if (shift === undefined) return null
      const opened = santiagoDate(shift.openedAt)
      // A clock that was set back meanwhile dates its sales before it was opened.
      const { firstDay } = shift
      const since = firstDay !== null && firstDay < opened ? firstDay : opened
      return (from > to ? from : to) < since ? null : refusal('SHIFT_HIDDEN')
    },
  }
}
