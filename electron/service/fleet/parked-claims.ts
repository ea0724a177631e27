/**
 * Who takes a parked sale: decided here and once, under the lock of the shop, for the tills of its
 * place and the one that parked it.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { PARKED_OPEN_MAX, type AnsweredClaim, type Claim } from '#shared/fleet/parked-contract.ts'
import type { FleetParkedRow } from '../storage/fleet-tables.ts'
import { insertRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { factsOf, isOf, rowOf, type ParkingTill } from './parked-sales.ts'
import { advance, lockShop } from './shop-store.ts'

interface Decided {
  readonly answer: AnsweredClaim
  /** What becomes of the row; null where it stays. */
  readonly row: Pick<FleetParkedRow, 'taken_by' | 'taken_key' | 'taken_at_ms'> | 'made' | null
}

/** Gives the word for one, to the first that asks; whoever has it is answered the same again. */
export function claimParked(
  storage: Storage,
  till: ParkingTill,
  claim: Claim,
  nowMs: EpochMs,
): Promise<{ readonly answer: AnsweredClaim; readonly version: number }> {
  const { companyId } = till
  return storage.write(async (db) => {
    const before = await lockShop(db, companyId)
    const { answer, row } = await decide(db, till, claim, nowMs)
    const isVoid = isNothing(answer) && claim.step !== 'done'
    if (isVoid || claim.step === 'used') await keepVoid(db, till, claim, nowMs)
    if (row === null) return { answer, version: before }
    const version = before + 1
    if (row === 'made')
      await insertRows(db, 'fleet_parked', [madeElsewhere(till, claim, version, nowMs)])
    else
      await db
        .updateTable('fleet_parked')
        .set({ ...row, version })
        .where('company_id', '=', companyId)
        .where('parked_id', '=', claim.parked_id)
        .execute()
    await advance(db, companyId, version, nowMs)
    return { answer, version }
  })
}

const FREE = { taken_by: null, taken_key: null, taken_at_ms: null }

async function decide(
  db: Kysely<Tables>,
  till: ParkingTill,
  { parked_id: id, key, step, is_own: isOwn }: Claim,
  nowMs: EpochMs,
): Promise<Decided> {
  const row = await rowOf(db, till.companyId, id)
  const isHere = step === 'done' || step === 'used'
  const isVoid = !isHere && (await isVoidKey(db, till, key))
  if (row === null) {
    // It may arrive yet, or again in a database that was put back: it is not to be had then.
    if (isHere) return { answer: { outcome: 'unknown' }, row: 'made' }
    const stays = step === 'asked' && isOwn && !isVoid && !(await hasMadeMany(db, till))
    return stays ? { answer: { outcome: 'own' }, row: 'made' } : NOTHING
  }
  if (row.place !== till.place && !isOf(row, till)) return NOTHING
  // The key alone says so: its till may have left and joined again, with another number.
  const isHeld = row.taken_key === key
  // What has no content any more is nothing to wait for.
  if (step === 'given_up') return isHeld && row.sale !== '' ? { ...NOTHING, row: FREE } : NOTHING
  const taken = { taken_by: till.number, taken_key: key, taken_at_ms: nowMs }
  // It was taken up: whoever asks has forgotten it.
  if (isHeld && isVoid) return { answer: await takenBy(db, row), row: null }
  if (isHeld) return { answer: granted(row), row: row.taken_by === till.number ? null : taken }
  if (row.taken_by !== null) return { answer: await takenBy(db, row), row: null }
  return isVoid ? NOTHING : { answer: granted(row), row: taken }
}

const NOTHING: Decided = { answer: { outcome: 'unknown' }, row: null }
const isNothing = ({ outcome }: AnsweredClaim) => outcome === 'unknown' || outcome === 'taken'

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

/** One that was only said to be taken has nothing to hand over. */
function granted(row: FleetParkedRow): AnsweredClaim {
  const { facts, parked_id, sale, customer, parked_at_ms } = row
  if (facts === '') return { outcome: 'own' }
  return { outcome: 'granted', ...factsOf(row), parked_id, sale, customer, parked_at_ms }
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

async function keepVoid(
  db: Kysely<Tables>,
  { companyId }: ParkingTill,
  { key }: Claim,
  nowMs: EpochMs,
): Promise<void> {
  await db
    .insertInto('fleet_parked_void')
    .values({ company_id: companyId, claim_key: key, at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
