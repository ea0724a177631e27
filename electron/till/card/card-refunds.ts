/**
 * Money that a return gives back to a card through the terminal's own service: on disk with the
 * return itself, asked for under its own key, closed by what the service shows of the order alone,
 * and followed after a crash. What nobody can prove, and what was refused, a person sees to.
 */
import { APPROVED_CODE } from '#shared/card/messages.ts'
import {
  REFUND_ASK_MS,
  REFUND_LATE_MS,
  type CardRefundView,
  type RefundPart,
} from '#shared/card/refund.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import type { Clp } from '#shared/money/clp.ts'
import { unattended } from '../kernel/background.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Ids } from '#shared/text/ids.ts'
import { PAID_AS } from '../sold/payments.ts'
import type { CardDesk } from './card-desk.ts'

export interface CardRefund extends CardRefundView {
  readonly attemptId: string
  readonly orderId: string
  /** Of the whole charge. */
  readonly chargedClp: Clp
  readonly askedAt: EpochMs
}

export interface CardRefunds {
  /** What of its charges of this method can still go back so; empty where none can. */
  refundable(saleId: SaleId): readonly (RefundPart & { readonly method: string })[]
  /** In the return's own transaction. */
  ask(returnId: SaleId, parts: readonly RefundPart[]): void
  /** Sends what was asked for and is not over; also what a till that fell has left. */
  follow(): void
  /** What a person has to know of. */
  shown(): readonly CardRefundView[]
  /** One that was refused, or that nobody can prove. */
  toCheck(refundId: string): CardRefund | undefined
  /** In the caller's transaction. */
  check(refundId: string, by: string): void
}

interface Ports {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly ids: Pick<Ids, 'next'>
  readonly desk: Pick<CardDesk, 'connected' | 'current'>
  readonly journal: Pick<Journal, 'announceStatus'>
  readonly log: Log
  /** Nothing may be stored or sent any more. */
  readonly isOver: () => boolean
}

const [AGAIN_MS, SELDOM_MS] = [1_500, 60_000]
const COLUMNS = `f.id AS refundId, f.attempt_id AS attemptId, a.ticket, f.amount_clp AS amountClp,
  a.amount_clp AS chargedClp, f.state, f.asked_at_ms AS askedAt, f.code,
  a.facts_json ->> '$.orderId' AS orderId
  FROM card_refund f JOIN card_attempt a ON a.id = f.attempt_id`
/** Not over, or refused, and nobody has seen to it. */
const UNDONE = "f.state <> 'done' AND f.checked_by IS NULL"

export function createCardRefunds(ports: Ports): CardRefunds {
  const { clock, ids, desk, journal } = ports
  const rows = prepareRows(ports.db)
  const followed = new Set<string>()
  const isToFollow = ({ state, askedAt }: CardRefund) =>
    state === 'asked' || (state === 'person' && clock.now() - askedAt < REFUND_LATE_MS)
  const followOne = async ({ refundId }: CardRefund) => {
    for (let looks = 0; !ports.isOver(); looks += 1) {
      const row = rows.byId(refundId)
      if (row === undefined || !isToFollow(row)) return
      await settle(ports, rows, row)
      const pauseMs = Math.min(AGAIN_MS * 2 ** looks, SELDOM_MS)
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
    }
  }
  return {
    refundable: (saleId) =>
      desk.current()?.kind === 'point' ? rows.refundable(saleId).filter(hasRest) : [],
    ask(returnId, parts) {
      for (const { attemptId, amountClp } of parts)
        rows.insert({ refundId: ids.next(), returnId, attemptId, amountClp, at: clock.now() })
    },
    follow() {
      for (const row of rows.undone()) {
        if (followed.has(row.refundId) || !isToFollow(row)) continue
        followed.add(row.refundId)
        unattended(
          clock,
          followOne(row).finally(() => followed.delete(row.refundId)),
        )
      }
      journal.announceStatus()
    },
    shown: () =>
      rows
        .undone()
        .map(({ refundId, ticket, amountClp, state, code }) => ({
          ...{ refundId, ticket, amountClp, state, code },
        })),
    toCheck: (refundId) =>
      rows.undone().find((row) => row.refundId === refundId && row.state !== 'asked'),
    check: (refundId, by) => rows.check(refundId, by, clock.now()),
  }
}

