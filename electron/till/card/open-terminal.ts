/** The adapter that the settings name. */
import { portOf, type CardTerminalConfig } from '#shared/card/config.ts'
import type { Log } from '#shared/core/ports.ts'
import { refuse } from '#shared/core/result.ts'
import type { Clock, HttpPort, WirePort } from '../kernel/ports.ts'
import type { CardEars, CardHealth, CardTerminal } from './card-terminal.ts'
import { createPoint } from './point.ts'
import { createPracticeTerminal } from './practice-terminal.ts'
import { createTransbank } from './transbank.ts'

export interface TerminalParts {
  readonly clock: Clock
  /** Without it no wire is opened. */
  readonly wires: WirePort | undefined
  /** Something else of this till speaks over that port. */
  readonly isTaken: (path: string) => boolean
  /** To the service of Mercado Pago, with the shop's own token. */
  readonly point: HttpPort
  readonly log: Log
}

export function openTerminal(
  { clock, wires, isTaken, point, log }: TerminalParts,
  config: CardTerminalConfig,
  ears: CardEars,
  isInDoubt: boolean,
): CardTerminal {
  if (config.kind === 'practice') return createPracticeTerminal(clock, ears)
  if (config.kind === 'point')
    return createPoint({ clock, http: point, terminalId: config.terminalId, ears, log })
  if (wires === undefined) return NOWHERE
  return createTransbank({
    ...{ clock, wires, ears, isInDoubt, log },
    async find() {
      const ports = await wires.list()
      const found = portOf(config.place, ports)
      return found.ok && isTaken(found.value) ? refuse('busy') : found
    },
  })
}

/** The port at which the terminal of the settings is now; null for none. */
export async function terminalPath(
  { wires }: Pick<TerminalParts, 'wires'>,
  config: CardTerminalConfig | null,
): Promise<string | null> {
  if (config?.kind !== 'transbank') return null
  const found = portOf(config.place, (await wires?.list()) ?? [])
  return found.ok ? found.value : null
}

/** While it is tried out nothing is stored, so nothing may be acknowledged. */
const DEAF: CardEars = {
  step: () => undefined,
  placed: () => undefined,
  ended: () => {
    throw new Error('only tried out')
  },
}
const TRY_MS = 5_000
const LOOK_MS = 250

/** Whether it answers, without an amount: of one that is not the till's own yet. */
export async function tryTerminal(
  parts: TerminalParts,
  config: CardTerminalConfig,
): Promise<CardHealth> {
  const trial = openTerminal(parts, config, DEAF, false)
  let health: CardHealth = 'absent'
  for (let waitedMs = 0; waitedMs <= TRY_MS; waitedMs += LOOK_MS) {
    health = await trial.health()
    if (health !== 'absent') break
    await new Promise<void>((resolve) => parts.clock.after(LOOK_MS, resolve))
  }
  await trial.close()
  return health
}

const NOWHERE: CardTerminal = {
  charge: async () => 'unsent',
  lookUp: async () => 'person',
  totals: async () => null,
  endBatch: async () => 'unsent',
  health: async () => 'absent',
  close: async () => undefined,
}
