/**
 * From a shop to the practice beside it. The shop's till stays as it is and goes on sending; its
 * counter is locked, so that whoever comes back from practising is asked for a PIN.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Log } from '#shared/core/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PracticePort } from '../kernel/ports.ts'
import type { Purpose } from '../settings/purpose.ts'
import type { Actor, Staff } from '../staff/staff-ports.ts'

export interface DoorParts {
  readonly options: {
    readonly practice?: PracticePort
    readonly ownShop?: PracticePort
    readonly log: Log
  }
  readonly store: { readonly db: TillDatabase; readonly staff: Staff; readonly purpose: Purpose }
}

export function createPracticeDoor({ options, store }: DoorParts): TillApi['enterPractice'] {
  const draft = store.db.prepare('SELECT 1 FROM draft WHERE sale_json IS NOT NULL')
  const mayEnter = (): Result<Actor, Refusal> => {
    const actor = store.staff.actor()
    if (!actor.ok) return actor
    // Whoever comes back would stand in a sale they know nothing of.
    return draft.get() === undefined ? actor : refuse(refusal('PRACTICE_SALE_OPEN'))
  }
  return async () => {
    const { practice, log } = options
    if (practice === undefined || store.purpose === 'practice')
      return refuse(refusal('PRACTICE_NOT_HERE'))
    const asking = mayEnter()
    if (!asking.ok) return asking
    try {
      await practice.open()
    } catch (error) {
      log('the practice was not opened', { error: String(error) })
      return refuse(refusal('PRACTICE_NOT_OPENED'))
    }
    // Opening took a moment, in which a sale may have begun, or somebody else come to the counter.
    const still = mayEnter()
    if (!still.ok) return still
    if (still.value.id !== asking.value.id) return refuse(refusal('SIGN_IN_REQUIRED'))
    store.staff.audit.write({ action: 'practice-entered', staff: still.value })
    if (store.staff.view().isOn) store.staff.signOut()
    return ok(null)
  }
}

/** From a practice to a shop of one's own. Nothing in a practice is worth a PIN. */
export function createShopDoor({
  options: { ownShop, log },
  store,
}: DoorParts): TillApi['openOwnShop'] {
  return async () => {
    if (ownShop === undefined || store.purpose === 'shop')
      return refuse(refusal('OWN_SHOP_NOT_HERE'))
    const actor = store.staff.actor()
    if (!actor.ok) return actor
    try {
      await ownShop.open()
    } catch (error) {
      log('a shop was not opened', { error: String(error) })
      return refuse(refusal('OWN_SHOP_NOT_OPENED'))
    }
    return ok(null)
  }
}
