/**
 * What a customer is likely to hand over for an amount in cash: sums of notes that exist, not round
 * numbers.
 */
import { AMOUNT_CLP_MAX, clp, type Clp } from '../../money/clp.ts'

/** Notes in circulation (Banco Central de Chile), the largest first. */
const NOTES_CLP = [20_000, 10_000, 5_000, 2_000, 1_000] as const
/** Since Ley 20.956 nothing smaller than the coin of ten is handed over. */
const SMALLEST_COIN_CLP = 10
/** Beside the notes of 20.000; whoever counts out more of them counts out the exact amount. */
const SMALLER_NOTES_MAX = 3
const SUGGESTIONS_MAX = 5

/**
 * Exact first, then sums of notes none of which could stay in the purse, in rising order. Among
 * more than `most` the ones of the fewest notes stay: for $12.490 the one note of 20.000 before
 * three notes for 13.000.
 */
export function quickCash(toCollectClp: Clp, most = SUGGESTIONS_MAX): Clp[] {
  const exactClp = Math.ceil(toCollectClp / SMALLEST_COIN_CLP) * SMALLEST_COIN_CLP
  if (exactClp <= 0) return []
  const [largest] = NOTES_CLP
  const inLargestClp = exactClp - (exactClp % largest)
  const hands = [...handsFor(exactClp - inLargestClp)]
    .map(([sumClp, notes]) => ({ sumClp: inLargestClp + sumClp, notes }))
    .filter(({ sumClp }) => sumClp > exactClp && sumClp <= AMOUNT_CLP_MAX)
    .sort((a, b) => a.notes - b.notes || a.sumClp - b.sumClp)
    .slice(0, most - 1)
  return [exactClp, ...hands.map(({ sumClp }) => sumClp).sort((a, b) => a - b)].map(clp)
}

/** Sums that cover an amount below the largest note, each with the fewest notes it takes. */
function handsFor(amountClp: number): ReadonlyMap<number, number> {
  const hands = new Map<number, number>()
  const add = (heldClp: number, notes: number, from: number): void => {
    if (heldClp >= amountClp) {
      hands.set(heldClp, Math.min(notes, hands.get(heldClp) ?? notes))
      return
    }
    if (notes === SMALLER_NOTES_MAX) return
    // Never a larger note after a smaller one: the last note is the smallest, and without it the
    // rest is too little.
    for (const [index, note] of NOTES_CLP.entries())
      if (index >= from) add(heldClp + note, notes + 1, index)
  }
  add(0, 0, 0)
  return hands
}
