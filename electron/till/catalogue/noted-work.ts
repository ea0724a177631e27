import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import type { NoteChange } from './goods-ports.ts'
import type { Giver, Staff } from '../staff/staff-ports.ts'

/** Under whose name the log has what is done. */
export const notedBy =
  ({ audit }: Pick<Staff, 'audit'>) =>
  ({ actor }: Giver): NoteChange =>
  (action: AuditAction, detail: AuditRow['detail']) =>
    audit.write({ action, staff: actor, detail })
