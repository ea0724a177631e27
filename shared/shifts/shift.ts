/**
 * A shift: open, then closed, never back. What may be done with it is decided here; the caller
 * writes the decision in one transaction.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { EpochMs } from '../core/brand.ts'
import { AMOUNT_CLP_MAX, clp, formatClp, type Clp } from '../money/clp.ts'
import { foldToLatin1 } from '../text/latin1.ts'
import { requireLatin1 } from '../text/require-latin1.ts'
import { compareCount, type CountResult, type ShiftCount } from './shift-count.ts'
import { expectedCash, type MovementKind, type ShiftReport } from './shift-report.ts'

/** With less the till may not get through a day: nothing is opened on such a disk. */
const SHIFT_FREE_BYTES_MIN = 200_000_000
const BYTES_PER_MB = 1_000_000
export const REASON_CHARS_MAX = 80
export const NOTE_CHARS_MAX = 200
/** Largest difference a cashier may close with alone, until the shop says otherwise. */
export const DEFAULT_DIFFERENCE_LIMIT_CLP = 2_000
/** More than this is no float and no petty cash; it is a zero too many. */
export const CASH_CLP_MAX = 100_000_000

export interface OpenShift {
  readonly id: string
  readonly number: number
  readonly openedAt: EpochMs
  readonly openedBy: string
  readonly registerName: string
  readonly floatClp: Clp
}

export function decideOpening(
  floatClp: number,
  context: {
    readonly isUsed: boolean
    readonly open: OpenShift | null
    readonly freeBytes: number | null
  },
): Result<{ readonly floatClp: Clp }, Refusal> {
  if (!context.isUsed) return refuse(refusal('SHIFTS_NOT_USED'))
  if (context.open !== null)
    return refuse(
      refusal('SHIFT_ALREADY_OPEN', null, {
        number: String(context.open.number),
        name: context.open.openedBy,
      }),
    )
  if (!Number.isSafeInteger(floatClp) || floatClp < 0)
    return refuse(refusal('CASH_AMOUNT_NOT_VALID', 'floatClp'))
  if (floatClp > CASH_CLP_MAX)
    return refuse(
      refusal('CASH_AMOUNT_TOO_LARGE', 'floatClp', { limit: formatClp(clp(CASH_CLP_MAX)) }),
    )
  if (context.freeBytes !== null && context.freeBytes < SHIFT_FREE_BYTES_MIN) {
    return refuse(
      refusal('SHIFT_DISK_LOW', null, {
        free: String(Math.floor(context.freeBytes / BYTES_PER_MB)),
        least: String(SHIFT_FREE_BYTES_MIN / BYTES_PER_MB),
      }),
    )
  }
  return ok({ floatClp: clp(floatClp) })
}

interface MovementOrder {
  readonly kind: MovementKind
  readonly amountClp: number
  readonly reason: string
}

export interface DecidedMovement extends MovementOrder {
  readonly amountClp: Clp
}

/** `report` null: the count is blind, and a refusal must not tell what should be there. */
export function decideMovement(
  { kind, amountClp, reason: text }: MovementOrder,
  context: { readonly open: OpenShift | null; readonly report: ShiftReport | null },
): Result<DecidedMovement, Refusal> {
  if (context.open === null) return refuse(refusal('SHIFT_REQUIRED'))
  if (!Number.isSafeInteger(amountClp) || amountClp < 1)
    return refuse(refusal('CASH_AMOUNT_NOT_VALID', 'amountClp'))
  if (amountClp > CASH_CLP_MAX)
    return refuse(
      refusal('CASH_AMOUNT_TOO_LARGE', 'amountClp', { limit: formatClp(clp(CASH_CLP_MAX)) }),
    )
  const reason = checkText(text, 'reason', REASON_CHARS_MAX)
  if (!reason.ok) return reason
  if (reason.value === '') return refuse(refusal('CASH_REASON_REQUIRED', 'reason'))
  if (kind === 'out' && context.report !== null) {
    const there = expectedCash(context.report)
    if (amountClp > there)
      return refuse(refusal('CASH_OUT_ABOVE_DRAWER', 'amountClp', { there: formatClp(there) }))
  }
  return ok({ kind, amountClp: clp(amountClp), reason: reason.value })
}

/**
 * A blind count is blind once: after it what should be there has been seen, and a second one by the
 * same hands would only copy it. Counting again is a supervisor's, or done with a supervisor's PIN.
 */
export function recountNeedsSupervisor({
  isBlind,
  earlierCounts,
}: {
  readonly isBlind: boolean
  readonly earlierCounts: number
}): boolean {
  return isBlind && earlierCounts > 0
}

interface CloseOrder {
  readonly reason: string
  readonly note: string
}

export interface DecidedClose {
  readonly result: CountResult
  /** Null without a difference. */
  readonly reason: string | null
  readonly note: string | null
  /** Somebody with the right to it has to answer for this difference. */
  readonly needsSupervisor: boolean
}

/** Whatever was counted closes the shift: a difference wants its reason, never another count. */
export function decideClose(
  { reason: reasonText, note: noteText }: CloseOrder,
  context: {
    readonly report: ShiftReport
    readonly count: Pick<ShiftCount, 'amounts'>
    readonly differenceLimitClp: number
  },
): Result<DecidedClose, Refusal> {
  const reason = checkText(reasonText, 'reason', REASON_CHARS_MAX)
  if (!reason.ok) return reason
  const note = checkText(noteText, 'note', NOTE_CHARS_MAX)
  if (!note.ok) return note
  const result = compareCount(context.report, context.count)
  if (result.largestClp > 0 && reason.value === '')
    return refuse(
      refusal('SHIFT_DIFFERENCE_REASON', 'reason', { difference: formatClp(result.differenceClp) }),
    )
  return ok({
    result,
    reason: result.largestClp === 0 ? null : reason.value,
    note: note.value === '' ? null : note.value,
    needsSupervisor: isBeyondLimit(result, context.differenceLimitClp),
  })
}

export function isBeyondLimit(
  { largestClp }: Pick<CountResult, 'largestClp'>,
  differenceLimitClp: number,
): boolean {
  return largestClp > differenceLimitClp
}

export function checkDifferenceLimit(limitClp: number): Result<number, Refusal> {
  return Number.isSafeInteger(limitClp) && limitClp >= 0 && limitClp <= AMOUNT_CLP_MAX
    ? ok(limitClp)
    : refuse(refusal('CASH_AMOUNT_NOT_VALID', 'differenceLimitClp'))
}

function checkText(typed: string, field: string, charsMax: number): Result<string, Refusal> {
  const text = foldToLatin1(typed).replace(/\s+/g, ' ').trim()
  if (text.length > charsMax)
    return refuse(refusal('TEXT_TOO_LONG', field, { most: String(charsMax) }))
  return requireLatin1(text, field)
}
