/** What a person says of a till in doubt. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { saveSettings } from './settings/save-settings.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'

export function createDoubtCommands(parts: {
  readonly store: Store
  readonly workers: Workers
}): Pick<TillApi, 'answerDoubt'> {
  const { doubts, settings, staff } = parts.store
  return {
    async answerDoubt({ word, registerNumber }) {
      const manager = staff.settingsRight.manager()
      if (!manager.ok) return manager
      const doubt = doubts.now()
      // What is older than it was has no other beside it.
      if (doubt === null || (word === 'second' && doubt.isOwn))
        return refuse(refusal('DOUBT_SETTLED'))
      if (word === 'second') {
        // Two tills of one number could not be told apart on paper.
        if (registerNumber === null || registerNumber === settings.read().registerNumber)
          return refuse(refusal('DOUBT_NEEDS_NUMBER', 'registerNumber'))
        const saved = await saveSettings(parts, { registerNumber })
        if (!saved.ok) return saved
      }
      const { actor, approverName } = manager.value
      doubts.answer(word, () =>
        staff.audit.write({
          action: 'doubt-answered',
          staff: actor,
          approverName,
          detail: { what: word },
        }),
      )
      parts.workers.connection.check()
      return ok(null)
    },
  }
}
