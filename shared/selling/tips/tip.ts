/**
 * A tip (propina): the shop suggests it, the customer decides (Código del Trabajo art. 64, by Ley
 * 20.918: 10 % is suggested where there is table service, never forced). It is money of whoever
 * serves, so it is a matter of payment: in no total of a document, no IVA, no sales of a report.
 *
 * Rounding (Ley 20.956): there are no coins below ten pesos, so what is rounded is what is handed
 * over in cash, total and tip added first, once. The tip keeps its pesos, for they are owed to
 * somebody; what the rounding took or gave belongs to the sale, as without a tip.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { AMOUNT_CLP_MAX, clp, formatClp, ZERO_CLP, type Clp } from '../../money/clp.ts'

/** As the customer said it: a percent follows the total while the sale is still open. */
export type Tip =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amountClp: number }

/** The shop's setting: whether tips are taken at all, and what is suggested. */
export interface TipSetting {
  readonly isOn: boolean
  readonly percents: readonly number[]
}

const SUGGESTED_PERCENT = 10
export const DEFAULT_TIPS: TipSetting = { isOn: false, percents: [SUGGESTED_PERCENT] }
/** As many as have a key and a place beside the total. */
const TIP_PERCENTS_MAX = 3
export const TIP_PERCENT_MAX = 30
/** Up to here a tip may be more than the sale: a coffee, and the rest of the note. */
const TIP_CLP_FREE = 20_000

/** What a tip comes to over this total, a half peso up. Above the till's limit it is that limit. */
export function tipClpOf(totalClp: Clp, tip: Tip | undefined): Clp {
  if (tip === undefined) return ZERO_CLP
  const pesos =
    tip.kind === 'amount' ? tip.amountClp : Math.floor((totalClp * tip.percent + 50) / 100)
  return clp(Math.min(pesos, AMOUNT_CLP_MAX))
}

/** More than this is a typing mistake. */
export function tipLimitOf(totalClp: Clp): Clp {
  return clp(Math.max(totalClp, TIP_CLP_FREE))
}

/** Why this tip is not taken, or null. */
export function tipProblem(totalClp: Clp, tipClp: number, { isOn }: TipSetting): Refusal | null {
  if (tipClp === 0) return null
  if (!isOn) return refusal('TIP_NOT_TAKEN', 'tip')
  const limitClp = tipLimitOf(totalClp)
  return tipClp > limitClp ? refusal('TIP_TOO_LARGE', 'tip', { limit: formatClp(limitClp) }) : null
}

/** The setting as it may be stored: each percent once, the smallest first. */
export function checkTips({ isOn, percents }: TipSetting): Result<TipSetting, Refusal> {
  const isValid = percents.every(
    (percent) => Number.isInteger(percent) && percent >= 1 && percent <= TIP_PERCENT_MAX,
  )
  const once = [...new Set(percents)].sort((one, other) => one - other)
  if (!isValid || once.length === 0 || once.length > TIP_PERCENTS_MAX)
    return refuse(
      refusal('TIP_PERCENTS_NOT_VALID', 'tips', {
        most: String(TIP_PERCENTS_MAX),
        limit: String(TIP_PERCENT_MAX),
      }),
    )
  return ok({ isOn, percents: once })
}
