/** How each till was when it told last: one row a till. */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  HEALTH_AWAY_MS,
  healthView,
  type Health,
  type HealthView,
} from '#shared/fleet/health-contract.ts'
import type { CompanyId } from '../core/ports.ts'
import { putRows } from '../storage/many-rows.ts'
import type { Tables } from '../storage/tables.ts'
import type { AskingTill } from './till-keys.ts'

/** Inside a write job. */
export async function takeHealth(
  db: Kysely<Tables>,
  { companyId, id }: Pick<AskingTill, 'companyId' | 'id'>,
  { oldest_age_ms: ageMs, printer, ...told }: Health,
  nowMs: EpochMs,
): Promise<void> {
  const before = await healthOfTill(db, companyId, id)
  const isSteady = before?.version === told.version && nowMs - before.at_ms < HEALTH_AWAY_MS
  const health: HealthView = {
    ...told,
    at_ms: nowMs,
    steady_since_ms: isSteady ? (before.steady_since_ms ?? before.at_ms) : nowMs,
    oldest_at_ms: ageMs === null ? null : Math.max(0, nowMs - ageMs),
    printer:
      printer === null
        ? null
        : { code: printer.code, since_ms: Math.max(0, nowMs - printer.age_ms) },
  }
  const row = { company_id: companyId, till_id: id, body_json: JSON.stringify(health) }
  await putRows(db, 'fleet_till_health', ['company_id', 'till_id'], [row])
}

async function healthOfTill(
  db: Kysely<Tables>,
  companyId: CompanyId,
  tillId: string,
): Promise<HealthView | null> {
  const row = await db
    .selectFrom('fleet_till_health')
    .select('body_json')
    .where('company_id', '=', companyId)
    .where('till_id', '=', tillId)
    .executeTakeFirst()
  return row === undefined ? null : healthView.parse(JSON.parse(row.body_json))
}

export async function healthOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
): Promise<ReadonlyMap<string, HealthView>> {
  const rows = await db
    .selectFrom('fleet_till_health')
    .select(['till_id', 'body_json'])
    .where('company_id', '=', companyId)
    .execute()
  return new Map(
    rows.map(({ till_id: id, body_json: json }) => [id, healthView.parse(JSON.parse(json))]),
  )
}
