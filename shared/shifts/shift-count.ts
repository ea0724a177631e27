/** Counting at the end of a shift: coins and notes, or a sum; and what is missing or too much. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { AMOUNT_CLP_MAX, clp, type Clp } from '../money/clp.ts'
import { CASH_ID } from '../selling/payment/payment-method.ts'
import type { MethodLine, ShiftReport } from './shift-report.ts'

/** What circulates in Chile, the largest first. $1 and $5 are paid no more since 2017. */
export const PIECES_CLP = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const
/** The smallest note; what is worth less is a coin. */
export const SMALLEST_NOTE_CLP = 1_000
/** More of one piece than this in a drawer is a slip of the finger. */
const PIECE_COUNT_MAX = 9_999

export interface PieceCount {
  readonly valueClp: number
  readonly count: number
}

interface CountedAmount {
  readonly key: string
  readonly amountClp: number
}

/**
 * What somebody says is there. Cash by its pieces or as a sum; other ways where they have been
 * added up.
 */
export interface ShiftCount {
  /** Null when cash was counted as a sum. */
  readonly pieces: readonly PieceCount[] | null
  readonly amounts: readonly CountedAmount[]
}

/** A line of the count beside what was expected. `countedClp` null: nobody counted it. */
export interface CountedLine {
  readonly key: string
  readonly name: string
  readonly kind: MethodLine['kind']
  readonly expectedClp: Clp
  readonly countedClp: Clp | null
  /** Counted less expected: negative is missing. */
  readonly differenceClp: Clp
}

export interface CountResult {
  readonly lines: readonly CountedLine[]
  /** Over all that was counted. */
  readonly differenceClp: Clp
  /**
   * The largest of a single line, without its sign: too much in one does not excuse what is missing
   * in another.
   */
  readonly largestClp: Clp
}

/**
 * What the cashier typed, checked. Whatever it adds up to is accepted; only what is no count is
 * not.
 */
export function checkCount(typed: ShiftCount): Result<ShiftCount, Refusal> {
  const { pieces, amounts } = typed
  for (const { valueClp, count } of pieces ?? []) {
    if (!(PIECES_CLP as readonly number[]).includes(valueClp))
      return refuse(refusal('COUNT_PIECE_UNKNOWN', 'pieces'))
    if (!Number.isInteger(count) || count < 0 || count > PIECE_COUNT_MAX) {
      return refuse(
        refusal('COUNT_NOT_VALID', `piece-${valueClp}`, { most: String(PIECE_COUNT_MAX) }),
      )
    }
  }
  const cash = pieces === null ? [] : [{ key: CASH_ID, amountClp: sumPieces(pieces) }]
  const all = [...cash, ...amounts.filter(({ key }) => pieces === null || key !== CASH_ID)]
  const wrong = all.find(
    ({ amountClp }) =>
      !Number.isSafeInteger(amountClp) || amountClp < 0 || amountClp > AMOUNT_CLP_MAX,
  )
  if (wrong !== undefined) return refuse(refusal('COUNT_AMOUNT_NOT_VALID', `count-${wrong.key}`))
  if (!all.some(({ key }) => key === CASH_ID))
    return refuse(refusal('COUNT_CASH_REQUIRED', `count-${CASH_ID}`))
  return ok({
    pieces: pieces === null ? null : pieces.filter(({ count }) => count > 0),
    amounts: all,
  })
}

export function sumPieces(pieces: readonly PieceCount[]): Clp {
  return clp(pieces.reduce((sum, { valueClp, count }) => sum + valueClp * count, 0))
}

/** A way nobody counts: the value of a return is in no drawer. */
export function isCountable({ kind }: Pick<MethodLine, 'kind'>): boolean {
  return kind !== 'credit'
}

export function compareCount(
  report: Pick<ShiftReport, 'methods'>,
  count: Pick<ShiftCount, 'amounts'>,
): CountResult {
  const lines = report.methods
    .filter(isCountable)
    .map(({ key, name, kind, expectedClp }): CountedLine => {
      const counted = count.amounts.find((amount) => amount.key === key)
      const countedClp = counted === undefined ? null : clp(counted.amountClp)
      return {
        key,
        name,
        kind,
        expectedClp,
        countedClp,
        differenceClp: clp(countedClp === null ? 0 : countedClp - expectedClp),
      }
    })
  return {
    lines,
    differenceClp: clp(lines.reduce((sum, { differenceClp }) => sum + differenceClp, 0)),
    largestClp: clp(
      lines.reduce((most, { differenceClp }) => Math.max(most, Math.abs(differenceClp)), 0),
    ),
  }
}
