/**
 * What was sold before that may be a part of the present sale (shared/selling/sale/split-sale.ts).
 * Asked at payment, noted when charged.
 */
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Clp } from '#shared/money/clp.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import {
  decideSplit,
  mayBeSplit,
  namedRut,
  namelessPartFrom,
  NAMELESS_WITHIN_MS,
  type EarlierSale,
} from '#shared/selling/sale/split-sale.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { BUYER_RUT, salesOf } from '../sold/buyer-of-sale.ts'

/** More large sales than a counter makes in a day, more receipts than one customer takes. */
const ROWS_MAX = 1_000

interface SplitSalesPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly staff: Pick<Staff, 'audit' | 'cashierName' | 'actor'>
  readonly today: () => IsoDate
  readonly limitClp: () => Clp
}

interface SplitSales {
  readonly api: Pick<TillApi, 'splitSale'>
  /**
   * In the transaction of the charge, before its rows are written: it is charged all the same, and
   * the log says so.
   */
  note(decision: SaleDecision): void
}

export function createSplitSales({
  db,
  clock,
  staff,
  today,
  limitClp,
}: SplitSalesPorts): SplitSales {
  const earlier = createEarlierReader(db)
  const warningOf = (rut: string | null, totalClp: Clp) => {
    const [limit, at] = [limitClp(), clock.now()]
    if (!mayBeSplit({ rut, totalClp }, limit)) return null
    return decideSplit(
      { rut, totalClp, at, cashierName: staff.cashierName() },
      earlier(rut, { limit, at, date: today() }),
      limit,
    )
  }
  return {
    api: { splitSale: ({ rut, totalClp }) => warningOf(namedRut(rut), totalClp) },
    note({ saleId, recipient, totals, documentType }) {
      // An invoice names its buyer whatever it comes to.
      if (isInvoice(documentType)) return
      const warning = warningOf(
        recipient.rut === ANONYMOUS_RUT ? null : recipient.rut,
        totals.totalClp,
      )
      if (warning === null) return
      const actor = staff.actor()
      staff.audit.write({
        action: 'sale-split',
        saleId,
        staff: actor.ok ? actor.value : { id: null, name: staff.cashierName() },
        detail: { receipts: warning.count, totalClp: warning.sumClp },
      })
    },
  }
}

interface Row {
  readonly id: string
  readonly rut: string
  readonly cashierName: string
  readonly at: EpochMs
  readonly totalClp: Clp
}

function createEarlierReader(db: TillDatabase) {
  const columns = `s.id, ${BUYER_RUT} AS rut, s.cashier_name AS cashierName, s.sold_at_ms AS at,
    max(0, s.total_clp - coalesce((SELECT sum(back.total_clp) FROM sale back
      WHERE back.original_id = s.id AND ${RETURN_STANDS}), 0)) AS totalClp`
  const counts = `s.document_type IN ('39', '41')
    AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = s.id AND d.state = 'done')`
  const ofBuyer = db.prepare<
    { rut: string; date: IsoDate; limit: number; most: number },
    Row
  >(`SELECT ${columns} FROM sale s
    WHERE s.seq IN (${salesOf('@rut')}) AND s.date = @date AND s.total_clp < @limit AND ${counts}
    LIMIT @most`)
  const large = db.prepare<[number, number, number, number], Row>(`SELECT ${columns} FROM sale s
    WHERE s.total_clp >= ? AND s.total_clp < ? AND s.sold_at_ms >= ? AND ${counts} ORDER BY s.seq DESC LIMIT ?`)
  return (
    rut: string | null,
    { limit, at, date }: { limit: Clp; at: EpochMs; date: IsoDate },
  ): EarlierSale[] => {
    const found = [
      ...(rut === null ? [] : ofBuyer.all({ rut, date, limit, most: ROWS_MAX })),
      ...large.all(namelessPartFrom(limit), limit, at - NAMELESS_WITHIN_MS, ROWS_MAX),
    ]
    return [...new Map(found.map((row) => [row.id, row])).values()].map(({ id: _id, ...row }) => ({
      ...row,
      rut: row.rut === ANONYMOUS_RUT ? null : row.rut,
    }))
  }
}
