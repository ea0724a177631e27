/** What those stand on who change the people of a till. */
import type { StaffView } from '#shared/staff/views.ts'
import type { Audit } from '../audit/audit.ts'
import type { LentSettings, Staff, StaffPorts, StaffShop } from './staff-ports.ts'
import type { StaffStore } from './staff-store.ts'

export interface PeopleParts {
  readonly ports: StaffPorts
  readonly store: StaffStore
  readonly shop: StaffShop
  readonly audit: Audit
  readonly manager: LentSettings['manager']
  readonly verify: Staff['verify']
  /** Runs a change and its announcement in one transaction. */
  readonly change: (work: () => void) => void
  readonly publishView: () => StaffView
}
