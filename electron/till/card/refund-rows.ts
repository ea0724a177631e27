/** The refunds to cards on disk. */
import { chargeSum, type CardRefundView, type RefundPart } from '#shared/card/refund.ts'
import type { ChargeSum, RefundOfCharge } from '#shared/card/refund.ts'
import type { RefundWay } from '#shared/shifts/refund-ways.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { APPROVED_CODE } from '#shared/card/messages.ts'
import { clp, sumClp, type Clp } from '#shared/money/clp.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import { PAID_AS } from '../sold/payments.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface CardRefund extends Omit<CardRefundView, 'saidBy'> {
  readonly attemptId: string
  readonly orderId: string
  /** Of the whole charge. */
  readonly chargedClp: Clp
  readonly askedAt: EpochMs
  readonly sentAt: EpochMs | null
  readonly body: string | null
  readonly beforeJson: string | null
  /** What the order showed before the next one of this charge left; null: none has. */
  readonly untilJson: string | null
  readonly othersJson: string
  readonly checkedBy: string | null
  readonly way: RefundWay | null
}

/** What of a charge at the terminal's service may go back. */
export interface ChargeLeft extends RefundPart {
  readonly method: string
  readonly sum: ChargeSum
  /** Whose account has it; null: nobody has noted that. */
  readonly account: string | null
}

/** As a shift's report says it. */
interface RefundOfShift extends Pick<CardRefund, 'ticket' | 'amountClp' | 'state' | 'way'> {
  readonly checkedBy: string | null
}

const COLUMNS = `f.id AS refundId, f.attempt_id AS attemptId, a.ticket, f.amount_clp AS amountClp,
  a.amount_clp AS chargedClp, f.state, f.asked_at_ms AS askedAt, f.code, f.sent_at_ms AS sentAt,
  f.body, f.before_json AS beforeJson, f.checked_by AS checkedBy, f.way,
  (SELECT later.before_json FROM card_refund later WHERE later.attempt_id = f.attempt_id
    AND later.rowid > f.rowid AND later.sent_at_ms IS NOT NULL
    ORDER BY later.rowid LIMIT 1) AS untilJson,
  (SELECT json_group_array(other.service_id) FROM card_refund other
    WHERE other.attempt_id = f.attempt_id AND other.id <> f.id
      AND other.service_id IS NOT NULL) AS othersJson,
  a.facts_json ->> '$.orderId' AS orderId
  FROM card_refund f JOIN card_attempt a ON a.id = f.attempt_id`
/** The order shows more than one in its place. */
export const TWICE_CODE = 'twice'
/** Nobody knows how it ends, and nobody has said how the money went. */
const REFUND_OPEN = "f.state IN ('asked', 'person') AND f.checked_by IS NULL"
/** Through the index: what is over, and never was a person's, stands in it nowhere. */
const UNDONE = "(f.state <> 'done' OR f.checked_by IS NOT NULL)"
/** A refused one is over with its return; a done one is told that went another way before. */
const TO_SHOW = `${UNDONE} AND f.seen_by IS NULL AND CASE f.state
  WHEN 'done' THEN f.checked_by IS NOT NULL AND (f.way <> 'account' OR f.code = '${TWICE_CODE}')
  WHEN 'refused' THEN f.checked_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = f.return_id)
  ELSE f.checked_by IS NULL END`

export type RefundRows = ReturnType<typeof createRefundRows>

export function createRefundRows(db: TillDatabase) {
  return { ...prepareWrites(db), ...prepareReads(db), ...prepareSums(db) }
}

