/** What a screen that waits for a PIN is told of people. */
import { NO_RIGHTS } from './rights.ts'
import type { StaffView } from './views.ts'

/** What each role may is nobody's who has not said who they are. */
export const staffBehindLock = (whole: StaffView): StaffView => ({
  ...whole,
  rightsOf: { cashier: NO_RIGHTS, supervisor: NO_RIGHTS, owner: NO_RIGHTS },
  ownRoles: whole.ownRoles.map((role) => ({ ...role, rights: NO_RIGHTS })),
})
