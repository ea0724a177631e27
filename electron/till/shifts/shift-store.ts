/**
 * Shifts on disk: facts that are added, and what can be read of them. The caller brings the
 * transaction.
 */
import { z } from 'zod'
import type { EpochMs, PrintJobId } from '#shared/core/brand.ts'
import type { CountView, ShiftReportView, ShiftRow, ShiftStatus } from '#shared/shifts/views.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { OpenShift, DecidedMovement } from '#shared/shifts/shift.ts'
import type { CountedLine, ShiftCount } from '#shared/shifts/shift-count.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import { readStoredReport } from '#shared/shifts/stored-report.ts'
import { createPaperOrders } from '../printing/print-orders.ts'

/** A count with what was expected at that moment. */
export interface KeptCount extends ShiftCount {
  readonly shiftId: string
  readonly expected: readonly Pick<CountedLine, 'key' | 'expectedClp'>[]
  /** Whose PIN let it be counted again; null for a first count, and where no PIN was needed. */
  readonly approvedBy: string | null
}

export interface MadeCount extends KeptCount {
  readonly at: EpochMs
  readonly by: string
}

/** As it is kept; tills before this one did not note who allowed it. */
const keptCount = z.object({
  pieces: z.array(z.object({ valueClp: z.number(), count: z.number() })).nullable(),
  amounts: z.array(z.object({ key: z.string(), amountClp: z.number() })),
  expected: z.array(
    z.object({ key: z.string(), expectedClp: z.int().transform((value) => clp(value)) }),
  ),
  approvedBy: z.string().nullable().default(null),
})

interface CloseRow {
  readonly shiftId: string
  readonly at: EpochMs
  readonly by: string
  readonly approvedBy: string | null
  readonly countId: CountView['countId']
  readonly reportId: string
  readonly differenceClp: Clp
  readonly reason: string | null
  readonly note: string | null
  readonly pendingCount: number
}

interface ClosedRow extends Omit<ShiftRow, 'pendingNow' | 'netClp'> {
  readonly reportJson: string
  readonly pendingAtClose: number
}

export type ShiftStore = ReturnType<typeof createShiftStore>

const OPEN = `SELECT id, number, opened_at_ms AS openedAt, opened_by AS openedBy, register_name AS registerName, float_clp AS floatClp`

type Statements = ReturnType<typeof prepare>

export function createShiftStore(db: TillDatabase) {
  const statements = prepare(db)
  const { open, one, lastFloat, nextNumber, insertShift, insertClose, page } = statements
  return {
    ...createMovements(statements),
    ...createCounts(statements),
    ...createReports(db, statements),
    open: (): OpenShift | null => open.get() ?? null,
    find: (shiftId: string): OpenShift | null => one.get(shiftId) ?? null,
    lastFloatClp: (): Clp | null => lastFloat.get() ?? null,
    add: ({
      id,
      openedAt,
      openedBy,
      registerName,
      floatClp,
    }: Omit<OpenShift, 'number'>): number => {
      const number = nextNumber.get() ?? 1
      insertShift.run(id, number, openedAt, openedBy, registerName, floatClp)
      return number
    },
    close: (row: CloseRow) => void insertClose.run(row),
    closedBefore: (cursor: number | null, limit: number): ClosedRow[] =>
      page.all(cursor ?? Number.MAX_SAFE_INTEGER, limit),
  }
}

function createMovements({ movement, insertMovement }: Statements) {
  return {
    movement: (movementId: string): Pick<DecidedMovement, 'kind' | 'amountClp'> | null =>
      movement.get(movementId) ?? null,
    move(
      id: string,
      shiftId: string,
      { kind, amountClp, reason }: DecidedMovement,
      at: EpochMs,
      by: string,
      approvedBy: string | null,
    ) {
      insertMovement.run(id, shiftId, kind, amountClp, reason, at, by, approvedBy)
    },
  }
}

function createCounts({ insertCount, count, counts, earlier }: Statements) {
  return {
    keepCount(id: string, { shiftId, ...counted }: KeptCount, at: EpochMs, by: string) {
      insertCount.run(id, shiftId, at, by, JSON.stringify(counted))
    },
    count(countId: string): KeptCount | null {
      const row = count.get(countId)
      return row === undefined
        ? null
        : { ...keptCount.parse(JSON.parse(row.countJson)), shiftId: row.shiftId }
    },
    /** Counts of the shift but this one, the first one first. */
    countsBefore: (shiftId: string, countId: string): MadeCount[] =>
      earlier
        .all(shiftId, countId)
        .map(({ at, by, countJson }) => ({
          ...keptCount.parse(JSON.parse(countJson)),
          shiftId,
          at,
          by,
        })),
    countsOf: (shiftId: string): number => counts.get(shiftId) ?? 0,
  }
}