function prepareWrites(db: TillDatabase) {
  const insert = db.prepare(`INSERT INTO card_refund (id, return_id, attempt_id, amount_clp, state,
    asked_at_ms, changed_at_ms) VALUES (@refundId, @returnId, @attemptId, @amountClp, 'asked', @at, @at)`)
  const send = db.prepare(`UPDATE card_refund SET sent_at_ms = @at, changed_at_ms = @at,
    body = @body, before_json = @before
    WHERE id = @refundId AND state = 'asked' AND sent_at_ms IS NULL`)
  const unsend = db.prepare(`UPDATE card_refund SET sent_at_ms = NULL, body = NULL,
    before_json = NULL, changed_at_ms = @at WHERE id = @refundId AND state = 'asked'`)
  const end = db.prepare(`UPDATE card_refund SET state = @to, code = @code,
    service_id = @serviceId, changed_at_ms = @at
    WHERE id = @refundId AND (state IN ('asked', 'person') OR (state = 'refused' AND @to = 'done'))`)
  const check = db.prepare(`UPDATE card_refund SET checked_by = @by, way = @way,
    checked_shift = (SELECT id FROM open_shift), changed_at_ms = @at
    WHERE id = @refundId AND state IN ('refused', 'person') AND checked_by IS NULL`)
  const see = db.prepare(`UPDATE card_refund SET seen_by = @by,
    seen_shift = (SELECT id FROM open_shift), changed_at_ms = @at
    WHERE id = @refundId AND state = 'done' AND checked_by IS NOT NULL`)
  const alone = <Row>(run: (row: Row) => { readonly changes: number }) =>
    db.transaction((row: Row) => run(row).changes === 1).immediate
  return {
    insert: (row: RefundPart & { refundId: string; returnId: SaleId; at: number }) =>
      void insert.run(row),
    /** False: it is no more what it was. */
    send: alone((row: { refundId: string; body: string; before: string; at: number }) =>
      send.run(row),
    ),
    unsend: alone((row: { refundId: string; at: number }) => unsend.run(row)),
    end: alone((row: Ending) => end.run(row)),
    /** In the caller's transaction. */
    check: (row: { refundId: string; by: string; way: RefundWay; at: number }) =>
      void check.run(row),
    see: (row: { refundId: string; by: string; at: number }) => void see.run(row),
  }
}

interface Ending {
  readonly refundId: string
  readonly to: 'done' | 'refused' | 'person'
  readonly code: string | null
  readonly serviceId: string | null
  readonly at: number
}

function prepareReads(db: TillDatabase) {
  const byId = db.prepare<[string], CardRefund>(`SELECT ${COLUMNS} WHERE f.id = ?`)
  const where = (which: string) =>
    db.prepare<[], CardRefund>(`SELECT ${COLUMNS} WHERE ${which} ORDER BY f.asked_at_ms, f.rowid`)
  const [shown, open] = [where(TO_SHOW), where(`${UNDONE} AND ${REFUND_OPEN}`)]
  const followed = where(`${UNDONE} AND (f.state IN ('asked', 'person')
    OR (f.state = 'refused' AND f.service_id IS NOT NULL))`)
  const behind = db
    .prepare<[string], 1>(
      `SELECT 1 FROM card_refund own JOIN card_refund f ON f.attempt_id = own.attempt_id
        AND f.rowid < own.rowid AND ${REFUND_OPEN} WHERE own.id = ?`,
    )
    .pluck()
  const ofShift = db.prepare<{ shiftId: string }, RefundOfShift>(
    `SELECT a.ticket, f.amount_clp AS amountClp, f.state, f.way, f.checked_by AS checkedBy
      FROM card_refund f JOIN card_attempt a ON a.id = f.attempt_id
      LEFT JOIN sale back ON back.id = f.return_id
      WHERE (${TO_SHOW}) OR (f.checked_by IS NOT NULL
        AND @shiftId IN (f.checked_shift, f.seen_shift, back.shift_id))
      ORDER BY f.asked_at_ms, f.rowid`,
  )
  return {
    byId: (refundId: string) => byId.get(refundId),
    /** What a person has to know of. */
    shown: () => shown.all(),
    /** Not over: whoever can be asked about them has to stay. */
    open: () => open.all(),
    /** The service may still say how they ended, also after a person. */
    followed: () => followed.all(),
    /** Another one of its charge has to end first: their lines in the order would be alike. */
    isBehind: (refundId: string) => behind.get(refundId) !== undefined,
    /** What is open, and what a person has seen to in that shift, or of its returns. */
    ofShift: (shiftId: string) => ofShift.all({ shiftId }),
  }
}

