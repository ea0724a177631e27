/**
 * What the till has charged on a terminal since its last close that is proven: the terminal has
 * answered this till's own; or since one that the shop makes by hand at each end of a shift, which
 * the Z says. Where else somebody closed it by hand nothing is guessed, at most hinted.
 */
import { APPROVED_CODE } from '#shared/card/messages.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PAID_AS } from '../sold/payments.ts'

/** Two that are the same have nothing between them. */
export interface Batch {
  /** The newest attempt, whatever became of it. */
  readonly last: number
  readonly charged: Tally
  /** Of `charged`: no word of the terminal says so. */
  readonly byHand: Tally
  /** Whether the terminal has voided it only the terminal knows: still in `charged`. */
  readonly givenBack: Tally
  readonly tipsClp: Clp
  /** The number of the shift after which the shop says it closed it; null for a proven begin. */
  readonly sinceByHand: number | null
}

/** Ends of shifts at which it may have been closed by hand. */
const ENDS_MAX = 60

const CHARGED = "state IN ('approved', 'approved-by-hand', 'settled', 'given-back')"
const BY_HAND = `${CHARGED} AND code IS NOT '${APPROVED_CODE}'`
const BACK = "state = 'given-back'"
const sums = (name: string, which: string) => `count(*) FILTER (WHERE ${which}) AS ${name}Count,
  coalesce(sum(amount_clp) FILTER (WHERE ${which}), 0) AS ${name}Clp`

type Sums = Readonly<
  Record<`${'charged' | 'byHand' | 'back'}${'Count' | 'Clp'}` | 'last' | 'tipsClp', number>
>
interface Begin {
  readonly seq: number
  readonly last: number
  readonly lastSale: number
  readonly at: number
  /** The shift it was the end of; null for the first charge. */
  readonly shift: number | null
  readonly sinceByHand: number | null
}

/** A close, or the first charge; what came back before it was never on this terminal. */
const prepareBegin = (db: TillDatabase) =>
  db.prepare<[{ readonly terminal: string; readonly byHand: string }], Begin>(
    `SELECT seq, coalesce((SELECT rowid FROM card_attempt WHERE id = last_attempt), 0) AS last,
      last_sale AS lastSale, asked_at_ms AS at,
      (SELECT number FROM shift WHERE id = shift_id) AS shift,
      iif(closing = 'by-hand', (SELECT number FROM shift WHERE id = shift_id), NULL) AS sinceByHand
    FROM card_totals WHERE terminal = @terminal AND closing IN ('closed', @byHand)
    UNION ALL SELECT 0, 0, coalesce((SELECT max(seq) FROM sale WHERE sold_at_ms < first.at), 0),
      first.at, NULL, NULL FROM (SELECT coalesce(min(asked_at_ms), 0) AS at FROM card_attempt
        WHERE terminal = @terminal) AS first
    ORDER BY 1 DESC LIMIT 1`,
  )

/**
 * Returns and deletions of what any card has paid, also of receipts of elsewhere. A tip goes back
 * with what is deleted. By their shifts: a clock may have been set back since.
 */
const prepareReturned = (db: TillDatabase) =>
  db.prepare<[Begin], { readonly count: number; readonly clp: number }>(
    `SELECT count(*) AS count, coalesce(sum(back_clp), 0) AS clp FROM
      (SELECT p.total_clp AS back_clp FROM sale s JOIN sale_payment p ON p.sale_id = s.id
        WHERE s.seq > @lastSale AND s.document_type = '61' AND p.sii_code = 'TC'
      UNION ALL SELECT p.total_clp + p.tip_clp FROM receipt_deletion d JOIN sale s ON s.id = d.sale_id
        JOIN sale_payment p ON p.sale_id = ${PAID_AS}
        WHERE d.state = 'done' AND p.sii_code = 'TC' AND iif(@shift IS NULL OR d.shift_id IS NULL,
          d.settled_at_ms >= @at, (SELECT number FROM shift WHERE id = d.shift_id) > @shift))`,
  )

export function prepareBatches(db: TillDatabase) {
  const begin = prepareBegin(db)
  const returned = prepareReturned(db)
  const attempts = db.prepare<[string, number], Sums>(
    `SELECT coalesce(max(rowid), 0) AS last, ${sums('charged', CHARGED)},
      ${sums('byHand', BY_HAND)}, ${sums('back', BACK)},
      coalesce(sum(facts_json ->> '$.tipClp') FILTER (WHERE ${CHARGED}), 0) AS tipsClp
    FROM card_attempt WHERE terminal = ? AND rowid > ?`,
  )
  const ends = db.prepare<
    [{ readonly terminal: string; readonly shiftId: string; readonly since: number }],
    { readonly last: number; readonly number: number }
  >(
    `SELECT coalesce((SELECT rowid FROM card_attempt WHERE id = last_attempt), 0) AS last, number
    FROM card_totals JOIN shift ON shift.id = shift_id
    WHERE terminal = @terminal AND shift_id <> @shiftId AND seq > @since
      AND seq IN (SELECT max(seq) FROM card_totals WHERE terminal = @terminal GROUP BY shift_id)
    ORDER BY seq DESC LIMIT ${ENDS_MAX}`,
  )
  const tally = (count: number, pesos: number): Tally => ({ count, totalClp: pesos as Clp })
  const beginOf = (terminal: string, byHand: 'by-hand' | ''): Begin =>
    begin.get({ terminal, byHand }) ?? {
      seq: 0,
      last: 0,
      lastSale: 0,
      at: 0,
      shift: null,
      sinceByHand: null,
    }
  const since = (terminal: string, last: number) => attempts.get(terminal, last) as Sums
  return {
    of(terminal: string): Batch {
      const from = beginOf(terminal, 'by-hand')
      const sum = since(terminal, from.last)
      const back = returned.get(from) ?? { count: 0, clp: 0 }
      return {
        last: sum.last,
        charged: tally(sum.chargedCount, sum.chargedClp),
        byHand: tally(sum.byHandCount, sum.byHandClp),
        givenBack: tally(sum.backCount + back.count, sum.backClp + back.clp),
        tipsClp: sum.tipsClp as Clp,
        sinceByHand: from.sinceByHand,
      }
    },
    /** The number of the shift since whose end what it says is all that was charged. */
    closedByHandAfter(terminal: string, shiftId: string, said: Tally): number | undefined {
      const after = { terminal, shiftId, since: beginOf(terminal, '').seq }
      return ends.all(after).find(({ last }) => {
        const sum = since(terminal, last)
        return sum.chargedCount === said.count && sum.chargedClp === said.totalClp
      })?.number
    },
  }
}
