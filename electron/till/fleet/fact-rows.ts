/** What happened, read where it stands, as the service is told of it. Null where it is gone. */
import type { EpochMs } from '#shared/core/brand.ts'
import {
  FACT_DETAIL_MAX,
  FACT_TEXT_MAX,
  type Fact,
  type FactKind,
  type MoneyFact,
  type MoneyKind,
} from '#shared/fleet/facts-contract.ts'
import { methodKey } from '#shared/shifts/shift-report.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { METHOD_NAME } from '../sold/payments.ts'

export interface NotedFact {
  readonly seq: number
  readonly kind: FactKind
  readonly factId: string
  readonly ref: string
  readonly at: EpochMs
}

type Told = Pick<Fact, 'fact_id' | 'age_ms' | 'day' | 'hour'>
type ToldAs<Kind extends FactKind> = Omit<Extract<Fact, { kind: Kind }>, keyof Told | 'kind'>
type StoredSale = Omit<MoneyFact, keyof Told | 'kind' | 'lines' | 'payments' | 'is_trial'> & {
  readonly date: string
  /** Of its deletion. */
  readonly deletedOn: string | null
  readonly is_trial: number | null
}
type Line = MoneyFact['lines'][number]
type Payment = MoneyFact['payments'][number]

export function createFactReader(
  db: TillDatabase,
  now: () => EpochMs,
  /** The shop's id for a product of this till. */
  shopId: (productId: string) => string,
): (noted: NotedFact) => Fact | null {
  const money = createMoneyReader(db, shopId)
  const { document, shift, cash, log } = prepare(db)
  return ({ kind, factId, ref, at }) => {
    const told: Told = {
      ...{ fact_id: factId, age_ms: Math.max(0, now() - at), day: santiagoDate(at) },
      hour: Number(santiagoTime(at).slice(0, 2)),
    }
    switch (kind) {
      case 'document': {
        const row = document.get(ref)
        const state = factId.slice(ref.length + 1)
        return row === undefined
          ? null
          : { ...told, kind, ...row, state, is_trial: isTrial(row.is_trial) }
      }
      case 'shift': {
        const row = shift.get({ shiftId: ref, isClosed: Number(!factId.endsWith(':opened')) })
        return row === undefined ? null : { ...told, kind, ...cut(row) }
      }
      case 'cash': {
        const row = cash.get(ref)
        return row === undefined ? null : { ...told, kind, ...cut(row) }
      }
      case 'log': {
        const row = log.get(ref)
        if (row === undefined) return null
        const { detail, ...rest } = row
        return {
          ...{ ...told, kind, ...cut(rest) },
          detail: detail.length > FACT_DETAIL_MAX ? '{}' : detail,
        }
      }
      default:
        return money(kind, ref, told)
    }
  }
}

const isTrial = (stored: number | null) => (stored === null ? null : stored === 1)

/** Texts as long as the service takes them. */
const cut = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, FACT_TEXT_MAX) : (value as unknown),
    ]),
  ) as Row

function prepare(db: TillDatabase) {
  return {
    document: db.prepare<
      [string],
      Omit<ToldAs<'document'>, 'state' | 'is_trial'> & { readonly is_trial: number | null }
    >(`SELECT sale_id, document_type, folio, is_trial FROM receipt WHERE sale_id = ?`),
    shift: db.prepare<[{ shiftId: string; isClosed: number }], ToldAs<'shift'>>(`SELECT
        s.id AS shift_id, s.number, s.float_clp, iif(@isClosed, 'closed', 'opened') AS state,
        iif(@isClosed, c.closed_by, s.opened_by) AS who, c.approved_by,
        n.counted_clp, n.counted_clp - c.difference_clp AS expected_clp, c.difference_clp
      FROM shift s LEFT JOIN shift_close c ON c.shift_id = s.id AND @isClosed
        LEFT JOIN (SELECT id,
            (SELECT coalesce(sum(value ->> 'amountClp'), 0) FROM json_each(count_json, '$.amounts'))
            + (SELECT coalesce(sum((value ->> 'valueClp') * (value ->> 'count')), 0)
              FROM json_each(count_json, '$.pieces') WHERE type = 'object') AS counted_clp
          FROM shift_count WHERE shift_id = @shiftId) n ON n.id = c.count_id
      WHERE s.id = @shiftId`),
    cash: db.prepare<[string], ToldAs<'cash'>>(`SELECT shift_id, kind AS direction,
        amount_clp AS clp, reason, made_by AS who, approved_by FROM cash_movement WHERE id = ?`),
    log: db.prepare<[string], ToldAs<'log'>>(`SELECT action, staff_name AS who,
        approver_name AS approved_by, sale_id, detail_json AS detail FROM audit WHERE seq = ?`),
  }
}

function createMoneyReader(db: TillDatabase, shopId: (productId: string) => string) {
  const sale = db.prepare<[string], StoredSale>(`SELECT s.id AS sale_id, s.date, s.original_id,
      (SELECT settled_on FROM receipt_deletion WHERE sale_id = s.id) AS deletedOn,
      s.document_type, s.documented_by, r.folio, r.is_trial, s.shift_id, s.cashier_name AS cashier,
      s.total_clp AS gross_clp, s.neto_clp AS net_clp, s.exento_clp AS exempt_clp,
      s.iva_clp AS tax_clp,
      coalesce((SELECT sum(rounding_clp) FROM sale_payment WHERE sale_id = s.id), 0) AS rounding_clp,
      coalesce((SELECT sum(discount_clp) FROM sale_line WHERE sale_id = s.id), 0) AS discount_clp
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id WHERE s.id = ?`)
  const lines = db.prepare<[string], Omit<Line, 'is_exempt'> & { readonly is_exempt: number }>(
    `SELECT product_id, code, name, quantity_milli AS milli, gross_clp, is_exempt,
      (cost_net_clp * quantity_milli + 500) / 1000 AS cost_net_clp
    FROM sale_line WHERE sale_id = ? ORDER BY line_number`,
  )
  const payments = db.prepare<[string], Payment & { readonly isVoucher: number }>(
    `SELECT method AS tender, ${METHOD_NAME} AS name, total_clp AS clp, tip_clp, rounding_clp,
      is_voucher AS isVoucher
    FROM sale_payment WHERE sale_id = ? ORDER BY position`,
  )
  return (kind: MoneyKind, saleId: string, told: Told): MoneyFact | null => {
    const row = sale.get(saleId)
    if (row === undefined) return null
    const { date, deletedOn, is_trial: trial, ...facts } = row
    // What was deleted went back by the day it was done.
    const day = kind === 'deletion' ? (deletedOn ?? told.day) : date
    return {
      ...{ ...told, kind, ...cut(facts), is_trial: isTrial(trial), day },
      lines: lines
        .all(saleId)
        .map(({ product_id: id, is_exempt: exempt, ...line }) => ({
          ...cut(line),
          ...{ product_id: id === null ? null : shopId(id), is_exempt: exempt === 1 },
        })),
      payments: payments
        .all(saleId)
        .map(({ isVoucher, tender, ...payment }) => ({
          ...{ tender: methodKey(tender, isVoucher === 1), ...cut(payment) },
        })),
    }
  }
}
