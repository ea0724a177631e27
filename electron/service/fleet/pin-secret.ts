/**
 * Which secret of the PINs the tills of a shop have, and the boxes in which they hand it on. What
 * is in a box this service cannot know.
 */
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import type { pinSecretAnswer, pinSecretBody } from '#shared/fleet/pin-secret-contract.ts'
import type { FleetTillRow, Tables } from '../storage/tables.ts'
import { advance, lockShop } from './shop-store.ts'
import type { AskingTill } from './till-keys.ts'

type Said = z.output<typeof pinSecretBody>
type Answer = z.output<typeof pinSecretAnswer>

/** Inside a write job. `isNews`: another till of the shop has something to do. */
export async function sharePins(
  db: Kysely<Tables>,
  till: AskingTill,
  said: Said,
  nowMs: EpochMs,
): Promise<{ readonly answer: Answer; readonly isNews: boolean }> {
  const version = await lockShop(db, till.companyId)
  const tills = await tillsThere(db, till)
  const isTheirs = isBoxKey(tills, till, said)
  const pepperId = await agreed(db, till, tills, isTheirs ? said.pepper_id : null)
  const isHolder = isTheirs && said.pepper_id !== null && said.pepper_id === pepperId
  // Who has the till's key alone is told what there is, and says nothing.
  if (!isTheirs)
    return { answer: answerTo(till, tills, { said, pepperId, isHolder }), isNews: false }
  const begins = await note(db, till, { tills, said, isHolder })
  const isNews = isHolder ? await keepBoxes(db, till, said) : begins
  if (isNews) await advance(db, till.companyId, version + 1, nowMs)
  const after = await tillsThere(db, till)
  return { answer: answerTo(till, after, { said, pepperId, isHolder }), isNews }
}

const tillsThere = (db: Kysely<Tables>, { companyId }: AskingTill) =>
  db
    .selectFrom('fleet_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('retired_at_ms', 'is', null)
    .orderBy('number')
    .execute()

/** A till that was paired without one has none until it is paired anew. */
export const NO_BOX_KEY = '-'

function isBoxKey(tills: readonly FleetTillRow[], { id }: AskingTill, said: Said): boolean {
  const kept = tills.find((one) => one.id === id)?.box_key
  return kept === '' || kept === said.box_key
}

const isHeld = (tills: readonly FleetTillRow[], pepperId: string) =>
  tills.some(({ holds_pepper: held }) => pepperId !== '' && held === pepperId)

/**
 * The first one that is said, for as long as a till is there that had it: who steals the key of a
 * till puts no other one in its place.
 */
async function agreed(
  db: Kysely<Tables>,
  { companyId }: AskingTill,
  tills: readonly FleetTillRow[],
  said: string | null,
): Promise<string> {
  const { pepper_id: stands } = await db
    .selectFrom('fleet_counters')
    .select('pepper_id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (said === null || said === stands || isHeld(tills, stands)) return stands
  await db
    .updateTable('fleet_counters')
    .set({ pepper_id: said })
    .where('company_id', '=', companyId)
    .execute()
  return said
}

interface Noting {
  readonly tills: readonly FleetTillRow[]
  readonly said: Said
  readonly isHolder: boolean
}

/**
 * Written where it is another one than it was: most questions change nothing. Whether it begins to
 * ask.
 */
async function note(
  db: Kysely<Tables>,
  { id, companyId }: AskingTill,
  { tills, said, isHolder }: Noting,
): Promise<boolean> {
  const row = tills.find((one) => one.id === id)
  if (row === undefined) return false
  const now = {
    box_key: row.box_key === '' ? said.box_key : row.box_key,
    holds_pepper: isHolder ? (said.pepper_id ?? '') : row.holds_pepper,
    asks_pepper: Number(!isHolder),
    box: said.is_box_wrong ? '' : row.box,
  }
  const isSame = Object.entries(now).every(
    ([name, value]) => row[name as keyof typeof now] === value,
  )
  if (isSame) return false
  await db
    .updateTable('fleet_tills')
    .set(now)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return now.asks_pepper > row.asks_pepper
}

/** For who asks and has none of this secret; the first one stays. Whether there is a new one. */
async function keepBoxes(
  db: Kysely<Tables>,
  { companyId }: AskingTill,
  { pepper_id: pepperId, boxes }: Said,
): Promise<boolean> {
  let kept = 0n
  for (const { till_id: id, box } of boxes) {
    const { numUpdatedRows } = await db
      .updateTable('fleet_tills')
      .set({ box, box_pepper: pepperId ?? '' })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('retired_at_ms', 'is', null)
      .where('asks_pepper', '=', 1)
      .where((eb) => eb.or([eb('box', '=', ''), eb('box_pepper', '<>', pepperId ?? '')]))
      .executeTakeFirst()
    kept += numUpdatedRows
  }
  return kept > 0n
}

interface Answering extends Pick<Noting, 'said' | 'isHolder'> {
  readonly pepperId: string
}

function answerTo(
  { id }: AskingTill,
  tills: readonly FleetTillRow[],
  { said, pepperId, isHolder }: Answering,
): Answer {
  const row = tills.find((one) => one.id === id)
  const isBoxed = (one: FleetTillRow) => one.box !== '' && one.box_pepper === pepperId
  const asking = tills.filter(
    (one) => one.id !== id && one.asks_pepper === 1 && one.box_key !== '' && !isBoxed(one),
  )
  return {
    pepper_id: pepperId === '' ? null : pepperId,
    is_free: !isHeld(tills, pepperId),
    is_box_key: row?.box_key === said.box_key,
    box: row !== undefined && isBoxed(row) ? row.box : null,
    asking: isHolder
      ? asking.map(({ id: till_id, number, name, box_key }) => ({ till_id, number, name, box_key }))
      : [],
  }
}
