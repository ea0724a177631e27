/**
 * From 135 UF on a receipt has to name its buyer (Res. Ex. SII 44/2025). The UF counted is that of
 * 31 December before.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'
import { AMOUNT_CLP_MAX, clp, formatClp, type Clp } from '../../money/clp.ts'
import { FOREIGN_RUT, ANONYMOUS_RUT } from '../../rut/rut.ts'

export interface BuyerLimit {
  readonly year: number
  readonly limitClp: number
  /** Where the figure was read, in the words of whoever entered it. */
  readonly source?: string | undefined
}

export const SOURCE_CHARS_MAX = 120

/**
 * The only figure published when this was written. The UF only rises, so a year that is missing
 * errs on the safe side.
 */
export const DEFAULT_BUYER_LIMITS: readonly BuyerLimit[] = [{ year: 2025, limitClp: 5_186_253 }]

/** The limit of a year, or of the latest known year before it. */
export function buyerLimitOf(limits: readonly BuyerLimit[], year: number): Clp {
  const byYear = [...limits].sort((a, b) => a.year - b.year)
  const known = byYear.filter((limit) => limit.year <= year).at(-1) ?? byYear[0]
  return clp(known?.limitClp ?? DEFAULT_BUYER_LIMITS[0]?.limitClp ?? AMOUNT_CLP_MAX)
}

/** A sum from the limit on names its buyer; the RUTs that stand for nobody do not, typed or not. */
export function buyerProblem(totalClp: Clp, limitClp: number, rut: string): Refusal | null {
  const isNobody = rut === ANONYMOUS_RUT || rut === FOREIGN_RUT
  return totalClp >= limitClp && isNobody
    ? refusal('BUYER_REQUIRED', 'rut', { limit: formatClp(clp(limitClp)) })
    : null
}

export function checkBuyerLimits(
  limits: readonly BuyerLimit[],
): Result<readonly BuyerLimit[], Refusal> {
  const years = new Set(limits.map(({ year }) => year))
  const isValid =
    limits.length > 0 &&
    years.size === limits.length &&
    limits.every(
      ({ year, limitClp }) =>
        Number.isInteger(year) &&
        Number.isSafeInteger(limitClp) &&
        limitClp > 0 &&
        limitClp <= AMOUNT_CLP_MAX,
    )
  if (!isValid) return refuse(refusal('LIMIT_YEARS_NOT_VALID', 'buyerLimits'))
  const sources = limits.map(({ source = '' }) => foldToLatin1(source)).join('')
  const printable = requireLatin1(sources, 'source')
  if (!printable.ok) return printable
  return ok([...limits].sort((a, b) => b.year - a.year))
}
