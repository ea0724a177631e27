/**
 * Money that a return gives back to a card through the terminal's own service: on disk with the
 * return itself, asked for under its own key, closed by what the service shows of the order alone,
 * and followed after a crash. What nobody can prove, and what was refused, a person sees to; what
 * the service says after that is heard as well.
 */
import { APPROVED_CODE } from '#shared/card/messages.ts'
import {
  REFUND_ASK_MS,
  REFUND_CLOCK_MS,
  REFUND_LATE_MS,
  REFUND_SHOWN_MS,
  REFUND_WORD_MS,
  type CardRefundView,
  type RefundPart,
} from '#shared/card/refund.ts'
import type { SentRefund } from '#shared/card/refund-proof.ts'
import type { RefundWay } from '#shared/shifts/refund-ways.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { unattended } from '../kernel/background.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { CardDesk } from './card-desk.ts'
import type { Refunded } from './card-terminal.ts'
import {
  createRefundRows,
  TWICE_CODE,
  type CardRefund,
  type ChargeLeft,
  type RefundRows,
} from './refund-rows.ts'

export interface CardRefunds extends Pick<RefundRows, 'ofShift' | 'open'> {
  /** What of its charges of this method can still go back so; empty where none can. */
  refundable(saleId: SaleId): readonly (RefundPart & { readonly method: string })[]
  /** Why what is left of a sale cannot go back to its card, were it deleted; null where it can. */
  deletionProblem(saleId: SaleId): Refusal | null
  /** Why a return is not undone: its money is with the customer, or on its way there. */
  undoProblem(returnId: SaleId): Refusal | null
  /** Whether the till itself has asked for the money of a return. */
  isAskedBy(returnId: SaleId): boolean
  /** In the transaction of the return; sent once that is on disk. */
  ask(returnId: SaleId, parts: readonly RefundPart[]): void
  /** In the transaction that makes the deletion so: before, its sale may stand yet. */
  askOfDeleted(saleId: SaleId): void
  /** Sends what was asked for and is not over; also what a till that fell has left. */
  follow(): void
  /** What a person has to know of. */
  shown(): readonly CardRefundView[]
  /** One that was refused, that nobody can prove, or that a person's word contradicts. */
  toCheck(refundId: string): CardRefund | undefined
  /** In the caller's transaction. */
  check(refundId: string, by: string, way: RefundWay): void
}

interface Ports {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly ids: Pick<Ids, 'next'>
  readonly desk: Pick<CardDesk, 'connected' | 'current'>
  /** Whose account the terminal's service is asked with. */
  readonly accountOf: () => string | null
  readonly journal: Pick<Journal, 'announceStatus'>
  readonly log: Log
  /** Nothing may be stored or sent any more. */
  readonly isOver: () => boolean
}

const [AGAIN_MS, SELDOM_MS, RARELY_MS] = [1_500, 60_000, 3_600_000]

export function createCardRefunds(ports: Ports): CardRefunds {
  const { clock, ids, desk, journal } = ports
  const rows = createRefundRows(ports.db)
  const follow = createFollow(ports, rows)
  const isHere = ({ account }: ChargeLeft) =>
    desk.current()?.kind === 'point' && account !== null && account === ports.accountOf()
  const ask = (returnId: SaleId, parts: readonly RefundPart[]) => {
    for (const { attemptId, amountClp } of parts)
      rows.insert({ refundId: ids.next(), returnId, attemptId, amountClp, at: clock.now() })
    if (parts.length > 0) clock.after(0, follow)
  }
  return {
    ...{ ofShift: rows.ofShift, open: rows.open },
    refundable: (saleId) => rows.charges(saleId).filter(isHere).filter(hasRest),
    deletionProblem(saleId) {
      const charges = rows.charges(saleId)
      if (charges.some(({ sum }) => sum.underWayClp > 0)) return refusal('CARD_REFUND_OPEN')
      const left = charges.filter(hasRest)
      return left.every(isHere) ? null : refusal('CARD_NOT_REFUNDABLE')
    },
    undoProblem(returnId) {
      const sum = rows.sumOfReturn(returnId)
      if (sum === null) return null
      if (sum.underWayClp > 0) return refusal('CARD_REFUND_OPEN')
      return sum.refundedClp + sum.otherwiseClp > 0 ? refusal('CARD_REFUND_MADE') : null
    },
    isAskedBy: (returnId) => rows.sumOfReturn(returnId) !== null,
    ask,
    askOfDeleted: (saleId) => ask(saleId, rows.charges(saleId).filter(hasRest)),
    follow,
    shown: () =>
      rows
        .shown()
        .map(({ refundId, ticket, amountClp, state, code, checkedBy }) => ({
          ...{ refundId, ticket, amountClp, state, code },
          ...(checkedBy === null ? {} : { saidBy: checkedBy }),
        })),
    toCheck: (refundId) =>
      rows.shown().find((row) => row.refundId === refundId && row.state !== 'asked'),
    check(refundId, by, way) {
      const at = clock.now()
      if (rows.byId(refundId)?.state === 'done') rows.see({ refundId, by, at })
      else rows.check({ refundId, by, way, at })
      journal.announceStatus()
    },
  }
}

