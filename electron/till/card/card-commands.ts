/** What a screen asks of the card terminal, and what a person says of it. */
import { isOpen, isPaid, OWN_CODES, type CardView } from '#shared/card/attempt.ts'
import type { ChargeCardInput } from '#shared/card/contract.ts'
import { placeName, type CardTerminalConfig } from '#shared/card/config.ts'
import { authorizationOf, CARD_CLP_MAX, CARD_CLP_MIN } from '#shared/card/messages.ts'
import { NO_SCREEN } from '#shared/selling/kept-sale.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { cardDeed } from '#shared/staff/deeds.ts'
import type { Ids } from '#shared/text/ids.ts'
import { guardCommit } from '../selling/guard-commit.ts'
import type { Sales } from '../selling/sales.ts'
import type { Handlers } from '../staff/staff-ports.ts'
import { orderIdOf, type Attempt, type NewAttempt } from './attempts.ts'
import { createLinkAccount, type CardAccount } from './card-account.ts'
import type { CardDesk } from './card-desk.ts'
import type { CardRefunds } from './card-refunds.ts'
import { createCheckCard, type CheckPorts } from './check-card.ts'
import type { CardTotals } from './card-totals.ts'
import { tryTerminal, type TerminalParts } from './open-terminal.ts'

type CardCommandName =
  | 'askCardTotals'
  | 'chargeCard'
  | 'settleCard'
  | 'giveBackCard'
  | 'checkCard'
  | 'cancelCard'
  | 'tryCardTerminal'
  | 'linkCardAccount'

interface CardCommandPorts extends CheckPorts {
  readonly desk: CardDesk
  readonly refunds: CheckPorts['refunds'] & Pick<CardRefunds, 'open'>
  readonly ids: Ids
  readonly rehearse: Sales['rehearse']
  readonly terminals: TerminalParts
  readonly account: CardAccount
  readonly isPractice: boolean
  readonly totals: Pick<CardTotals, 'ask'>
  /** Nothing may be tried on its port now. */
  readonly isHalted: () => boolean
}

export function createCardCommands(ports: CardCommandPorts): Handlers<CardCommandName> {
  const { desk, staff } = ports
  const ended = ({ attemptId }: Attempt) => {
    const attempt = desk.attempts.byId(attemptId)
    return attempt === undefined ? refuse(refusal('CARD_MOVED_ON')) : ok(desk.view(attempt))
  }
  return {
    async chargeCard(input, by) {
      const asked = attemptFor(ports, input, by ?? NO_SCREEN)
      if (!asked.ok) return asked
      if (input.byHand !== undefined) return chargeByHand(ports, asked.value, input.byHand)
      if (desk.attempts.openAt(asked.value.terminal) !== undefined)
        return refuse(refusal('CARD_STILL_OPEN'))
      const made = guardCommit(() => desk.attempts.create(asked.value))
      return made.ok ? ok(desk.view(await desk.charge(made.value))) : made
    },

    settleCard({ attemptId, isCharged, authorization, approvalId }) {
      const attempt = desk.attempts.byId(attemptId)
      if (attempt === undefined || !isOpen(attempt.state)) return refuse(refusal('CARD_MOVED_ON'))
      if (!desk.asksPerson(attempt)) return refuse(refusal('CARD_STILL_OPEN'))
      const typed = typedAuthorization(authorization)
      if (isCharged && typed === '')
        return refuse(refusal('CARD_AUTHORIZATION_REQUIRED', 'authorization'))
      const permission = ports.allow(cardDeed(attemptId, isCharged, attempt.amountClp), approvalId)
      if (!permission.ok) return permission
      const { actor, approverName, used } = permission.value
      const to = isCharged ? 'approved-by-hand' : 'declined-by-hand'
      const ending = {
        saidBy: approverName ?? actor.name,
        ...(isCharged ? { facts: { authorization: typed } } : {}),
      }
      const detail = { what: isCharged ? 'aprobado' : 'no aprobado', totalClp: attempt.amountClp }
      desk.move(attempt, to, ending, () => {
        used()
        staff.audit.write({ action: 'card-by-hand', staff: actor, approverName, detail })
      })
      return ended(attempt)
    },

    giveBackCard({ attemptId, approvalId }) {
      const attempt = desk.attempts.byId(attemptId)
      if (attempt === undefined || !isPaid(attempt.state)) return refuse(refusal('CARD_MOVED_ON'))
      const { leftClp, underWayClp } = desk.attempts.sumOf(attemptId, attempt.amountClp)
      if (underWayClp > 0) return refuse(refusal('CARD_REFUND_OPEN'))
      const permission = ports.allow(cardDeed(attemptId, 'back', leftClp), approvalId)
      if (!permission.ok) return permission
      const { actor, approverName, used } = permission.value
      const detail = { totalClp: leftClp }
      desk.move(attempt, 'given-back', { saidBy: approverName ?? actor.name }, () => {
        used()
        staff.audit.write({ action: 'card-given-back', staff: actor, approverName, detail })
      })
      return ended(attempt)
    },

    checkCard: createCheckCard(ports),

    cancelCard: ({ attemptId }) => cancelCard(desk, attemptId),

    linkCardAccount: createLinkAccount({ ...ports, attempts: desk.attempts }),

    askCardTotals: ({ shiftId }) => ports.totals.ask(shiftId),

    tryCardTerminal: async (config) =>
      ok(await (isInUse(desk, config) ? desk.health() : tryTerminal(ports.terminals, config))),
  }
}

