/**
 * Which screen may change the open sale, and which sale may take its place. Pure; the core asks
 * before every such command.
 */
import type { SaleId, ScreenId } from '../../core/brand.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import type { HoldState } from '../kept-sale.ts'

interface Holder {
  /** Null while nothing is being sold. */
  readonly screen: ScreenId | null
  /** Its window is there: it listens to the feed. */
  readonly isThere: boolean
  /**
   * Whoever asks has read the sale since it was changed last: without that a stale picture would
   * take its place.
   */
  readonly hasSeen: boolean
}

export function holdOf(by: ScreenId, holder: Holder): HoldState {
  if (holder.screen === by) return 'mine'
  return holder.screen === null || (!holder.isThere && holder.hasSeen) ? 'free' : 'elsewhere'
}

/** What became of a sale. */
export type Fate = 'open' | 'charged' | 'parked'

interface KeepQuestion {
  readonly saleId: SaleId
  /** The sale the screen believes the core to have. */
  readonly replaces: SaleId | null
  readonly fate: Fate
  readonly hold: HoldState
  /** The sale the core has, with lines; null while there is none. */
  readonly keptId: SaleId | null
}

/**
 * Why this sale is not the one that is open from here on, or null. Never does one sale silently
 * take another's place.
 */
export function keepProblem({
  saleId,
  replaces,
  fate,
  hold,
  keptId,
}: KeepQuestion): Refusal | null {
  if (fate === 'charged') return refusal('SALE_ALREADY_CHARGED')
  if (fate === 'parked') return refusal('SALE_PARKED')
  if (hold === 'elsewhere') return refusal('SALE_HELD_ELSEWHERE')
  const isAnother = keptId !== null && keptId !== saleId && keptId !== replaces
  return isAnother ? refusal('SALE_HELD_ELSEWHERE') : null
}
