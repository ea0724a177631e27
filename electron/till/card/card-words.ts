/** What rests on a person's word alone, for the Z. */
import { APPROVED_CODE } from '#shared/card/messages.ts'
import type { CardWords } from '#shared/shifts/card-words.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Attempts } from './attempts.ts'
import { isTwice } from '#shared/card/refund.ts'
import type { CardRefunds } from './card-refunds.ts'

/** Null where nothing does. */
export function createCardWords(
  db: TillDatabase,
  attempts: Pick<Attempts, 'contradicted'>,
  refunds: Pick<CardRefunds, 'ofShift'>,
): (shiftId: string) => CardWords | null {
  const byHand = db.prepare<[string], Tally>(
    `SELECT count(*) AS count, coalesce(sum(amount_clp), 0) AS totalClp
    FROM card_attempt a INDEXED BY card_said JOIN sale s ON s.id = a.sale_id
    WHERE a.said_by IS NOT NULL AND a.state = 'settled' AND a.code IS NOT '${APPROVED_CODE}'
      AND s.shift_id = ?`,
  )
  return (shiftId) => {
    const unproven = refunds
      .ofShift(shiftId)
      .map(({ ticket, amountClp, state, way, checkedBy }) => ({
        ...{ ticket, amountClp, isRefused: state === 'refused' },
        ...(way === null || checkedBy === null ? {} : { way, by: checkedBy }),
        ...(isTwice({ state, way }) ? { isTwice: true } : {}),
      }))
    const words: CardWords = {
      byHand: byHand.get(shiftId) as Tally,
      contradicted: attempts
        .contradicted()
        .map(({ ticket, amountClp, saidBy }) => ({ ticket, amountClp, by: saidBy ?? '' })),
      ...(unproven.length === 0 ? {} : { refunds: unproven }),
    }
    const count = words.byHand.count + words.contradicted.length + unproven.length
    return count === 0 ? null : words
  }
}
