/** Whose hand a parked sale is in, as this till keeps it (electron/till/fleet/schema.ts). */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { SteadyTime } from '../kernel/steady-time.ts'
import type { Memberships } from './membership.ts'
import type { ShopRecords } from './shop-records.ts'

export interface ShopParkedParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly steady: SteadyTime
  readonly ids: Pick<Ids, 'next' | 'saleId'>
  readonly journal: Pick<Journal, 'append' | 'publish'>
  readonly membership: Memberships
  readonly shop: ShopRecords
  readonly writeProduct: (shopId: string) => void
}

/** States of what is the service's to give. */
export const IN_SERVICE = "('sent', 'known')"
/** Of a claim: its answer has not come, or it is to be told; and this shop knows of it. */
export const IS_OPEN_CLAIM =
  "(state = 'asked' OR is_said = 0) AND shop_id = (SELECT shop_id FROM fleet_membership)"
/** Of a row `f` of `fleet_parked`. */
export const OF_THIS_SHOP = 'f.shop_id = (SELECT shop_id FROM fleet_membership)'

/** Of a claim: whom it asks is there to be asked; a term that was left is not. */
export const IS_ASKABLE = 'keeper IN (0, (SELECT term FROM fleet_hub))'

export type ParkedState = 'own' | 'sent' | 'known' | 'granted'
export function putState(db: TillDatabase) {
  const put = db.prepare(`INSERT INTO fleet_parked (parked_id, shop_id, state, keeper)
    SELECT id, coalesce((SELECT shop_id FROM fleet_membership), ''), ?, ? FROM parked_sale
    WHERE id = ? ON CONFLICT (parked_id) DO UPDATE SET state = excluded.state`)
  /** Whose it begins to be; where it is somebody's already it stays so. */
  return (id: string, state: ParkedState, keeper = 0) => void put.run(state, keeper, id)
}

/** Another till has it: here it is no more. Never one that this till was granted. */
export function createOver({ db, journal }: Pick<ShopParkedParts, 'db' | 'journal'>) {
  const remove = db.prepare(`DELETE FROM parked_sale WHERE id IN
    (SELECT parked_id FROM fleet_parked WHERE parked_id = ? AND state IN ${IN_SERVICE})`)
  return (id: string) => {
    if (remove.run(id).changes > 0) journal.append('parked', null, { takenElsewhere: id })
  }
}
