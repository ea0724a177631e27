/** Who there is, as the parts of the staff answer by themselves, and what they allow each other. */
import { ok } from '#shared/core/result.ts'
import type { Approvals } from './approvals.ts'
import type { Handlers, Staff } from './staff-ports.ts'

type CrewCommandName =
  | 'staff'
  | 'giveBackSettings'
  | 'saveStaff'
  | 'removeStaff'
  | 'saveRights'
  | 'saveRole'
  | 'removeRole'
  | 'ownerCode'
  | 'makeOwnerCode'
  | 'useOwnerCode'
  | 'saleNeeds'
  | 'approve'
  | 'audit'

export function createCrewCommands(
  staff: Staff,
  { saleNeeds, approve }: Pick<Approvals, 'saleNeeds' | 'approve'>,
): Handlers<CrewCommandName> {
  return {
    staff: staff.view,
    giveBackSettings: staff.giveBackSettings,
    saveStaff: staff.save,
    removeStaff: staff.remove,
    saveRights: staff.saveRights,
    saveRole: staff.saveRole,
    removeRole: staff.removeRole,
    ownerCode: staff.ownerCode,
    makeOwnerCode: staff.makeOwnerCode,
    useOwnerCode: staff.useOwnerCode,
    saleNeeds,
    approve,
    audit: ({ cursor, limit }) => ok(staff.audit.page(cursor, limit)),
  }
}
