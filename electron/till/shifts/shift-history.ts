/** What is kept of closed shifts: to read, to print again, to take to a spreadsheet. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Clp } from '#shared/money/clp.ts'
import { methodKey } from '#shared/shifts/shift-report.ts'
import { shiftCsv, type CsvDocument, type CsvMoney } from '#shared/shifts/shift-csv.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { readingDeed } from '#shared/staff/deeds.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { OpenShift } from '#shared/shifts/shift.ts'
import { columns, PART, PARTS } from '../sold/sale-parts.ts'
import type { Permission } from '../staff/approvals.ts'
import { FLOW_OF_TYPE } from './shift-facts.ts'
import type { ShiftParts } from './shift-parts.ts'
import { netOfStoredReport } from '#shared/shifts/stored-report.ts'

export function createShiftHistory(
  parts: ShiftParts,
): Pick<TillApi, 'closedShifts' | 'shiftReport' | 'reprintReport' | 'shiftFile'> {
  const { db, store, facts, staff, commit, ids, printer, clock, maySee, allow, mailOf } = parts
  const documents = createDocumentReader(db)
  return {
    closedShifts({ cursor, limit }) {
      const rows = store.closedBefore(cursor, limit)
      return {
        rows: rows.map(({ reportJson, pendingAtClose, ...row }) => ({
          ...row,
          netClp: netOfStoredReport(reportJson),
          // Nothing comes to a closed shift: what had all its folios then has them now.
          pendingNow: pendingAtClose === 0 ? 0 : facts.pending(row.shiftId).count,
        })),
        nextCursor: rows.length < limit ? null : (rows.at(-1)?.number ?? null),
      }
    },
    shiftReport(shiftId) {
      const report = store.final(shiftId)
      if (report === null) return refuse(refusal('SHIFT_NOT_FOUND'))
      return ok({
        report,
        paper: store.paperState(report.reportId),
        mail: mailOf(report.reportId),
        terminalClosing: parts.terminalClosing(shiftId),
        pendingNow: facts.pending(shiftId).count,
      })
    },
    reprintReport: (shiftId) =>
      commit(
        ({ actor }) => {
          const report = store.final(shiftId)
          if (report === null) return refuse(refusal('SHIFT_NOT_FOUND'))
          store.queuePaper(ids.printJobId(), report.reportId, 'copy', printer(), clock.now())
          staff.audit.write({
            action: 'shift-read',
            staff: actor,
            detail: { number: report.shift.number },
          })
          return ok(null)
        },
        () => null,
      ),
    shiftFile({ shiftId, approvalId = null }) {
      const shift = store.find(shiftId)
      if (shift === null) return refuse(refusal('SHIFT_NOT_FOUND'))
      // Its sums are what a blind count must not show.
      const permission =
        store.open()?.id === shiftId && !maySee() ? allow(readingDeed(shiftId), approvalId) : null
      if (permission !== null && !permission.ok) return permission
      if (permission !== null) noteRead(parts, shift, permission.value)
      return ok({
        fileName: `turno-${String(shift.number).padStart(4, '0')}-${santiagoDate(shift.openedAt)}.csv`,
        text: shiftCsv({
          shift,
          movements: facts.movements(shiftId),
          documents: documents(shiftId),
        }),
      })
    },
  }
}

/** Somebody was let see what a blind count hides. */
function noteRead(
  { db, staff }: ShiftParts,
  { number }: OpenShift,
  { actor, approverName, used }: Permission,
): void {
  db.transaction(() => {
    used()
    staff.audit.write({ action: 'shift-read', staff: actor, approverName, detail: { number } })
  }).immediate()
}

type Row = Omit<CsvDocument, 'money'> & {
  readonly saleId: SaleId
  readonly at: EpochMs
  /** One of two documents of its sale. */
  readonly isPart: number
}
type Money = Omit<CsvMoney, 'key'> & {
  readonly saleId: SaleId
  readonly method: string
  readonly isVoucher: number
}

/** One by one, as the spreadsheet wants them; deleted ones once more with what went back. */
function createDocumentReader(db: TillDatabase): (shiftId: string) => CsvDocument[] {
  const moved = `SELECT s.id AS saleId, ${FLOW_OF_TYPE} AS flow, s.sold_at_ms AS movedAt, s.date FROM sale s WHERE s.shift_id = @shiftId
    UNION ALL SELECT sale_id, 'deletion', settled_at_ms, settled_on FROM receipt_deletion WHERE shift_id = @shiftId AND state = 'done'`
  const rows = db.prepare<
    [{ shiftId: string }],
    Row
  >(`SELECT s.id AS saleId, m.flow, m.movedAt AS at, m.date, ${columns(PART)},
      iif(part.documented_by = 'voucher', NULL, r.folio) AS folio, s.external_reference AS externalReference, s.cashier_name AS cashierName,
      part.sale_id IS NOT NULL AS isPart, coalesce(s.reason, '') AS reason
    FROM (${moved}) m JOIN sale s ON s.id = m.saleId LEFT JOIN receipt r ON r.sale_id = s.id ${PARTS}
    ORDER BY m.movedAt, s.seq, 5`)
  const payments = db.prepare<
    [{ shiftId: string }],
    Money
  >(`SELECT p.sale_id AS saleId, p.method, p.is_voucher AS isVoucher, p.name,
      p.to_collect_clp AS collectedClp, p.tip_clp AS tipClp, p.rounding_clp AS roundingClp, iif(p.method = 'NC' AND s.document_type <> '61', p.change_clp, 0) AS changeOfCreditClp
    FROM sale_payment p JOIN sale s ON s.id = p.sale_id WHERE p.sale_id IN (SELECT saleId FROM (${moved})) ORDER BY p.sale_id, p.position`)
  return (shiftId) => {
    const money = Map.groupBy(payments.all({ shiftId }), ({ saleId }) => saleId)
    return rows
      .all({ shiftId })
      .map(({ saleId, isPart, ...row }) => ({
        ...row,
        money: ofDocument(money.get(saleId) ?? [], row, isPart === 1).map(
          ({ method, isVoucher, name, collectedClp, tipClp, roundingClp, changeOfCreditClp }) => ({
            key: methodKey(method, isVoucher === 1),
            name,
            collectedClp,
            tipClp,
            roundingClp,
            changeOfCreditClp: row.flow === 'deletion' ? (0 as Clp) : changeOfCreditClp,
          }),
        ),
      }))
  }
}

/** Each document with what paid it; all of it where there is one. */
function ofDocument(
  money: readonly Money[],
  { documentedBy }: Pick<Row, 'documentedBy'>,
  isPart: boolean,
): readonly Money[] {
  const isOfVoucher = documentedBy === 'voucher'
  return isPart ? money.filter(({ isVoucher }) => (isVoucher === 1) === isOfVoucher) : money
}
