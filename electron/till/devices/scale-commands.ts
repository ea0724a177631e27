/** The scale at the counter: which one the settings name, and what it says. */
import { isSamePort, isSerialPath, type ScaleConfig } from '#shared/devices/config.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { terminalPath, type TerminalParts } from '../card/open-terminal.ts'
import type { ScalePort } from '../kernel/ports.ts'
import { printerAt, type PrinterList } from '../printing/printer-list.ts'
import type { Settings } from '../settings/settings.ts'

const NO_SCALE: ScaleView = { says: { kind: 'none' }, lastStable: null }

interface ScaleCommands {
  /** The settings may name another one when this is done. */
  followAfter<Answer>(saving: Promise<Answer>): Promise<Answer>
  readonly api: Pick<TillApi, 'scale' | 'serialPorts' | 'tryScale'>
}

interface Neighbours {
  readonly printers: PrinterList
  readonly settings: Pick<Settings, 'read'>
  readonly terminals: TerminalParts
}

/**
 * Why there can be no scale on this port, or null: one that listens there would swallow what a
 * printer is to be sent, or what the card terminal says.
 */
export async function portProblem(
  { path }: ScaleConfig,
  { printers, settings, terminals }: Neighbours,
): Promise<Refusal | null> {
  if (!isSerialPath(path)) return refusal('SCALE_PORT_NOT_VALID', 'scalePath')
  const there = printerAt(path, printers)
  if (there !== null) return refusal('PORT_IS_A_PRINTERS', 'scalePath', { name: there.name })
  const cards = await terminalPath(terminals, settings.read().cardTerminal)
  return cards !== null && isSamePort(cards, path)
    ? refusal('PORT_IS_THE_CARDS', 'scalePath')
    : null
}

export function createScaleCommands(
  { scale }: { readonly scale?: ScalePort },
  store: Neighbours,
): ScaleCommands {
  const { settings } = store
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
      serialPorts: async () => (await scale?.ports()) ?? [],
      async tryScale(config) {
        const problem = await portProblem(config, store)
        if (problem !== null) return refuse(problem)
        return ok((await scale?.tryOut(config)) ?? NO_SCALE)
      },
    },
  }
}
