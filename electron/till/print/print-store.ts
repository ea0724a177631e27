/** Printing orders: one row a piece of paper. What went out is never sent again by itself. */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makePrintJobId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { DeletionState, IssueState, PaperKind, PrinterConfig, PrintState } from '#shared/bridge/views.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'

export interface PrintJobRow {
  readonly id: PrintJobId
  /** Of a paper of a sale; a report has none. */
  readonly saleId: SaleId | null
  readonly reportId: string | null
  readonly kind: PaperKind | 'report'
  readonly printerId: string
  readonly widthMm: PaperWidthMm
  readonly opensDrawer: number
  /** The sale has no receipt, so every paper of it is a slip. */
  readonly isVoucher: number
  readonly state: PrintState
  readonly tries: number
  /** Null for a slip or a report, which are drawn here. */
  readonly pdfFile: string | null
}

export interface PrintFacts {
  readonly trouble?: string
  readonly detail?: string
  readonly escposSha256?: string
  readonly stampReadable?: boolean | null
  /** The printer itself said that the paper is finished. */
  readonly isPrinted?: boolean
  /** Further papers of the same, queued with the fact that the first is out; each says COPIA. */
  readonly copies?: number
}

export interface PrintStore {
  /** The oldest order each printer has to put out. */
  heads(): readonly PrintJobRow[]
  mark(job: PrintJobRow, state: PrintState, facts?: PrintFacts): void
  /** At start: what was being printed may be half on paper; a person has to look. */
  recover(): void
  /** Sends everything a printer has not begun to another one; how many papers. What is half on paper stays where it is. */
  move(fromPrinterId: string, to: PrinterConfig): number
  /** A second copy of a receipt, marked as such. */
  queueCopy(saleId: SaleId, printer: PrinterConfig): Result<null, Refusal>
  /** Tries held, failed and picked-up originals again; never one whose fate is unknown. */
  retryOriginal(saleId: SaleId): void
  hasSlip(saleId: SaleId): boolean
  exists(jobId: string): boolean
  queueCount(): number
  /** The trouble of the printer's first order in line, or null. */
  troubleOf(printerId: string): string | null
}

export function createPrintStore(db: TillDatabase, journal: Journal, clock: Clock, randomness: Randomness): PrintStore {
  const { heads, update, stuck, original, hasPdf, insertCopy, retry, moveAll, slip, exists, open, trouble } = prepare(db)
  const newId = (): PrintJobId => makePrintJobId(clock.now(), randomness.bytes(ULID_RANDOM_BYTES))
  const tell = (saleId: SaleId | null, data: Readonly<Record<string, unknown>>, write: () => void) => {
    db.transaction(() => {
      write()
      journal.append('print', saleId, data)
    }).immediate()
    journal.publish()
  }

  return {
    heads: () => heads.all(),
    mark: (job, state, facts = {}) => tell(job.saleId, { job: job.id, kind: job.kind, state, isPrinted: facts.isPrinted === true }, () => {
      update.run({
        id: job.id, state, trouble: facts.trouble ?? null, detail: facts.detail ?? null,
        escposSha256: facts.escposSha256 ?? null,
        stampReadable: facts.stampReadable === undefined || facts.stampReadable === null ? null : Number(facts.stampReadable),
        finishedAt: state === 'sent' ? clock.now() : null,
        printedAt: facts.isPrinted === true ? clock.now() : null,
      })
      for (let copy = 0; copy < (facts.copies ?? 0); copy += 1) {
        insertCopy.run(newId(), job.saleId, job.printerId, job.widthMm, 'queued', clock.now() satisfies EpochMs)
      }
    }),
    move(fromPrinterId, to) {
      const moved = db.transaction(() => {
        const changes = moveAll.run({ from: fromPrinterId, to: to.id, widthMm: to.widthMm }).changes
        if (changes > 0) journal.append('print', null, { moved: changes, from: fromPrinterId, to: to.id })
        return changes
      }).immediate()
      journal.publish()
      return moved
    },
    recover: () => void stuck.run(),
    queueCopy(saleId, printer) {
      const row = original.get(saleId)
      if (!row) return refuse(refusal('SALE_NOT_FOUND'))
      if (row.deletion === 'asked' || row.deletion === 'done') return refuse(refusal('RECEIPT_DELETED'))
      if (row.isVoucher === 0 && row.issueState !== 'numbered') return refuse(refusal('RECEIPT_NOT_ISSUED'))
      const id = newId()
      const state: PrintState = row.isVoucher === 1 || hasPdf.get(saleId, printer.widthMm) ? 'queued' : 'waiting'
      tell(saleId, { job: id, kind: 'copy', state }, () =>
        insertCopy.run(id, saleId, printer.id, printer.widthMm, state, clock.now() satisfies EpochMs))
      return ok(null)
    },
    retryOriginal: (saleId) => tell(saleId, { retry: true }, () => retry.run(saleId)),
    hasSlip: (saleId) => slip.get(saleId) !== undefined,
    exists: (jobId) => exists.get(jobId) !== undefined,
    queueCount: () => open.get()?.count ?? 0,
    troubleOf: (printerId) => trouble.get(printerId)?.trouble ?? null,
  }
}

