/** What stands against a card terminal, or the ways to pay beside it; null when nothing does. */
import type { CardTerminalConfig } from '#shared/card/config.ts'
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { isCardTerminal, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'
import type { Attempts } from './attempts.ts'

/** What is saved; absent: it stays as it is. */
interface Saved {
  readonly cardTerminal?: CardTerminalConfig | null | undefined
  readonly paymentMethods?: readonly PaymentMethod[] | undefined
  readonly shop?: { readonly rut: string } | undefined
}

export interface Standing {
  readonly isPractice: boolean
  /** Of the company whose till this is now. */
  readonly rut: string
  /** As it is before. */
  readonly now: {
    readonly cardTerminal: CardTerminalConfig | null
    readonly paymentMethods: readonly PaymentMethod[]
  }
  readonly attempts: Pick<Attempts, 'open' | 'paid'>
  /** Money is on its way back to a card. */
  readonly isRefundOpen: () => boolean
  readonly isTaken: (path: string) => boolean
}

export function cardSettingProblem(saved: Saved, standing: Standing): Refusal | null {
  const { cardTerminal, paymentMethods, shop } = saved
  // The token that an open charge is asked for with is its company's.
  const held = heldProblem(standing)
  if (shop !== undefined && !isSameRut(shop.rut, standing.rut) && held !== null)
    return refusal(held, 'rut')
  const methods = (paymentMethods ?? standing.now.paymentMethods).filter(({ isActive }) => isActive)
  return (
    (cardTerminal === undefined ? null : terminalProblem(cardTerminal, methods, standing)) ??
    (paymentMethods === undefined
      ? null
      : methodsProblem(
          cardTerminal === undefined ? standing.now.cardTerminal : cardTerminal,
          methods,
          standing,
        ))
  )
}

function terminalProblem(
  config: CardTerminalConfig | null,
  methods: readonly PaymentMethod[],
  standing: Standing,
): Refusal | null {
  const { isPractice, isTaken } = standing
  // Whoever is asked how it ended has to be there.
  const held = heldProblem(standing)
  if (held !== null) return refusal(held, 'cardTerminal')
  if (config === null) return null
  // It approves without money.
  if (config.kind === 'practice' && !isPractice)
    return refusal('CARD_ONLY_PRACTICE', 'cardTerminal')
  if (!isChargedBy(config, methods)) return refusal('METHOD_UNKNOWN', 'cardTerminal')
  const isOthers =
    config.kind === 'transbank' && 'path' in config.place && isTaken(config.place.path)
  return isOthers ? refusal('CARD_PORT_TAKEN', 'cardTerminal') : null
}

/** Somebody is still asked how a charge, or a refund, ended. */
function heldProblem({ attempts, isRefundOpen }: Standing): RefusalCode | null {
  if (attempts.open().length > 0) return 'CARD_STILL_OPEN'
  return isRefundOpen() ? 'CARD_REFUND_OPEN' : null
}

function isSameRut(typed: string, rut: string): boolean {
  const read = parseRut(typed)
  return !read.ok || read.value === rut
}

const isChargedBy = (config: CardTerminalConfig, methods: readonly PaymentMethod[]) =>
  methods.some((method) => method.id === config.method && isCardTerminal(method))

/** A card that was charged, or may have been, is paid for by the way it was charged. */
function methodsProblem(
  config: CardTerminalConfig | null,
  methods: readonly PaymentMethod[],
  { attempts }: Standing,
): Refusal | null {
  const charged = [...attempts.open(), ...attempts.paid()]
  const isThere = charged.every((attempt) => methods.some(({ id }) => id === attempt.method))
  const isKept = isThere && (config === null || isChargedBy(config, methods))
  return isKept ? null : refusal('CARD_METHOD_NEEDED', 'paymentMethods')
}
