/**
 * Sales whose customers stand at the counter: they go before any backlog, and some paper is theirs
 * soon after the sale.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { DueRow } from './outbox-rows.ts'
import { DUE_ROW, IS_DUE, IS_HERE, PDF_WANTED, type DueQuestion } from './receipt-conditions.ts'

interface PresentSale {
  readonly saleId: SaleId
  readonly soldAtMs: EpochMs
}

export type PresentSales = ReturnType<typeof createPresentSales>

/**
 * As long as this after the sale its customer waits at the counter; with more sales than this in
 * that time, nobody is first.
 */
const PRESENT_MS = 60_000
const PRESENT_SALES_MAX = 12
/** After this long the customer has left; and of the latest sales so many are looked at. */
const SLIP_USEFUL_MS = 600_000
const SLIPLESS_SALES_MAX = 200

export function createPresentSales(db: TillDatabase) {
  const latest = db.prepare<
    [{ since: number; limit: number }],
    PresentSale
  >(`SELECT id AS saleId, sold_at_ms AS soldAtMs
    FROM (SELECT id, sold_at_ms FROM sale ORDER BY seq DESC LIMIT @limit) WHERE sold_at_ms > @since`)
  const due = db.prepare<
    [DueQuestion & { sales: string }],
    DueRow
  >(`SELECT ${DUE_ROW} FROM receipt r
    WHERE r.sale_id IN (SELECT value FROM json_each(@sales)) AND ${IS_DUE} ORDER BY r.seq LIMIT @limit`)
  const pdfs = db.prepare<
    [{ now: number; sales: string; here: string }],
    DueRow
  >(`SELECT DISTINCT ${DUE_ROW} FROM print_job j
    JOIN receipt r ON r.sale_id = j.sale_id WHERE j.sale_id IN (SELECT value FROM json_each(@sales))
    AND ${PDF_WANTED} AND r.not_before_ms <= @now AND ${IS_HERE} ORDER BY r.seq`)
  const slipless = db.prepare<
    [{ since: number; limit: number }],
    PresentSale
  >(`SELECT s.id AS saleId, s.sold_at_ms AS soldAtMs
    FROM (SELECT id, sold_at_ms FROM sale ORDER BY seq DESC LIMIT @limit) s
    JOIN print_job j ON j.sale_id = s.id AND j.kind = 'receipt' AND j.state = 'waiting'
    WHERE s.sold_at_ms > @since AND NOT EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = s.id AND k.kind = 'slip')
      AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.sale_id = s.id AND a.outcome = 'pdf')`)
  const sales = (now: EpochMs): readonly PresentSale[] => {
    const found = latest.all({ since: now - PRESENT_MS, limit: PRESENT_SALES_MAX + 1 })
    return found.length > PRESENT_SALES_MAX ? [] : found
  }
  const ids = (now: EpochMs) => JSON.stringify(sales(now).map(({ saleId }) => saleId))
  return {
    sales,
    /** Those of them that have something to do now. */
    due: (now: EpochMs, held: Omit<DueQuestion, 'now' | 'limit'>) =>
      due.all({ ...held, now, sales: ids(now), limit: PRESENT_SALES_MAX }),
    /** Those of them whose PDF can be fetched now. */
    pdfs: (now: EpochMs, here: string) => pdfs.all({ now, here, sales: ids(now) }),
    /**
     * Sales without a slip whose receipt's PDF has never come; one that has come is the printer's
     * business.
     */
    slipless: (now: EpochMs) =>
      slipless.all({ since: now - SLIP_USEFUL_MS, limit: SLIPLESS_SALES_MAX }),
  }
}
