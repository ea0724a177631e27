/** The rows of what happened at the tills of a shop. Each is of one company, and found by it. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { FactKind } from '#shared/fleet/facts-contract.ts'
import type { CompanyId } from '../core/ports.ts'

export interface FactTables {
  fleet_facts: FleetFactRow
  fleet_sold: FleetSoldRow
  fleet_sold_goods: FleetSoldGoodsRow
  fleet_paid: FleetPaidRow
  /** As it told last; JSON. */
  fleet_till_health: { company_id: CompanyId; till_id: string; body_json: string }
}

/** As it was told first; that it was, for good. */
export interface FleetFactRow {
  company_id: CompanyId
  till_id: string
  kind: FactKind
  fact_id: string
  /** As the till printed it. */
  day: string
  /** When it happened, by the service's clock. */
  at_ms: EpochMs
  /** JSON; empty once it is over (`FACTS_KEPT_DAYS`). */
  body_json: string
}

interface OfDay {
  company_id: CompanyId
  day: string
  till_id: string
}

/** Less what came back; without what is not known. */
interface Margin {
  /** Without tax. */
  net_clp: number
  cost_net_clp: number
  /** Without tax too, of the lines whose cost is not known. */
  cost_unknown_clp: number
}

export interface FleetSoldRow extends OfDay, Margin {
  /** 0 to 23, as the till printed it. */
  hour: number
  /** Name of whoever served. */
  cashier: string
  sales: number
  gross_clp: number
  /** Deleted documents too; one that was undone does not count. */
  returns: number
  returned_clp: number
}

/** Less what came back. */
export interface FleetSoldGoodsRow extends OfDay, Margin {
  /** The shop's; of what was of no product a colon and its name. */
  product_id: string
  name: string
  milli: number
  gross_clp: number
}

/** Of sales, less what went back by the same way. */
export interface FleetPaidRow extends OfDay {
  tender: string
  name: string
  /** Of sales. */
  payments: number
  clp: number
}
