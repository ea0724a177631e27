/**
 * A terminal that is none, to practise with: the last digit of the amount says what becomes of it,
 * so that a cashier has seen each screen before a customer stands there. It takes no money, so no
 * shop's till has it.
 */
import { clp } from '#shared/money/clp.ts'
import { APPROVED_CODE } from '#shared/card/messages.ts'
import type { CardOrder } from '#shared/card/proof.ts'
import type { Clock } from '../kernel/ports.ts'
import type { CardEars, CardTerminal } from './card-terminal.ts'

/** What amounts ending in these do; all others are approved. */
const ENDS = { declined: 1, foundApproved: 2, asksPerson: 3 } as const
const [DECLINED_CODE, STEPS] = ['01', ['78', '81', '82']]
const STEP_MS = 1_500
const LOOK_MS = 6_000

export function createPracticeTerminal(clock: Pick<Clock, 'after'>, ears: CardEars): CardTerminal {
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const end = ({ ticket, amountClp }: CardOrder, code: string) =>
    ears.ended(code, {
      ticket,
      amountClp: clp(amountClp),
      commerce: 'PRACTICA',
      terminal: 'PRACTICA',
      authorization: code === APPROVED_CODE ? ticket : '',
      operation: ticket.slice(-3),
      last4: '0042',
      kind: 'DB',
      brand: 'DB',
      installments: 0,
      terminalTime: '',
      tipClp: clp(0),
    })
  const digitOf = ({ amountClp }: CardOrder): number => amountClp % 10
  return {
    async charge(order) {
      for (const step of STEPS) {
        ears.step(step)
        await wait(STEP_MS)
      }
      const digit = digitOf(order)
      if (digit === ENDS.foundApproved || digit === ENDS.asksPerson) return 'unknown'
      end(order, digit === ENDS.declined ? DECLINED_CODE : APPROVED_CODE)
      return 'ended'
    },
    async lookUp({ order, isStillOpen }) {
      await wait(LOOK_MS)
      if (!isStillOpen()) return 'ended'
      if (digitOf(order) === ENDS.asksPerson) return 'person'
      // What was under way when the till fell was never charged.
      if (digitOf(order) !== ENDS.foundApproved) return 'not-charged'
      end(order, APPROVED_CODE)
      return 'ended'
    },
    // It keeps nothing to be compared.
    totals: async () => null,
    endBatch: async () => 'unsent',
    health: async () => 'ready',
    close: async () => undefined,
  }
}
