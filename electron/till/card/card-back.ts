/**
 * What was charged at the terminal for a sale that comes back: how its money gets back to the card,
 * and how much of the sale may leave the drawer without somebody who may go beyond the limits.
 */
import { partsOfRefund } from '#shared/card/refund.ts'
import { placeName } from '#shared/card/config.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { APPROVED_CODE, type CardFacts } from '#shared/card/messages.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { ChargedCard } from '#shared/returns/charged-card.ts'
import { CREDIT_ID, VALE_ID } from '#shared/selling/payment/payment-method.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import { OF_CARD } from '../sold/card-money.ts'
import { PAID_AS } from '../sold/payments.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { referenceOf, type Attempt } from './attempts.ts'
import type { CardDesk } from './card-desk.ts'
import type { CardRefunds } from './card-refunds.ts'

type Charged = Pick<
  Attempt,
  'attemptId' | 'seq' | 'ticket' | 'method' | 'amountClp' | 'factsJson' | 'terminal' | 'askedAt'
> & {
  /** In the shift that is still open, on the terminal that has answered last at its place. */
  readonly isOfNow: 0 | 1
}

/** Of the sale itself, or of that whose document was changed into it. */
const OF_SALE = `sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = @saleId)`
const SELF = "facts_json ->> '$.commerce', facts_json ->> '$.terminal'"
/** Its number is counted anew by each close, and another terminal has its own. */
const IS_OF_NOW = `EXISTS (SELECT 1 FROM sale sold JOIN open_shift ON open_shift.id = sold.shift_id
  WHERE sold.id = a.sale_id AND opened_at_ms <= a.asked_at_ms)
  AND (${SELF}) = (SELECT ${SELF} FROM card_attempt newest
    WHERE newest.terminal = a.terminal AND newest.code = '${APPROVED_CODE}' ORDER BY rowid DESC LIMIT 1)`

export function createCardBack({
  db,
  desk,
  today,
  refunds,
}: {
  readonly db: TillDatabase
  readonly desk: Pick<CardDesk, 'current'>
  readonly refunds: CardRefunds
  readonly today: () => IsoDate
}) {
  const charged = db.prepare<[{ saleId: SaleId }], Charged>(
    `SELECT id AS attemptId, rowid AS seq, ticket, method, amount_clp AS amountClp, facts_json AS factsJson, terminal,
      asked_at_ms AS askedAt, ${IS_OF_NOW} AS isOfNow
    FROM card_attempt a WHERE ${OF_SALE} AND state = 'settled' ORDER BY rowid`,
  )
  const isErased = db
    .prepare<[string, number], 1>(
      `SELECT 1 FROM card_totals t WHERE t.terminal = ? AND t.closing IN ('asked', 'closed')
        AND (SELECT rowid FROM card_attempt WHERE id = t.last_attempt) >= ?`,
    )
    .pluck()
  const isVoidable = ({ seq, terminal, askedAt, isOfNow }: Charged, kind: string): boolean => {
    const config = desk.current()
    return (
      kind === 'CR' &&
      isOfNow === 1 &&
      config !== null &&
      placeName(config) === terminal &&
      santiagoDate(askedAt) === today() &&
      isErased.get(terminal, seq) === undefined
    )
  }
  const cardsOf = (saleId: SaleId): readonly ChargedCard[] => {
    const refundable = refunds.refundable(saleId)
    return charged.all({ saleId }).map((attempt) => {
      const left = refundable.find(({ attemptId }) => attemptId === attempt.attemptId)
      const facts = JSON.parse(attempt.factsJson ?? '{}') as Partial<CardFacts>
      const { method, amountClp } = attempt
      return {
        ...{ method, amountClp, reference: referenceOf(attempt) },
        operation: facts.operation ?? '',
        isVoidable: left === undefined && isVoidable(attempt, facts.kind ?? ''),
        ...(left === undefined ? {} : { refundableClp: left.amountClp }),
      }
    })
  }
  const toCard = (saleId: SaleId, method: string, backClp: Clp) => {
    const ofMethod = refunds.refundable(saleId).filter((one) => one.method === method)
    return partsOfRefund(ofMethod, backClp)
  }
  return { toCard, refunds, cardsOf, cashLimit: prepareCashLimit(db) }
}

/**
 * What was paid other than by card, less what went back so; null where no card has paid. The
 * value of a return is no money: it takes none of it, and gives the card's no way out.
 */
function prepareCashLimit(db: TillDatabase) {
  /** By the method's kind, whoever has charged the card; a vale goes back into one. */
  const paid = db.prepare<
    [{ saleId: SaleId }],
    { readonly hasCard: 0 | 1 | null; readonly otherClp: number }
  >(
    `SELECT max(of_card) AS hasCard,
      sum(iif(of_card OR method = '${VALE_ID}', 0, total_clp)) AS otherClp
    FROM (SELECT p.method, p.total_clp, ${OF_CARD} AS of_card FROM sale_payment p WHERE ${OF_SALE})`,
  )
  const otherBack = db
    .prepare<[{ saleId: SaleId }], number>(
      `SELECT coalesce(sum(p.total_clp), 0) FROM sale back
        JOIN sale_payment p ON p.sale_id = back.id AND p.sii_code <> 'TC'
          AND p.method NOT IN ('${CREDIT_ID}', '${VALE_ID}')
        WHERE back.original_id = @saleId AND ${RETURN_STANDS}`,
    )
    .pluck()
  return (saleId: SaleId): Clp | null => {
    const { hasCard, otherClp } = paid.get({ saleId }) ?? { hasCard: 0, otherClp: 0 }
    if (hasCard !== 1) return null
    const least = otherClp - (otherBack.get({ saleId }) ?? 0)
    return clp(Math.max(0, least))
  }
}