/** What it says of the order closes the attempt, whoever asked for that. */
async function cancelCard(desk: CardDesk, attemptId: string): Promise<Result<null, Refusal>> {
  const attempt = desk.attempts.byId(attemptId)
  if (attempt === undefined || !isOpen(attempt.state)) return refuse(refusal('CARD_MOVED_ON'))
  const [orderId, connected] = [orderIdOf(attempt), desk.connected()]
  const isThere = connected !== null && placeName(connected.config) === attempt.terminal
  if (orderId === null || !isThere || connected.terminal.cancel === undefined)
    return refuse(refusal('CARD_AT_TERMINAL'))
  const how = await connected.terminal.cancel(attemptId, orderId)
  if (how === 'asked') return ok(null)
  return refuse(refusal(how === 'refused' ? 'CARD_AT_TERMINAL' : 'CARD_CANCEL_UNHEARD'))
}

function isInUse(desk: CardDesk, config: CardTerminalConfig): boolean {
  const current = desk.current()
  return current !== null && placeName(current) === placeName(config)
}

/**
 * What the core itself would charge the next card with: a screen names the sale, never the amount.
 */
function attemptFor(
  { desk, ids, rehearse, isHalted }: CardCommandPorts,
  { byHand: _, ...command }: ChargeCardInput,
  by: ScreenId,
): Result<NewAttempt, Refusal> {
  const decided = rehearse(command, by)
  if (!decided.ok) return decided
  const config = desk.current()
  if (config === null || isHalted()) return refuse(refusal('CARD_NO_TERMINAL'))
  const index = command.payments.findIndex(
    ({ method, attemptId }) => method === config.method && attemptId === undefined,
  )
  const part = decided.value.payments[index]
  if (part === undefined) return refuse(refusal('PAYMENT_NOTHING_DUE'))
  const problem = amountProblem(part.toCollectClp)
  if (problem !== null) return refuse(problem)
  return ok({
    attemptId: ids.next(),
    saleId: command.saleId,
    terminal: placeName(config),
    amountClp: part.toCollectClp,
    method: part.method,
  })
}

/** Only what was asked for and has not left: its amount, once, and it is in the log. */
function chargeByHand(
  { desk, staff }: CardCommandPorts,
  attempt: NewAttempt,
  byHand: string,
): Result<CardView, Refusal> {
  const { saleId, amountClp } = attempt
  const actor = staff.actor()
  if (!actor.ok) return actor
  const last = desk.attempts.newestOf(saleId)
  const isUnsent = last?.state === 'declined' && last.code === OWN_CODES.unsent
  if (!isUnsent || last.amountClp !== amountClp) return refuse(refusal('CARD_MOVED_ON'))
  const authorization = typedAuthorization(byHand)
  if (authorization === '') return refuse(refusal('CARD_AUTHORIZATION_REQUIRED', 'authorization'))
  const said = { facts: { authorization }, by: actor.value.name }
  const detail = { what: 'cobrado a mano', totalClp: amountClp }
  const made = guardCommit(() =>
    desk.attempts.create({ ...attempt, said }, () =>
      staff.audit.write({ action: 'card-by-hand', staff: actor.value, saleId, detail }),
    ),
  )
  return made.ok ? ok(desk.view(made.value)) : made
}

/** Without what is typed to read it better; empty where it is no code of a voucher. */
const typedAuthorization = (text: string) => authorizationOf(text.replace(/[\s.-]/g, ''))

function amountProblem(amountClp: Clp): Refusal | null {
  if (amountClp >= CARD_CLP_MIN && amountClp <= CARD_CLP_MAX) return null
  const [least, most] = [CARD_CLP_MIN, CARD_CLP_MAX].map((pesos) => formatClp(clp(pesos)))
  return refusal('CARD_AMOUNT_RANGE', 'tenderedClp', { least: least ?? '', most: most ?? '' })
}
