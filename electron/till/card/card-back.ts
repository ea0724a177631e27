/**
 * What was charged at the terminal for a sale that comes back: how its money gets back to the card,
 * and how much of the sale may leave the drawer without somebody who may go beyond the limits.
 */
import { placeName } from '#shared/card/config.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { CardFacts } from '#shared/card/messages.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { ChargedCard } from '#shared/returns/charged-card.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import { PAID_AS } from '../sold/payments.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { referenceOf, type Attempt } from './attempts.ts'
import type { CardDesk } from './card-desk.ts'

type Charged = Pick<
  Attempt,
  'seq' | 'ticket' | 'method' | 'amountClp' | 'factsJson' | 'terminal' | 'askedAt'
>

/** Of the sale itself, or of that whose document was changed into it. */
const OF_SALE = `sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = @saleId)`

export type CardBack = ReturnType<typeof createCardBack>

export function createCardBack({
  db,
  desk,
  today,
}: {
  readonly db: TillDatabase
  readonly desk: Pick<CardDesk, 'current'>
  readonly today: () => IsoDate
}) {
  const charged = db.prepare<[{ saleId: SaleId }], Charged>(
    `SELECT rowid AS seq, ticket, method, amount_clp AS amountClp, facts_json AS factsJson, terminal,
      asked_at_ms AS askedAt FROM card_attempt WHERE ${OF_SALE} AND state = 'settled' ORDER BY rowid`,
  )
  const isErased = db
    .prepare<[string, number], 1>(
      `SELECT 1 FROM card_totals t WHERE t.terminal = ? AND t.closing IN ('asked', 'closed')
        AND (SELECT rowid FROM card_attempt WHERE id = t.last_attempt) >= ?`,
    )
    .pluck()
  const uncarded = db
    .prepare<[{ saleId: SaleId }], number>(
      `SELECT coalesce(sum(total_clp), 0) FROM sale_payment WHERE ${OF_SALE}
        AND method NOT IN (SELECT method FROM card_attempt WHERE ${OF_SALE} AND state = 'settled')`,
    )
    .pluck()
  const cashBack = db
    .prepare<[{ saleId: SaleId }], number>(
      `SELECT coalesce(sum(p.total_clp), 0) FROM sale back
        JOIN sale_payment p ON p.sale_id = back.id AND p.method = '${CASH_ID}'
        WHERE back.original_id = @saleId AND ${RETURN_STANDS}`,
    )
    .pluck()
  const isVoidable = ({ seq, terminal, askedAt }: Charged, kind: string): boolean => {
    const config = desk.current()
    return (
      kind === 'CR' &&
      config !== null &&
      placeName(config) === terminal &&
      santiagoDate(askedAt) === today() &&
      isErased.get(terminal, seq) === undefined
    )
  }
  const cardsOf = (saleId: SaleId): readonly ChargedCard[] =>
    charged.all({ saleId }).map((attempt) => {
      const facts = JSON.parse(attempt.factsJson ?? '{}') as Partial<CardFacts>
      const { method, amountClp } = attempt
      return {
        ...{ method, amountClp, reference: referenceOf(attempt) },
        operation: facts.operation ?? '',
        isVoidable: isVoidable(attempt, facts.kind ?? ''),
      }
    })
  return {
    cardsOf,
    /** Null where no card was charged at the terminal. */
    cashLimit(saleId: SaleId): Clp | null {
      if (cardsOf(saleId).length === 0) return null
      const least = (uncarded.get({ saleId }) ?? 0) - (cashBack.get({ saleId }) ?? 0)
      return clp(Math.max(0, least))
    },
  }
}
