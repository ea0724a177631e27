/**
 * From a shop to the practice beside it. The shop's till stays as it is and goes on sending; its
 * counter is locked, so that whoever comes back from practising is asked for a PIN.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { CoreParts } from '../core-parts.ts'

export function createPracticeDoor({
  options,
  store,
}: Pick<CoreParts, 'options' | 'store'>): TillApi['enterPractice'] {
  const draft = store.db.prepare('SELECT 1 FROM draft WHERE sale_json IS NOT NULL')
  return async () => {
    const { practice, log } = options
    if (practice === undefined || store.purpose === 'practice')
      return refuse(refusal('PRACTICE_NOT_HERE'))
    const actor = store.staff.actor()
    if (!actor.ok) return actor
    // Whoever comes back would stand in a sale they know nothing of.
    if (draft.get() !== undefined) return refuse(refusal('PRACTICE_SALE_OPEN'))
    try {
      await practice.open()
    } catch (error) {
      log('the practice was not opened', { error: String(error) })
      return refuse(refusal('PRACTICE_NOT_OPENED'))
    }
    store.staff.audit.write({ action: 'practice-entered', staff: actor.value })
    if (store.staff.view().isOn) store.staff.signOut()
    return ok(null)
  }
}
