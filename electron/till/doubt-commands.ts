/** What a person says of a till in doubt. */
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { nowOrInTurn } from './kernel/background.ts'
import type { WitnessPort } from './backup/durability/identity/witness-port.ts'
import type { Clock } from './kernel/ports.ts'
import { saveSettings } from './save-settings.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'
import type { Handlers } from './staff/staff-ports.ts'

export function createDoubtCommands(parts: {
  readonly store: Store
  readonly workers: Workers
  readonly witness: WitnessPort | null
  readonly clock: Clock
}): Handlers<'answerDoubt'> {
  const { clock, store } = parts
  const { doubts, settings, staff } = store
  return {
    async answerDoubt({ word, registerNumber }, _, { actor, approverName }) {
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
      doubts.answer(word, () =>
        staff.audit.write({
          action: 'doubt-answered',
          staff: actor,
          approverName,
          detail: { what: word },
        }),
      )
      // The other one learns of it where it lies on this machine; else the service tells it.
      const { of } = doubt
      if (word === 'goes-on' && of !== null) nowOrInTurn(clock, () => parts.witness?.retire(of))
      parts.workers.connection.check()
      return ok(null)
    },
  }
}
