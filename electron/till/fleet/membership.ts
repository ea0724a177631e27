/** The row that says which shop this till shares with, and up to where it has heard of it. */
import type { EpochMs } from '#shared/core/brand.ts'
import { placeOf, type Changes, type Paired } from '#shared/fleet/contract.ts'
import { forgetPlans } from '../catalogue/planned-prices.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createLeftMoves } from './left-moves.ts'

export interface Membership {
  readonly shopId: string
  readonly tillId: string
  readonly number: number
  readonly name: string
  readonly branch: string | null
  readonly origin: string
  readonly installation: string
  readonly version: number
  readonly epoch: string
  /** What both sides knew when that version was heard. */
  readonly kinds: string
  readonly isHeardWhole: boolean
  readonly heardAt: EpochMs | null
  readonly barredCode: string | null
  readonly joinedAt: EpochMs
}

export interface Memberships {
  /** Null while this till is alone. */
  now(): Membership | null
  /**
   * In the caller's transaction. What is kept of the same shop stays, but for the stock of another
   * place.
   */
  join(paired: Paired, where: { readonly origin: string; readonly installation: string }): void
  /**
   * In the caller's transaction: nothing of the shop stays but the records themselves, and moves of
   * stock that wait until it is there again.
   */
  leave(): void
  heard(changes: Pick<Changes, 'version' | 'epoch' | 'has_more'>, at: EpochMs): void
  /** Everything is asked for anew. */
  hearAnew(): void
  /** What is heard from here on is of these. */
  learn(kinds: string): void
  bar(code: string | null): void
  /** What it writes is the shop's word and no change of this till. In the caller's transaction. */
  muted<Done>(work: () => Done): Done
}

const OF_A_PLACE = ['move', 'opening', 'stock', 'counted']
const OF_A_SHOP = [
  ...['membership', 'noted', 'known', 'alias', 'edit', 'heard', 'overruled', 'person'],
  ...[...OF_A_PLACE, 'parked_seen'],
  ...['hub', 'hub_left', 'hub_parked', 'hub_void', 'hub_word', 'hub_move', 'hub_base'],
  ...['hub_seen', 'hub_worth'],
]

interface Stored extends Omit<Membership, 'isHeardWhole'> {
  readonly isHeardWhole: 0 | 1
}

export function createMemberships(db: TillDatabase, now: () => EpochMs): Memberships {
  const read = db.prepare<
    [],
    Stored
  >(`SELECT shop_id AS shopId, till_id AS tillId, number, name, branch, origin,
      installation, version, epoch, kinds, is_heard_whole AS isHeardWhole, heard_at_ms AS heardAt,
      barred_code AS barredCode, joined_at_ms AS joinedAt FROM fleet_membership`)
  const insert = db.prepare(`INSERT INTO fleet_membership
      (one, shop_id, till_id, number, name, branch, origin, installation, joined_at_ms)
    VALUES (1, @shopId, @tillId, @number, @name, @branch, @origin, @installation, @at)
    ON CONFLICT (one) DO UPDATE SET till_id = excluded.till_id, number = excluded.number,
      name = excluded.name, branch = excluded.branch, origin = excluded.origin,
      installation = excluded.installation, barred_code = NULL,
      joined_at_ms = excluded.joined_at_ms`)
  const heard = db.prepare(`UPDATE fleet_membership SET version = ?, epoch = ?, is_heard_whole = ?,
    heard_at_ms = ?, barred_code = NULL`)
  const hearAnew = db.prepare('UPDATE fleet_membership SET version = 0, is_heard_whole = 0')
  const learn = db.prepare('UPDATE fleet_membership SET kinds = ?')
  const bar = db.prepare('UPDATE fleet_membership SET barred_code = ?')
  const mute = db.prepare('UPDATE fleet_membership SET is_muted = ?')
  const clearing = (table: string) => db.prepare(`DELETE FROM fleet_${table}`)
  const ofPlace = OF_A_PLACE.map(clearing)
  // Not the claims: a key goes by its service's answer alone, also once this till has joined anew.
  const ofShop = OF_A_SHOP.map(clearing)
  const leftMoves = createLeftMoves(db)
  const current = (): Membership | null => {
    const row = read.get()
    return row === undefined ? null : { ...row, isHeardWhole: row.isHeardWhole === 1 }
  }
  const leave = () => {
    const from = current()
    if (from !== null) leftMoves.leave(from)
    ofShop.forEach((statement) => statement.run())
    forgetPlans(db)
  }
  const leavePlace = (from: Membership) => {
    leftMoves.leave(from)
    ofPlace.forEach((statement) => statement.run())
    hearAnew.run()
  }
  return {
    now: current,
    join({ shop_id: shopId, till_id: tillId, number, name, branch }, where) {
      const from = current()
      const isSameShop = from?.shopId === shopId
      if (!isSameShop) leave()
      else if (placeOf(from.branch) !== placeOf(branch)) leavePlace(from)
      insert.run({ shopId, tillId, number, name, branch, ...where, at: now() })
      leftMoves.enter({ shopId, branch })
    },
    leave,
    heard: ({ version, epoch, has_more: hasMore }, at) =>
      void heard.run(version, epoch, Number(!hasMore), at),
    hearAnew: () => void hearAnew.run(),
    learn: (kinds) => void learn.run(kinds),
    bar: (code) => void bar.run(code),
    muted(work) {
      mute.run(1)
      const done = work()
      mute.run(0)
      return done
    },
  }
}
