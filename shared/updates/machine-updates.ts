/** What the program that shows the till tells of its updates, and what it is asked for. */
import type { Refusal } from '../languages/refusals.ts'
import type { ProgramFacts } from './offer.ts'
import type { InstallerKind } from './release.ts'

export interface FoundRelease extends ProgramFacts {
  readonly releaseDate: string
  readonly bytes: number
}

export interface MachineUpdates {
  readonly version: string
  /** Null: whoever installed this program replaces it by hand. */
  readonly kind: InstallerKind | null
  /** A newer one, at the place that was looked at last. */
  readonly found: FoundRelease | null
  readonly task: 'looking' | 'fetching' | null
  /** In bytes, while fetching. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Why the last task came to nothing. */
  readonly refusal: Refusal | null
  /** The newer one's installer is here, whole and signed. */
  readonly ready: ProgramFacts | null
  /** The newest older one's installer that is here. */
  readonly wayBack: ProgramFacts | null
  /** This very version's installer is here: the way back after an update. */
  readonly keepsPresent: boolean
  /** Handed to the installer when the till ends. */
  readonly ordered: ProgramFacts | null
}

export type UpdateOrder =
  | { readonly what: 'view' }
  | { readonly what: 'look'; readonly place: string }
  | { readonly what: 'fetch'; readonly place: string }
  /** Null takes the order back. */
  | { readonly what: 'order'; readonly version: string | null }
