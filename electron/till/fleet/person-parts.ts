/** What the people of a shop stand on at one of its tills. */
import type { Pepper } from '../staff/pin-hash.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { Membership } from './membership.ts'

export interface PersonParts {
  readonly staff: Pick<Staff, 'audit' | 'endServing' | 'peppers'>
  readonly shop: () => Membership | null
  /** Of the shop; null while it is not here, and people are this till's alone. */
  readonly pepper: () => Pepper | null
  readonly shopRole: (id: string) => string
  readonly ownRole: (shopId: string) => string
  /** It is said again, by who has heard all there is. In the caller's transaction. */
  readonly noteAgain: (id: string) => void
}

/** As somebody lies in this till’s tables. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly isActive: 0 | 1
  readonly isOwnOnly: 0 | 1
  readonly hash: Uint8Array
  readonly salt: Uint8Array
  readonly cost: number
  readonly pepperId: string
  readonly createdAt: number
  readonly byName: string
  readonly byTill: number | null
  /** A JSON list. */
  readonly roleIds: string
}
