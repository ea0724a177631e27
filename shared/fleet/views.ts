/** The shop's tills, as a screen of one of them sees them. */
import type { RefusalCode } from '../languages/refusals.ts'
import type { EpochMs } from '../core/brand.ts'
import type { SharedKind, SharedValue } from './shared-records.ts'

/** A value of this till that another one's replaced. */
export interface OverruledView {
  /** Rises with each; what is seen is seen up to one. */
  readonly seq: number
  readonly kind: SharedKind
  /** Of the product, shelf or customer; null where it is gone. */
  readonly name: string | null
  readonly field: string
  readonly lost: SharedValue
  readonly won: SharedValue
  /** Number of the till whose value stands; null for the head office or the service. */
  readonly byNumber: number | null
  readonly reason: 'LATER' | 'TAKEN' | 'REFUSED'
  readonly at: EpochMs
}

/**
 * `joining`: it has not been heard whole yet. `together`: the shop was heard within the last
 * minute; `away`: it was not; `barred`: the service answers this till no more, and it is joined
 * anew.
 */
type FleetState = 'alone' | 'joining' | 'together' | 'away' | 'barred'

/** The hub of this till's place. */
export interface HubView {
  readonly number: number
  readonly name: string
  readonly isOwn: boolean
  readonly isHeard: boolean
  readonly addresses: readonly string[]
  /** Instead of those; empty where nobody has typed one here. */
  readonly typed: string
}

/** That till is the hub, and its term has ended by its silence: there is none meanwhile. */
export interface MissedHubView extends Pick<HubView, 'number' | 'name'> {
  readonly since: EpochMs
}

export interface FleetView {
  readonly state: FleetState
  /** Null while it is alone. */
  readonly till: {
    readonly id: string
    readonly number: number
    readonly name: string
    readonly branch: string | null
  } | null
  /** Why it is barred, in the service's word. */
  readonly barredCode: string | null
  /**
   * Whose they are: this till's, also where it keeps no secrets; still the till's, until another
   * one gives it the secret of the PINs; the shop's; or another secret took the place of this one.
   */
  readonly people: 'own' | 'waiting' | 'shared' | 'other'
  readonly heardAt: EpochMs | null
  /** Changes of this till that the shop has not heard; of the shop, that are not written here. */
  readonly toSend: number
  readonly toWrite: number
  readonly overruled: readonly OverruledView[]
  /** Null where its place has none. */
  readonly hub: HubView | null
  readonly missedHub: MissedHubView | null
  /** What concerns other tills takes a key of the shop, typed for it: this one keeps none. */
  readonly asksKey: boolean
}

/** Values of this till that were replaced, and a till the shop answers no more. */
export interface FleetTrouble {
  readonly overruled: number
  readonly isBarred: boolean
}

export interface ShopTillView {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly branch: string | null
  readonly seenAt: EpochMs | null
  readonly isRetired: boolean
  readonly isHub: boolean
  /** Documents without a folio, as it told last; absent where it has told nothing. */
  readonly pendingCount?: number
  /** Of its printer; absent for none. */
  readonly printerTrouble?: RefusalCode
}
