/** The scale at the counter: which one the settings name, and what it says. */
import { isSerialPath } from '#shared/scale/config.ts'
import type { ScaleView } from '#shared/scale/settling.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TillOptions } from '../options.ts'
import type { Store } from '../store.ts'

const NO_SCALE: ScaleView = { says: { kind: 'none' }, lastStable: null }

export interface ScaleCommands {
  /** The settings may name another one when this is done. */
  followAfter<Answer>(saving: Promise<Answer>): Promise<Answer>
  readonly api: Pick<TillApi, 'scale' | 'serialPorts' | 'tryScale'>
}

export function createScaleCommands({ scale }: TillOptions, { settings }: Store): ScaleCommands {
  const follow = () => scale?.use(settings.read().scale)
  follow()
  return {
    async followAfter(saving) {
      const answer = await saving
      follow()
      return answer
    },
    api: {
      scale: () => scale?.now() ?? NO_SCALE,
      serialPorts: async () => await scale?.ports() ?? [],
      async tryScale(config) {
        if (!isSerialPath(config.path)) return refuse(refusal('SCALE_PORT_NOT_VALID', 'scalePath'))
        return ok(await scale?.tryOut(config) ?? NO_SCALE)
      },
    },
  }
}
