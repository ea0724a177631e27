/**
 * The only file that writes printing orders. What may follow what is said in
 * shared/paper/print-moves.ts; each order here is one step of it, called inside the transaction of
 * the fact it follows from.
 */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PrintJobRow } from './print-job-row.ts'

interface NewPaper {
  readonly id: PrintJobId
  /** Of a sale or of a shift's report, one of them. */
  readonly saleId?: SaleId | null
  readonly reportId?: string
  readonly kind: PrintJobRow['kind']
  readonly printerId: string
  readonly widthMm: PaperWidthMm
  readonly opensDrawer?: boolean
  readonly state: StoredPrintState
  readonly at: EpochMs
}

export interface PaperOrders {
  enqueue(paper: NewPaper): void
  /** Its PDF is here: papers of this width go. */
  release(saleId: SaleId, widthMm: number): void
  /** Why papers still wait for their PDF. */
  sayTrouble(saleId: SaleId, code: string): void
  /** Its PDF never comes: nobody waits for it. */
  drop(saleId: SaleId): void
  /** Another paper opens the drawer in its stead. */
  moveDrawer(saleId: SaleId): void
  /** Of a receipt that is being taken back, what is not out does not come out. */
  stop(saleId: SaleId): void
  /** It was not taken back in the end. */
  goOn(saleId: SaleId): void
  /**
   * After a restore nobody knows what came out since the backup; answers how many papers that are.
   */
  doubtAll(): number
}

