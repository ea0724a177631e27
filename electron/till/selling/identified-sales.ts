/**
 * The register of sales from 135 UF on, read from what was sold: nobody has to keep it, and nobody
 * can forget to.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import {
  identifiedSalesCsv,
  type IdentifiedSale,
  type IdentifiedSales,
} from '#shared/selling/sale/identified-sales.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Settings } from '../settings/settings.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { BUYER_NAME, BUYER_RUT } from '../sold/buyer-of-sale.ts'

/** More sales of five million pesos in a year than one counter makes. */
const ROWS_MAX = 20_000

interface IdentifiedPorts {
  readonly db: TillDatabase
  readonly settings: Pick<Settings, 'read'>
  readonly staff: Pick<Staff, 'actor' | 'settingsRight'>
}

export function createIdentifiedSales({
  db,
  settings,
  staff,
}: IdentifiedPorts): Pick<TillApi, 'identifiedSales' | 'identifiedSalesFile'> {
  const select = db.prepare<
    [string, string, number, number],
    IdentifiedSale
  >(`SELECT s.id AS saleId, s.date, r.folio,
      s.document_type AS documentType, s.documented_by AS documentedBy,
      ${BUYER_RUT} AS rut, ${BUYER_NAME} AS legalName,
      s.total_clp AS totalClp
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id
    WHERE s.document_type IN ('39', '41') AND s.date >= ? AND s.date <= ? AND s.total_clp >= ?
      AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = s.id AND d.state = 'done')
    ORDER BY s.seq LIMIT ?`)
  /** Names and amounts of customers are for whoever reads the log, and the owner. */
  const mayRead = () => {
    const actor = staff.actor()
    return staff.settingsRight.manager().ok || (actor.ok && actor.value.rights.readAudit)
  }
  const read = (year: number): Result<IdentifiedSales, Refusal> => {
    if (!mayRead()) return refuse(refusal('RIGHT_REQUIRED'))
    const limitClp = buyerLimitOf(settings.read().buyerLimits, year)
    return ok({
      year,
      limitClp,
      rows: select.all(`${year}-01-01`, `${year}-12-31`, limitClp, ROWS_MAX),
    })
  }
  return {
    identifiedSales: ({ year }) => read(year),
    identifiedSalesFile({ year }) {
      const found = read(year)
      return found.ok
        ? ok({ fileName: `ventas-135-uf-${year}.csv`, text: identifiedSalesCsv(found.value) })
        : found
    },
  }
}
