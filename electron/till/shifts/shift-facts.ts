/**
 * Reads what happened in a shift, as few rows as possible: SQLite adds up, shared/shift says what
 * it means.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import {
  folioRuns,
  type CashMovement,
  type DocumentFlow,
  type PaymentFlow,
  type ShiftFacts,
  type Tally,
  type TipFlow,
} from '#shared/shift/shift-report.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { METHOD_NAME } from '../sales/payments.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

/** Of a row of `sale` by its type. */
export const FLOW_OF_TYPE =
  "CASE s.document_type WHEN '61' THEN 'return' WHEN '56' THEN 'undo' ELSE 'sale' END"

/** Sales and returns of the shift, and what was sold whenever and deleted in it. */
const MOVED = {
  sale: { flow: FLOW_OF_TYPE, from: 'sale s', where: 's.shift_id = ?' },
  // Asked for is enough: that is when the money went back.
  deletion: {
    flow: "'deletion'",
    from: 'receipt_deletion d JOIN sale s ON s.id = d.sale_id',
    where: "d.shift_id = ? AND d.state IN ('asked', 'done')",
  },
} as const

/** A document without a folio that is still to get one, or that a person has to settle. */
const WITHOUT_FOLIO = `FROM sale s JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id
  WHERE r.folio IS NULL AND coalesce(d.state, 'refused') = 'refused'`

export interface ShiftFactsReader {
  of(shiftId: string, floatClp: Clp): ShiftFacts
  movements(shiftId: string): readonly CashMovement[]
  pending(shiftId: string): Tally
}

export function createShiftFacts(db: TillDatabase): ShiftFactsReader {
  const payments = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], Stored<PaymentFlow>>(`SELECT ${flow} AS flow,
      p.method, max(${METHOD_NAME}) AS name, s.documented_by = 'voucher' AS isVoucher, count(*) AS count, sum(p.total_clp) AS totalClp,
      sum(p.tip_clp) AS tipClp, sum(p.rounding_clp) AS roundingClp, sum(iif(p.method = 'NC' AND ${flow} = 'sale', p.change_clp, 0)) AS changeOfCreditClp
    FROM ${from} JOIN sale_payment p ON p.sale_id = s.id WHERE ${where} GROUP BY 1, p.method, 4 ORDER BY min(s.seq), min(p.position)`),
  )
  const tips = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], Stored<TipFlow>>(`SELECT ${flow} AS flow, s.cashier_name AS cashierName,
      p.method, max(${METHOD_NAME}) AS name, s.documented_by = 'voucher' AS isVoucher, count(*) AS count,
      sum(p.tip_clp) AS tipClp
    FROM ${from} JOIN sale_payment p ON p.sale_id = s.id WHERE ${where} AND p.tip_clp > 0
    GROUP BY 1, 2, p.method, 5 ORDER BY min(s.seq)`),
  )
  const documents = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], DocumentFlow>(`SELECT ${flow} AS flow,
      s.document_type AS documentType, s.documented_by AS documentedBy, s.cashier_name AS cashierName, count(*) AS count,
      sum(s.neto_clp) AS netoClp, sum(s.exento_clp) AS exentoClp, sum(s.iva_clp) AS ivaClp, sum(s.total_clp) AS totalClp
    FROM ${from} WHERE ${where} GROUP BY 1, 2, 3, 4 ORDER BY s.document_type, min(s.seq)`),
  )
  const movements = db.prepare<
    [string],
    CashMovement & { at: EpochMs }
  >(`SELECT kind, amount_clp AS amountClp, reason, at_ms AS at,
      made_by AS by, approved_by AS approvedBy FROM cash_movement WHERE shift_id = ? ORDER BY at_ms, id`)
  const folios = db.prepare<
    [string],
    { documentType: DocumentType; folio: number }
  >(`SELECT r.document_type AS documentType, r.folio
    FROM sale s JOIN receipt r ON r.sale_id = s.id WHERE s.shift_id = ? AND r.folio IS NOT NULL ORDER BY r.document_type, r.folio`)
  const pending = db.prepare<
    [string],
    Tally
  >(`SELECT count(*) AS count, coalesce(sum(s.total_clp), 0) AS totalClp
    ${WITHOUT_FOLIO} AND s.shift_id = ?`)
  const pendingOf = (shiftId: string): Tally =>
    pending.get(shiftId) ?? { count: 0, totalClp: 0 as Clp }
  return {
    of: (shiftId, floatClp) => ({
      floatClp,
      payments: payments
        .flatMap((statement) => statement.all(shiftId))
        .map((row) => ({ ...row, isVoucher: row.isVoucher === 1 })),
      tips: tips
        .flatMap((statement) => statement.all(shiftId))
        .map((row) => ({ ...row, isVoucher: row.isVoucher === 1 })),
      documents: documents.flatMap((statement) => statement.all(shiftId)),
      movements: movements.all(shiftId),
      folios: folioRuns(folios.all(shiftId)),
      pending: pendingOf(shiftId),
    }),
    movements: (shiftId) => movements.all(shiftId),
    pending: pendingOf,
  }
}

type Stored<Row extends { readonly isVoucher: boolean }> = Omit<Row, 'isVoucher'> & {
  readonly isVoucher: number
}
