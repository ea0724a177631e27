/**
 * Whether goods may be received, corrected or counted as somebody says, and what that moves. A sale
 * asks nothing here: it is never held up.
 */
import { type Refusal, refusal } from '../languages/refusals.ts'
import { ok, type Result, refuse } from '../core/result.ts'

/** Thousandths: a million units in one movement. */
export const STOCK_MILLI_MAX = 1_000_000_000
const STOCK_REASON_CHARS_MAX = 80
const ONE_UNIT_MILLI = 1_000

interface AskedMove {
  readonly kind: 'received' | 'corrected' | 'counted'
  /** What came, what differs, or what was counted; thousandths. */
  readonly milli: number
  /** Of a count: what was shown as there. */
  readonly shownMilli: number
}

interface MovedProduct {
  readonly name: string
  /** Null: sold by the piece. */
  readonly unit: string | null
}

/** By how many thousandths the stock changes. Refuses with the field `lines`. */
export function decideStockMove(
  { kind, milli, shownMilli }: AskedMove,
  { name, unit }: MovedProduct,
): Result<number, Refusal> {
  const isWhole = unit !== null || milli % ONE_UNIT_MILLI === 0
  const hasSign = kind === 'received' ? milli > 0 : kind === 'counted' ? milli >= 0 : milli !== 0
  if (!Number.isInteger(milli) || !isWhole || !hasSign || Math.abs(milli) > STOCK_MILLI_MAX)
    return refuse(
      refusal('STOCK_QUANTITY', 'lines', { name, most: String(STOCK_MILLI_MAX / ONE_UNIT_MILLI) }),
    )
  return ok(kind === 'counted' ? milli - shownMilli : milli)
}

/** Only a correction must say why; the others may name the paper they stand on. */
export function decideStockReason(
  kind: AskedMove['kind'],
  typed: string,
): Result<string | null, Refusal> {
  const reason = typed.trim()
  if (reason.length > STOCK_REASON_CHARS_MAX || (reason === '' && kind === 'corrected'))
    return refuse(refusal('STOCK_REASON', 'reason', { most: String(STOCK_REASON_CHARS_MAX) }))
  return ok(reason === '' ? null : reason)
}

/** `−3` or `1,25`: with its sign, without trailing zeros (es-CL). */
export function formatStock(milli: number): string {
  const [whole, part] = [
    Math.floor(Math.abs(milli) / ONE_UNIT_MILLI),
    Math.abs(milli) % ONE_UNIT_MILLI,
  ]
  const decimals = part === 0 ? '' : `,${String(part).padStart(3, '0').replace(/0+$/, '')}`
  return `${milli < 0 ? '−' : ''}${whole}${decimals}`
}

/** As typed: `12`, `−3`, `1,25`; null where it is no quantity. Thousandths. */
export function typedStock(text: string): number | null {
  const match = /^([-−+]?)(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (match === null) return null
  const milli = Number(match[2]) * ONE_UNIT_MILLI + Number((match[3] ?? '').padEnd(3, '0'))
  return milli !== 0 && (match[1] === '-' || match[1] === '−') ? -milli : milli
}

/** Nothing is worth nothing, and what is missing takes no value from what is there. */
export function stockValueClp(milli: number, costNetClp: number | null): number | null {
  return costNetClp === null ? null : Math.round((Math.max(0, milli) * costNetClp) / ONE_UNIT_MILLI)
}
