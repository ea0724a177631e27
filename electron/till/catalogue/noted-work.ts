import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { DeedOfRight } from '#shared/staff/deeds.ts'
import type { NoteChange } from './goods-ports.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { Approvals } from '../staff/approvals.ts'

type Work<Value> = (note: NoteChange, staffName: string) => Result<Value, Refusal>

/** Asks who may first; what is then done stands in the log under their name. */
export function notedWork(
  approvals: Approvals,
  { audit }: Pick<Staff, 'audit'>,
  right: DeedOfRight['right'],
) {
  return <Value>(work: Work<Value>): Result<Value, Refusal> => {
    const permission = approvals.allow({ right, subject: null }, null)
    if (!permission.ok) return permission
    const { actor } = permission.value
    return work((action, detail) => audit.write({ action, staff: actor, detail }), actor.name)
  }
}