export function createPaperOrders(db: TillDatabase): PaperOrders {
  const insert =
    db.prepare(`INSERT INTO print_job (id, sale_id, report_id, kind, printer_id, width_mm, opens_drawer, state,
    created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const release = db.prepare(`UPDATE print_job SET state = 'queued', trouble = NULL
    WHERE sale_id = ? AND width_mm = ? AND state = 'waiting'`)
  const sayTrouble = db.prepare(
    "UPDATE print_job SET trouble = ? WHERE sale_id = ? AND state = 'waiting'",
  )
  const drop = db.prepare(`UPDATE print_job SET state = 'dropped', trouble = NULL, detail = NULL
    WHERE sale_id = ? AND state = 'waiting'`)
  const moveDrawer = db.prepare(
    "UPDATE print_job SET opens_drawer = 0 WHERE sale_id = ? AND kind = 'receipt'",
  )
  const stop =
    db.prepare(`UPDATE print_job SET state = 'failed', trouble = 'RECEIPT_DELETED', detail = NULL
    WHERE sale_id = ? AND state IN ('waiting', 'queued', 'held', 'asking', 'failed') AND NOT ${IS_WANTED}`)
  const goOn = db.prepare(`UPDATE print_job SET trouble = NULL,
      state = CASE WHEN kind = 'slip' OR ${HAS_PDF} THEN 'queued' ELSE 'waiting' END
    WHERE sale_id = ? AND state = 'failed' AND trouble = 'RECEIPT_DELETED'`)
  const doubtAll = db.prepare(`UPDATE print_job SET state = 'unknown', trouble = 'PRINT_UNKNOWN'
    WHERE state IN ('waiting', 'queued', 'printing', 'held')`)
  return {
    enqueue: ({
      id,
      saleId = null,
      reportId = null,
      kind,
      printerId,
      widthMm,
      opensDrawer = false,
      state,
      at,
    }) =>
      void insert.run(
        id,
        saleId,
        reportId,
        kind,
        printerId,
        widthMm,
        Number(opensDrawer),
        state,
        at,
      ),
    release: (saleId, widthMm) => void release.run(saleId, widthMm),
    sayTrouble: (saleId, code) => void sayTrouble.run(code, saleId),
    drop: (saleId) => void drop.run(saleId),
    moveDrawer: (saleId) => void moveDrawer.run(saleId),
    stop: (saleId) => void stop.run(saleId),
    goOn: (saleId) => void goOn.run(saleId),
    doubtAll: () => doubtAll.run().changes,
  }
}

/**
 * Word for word as the index says it: put otherwise, SQLite walks every paper there ever was
 * (print-orders.test.ts).
 */
export const AT_PRINTER = "state IN ('queued', 'printing', 'held')"
export const GOES_NEXT = `${AT_PRINTER} AND state <> 'printing'`
const HAS_PDF = `EXISTS (SELECT 1 FROM receipt_pdf d
  WHERE d.sale_id = print_job.sale_id AND d.width_mm = print_job.width_mm)`
const hasPdfOf = (widthMm: string): string =>
  `EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = print_job.sale_id AND d.width_mm = ${widthMm})`
/** The narrow layout fits every head: better now than in its own width once the service answers. */
const GOES_NARROW = `(@widthMm = 80 AND NOT ${hasPdfOf('80')} AND ${hasPdfOf('58')})`
const FITS = `(${hasPdfOf('@widthMm')} OR ${GOES_NARROW})`
/** Only the service makes it in the width of the printer it goes to now. */
export const OTHER_WIDTH = 'PDF_OTHER_WIDTH' satisfies RefusalCode
/** The till draws it itself, so it waits for no PDF. */
const IS_OWN = `(kind = 'slip' OR report_id IS NOT NULL
  OR (SELECT documented_by FROM sale s WHERE s.id = print_job.sale_id) = 'voucher')`
const IS_WANTED = `NOT EXISTS (SELECT 1 FROM receipt_deletion d
  WHERE d.sale_id = print_job.sale_id AND d.state IN ('asked', 'done'))`

/** The steps of a paper at its printer and of a person's word, for the print store. */
export function prepareSteps(db: TillDatabase) {
  return {
    update: db.prepare(`UPDATE print_job SET state = @state, trouble = @trouble, detail = @detail,
      escpos_sha256 = coalesce(@escposSha256, escpos_sha256), stamp_readable = @stampReadable, is_shrunk = @isShrunk,
      finished_at_ms = @finishedAt, printed_at_ms = @printedAt, tries = tries + (@state = 'printing') WHERE id = @id`),
    /**
     * A person's word: what was asked is answered, and an order that goes on is as good as a new
     * one.
     */
    word: db.prepare(`UPDATE print_job SET trouble = NULL, detail = NULL,
      state = CASE WHEN @state = 'queued' AND NOT ${IS_OWN} AND NOT ${HAS_PDF} THEN 'waiting' ELSE @state END,
      stamp_waived = max(stamp_waived, @waivesStamp), finished_at_ms = CASE WHEN @state = 'sent' THEN @now ELSE finished_at_ms END,
      wanted_at_ms = CASE WHEN @state = 'queued' THEN @now ELSE wanted_at_ms END WHERE id = @id`),
    /** Nothing of it is out, so on another printer it is still the first paper. */
    rehome: db.prepare(
      'UPDATE print_job SET printer_id = @printerId, width_mm = @widthMm WHERE id = @id',
    ),
    stuck: db.prepare(
      "UPDATE print_job SET state = 'unknown', trouble = 'PRINT_UNKNOWN' WHERE state = 'printing'",
    ),
    askLate: db.prepare<
      [{ before: number; after: number }]
    >(`UPDATE print_job SET state = 'asking', trouble = 'PAPER_LATE', detail = NULL
      WHERE ${GOES_NEXT} AND report_id IS NULL AND coalesce(wanted_at_ms, created_at_ms) NOT BETWEEN @before AND @after`),
    retry: db.prepare<[{ saleId: SaleId; now: number }]>(`UPDATE print_job SET
        state = CASE WHEN ${IS_OWN} OR ${HAS_PDF} THEN 'queued' ELSE 'waiting' END,
        trouble = NULL, detail = NULL, wanted_at_ms = @now
      WHERE sale_id = @saleId AND kind = 'receipt' AND state IN ('held', 'failed', 'waiting', 'asking')
        AND NOT (state = 'asking' AND trouble = 'STAMP_UNREADABLE') AND ${IS_WANTED}`),
    // Of what is held the printer took nothing, so on another one it is still the first paper.
    moveAll: db.prepare<
      [{ from: string; to: string; widthMm: number; id: PrintJobId | null }]
    >(`UPDATE print_job SET printer_id = @to, detail = NULL, tries = 0,
        width_mm = CASE WHEN state <> 'waiting' AND NOT ${IS_OWN} AND ${GOES_NARROW} THEN 58 ELSE @widthMm END,
        trouble = CASE WHEN state = 'waiting' OR ${IS_OWN} OR ${FITS} THEN NULL ELSE '${OTHER_WIDTH}' END,
        state = CASE WHEN state = 'waiting' AND kind <> 'receipt' AND kind <> 'copy' THEN 'waiting'
          WHEN ${IS_OWN} THEN 'queued'
          WHEN state <> 'waiting' AND ${FITS} THEN 'queued'
          ELSE 'waiting' END
      WHERE printer_id = @from AND state IN ('waiting', 'queued', 'held') AND id = coalesce(@id, id)`),
    /** Of a receipt that may not be deleted in the end: what was stopped goes on from there. */
    moveStopped: db.prepare<
      [{ from: string; to: string; widthMm: number }]
    >(`UPDATE print_job SET printer_id = @to, width_mm = @widthMm
      WHERE printer_id = @from AND state = 'failed' AND trouble = 'RECEIPT_DELETED'
        AND sale_id IN (SELECT sale_id FROM receipt_deletion WHERE state = 'asked')`),
    begun: db
      .prepare<[string], PrintJobId>(
        `SELECT id FROM print_job WHERE printer_id = ? AND ${AT_PRINTER} AND state = 'printing'`,
      )
      .pluck(),
  }
}