function createReports(db: TillDatabase, { insertReport, report, final, paper }: Statements) {
  const papers = createPaperOrders(db)
  return {
    keepReport(report: ShiftReportView) {
      const { reportId, shift, kind, madeAt } = report
      insertReport.run(reportId, shift.shiftId, kind, madeAt, JSON.stringify(report))
    },
    queuePaper(
      jobId: PrintJobId,
      reportId: string,
      kind: 'report' | 'copy',
      printer: PrinterConfig,
      at: EpochMs,
    ) {
      papers.enqueue({
        id: jobId,
        reportId,
        kind,
        printerId: printer.id,
        widthMm: printer.widthMm,
        state: 'queued',
        at,
      })
    },
    report: (reportId: string): ShiftReportView | null => parsed(report.get(reportId)),
    /** The Z. */
    final: (shiftId: string): ShiftReportView | null => parsed(final.get(shiftId)),
    paperState: (reportId: string): PrintState | null => paper.get(reportId) ?? null,
  }
}

/** Which shift is open, as the state of the till says it. */
export function createShiftStatus(db: TillDatabase): () => ShiftStatus | null {
  const open = db.prepare<[], ShiftStatus>(
    'SELECT number, opened_at_ms AS openedAt, opened_by AS openedBy FROM open_shift',
  )
  return () => open.get() ?? null
}

function parsed(json: string | undefined): ShiftReportView | null {
  return json === undefined ? null : readStoredReport(json)
}

function prepare(db: TillDatabase) {
  return {
    open: db.prepare<[], OpenShift>(`${OPEN} FROM open_shift`),
    one: db.prepare<[string], OpenShift>(`${OPEN} FROM shift WHERE id = ?`),
    lastFloat: db
      .prepare<[], Clp>('SELECT float_clp FROM shift ORDER BY number DESC LIMIT 1')
      .pluck(),
    nextNumber: db.prepare<[], number>('SELECT coalesce(max(number), 0) + 1 FROM shift').pluck(),
    insertShift: db.prepare(
      'INSERT INTO shift (id, number, opened_at_ms, opened_by, register_name, float_clp) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    insertMovement:
      db.prepare(`INSERT INTO cash_movement (id, shift_id, kind, amount_clp, reason, at_ms, made_by, approved_by)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    movement: db.prepare<[string], Pick<DecidedMovement, 'kind' | 'amountClp'>>(
      'SELECT kind, amount_clp AS amountClp FROM cash_movement WHERE id = ?',
    ),
    insertCount: db.prepare(
      'INSERT INTO shift_count (id, shift_id, at_ms, counted_by, count_json) VALUES (?, ?, ?, ?, ?)',
    ),
    count: db.prepare<[string], { shiftId: string; countJson: string }>(
      'SELECT shift_id AS shiftId, count_json AS countJson FROM shift_count WHERE id = ?',
    ),
    counts: db
      .prepare<[string], number>('SELECT count(*) FROM shift_count WHERE shift_id = ?')
      .pluck(),
    earlier: db.prepare<
      [string, string],
      { at: EpochMs; by: string; countJson: string }
    >(`SELECT at_ms AS at, counted_by AS by, count_json AS countJson
      FROM shift_count WHERE shift_id = ? AND id <> ? ORDER BY rowid`),
    insertReport: db.prepare(
      'INSERT INTO shift_report (id, shift_id, kind, made_at_ms, report_json) VALUES (?, ?, ?, ?, ?)',
    ),
    insertClose: db.prepare<[CloseRow]>(`INSERT INTO shift_close
      (shift_id, closed_at_ms, closed_by, approved_by, count_id, report_id, difference_clp, reason, note, pending_count)
      VALUES (@shiftId, @at, @by, @approvedBy, @countId, @reportId, @differenceClp, @reason, @note, @pendingCount)`),
    report: db
      .prepare<[string], string>('SELECT report_json FROM shift_report WHERE id = ?')
      .pluck(),
    final: db
      .prepare<[string], string>(
        "SELECT report_json FROM shift_report WHERE shift_id = ? AND kind = 'Z'",
      )
      .pluck(),
    paper: db
      .prepare<
        [string],
        PrintState
      >(`SELECT CASE WHEN state = 'sent' AND printed_at_ms IS NOT NULL THEN 'printed' ELSE state END
      FROM print_job WHERE report_id = ? ORDER BY seq DESC LIMIT 1`)
      .pluck(),
    page: db.prepare<
      [number, number],
      ClosedRow
    >(`SELECT s.id AS shiftId, s.number, s.opened_at_ms AS openedAt, s.opened_by AS openedBy,
        c.closed_at_ms AS closedAt, c.closed_by AS closedBy, c.difference_clp AS differenceClp, r.report_json AS reportJson,
        c.pending_count AS pendingAtClose,
        (SELECT m.state FROM mail_job m WHERE m.report_id = r.id ORDER BY m.seq DESC LIMIT 1) AS mail
      FROM shift s JOIN shift_close c ON c.shift_id = s.id JOIN shift_report r ON r.id = c.report_id
      WHERE s.number < ? ORDER BY s.number DESC LIMIT ?`),
  }
}
