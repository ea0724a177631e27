/**
 * Reads what happened in a shift, as few rows as possible: SQLite adds up, shared/shifts says what
 * it means.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import {
  type CashMovement,
  type DocumentFlow,
  type OpenDocuments,
  type PaymentFlow,
  type ShiftFacts,
  type TipFlow,
} from '#shared/shifts/shift-report.ts'
import { folioRuns } from '#shared/shifts/folio-runs.ts'
import type { MonthFlow } from '#shared/shifts/shift-months.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { METHOD_NAME } from '../sold/payments.ts'
import {
  IS_NOT_DELETED,
  IS_TRIAL,
  OPEN_TALLY,
  PART,
  PARTS,
  PART_SUMS,
  RECEIPT_PART,
  columns,
  isNoTrial,
} from '../sold/sale-parts.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

/** Of a row of `sale` by its type. */
export const FLOW_OF_TYPE = `CASE s.document_type
  WHEN '61' THEN iif(s.change_of IS NULL, 'return', 'changed')
  WHEN '56' THEN 'undo' ELSE iif(s.change_of IS NULL, 'sale', 'change') END`

/** Sales and returns of the shift, and what was sold whenever and deleted in it. */
const MOVED = {
  sale: { flow: FLOW_OF_TYPE, from: 'sale s', where: 's.shift_id = ?' },
  // Asked for is not enough: the service may keep it, and its money with it.
  deletion: {
    flow: "'deletion'",
    from: 'receipt_deletion d JOIN sale s ON s.id = d.sale_id',
    where: "d.shift_id = ? AND d.state = 'done'",
  },
} as const

/** A document without a folio that is still to get one, or that a person has to settle. */
const WITHOUT_FOLIO = `FROM sale s JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id
  ${RECEIPT_PART}
  WHERE r.folio IS NULL AND ${IS_NOT_DELETED}`

export interface ShiftFactsReader {
  of(shiftId: string, floatClp: Clp): ShiftFacts
  movements(shiftId: string): readonly CashMovement[]
  pending(shiftId: string): OpenDocuments
}

export function createShiftFacts(db: TillDatabase): ShiftFactsReader {
  const payments = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], Stored<PaymentFlow>>(`SELECT ${flow} AS flow,
      p.method, max(${METHOD_NAME}) AS name, p.is_voucher AS isVoucher, count(*) AS count, sum(p.total_clp) AS totalClp,
      sum(p.tip_clp) AS tipClp, sum(p.rounding_clp) AS roundingClp, sum(iif(p.method = 'NC' AND ${flow} = 'sale', p.change_clp, 0)) AS changeOfCreditClp
    FROM ${from} JOIN sale_payment p ON p.sale_id = s.id WHERE ${where} GROUP BY 1, p.method, 4 ORDER BY min(s.seq), min(p.position)`),
  )
  const tips = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], Stored<TipFlow>>(`SELECT ${flow} AS flow, s.cashier_name AS cashierName,
      p.method, max(${METHOD_NAME}) AS name, p.is_voucher AS isVoucher, count(*) AS count,
      sum(p.tip_clp) AS tipClp
    FROM ${from} JOIN sale_payment p ON p.sale_id = s.id WHERE ${where} AND p.tip_clp > 0
    GROUP BY 1, 2, p.method, 5 ORDER BY min(s.seq)`),
  )
  const documents = [MOVED.sale, MOVED.deletion].map(({ flow, from, where }) =>
    db.prepare<[string], DocumentFlow>(`SELECT ${flow} AS flow,
      ${PART.documentType} AS documentType, ${PART.documentedBy} AS documentedBy, s.cashier_name AS cashierName,
      ${IS_TRIAL} AS isTrial, ${columns(PART_SUMS)}
    FROM ${from} ${PARTS} WHERE ${where} GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, min(s.seq)`),
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
    FROM sale s JOIN receipt r ON r.sale_id = s.id WHERE s.shift_id = ? AND r.folio IS NOT NULL
      AND ${isNoTrial('r.')} ORDER BY r.document_type, r.folio`)
  const months = db.prepare<[{ readonly shiftId: string }], MonthFlow>(
    Object.values(MOVED)
      .map(
        ({ flow, from, where }) => `SELECT substr(s.date, 1, 7) AS month, ${flow} AS flow,
          ${columns(PART_SUMS)} FROM ${from} ${PARTS}
        WHERE ${where.replace('?', '@shiftId')} AND NOT ${IS_TRIAL} GROUP BY 1, 2`,
      )
      .join(' UNION ALL '),
  )
  const pending = db.prepare<[string], OpenDocuments>(
    `SELECT ${columns(OPEN_TALLY)},
      coalesce(sum(r.issue_state IN ('rejected', 'attention')), 0) AS stuckCount
    ${WITHOUT_FOLIO} AND s.shift_id = ?`,
  )
  const pendingOf = (shiftId: string): OpenDocuments => {
    const { stuckCount = 0, ...open } = pending.get(shiftId) ?? { count: 0, totalClp: 0 as Clp }
    return stuckCount === 0 ? open : { ...open, stuckCount }
  }
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
      months: months.all({ shiftId }),
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