function prepare(db: TillDatabase) {
  const heads = db.prepare<[], PrintJobRow>(`SELECT j.id, j.sale_id AS saleId, j.report_id AS reportId, j.kind, j.printer_id AS printerId,
      j.width_mm AS widthMm, j.opens_drawer AS opensDrawer, coalesce(s.documented_by = 'voucher', 0) AS isVoucher, j.state, j.tries,
      d.file_name AS pdfFile
    FROM print_job j LEFT JOIN sale s ON s.id = j.sale_id LEFT JOIN receipt_pdf d ON d.sale_id = j.sale_id AND d.width_mm = j.width_mm
    WHERE j.seq IN (SELECT min(seq) FROM print_job WHERE state IN ('queued', 'held') GROUP BY printer_id)`)
  const update = db.prepare(`UPDATE print_job SET state = @state, trouble = @trouble, detail = @detail,
    escpos_sha256 = coalesce(@escposSha256, escpos_sha256), stamp_readable = @stampReadable,
    finished_at_ms = @finishedAt, printed_at_ms = @printedAt, tries = tries + (@state = 'printing') WHERE id = @id`)
  const stuck = db.prepare("UPDATE print_job SET state = 'unknown', trouble = 'PRINT_UNKNOWN' WHERE state = 'printing'")
  const original = db.prepare<[SaleId], { issueState: IssueState | null; isVoucher: number; deletion: DeletionState | null }>(`
    SELECT r.issue_state AS issueState, s.documented_by = 'voucher' AS isVoucher, d.state AS deletion FROM sale s
    LEFT JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id WHERE s.id = ?`)
  const hasPdf = db.prepare<[SaleId, number]>('SELECT 1 FROM receipt_pdf WHERE sale_id = ? AND width_mm = ?')
  const insertCopy = db.prepare(`INSERT INTO print_job (id, sale_id, kind, printer_id, width_mm, opens_drawer, state,
    created_at_ms) VALUES (?, ?, 'copy', ?, ?, 0, ?, ?)`)
  const retry = db.prepare(`UPDATE print_job SET state = CASE WHEN EXISTS
      (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = print_job.sale_id AND d.width_mm = print_job.width_mm)
      THEN 'queued' ELSE 'waiting' END,
      trouble = NULL, detail = NULL
    WHERE sale_id = ? AND kind = 'receipt' AND state IN ('held', 'failed', 'waiting')
      AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = print_job.sale_id AND d.state IN ('asked', 'done'))`)
  // Of what is held the printer took nothing, so on another one it is still the first paper.
  const moveAll = db.prepare<[{ from: string; to: string; widthMm: number }]>(`UPDATE print_job SET printer_id = @to, width_mm = @widthMm,
      trouble = NULL, detail = NULL, tries = 0,
      state = CASE WHEN state = 'waiting' AND kind <> 'receipt' AND kind <> 'copy' THEN 'waiting'
        WHEN kind = 'slip' OR report_id IS NOT NULL OR (SELECT documented_by FROM sale s WHERE s.id = sale_id) = 'voucher' THEN 'queued'
        WHEN state = 'waiting' AND width_mm = @widthMm THEN 'waiting'
        WHEN EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = print_job.sale_id AND d.width_mm = @widthMm)
          AND state <> 'waiting' THEN 'queued'
        ELSE 'waiting' END
    WHERE printer_id = @from AND state IN ('waiting', 'queued', 'held')`)
  const slip = db.prepare<[SaleId]>("SELECT 1 FROM print_job WHERE sale_id = ? AND kind = 'slip'")
  const exists = db.prepare<[string]>('SELECT 1 FROM print_job WHERE id = ?')
  const open = db.prepare<[], { count: number }>("SELECT count(*) AS count FROM print_job WHERE state IN ('waiting', 'queued', 'printing', 'held') AND state <> 'waiting'")
  const trouble = db.prepare<[string], { trouble: string | null }>(`SELECT trouble FROM print_job
    WHERE printer_id = ? AND state IN ('waiting', 'queued', 'printing', 'held') AND state <> 'waiting' ORDER BY seq LIMIT 1`)
  return { heads, update, stuck, original, hasPdf, insertCopy, retry, moveAll, slip, exists, open, trouble }
}