const hasRest = ({ amountClp }: RefundPart) => amountClp > 0

/** Each one by itself, as long as the service may say how it ended. */
function createFollow(ports: Ports, rows: RefundRows): () => void {
  const { clock, journal } = ports
  const followed = new Set<string>()
  const age = createAge(clock)
  const isToFollow = (row: CardRefund | undefined): row is CardRefund =>
    row !== undefined &&
    row.state !== 'done' &&
    ((row.state !== 'refused' && row.checkedBy === null) ||
      clock.now() - row.askedAt < REFUND_WORD_MS)
  const followOne = async (refundId: string) => {
    for (let looks = 0; !ports.isOver(); looks += 1) {
      const row = rows.byId(refundId)
      if (!isToFollow(row)) return
      await settle(ports, rows, row, age)
      const isLate = row.state !== 'asked' && clock.now() - row.askedAt >= REFUND_LATE_MS
      const pauseMs = Math.min(AGAIN_MS * 2 ** looks, isLate ? RARELY_MS : SELDOM_MS)
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
    }
  }
  return () => {
    for (const row of rows.followed()) {
      const { refundId } = row
      if (followed.has(refundId) || !isToFollow(row)) continue
      followed.add(refundId)
      unattended(
        clock,
        followOne(refundId).finally(() => followed.delete(refundId)),
      )
    }
    journal.announceStatus()
  }
}

type Age = ReturnType<typeof createAge>

/**
 * Since it was first sent: by the clock that nobody sets, where it is the same run, and by the one
 * on the wall. A bit of time set back is none; more of it, and nobody knows.
 */
function createAge(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
  const sentMs = new Map<string, number>()
  return {
    sending: (refundId: string) => void sentMs.set(refundId, clock.monotonicMs()),
    of({ refundId, sentAt }: CardRefund): number {
      if (sentAt === null) return 0
      const wallMs = clock.now() - sentAt
      const since = sentMs.get(refundId)
      if (since !== undefined) return Math.max(wallMs, clock.monotonicMs() - since)
      return wallMs < -REFUND_CLOCK_MS ? Infinity : Math.max(0, wallMs)
    },
  }
}

const idsIn = (json: string) => JSON.parse(json) as readonly string[]

function sentOf({ body, beforeJson, untilJson }: CardRefund): SentRefund | null {
  if (beforeJson === null) return null
  return { body, before: idsIn(beforeJson), until: untilJson === null ? null : idsIn(untilJson) }
}

/** One round: what the service shows, or shows after it was asked, is stored. */
async function settle(ports: Ports, rows: RefundRows, row: CardRefund, age: Age): Promise<void> {
  const { clock, desk, log } = ports
  const { refundId } = row
  const refund = desk.connected()?.terminal.refund
  // One after the other: two of the same amount are told apart by what was shown before each.
  const isNext = row.sentAt !== null || !rows.isBehind(refundId)
  if (!isNext) return
  const mayAsk = row.state === 'asked' && age.of(row) < REFUND_ASK_MS
  const store = (work: () => boolean) => {
    if (ports.isOver()) return false
    try {
      return work()
    } catch (error) {
      // It is shown again with the next look.
      log('a card refund could not be written', { error: String(error) })
      return false
    }
  }
  const how = await (refund ?? nobody)({
    ...{ ...row, sent: sentOf(row), others: idsIn(row.othersJson), mayAsk },
    sending: (body, before) => {
      age.sending(refundId)
      const at = clock.now()
      return store(() => rows.send({ refundId, body, before: JSON.stringify(before), at }))
    },
    unsent: () => void store(() => rows.unsend({ refundId, at: clock.now() })),
  })
  const ending = endingOf(how, row, age.of(row))
  if (ending === null) return
  if (store(() => rows.end({ refundId, ...ending, at: clock.now() })))
    ports.journal.announceStatus()
}

/** Where no such terminal is set up. */
const nobody = async (): Promise<Refunded> => ({ kind: 'again' })

/** Null: it goes on as it is. */
function endingOf(how: Refunded, { state, sentAt }: CardRefund, ageMs: number) {
  if (how.kind === 'done')
    return {
      to: 'done',
      code: how.isTwice ? TWICE_CODE : APPROVED_CODE,
      serviceId: how.serviceId,
    } as const
  if (how.kind === 'refused')
    return { to: 'refused', code: how.code, serviceId: how.serviceId } as const
  if (state !== 'asked') return null
  const toPerson = { to: 'person', code: null, serviceId: null } as const
  // The order may say that its money is gone before it says where to.
  if (how.kind === 'person')
    return sentAt === null || ageMs >= REFUND_SHOWN_MS ? { ...toPerson, code: how.code } : null
  // One that never left is none that nobody can prove.
  if (sentAt === null) return null
  return ageMs >= (how.kind === 'running' ? REFUND_LATE_MS : REFUND_ASK_MS) ? toPerson : null
}