/**
 * Of data that were put back nobody knows what has left since: what they hold as unsent counts as
 * sent when it was asked for. In the caller's transaction.
 */
export const presumeRefundsSent = (db: Pick<TillDatabase, 'prepare'>): void =>
  void db
    .prepare(
      `UPDATE card_refund SET sent_at_ms = asked_at_ms, before_json = '[]'
        WHERE state = 'asked' AND sent_at_ms IS NULL`,
    )
    .run()

/** Of one charge, less what went back of it by hand. */
export function prepareSumOf(db: Pick<TillDatabase, 'prepare'>) {
  const ofCharge = db.prepare<[string], RefundOfCharge>(
    'SELECT amount_clp AS amountClp, state, way FROM card_refund WHERE attempt_id = ?',
  )
  return (attemptId: string, chargedClp: Clp, byHandClp?: Clp): ChargeSum =>
    chargeSum(chargedClp, ofCharge.all(attemptId), byHandClp)
}

/** What is left, asked by whoever would give any of it back. */
function prepareSums(db: TillDatabase) {
  const ofReturn = db.prepare<[string], RefundOfCharge>(
    'SELECT amount_clp AS amountClp, state, way FROM card_refund WHERE return_id = ?',
  )
  const charges = db.prepare<
    [{ readonly saleId: SaleId }],
    Omit<ChargeLeft, 'sum'> & { readonly amountClp: Clp }
  >(
    `SELECT a.id AS attemptId, a.method, a.amount_clp AS amountClp,
      a.facts_json ->> '$.account' AS account
    FROM card_attempt a WHERE a.state = 'settled' AND a.code = '${APPROVED_CODE}'
      AND a.facts_json ->> '$.orderId' IS NOT NULL
      AND a.sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = @saleId) ORDER BY a.rowid`,
  )
  /** Returns that stand, of which the till has asked for nothing. */
  const byHand = db.prepare<[{ readonly saleId: SaleId }], { method: string; totalClp: number }>(
    `SELECT p.method, sum(p.total_clp) AS totalClp
    FROM sale back JOIN sale_payment p ON p.sale_id = back.id
    WHERE back.original_id = @saleId AND back.change_of IS NULL AND ${RETURN_STANDS}
      AND NOT EXISTS (SELECT 1 FROM card_refund f WHERE f.return_id = back.id)
    GROUP BY p.method`,
  )
  const sumOf = prepareSumOf(db)
  return {
    /** Charges of a sale at the terminal's service; what went back by hand is of the first ones. */
    charges(saleId: SaleId): readonly ChargeLeft[] {
      const restClp = new Map(byHand.all({ saleId }).map((one) => [one.method, one.totalClp]))
      return charges.all({ saleId }).map((charge) => {
        const { attemptId, method, amountClp } = charge
        const rest = restClp.get(method) ?? 0
        const ofItClp = clp(Math.min(rest, sumOf(attemptId, amountClp).leftClp))
        restClp.set(method, rest - ofItClp)
        const sum = sumOf(attemptId, amountClp, ofItClp)
        return { ...charge, sum, amountClp: sum.leftClp }
      })
    },
    /** Of what a return has asked for; null for nothing. */
    sumOfReturn(returnId: SaleId): ChargeSum | null {
      const refunds = ofReturn.all(returnId)
      if (refunds.length === 0) return null
      return chargeSum(sumClp(refunds.map(({ amountClp }) => amountClp)), refunds)
    },
  }
}
