/**
 * Moves of stock of a place this till has left: what was on its way there, and what it moved while
 * it was alone. They go up when it stands there again, by their ids, so each is counted once; at
 * another place, or in another shop, they are nobody's but this till's.
 */
import { placeOf } from '#shared/fleet/contract.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** Where a move counts. */
interface MovesAt {
  readonly shopId: string
  readonly branch: string | null
}

/** Both in the caller's transaction. */
interface LeftMoves {
  leave(from: MovesAt): void
  /** What waits for it waits to be said. */
  enter(to: MovesAt): void
}

export function createLeftMoves(db: TillDatabase): LeftMoves {
  // What was counted may be lost there since: it is said again, and stands as counted until then.
  const setApart = db.prepare(`INSERT OR REPLACE INTO fleet_left_move
      (seq, product_id, shop_id, place, version)
    SELECT seq, product_id, @shopId, @place, iif(version IS NULL, NULL, 0) FROM fleet_move`)
  const leftLast = db.prepare(`INSERT OR REPLACE INTO fleet_left (one, shop_id, place, after_seq)
    SELECT 1, @shopId, @place, coalesce(max(seq), 0) FROM stock_move`)
  const alone = db.prepare(`INSERT INTO fleet_left_move (seq, product_id, shop_id, place)
    SELECT m.seq, m.product_id, l.shop_id, l.place FROM fleet_left l
      JOIN stock_move m ON m.seq > l.after_seq WHERE m.kind <> 'elsewhere'`)
  const entered = db.prepare('DELETE FROM fleet_left')
  const takeBack = db.prepare(`INSERT INTO fleet_move (seq, product_id, version)
    SELECT seq, product_id, version FROM fleet_left_move
    WHERE shop_id = @shopId AND place = @place`)
  const taken = db.prepare('DELETE FROM fleet_left_move WHERE shop_id = @shopId AND place = @place')
  const named = ({ shopId, branch }: MovesAt) => ({ shopId, place: placeOf(branch) })
  return {
    leave(from) {
      setApart.run(named(from))
      leftLast.run(named(from))
    },
    enter(to) {
      alone.run()
      entered.run()
      takeBack.run(named(to))
      taken.run(named(to))
    },
  }
}
