/** Rows of the contract: people, their rights and the log. */
import { staffBehindLock } from './behind-the-lock.ts'
import {
  auditInput,
  checkSealInput,
  ownRoleIdSchema,
  printOwnerCodeInput,
  saveRightsInput,
  saveRoleInput,
  saveStaffInput,
  signInInput,
  staffIdSchema,
  useOwnerCodeInput,
} from './inputs.ts'
import type { EpochMs } from '../core/brand.ts'
import { atRest, command, gives, laterResult, query, result } from './row.ts'
import type { AuditPage, SealView, StaffView } from './views.ts'

const BEHIND_LOCK = { lockedPart: staffBehindLock }
const staffAnswer = result<StaffView>()

export const STAFF = {
  staff: query(null, gives<StaffView>(), BEHIND_LOCK),
  signIn: atRest(
    command(
      signInInput,
      laterResult<StaffView>(),
      'anyone',
      'sign-in',
      'pin-wrong',
      'sale-handed-over',
    ),
  ),
  /** Locks the counter: the cart stays, selling waits for a PIN. */
  signOut: atRest(command(null, gives<StaffView>(), BEHIND_LOCK, 'sign-out')),
  /** The visit to the settings is over: what a PIN over the shoulder opened is closed again. */
  giveBackSettings: atRest(command(null, gives<StaffView>(), BEHIND_LOCK)),
  saveStaff: command(
    saveStaffInput,
    laterResult<StaffView>(),
    'settings',
    'staff-saved',
    'owner-code-ended',
  ),
  removeStaff: command(
    staffIdSchema,
    staffAnswer,
    'own:manageStaff',
    'staff-removed',
    'owner-code-ended',
  ),
  /** A role of the shop's own, made, changed or archived. */
  saveRole: command(saveRoleInput, staffAnswer, 'own:manageStaff', 'role-saved'),
  /** Gone for good, where nobody has it. */
  removeRole: command(ownRoleIdSchema, staffAnswer, 'own:manageStaff', 'role-removed'),
  /** When the code on paper was made that gives an owner a new PIN; null while there is none. */
  ownerCode: query(null, result<{ readonly madeAt: EpochMs | null }>(), 'settings'),
  /** Shown once and kept as a hash; the one before is good for nothing. */
  makeOwnerCode: command(
    null,
    laterResult<{ readonly code: string }>(),
    'settings',
    'owner-code-made',
  ),
  /** The code that is shown, on the receipt printer; refused where a file of it would stay. */
  printOwnerCode: command(
    printOwnerCodeInput,
    laterResult<null>(),
    'settings',
    'owner-code-printed',
  ),
  useOwnerCode: command(
    useOwnerCodeInput,
    laterResult<StaffView>(),
    'anyone',
    'owner-code-used',
    'owner-code-wrong',
  ),
  saveRights: command(
    saveRightsInput,
    staffAnswer,
    'own:manageStaff',
    'rights-changed',
    'settings-changed',
  ),
  /** The whole seal over log, sales and shifts, looked through; or as it was minutes ago. */
  checkSeal: query(checkSealInput, laterResult<SealView>(), 'own:readAudit'),
  audit: query(auditInput, result<AuditPage>(), 'own:readAudit'),
}