const hasRest = ({ amountClp }: RefundPart) => amountClp > 0

/** One round: what the service shows, or shows after it was asked, is stored. */
async function settle(ports: Ports, rows: Rows, row: CardRefund): Promise<void> {
  const { clock, desk, journal, log } = ports
  const agoMs = clock.now() - row.askedAt
  const mayAsk = row.state === 'asked' && agoMs >= 0 && agoMs < REFUND_ASK_MS
  const refund = desk.connected()?.terminal.refund
  const known = rows.known(row.attemptId)
  // One after the other: two of the same amount are told apart by what is proven of the first.
  const isNext = !rows.isBehind(row.refundId)
  const how = (isNext && (await refund?.({ ...row, known, mayAsk }))) || { kind: 'again' as const }
  if (ports.isOver()) return
  try {
    if (how.kind === 'done') rows.end(row, 'done', APPROVED_CODE, how.serviceId, clock.now())
    else if (how.kind === 'refused')
      rows.end(row, 'refused', how.code, how.serviceId ?? null, clock.now())
    else if (!mayAsk && row.state === 'asked') rows.end(row, 'person', null, null, clock.now())
    else return
    journal.announceStatus()
  } catch (error) {
    // It is shown again with the next look.
    log('a card refund could not be written', { error: String(error) })
  }
}

type Rows = ReturnType<typeof prepareRows>

function prepareRows(db: TillDatabase) {
  const insert = db.prepare(`INSERT INTO card_refund (id, return_id, attempt_id, amount_clp, state,
    asked_at_ms, changed_at_ms) VALUES (@refundId, @returnId, @attemptId, @amountClp, 'asked', @at, @at)`)
  const end = db.prepare(`UPDATE card_refund SET state = ?, code = ?, service_id = ?,
    changed_at_ms = ? WHERE id = ? AND state IN ('asked', 'person')`)
  const check = db.prepare(`UPDATE card_refund SET checked_by = ?, changed_at_ms = ?
    WHERE id = ? AND state IN ('refused', 'person') AND checked_by IS NULL`)
  const byId = db.prepare<[string], CardRefund>(`SELECT ${COLUMNS} WHERE f.id = ?`)
  const undone = db.prepare<[], CardRefund>(
    `SELECT ${COLUMNS} WHERE ${UNDONE} ORDER BY f.asked_at_ms, f.id`,
  )
  const behind = db
    .prepare<[string], 1>(
      `SELECT 1 FROM card_refund f JOIN card_refund before ON before.attempt_id = f.attempt_id
        AND before.rowid < f.rowid AND before.state IN ('asked', 'person')
        AND before.checked_by IS NULL WHERE f.id = ?`,
    )
    .pluck()
  const known = db
    .prepare<[string], string>(
      'SELECT service_id FROM card_refund WHERE attempt_id = ? AND service_id IS NOT NULL',
    )
    .pluck()
  /** Less what was asked for before; what a person saw to has gone back another way. */
  const refundable = db.prepare<
    [{ readonly saleId: SaleId }],
    RefundPart & { readonly method: string }
  >(
    `SELECT a.id AS attemptId, a.method, a.amount_clp - coalesce((SELECT sum(f.amount_clp)
      FROM card_refund f WHERE f.attempt_id = a.id
        AND (f.state <> 'refused' OR f.checked_by IS NOT NULL)), 0) AS amountClp
    FROM card_attempt a WHERE a.state = 'settled' AND a.code = '${APPROVED_CODE}'
      AND a.facts_json ->> '$.orderId' IS NOT NULL
      AND a.sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = @saleId) ORDER BY a.rowid`,
  )
  return {
    insert: (row: RefundPart & { refundId: string; returnId: SaleId; at: number }) =>
      void insert.run(row),
    end: db.transaction(
      (row: CardRefund, to: string, code: string | null, serviceId: string | null, at: number) =>
        void end.run(to, code, serviceId, at, row.refundId),
    ).immediate,
    check: (refundId: string, by: string, at: number) => void check.run(by, at, refundId),
    isBehind: (refundId: string) => behind.get(refundId) !== undefined,
    byId: (refundId: string) => byId.get(refundId),
    undone: () => undone.all(),
    known: (attemptId: string) => known.all(attemptId),
    refundable: (saleId: SaleId) => refundable.all({ saleId }),
  }
}
