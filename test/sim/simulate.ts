/** Plays many histories and adds up what they showed. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#till/tables/open-database.ts'
import { playHistory, type HistoryReport } from './history.ts'
import type { Sabotage } from './network.ts'

export interface Totals {
  readonly histories: number
  readonly sales: number
  readonly returns: number
  readonly documents: number
  readonly crashes: number
  readonly recoveries: number
  readonly simulatedHours: number
  readonly events: number
  readonly slowestSettleMs: number
  /** The history that took so long. */
  readonly slowest: HistoryReport | null
  readonly faults: ReadonlyMap<string, number>
  /** Histories in which a promise broke. */
  readonly failed: readonly HistoryReport[]
}

export interface SimulateOptions {
  readonly seed: string
  readonly histories: number
  readonly sabotage?: Sabotage
  /** Of all histories those whose index divided by `of` leaves `worker`; without it all. */
  readonly share?: { readonly worker: number; readonly of: number }
  readonly onHistory?: (report: HistoryReport, index: number) => void
}

const MEMORY_FOLDER = '/dev/shm'

/**
 * `seed` of history n is `<seed>-<n>`: `--histories 1 --seed <seed>-<n>` would play another, so
 * replays name it whole.
 */
export async function simulate({
  seed,
  histories,
  sabotage = 'none',
  share = { worker: 0, of: 1 },
  onHistory,
}: SimulateOptions): Promise<Totals> {
  const folder = mkdtempSync(
    join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'meson-sim-'),
  )
  const reports: HistoryReport[] = []
  try {
    const template = join(folder, 'template.db')
    const db = openDatabase(template)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    for (let index = share.worker; index < histories; index += share.of) {
      const report = await playHistory({
        seed: histories === 1 ? seed : `${seed}-${index}`,
        folder: join(folder, 'tills'),
        template,
        sabotage,
      })
      reports.push(report)
      onHistory?.(report, index)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return addUp(reports)
}

/** The figures of any histories together. */
export function addUp(reports: readonly HistoryReport[]): Totals {
  const sum = (of: (report: HistoryReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0)
  const faults = new Map<string, number>()
  for (const report of reports)
    for (const [name, count] of report.faults) faults.set(name, (faults.get(name) ?? 0) + count)
  const slowest = reports.toSorted((a, b) => b.settledAfterMs - a.settledAfterMs)[0] ?? null
  return {
    histories: reports.length,
    sales: sum((report) => report.sales),
    returns: sum((report) => report.returns),
    documents: sum((report) => report.documents),
    crashes: sum((report) => report.crashes),
    recoveries: sum((report) => report.recoveries),
    events: sum((report) => report.events),
    simulatedHours: Math.round(sum((report) => report.simulatedMs) / 3_600_000),
    slowestSettleMs: slowest?.settledAfterMs ?? 0,
    slowest,
    faults,
    failed: reports.filter((report) => report.violations.length > 0),
  }
}

/** What to type to see a failed history again. */
export function replayCommand(report: HistoryReport): string {
  return `npm run sim -- --histories 1 --seed ${report.seed}`
}
