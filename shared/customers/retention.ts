/**
 * How long a till keeps what it knows of people, and when it may delete. Pure. Nobody's tax
 * document is in here: those stay for as long as the law wants them (`keptUntil`).
 */
import type { EpochMs, IsoDate } from '../core/brand.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { DAY_MS } from '../time/calendar.ts'
import { santiagoDate } from '../time/santiago.ts'

/** What goes after a time, in the order it is looked through. */
export const KEPT_KINDS = ['customers', 'attempts', 'pictures', 'pdfs', 'logs', 'backups'] as const
export type KeptKind = (typeof KEPT_KINDS)[number]
/** Whole days of each. */
export type Retention = Readonly<Record<KeptKind, number>>
/** How many of each a run has deleted. */
export type ExpiredCounts = Readonly<Record<KeptKind, number>>

interface Period {
  readonly defaultDays: number
  readonly minDays: number
  readonly maxDays: number
}

/** Six years from the end of the year of the document, in days: never shorter than the law. */
export const DOCUMENT_DAYS_MIN = 7 * 365 + 2

/**
 * Law 21.719 wants personal data gone when what they were for is over, and names no number of days.
 * - customers: those who come once a year are still known the next time.
 * - attempts: a disagreement about a receipt comes up with the yearly tax return.
 * - pictures: somebody comes back with a paper within weeks; the law's guarantee is six months.
 * - pdfs: the document as it was handed over, kept as long as the document.
 */
export const PERIODS: Readonly<Record<KeptKind, Period>> = {
  customers: { defaultDays: 730, minDays: 30, maxDays: 2_192 },
  attempts: { defaultDays: 540, minDays: 30, maxDays: 2_192 },
  pictures: { defaultDays: 180, minDays: 7, maxDays: 2_192 },
  pdfs: { defaultDays: DOCUMENT_DAYS_MIN, minDays: DOCUMENT_DAYS_MIN, maxDays: 3_653 },
  logs: { defaultDays: 90, minDays: 7, maxDays: 730 },
  backups: { defaultDays: 90, minDays: 7, maxDays: 730 },
}

export const DEFAULT_RETENTION = Object.fromEntries(
  KEPT_KINDS.map((kind) => [kind, PERIODS[kind].defaultDays]),
) as Retention

/** The first period that is none, or outside what is allowed. */
export function retentionProblem(retention: Retention): Refusal | null {
  for (const kind of KEPT_KINDS) {
    const [days, { minDays, maxDays }] = [retention[kind], PERIODS[kind]]
    if (!Number.isInteger(days) || days < minDays || days > maxDays)
      return refusal('RETENTION_DAYS_NOT_VALID', kind, {
        least: String(minDays),
        most: String(maxDays),
      })
  }
  return null
}

/** Years a tax document is kept (Código Tributario, articles 17 and 200). */
const DOCUMENT_YEARS = 6

/** The last day on which a document of this date has to be there: the end of its sixth year. */
export function keptUntil(date: IsoDate): IsoDate {
  return `${Number(date.slice(0, 4)) + DOCUMENT_YEARS}-12-31` as IsoDate
}

/** A till that is used every day, one that rests over a long weekend, a stall of Sundays. */
const STEP_MS_MAX = 10 * DAY_MS
/** A service that tells another day than this till: one of the two is wrong. */
const SKEW_MS_MAX = DAY_MS
/** An answer older than this, or of a later day, tells nothing of today. */
const TOLD_MS_MAX = DAY_MS
/** Runs on which the clock has to have gone on quietly before anything is deleted by it. */
export const QUIET_RUNS = 3
/** Runs are never closer than this, by either clock. */
const BETWEEN_RUNS_MS = 20 * 3_600_000

export interface RetentionClock {
  /** By the clock on the wall, when a run was last begun. */
  readonly lastRunMs: EpochMs
  /** Runs since its last jump. */
  readonly quietRuns: number
  /**
   * The latest day of a clock that had gone on quietly: what ended by it stays ended. It goes back
   * only where the service tells the day meanwhile: a clock that was ahead for days ends no vales.
   */
  readonly quietDay?: IsoDate | undefined
}

interface RunDecision {
  readonly clock: RetentionClock
  readonly mayDelete: boolean
  /** Today, where the service tells it as well: whatever has a later date has it by mistake. */
  readonly toldDay: IsoDate | null
}

/** Whether an answer of then still tells the day, by a clock that may have jumped since. */
export function tellsDay(answeredAt: EpochMs | null, now: EpochMs): boolean {
  return answeredAt !== null && Math.abs(now - answeredAt) <= TOLD_MS_MAX
}

/** Whether it is time to look again; a clock that was put back does not stop the runs. */
export function isRunDue(before: RetentionClock | null, now: EpochMs): boolean {
  return before === null || Math.abs(now - before.lastRunMs) >= BETWEEN_RUNS_MS
}

/**
 * A clock that has jumped, forward or back, deletes nothing until it has gone on quietly for some
 * runs, nor while the service says that it is wrong: a wrong date would otherwise make everything
 * old at once. `skewMs` is null of a service that has not said its own; `isTold`: it said so just
 * now.
 */
export function decideRun(
  before: RetentionClock | null,
  now: EpochMs,
  skewMs: number | null = null,
  isTold = false,
): RunDecision {
  const stepMs = before === null ? 0 : now - before.lastRunMs
  const isContradicted = skewMs !== null && Math.abs(skewMs) > SKEW_MS_MAX
  const isQuiet = isQuietStep(stepMs) && !isContradicted
  const quietRuns = isQuiet && before !== null ? Math.min(before.quietRuns + 1, QUIET_RUNS) : 0
  const mayDelete = quietRuns >= QUIET_RUNS
  const today = mayDelete ? santiagoDate(now) : undefined
  const toldDay = isTold && skewMs !== null ? (today ?? null) : null
  const quietDay = toldDay ?? laterOf(before?.quietDay, today)
  const clock = { lastRunMs: now, quietRuns, ...(quietDay === undefined ? {} : { quietDay }) }
  return { clock, mayDelete, toldDay }
}

const isQuietStep = (stepMs: number) => stepMs > 0 && stepMs <= STEP_MS_MAX

function laterOf(...days: readonly (IsoDate | undefined)[]): IsoDate | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
}

/** What is older than this goes. */
export function cutoffOf(days: number, now: EpochMs): EpochMs {
  return (now - days * DAY_MS) as EpochMs
}

/** The newest copies stay whatever their age: the only one may be needed tomorrow. */
export const BACKUPS_ALWAYS_KEPT = 4

/** Backups that may go by their age. */
export function oldBackups<Copy extends { readonly at: EpochMs }>(
  backups: readonly Copy[],
  cutoff: EpochMs,
): Copy[] {
  return [...backups]
    .sort((a, b) => b.at - a.at)
    .slice(BACKUPS_ALWAYS_KEPT)
    .filter(({ at }) => at < cutoff)
}
