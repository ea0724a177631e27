/**
 * One sale in several receipts, each below 135 UF, so that none has to name its buyer: Res. Ex. SII
 * 44/2025 forbids it. The till cannot know, so it says what it sees before charging, never blocks,
 * and the log keeps that somebody went on.
 */
import { z } from 'zod'
import { typedText } from '../../text/typed-text.ts'
import type { EpochMs } from '../../core/brand.ts'
import { clp, sumClp, type Clp } from '../../money/clp.ts'
import { ANONYMOUS_RUT, parseRut } from '../../rut/rut.ts'

/**
 * Without a name only sales of at least a fifth of the limit count: bread and milk are nobody's
 * split sale.
 */
const NAMELESS_PARTS_MAX = 5
/** And only what the same cashier sold a moment ago. */
export const NAMELESS_WITHIN_MS = 30 * 60_000

export const splitSaleInput = z.object({
  /** As typed; null, unreadable or the generic one = nobody. */
  rut: typedText().max(20).nullable(),
  totalClp: z.int().min(0).transform(clp),
})

export interface EarlierSale {
  /** Null = nobody. */
  readonly rut: string | null
  readonly cashierName: string
  readonly at: EpochMs
  /** Without what came back. */
  readonly totalClp: Clp
}

export interface SplitWarning {
  /**
   * `buyer`: the same RUT today. `nameless`: large ones by the same cashier within half an hour,
   * not all with a name.
   */
  readonly kind: 'buyer' | 'nameless'
  /** Receipts, with the present one. */
  readonly count: number
  /** All of them together. */
  readonly sumClp: Clp
  readonly limitClp: Clp
}

/** The RUT that names a buyer, or null. */
export function namedRut(text: string | null): string | null {
  const rut = parseRut(text ?? '')
  return rut.ok && rut.value !== ANONYMOUS_RUT ? rut.value : null
}

/** From this amount on a sale can be a part of a nameless whole. */
export function namelessPartFrom(limitClp: Clp): Clp {
  return clp(Math.ceil(limitClp / NAMELESS_PARTS_MAX))
}

/** Whether it is worth looking at what was sold before. */
export function mayBeSplit(
  sale: { readonly rut: string | null; readonly totalClp: Clp },
  limitClp: Clp,
): boolean {
  if (sale.totalClp < 1 || sale.totalClp >= limitClp) return false
  return sale.rut !== null || sale.totalClp >= namelessPartFrom(limitClp)
}

/**
 * `earlier` are the sales of the same day, and those of the last half hour; each at or over the
 * limit stands for itself.
 */
export function decideSplit(
  sale: EarlierSale,
  earlier: readonly EarlierSale[],
  limitClp: Clp,
): SplitWarning | null {
  if (!mayBeSplit(sale, limitClp)) return null
  const below = earlier.filter(({ totalClp }) => totalClp > 0 && totalClp < limitClp)
  const warn = (kind: SplitWarning['kind'], parts: readonly EarlierSale[]): SplitWarning | null => {
    const allClp = sumClp([...parts, sale].map(({ totalClp }) => totalClp))
    return parts.length > 0 && allClp >= limitClp
      ? { kind, count: parts.length + 1, sumClp: allClp, limitClp }
      : null
  }
  const ofBuyer =
    sale.rut === null
      ? null
      : warn(
          'buyer',
          below.filter(({ rut }) => rut === sale.rut),
        )
  if (ofBuyer !== null || sale.totalClp < namelessPartFrom(limitClp)) return ofBuyer
  // Two names are two customers; a name beside none may be one.
  const near = below.filter(
    (other) =>
      other.totalClp >= namelessPartFrom(limitClp) &&
      other.cashierName === sale.cashierName &&
      other.at <= sale.at &&
      sale.at - other.at <= NAMELESS_WITHIN_MS &&
      (other.rut === null || sale.rut === null || other.rut === sale.rut),
  )
  return near.some(({ rut }) => rut === null) || sale.rut === null ? warn('nameless', near) : null
}
