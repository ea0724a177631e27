/** What those stand on who change the people of a till. */
import type { StaffView } from '#shared/staff/views.ts'
import type { Pepper, StoredPin } from './pin-hash.ts'
import type { Audit } from '../audit/audit.ts'
import type { LentSettings, Staff, StaffPorts, StaffShop } from './staff-ports.ts'
import type { StaffStore } from './staff-store.ts'

export interface PeopleParts {
  readonly ports: StaffPorts
  readonly peppering: Peppering
  readonly store: StaffStore
  readonly shop: StaffShop
  readonly audit: Audit
  readonly manager: LentSettings['manager']
  readonly verify: Staff['verify']
  /** Runs a change and its announcement in one transaction. */
  readonly change: (work: () => void) => void
  readonly publishView: () => StaffView
}

/** Which pepper a PIN has, alone or in a shop. */
interface Peppering {
  /** Of a new hash. */
  now(): Pepper | null
  of(pin: StoredPin): Pepper | null
  /** Whether a PIN can be compared here at all. */
  knows(pin: StoredPin): boolean
}

export function createPeppering({ peppers = null }: StaffPorts, shop: StaffShop): Peppering {
  const of = ({ pepperId }: StoredPin) => (pepperId === '' ? null : (peppers?.of(pepperId) ?? null))
  return {
    now: () => peppers?.now(shop.id()) ?? null,
    of,
    knows: (pin) => pin.pepperId === '' || of(pin) !== null,
  }
}
