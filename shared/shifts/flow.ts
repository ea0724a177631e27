import { clp, type Clp } from '../money/clp.ts'

/**
 * What the money of a row did: came in for a sale, went out for a return, came back in when that
 * was undone, or went back for a deleted receipt. None moves with a change of document: one is
 * taken back (`changed`) and another stands for it (`change`), and the sale counts once.
 */
export type Flow = 'sale' | 'return' | 'undo' | 'deletion' | 'changed' | 'change'

/** In the sums of what documents say. */
export const SIGN_OF_FLOW: Readonly<Record<Flow, 1 | -1>> = {
  sale: 1,
  return: -1,
  undo: 1,
  deletion: -1,
  changed: -1,
  change: 1,
}

type Summed = 'netoClp' | 'exentoClp' | 'ivaClp' | 'totalClp'

/** What is left of them, field by field. */
export function signed(rows: readonly (Readonly<Record<Summed, Clp>> & { readonly flow: Flow })[]) {
  return (field: Summed): Clp =>
    clp(rows.reduce((all, row) => all + SIGN_OF_FLOW[row.flow] * row[field], 0))
}
