/**
 * Who takes a parked sale: decided here and once, under the lock of the shop, for the tills of its
 * place and the one that parked it.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { PARKED_OPEN_MAX, type AnsweredClaim, type Claim } from '#shared/fleet/parked-contract.ts'
import { decideParkedClaim } from '#shared/fleet/parked-decision.ts'
import type { FleetParkedRow } from '../storage/fleet-tables.ts'
import { insertRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { factsOf, keptOf, rowOf, type ParkingTill } from './parked-sales.ts'
import { advance, lockShop } from './shop-store.ts'
import { secondsToWait } from './till-days.ts'

interface ClaimedParked {
  readonly answer: AnsweredClaim | null
  readonly version: number
  /** More than 0: the till comes again then (till-days.ts). */
  readonly waitS?: number
}

/**
 * Gives the word for one, to the first that asks; whoever has it is answered the same again. No
 * answer: it would be given to a till that was retired.
 */
export function claimParked(
  storage: Storage,
  till: ParkingTill & { readonly isRetired?: boolean },
  claim: Claim,
  nowMs: EpochMs,
): Promise<ClaimedParked> {
  const { companyId } = till
  return storage.write(async (db) => {
    const before = await lockShop(db, companyId)
    const kept = await rowOf(db, companyId, claim.parked_id)
    const asks = claim.step === 'asked' || claim.step === 'given_up'
    const isVoid =
      asks &&
      ((await isVoidKey(db, till, claim.key)) || (kept === null && (await hasMadeMany(db, till))))
    const { outcome, row, voids } = decideParkedClaim(kept && keptOf(kept), till, claim, isVoid)
    // What waits for the shop is the shop's; what is nowhere is whose it was.
    if (till.isRetired === true && row === 'take') return { answer: null, version: before }
    const waitS = voids ? await keepVoid(db, till, claim, nowMs) : 0
    if (waitS > 0) return { answer: null, version: before, waitS }
    const answer = await answerOf(db, outcome, kept)
    if (row === null) return { answer, version: before }
    const version = before + 1
    const taken = { taken_by: till.number, taken_key: claim.key, taken_at_ms: nowMs }
    if (row === 'made')
      await insertRows(db, 'fleet_parked', [madeElsewhere(till, claim, version, nowMs)])
    else
      await db
        .updateTable('fleet_parked')
        .set({ ...(row === 'free' ? FREE : taken), version })
        .where('company_id', '=', companyId)
        .where('parked_id', '=', claim.parked_id)
        .execute()
    await advance(db, companyId, version, nowMs)
    return { answer, version }
  })
}

const FREE = { taken_by: null, taken_key: null, taken_at_ms: null }

async function answerOf(
  db: Kysely<Tables>,
  outcome: AnsweredClaim['outcome'],
  row: FleetParkedRow | null,
): Promise<AnsweredClaim> {
  if (outcome === 'own') return { outcome }
  if (outcome === 'unknown' || row === null) return { outcome: 'unknown' }
  if (outcome === 'taken') return takenBy(db, row)
  const { parked_id, sale, customer, parked_at_ms } = row
  return { outcome, ...factsOf(row), parked_id, sale, customer, parked_at_ms }
}

/** To its own till too only by the key it was granted to: what it took it may have sold by now. */
async function takenBy(
  db: Kysely<Tables>,
  { company_id: companyId, taken_by: taken }: FleetParkedRow,
): Promise<AnsweredClaim> {
  const by = taken ?? 0
  const till = await db
    .selectFrom('fleet_tills')
    .select('name')
    .where('company_id', '=', companyId)
    .where('number', '=', by)
    .executeTakeFirst()
  return { outcome: 'taken', by, by_name: till?.name ?? '' }
}

/** It stands for what is nowhere here, and is that till's. */
function madeElsewhere(
  till: ParkingTill,
  { parked_id, key }: Claim,
  version: number,
  nowMs: EpochMs,
): FleetParkedRow {
  return {
    ...{ company_id: till.companyId, place: till.place, till_number: till.number },
    ...{ parked_id, version, facts: '', sale: '', customer: '', buyer: '', parked_at_ms: nowMs },
    ...{ taken_by: till.number, taken_key: key, taken_at_ms: nowMs },
    installation_id: till.installationId,
  }
}

/** Beyond the limit the answer is `unknown`, and the till says its sale again, whole. */
async function hasMadeMany(db: Kysely<Tables>, { companyId, number }: ParkingTill) {
  const { made } = await db
    .selectFrom('fleet_parked')
    .select((eb) => eb.fn.countAll().as('made'))
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('facts', '=', sql.lit(''))
    .executeTakeFirstOrThrow()
  return Number(made) >= PARKED_OPEN_MAX
}

async function isVoidKey(db: Kysely<Tables>, { companyId }: ParkingTill, key: string) {
  const row = await db
    .selectFrom('fleet_parked_void')
    .select('at_ms')
    .where('company_id', '=', companyId)
    .where('claim_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Answers the seconds to wait where that till has said too many of them today. */
async function keepVoid(
  db: Kysely<Tables>,
  till: ParkingTill,
  { key }: Claim,
  nowMs: EpochMs,
): Promise<number> {
  const { companyId } = till
  if (await isVoidKey(db, till, key)) return 0
  const waitS = await secondsToWait(db, till, 'voids', 1, nowMs)
  if (waitS > 0) return waitS
  await db
    .insertInto('fleet_parked_void')
    .values({ company_id: companyId, claim_key: key, at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 0
}
