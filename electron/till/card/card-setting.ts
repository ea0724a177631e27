/** What stands against a card terminal in the settings; null when nothing does. */
import type { CardTerminalConfig } from '#shared/card/config.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { isCardTerminal, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'
import type { Attempts } from './attempts.ts'

export interface Standing {
  readonly isPractice: boolean
  readonly methods: readonly PaymentMethod[]
  readonly attempts: Pick<Attempts, 'open'>
  readonly isTaken: (path: string) => boolean
}

export function cardSettingProblem(
  config: CardTerminalConfig | null,
  { isPractice, methods, attempts, isTaken }: Standing,
): Refusal | null {
  // Whoever is asked how it ended has to be there.
  if (attempts.open().length > 0) return refusal('CARD_STILL_OPEN', 'cardTerminal')
  if (config === null) return null
  // It approves without money.
  if (config.kind === 'practice' && !isPractice)
    return refusal('CARD_ONLY_PRACTICE', 'cardTerminal')
  if (!methods.some((method) => method.id === config.method && isCardTerminal(method)))
    return refusal('METHOD_UNKNOWN', 'cardTerminal')
  const isOthers =
    config.kind === 'transbank' && 'path' in config.place && isTaken(config.place.path)
  return isOthers ? refusal('CARD_PORT_TAKEN', 'cardTerminal') : null
}
