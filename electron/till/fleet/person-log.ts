/** What became of people by another till's word, as the log of this one has it. */
import type { SealedPerson } from '#shared/fleet/shared-person.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PersonParts, PersonRow } from './person-parts.ts'

/** Who it was, and where. */
const who = ({ by, till }: SealedPerson) => ({
  actor: { id: null, name: `${by === '' ? 'Alguien' : by} (caja ${till})` },
  approverName: null,
})

const sorted = (ids: readonly string[]) => ids.toSorted().join(' ')

export function asPerson(db: TillDatabase, { staff, ownRole }: PersonParts) {
  const nameOf = db.prepare<[string], string>('SELECT name FROM own_role WHERE id = ?').pluck()
  const rolesOf = ({ role, roles }: SealedPerson) =>
    [role ?? '', ...roles.map((id) => nameOf.get(ownRole(id)) ?? '')].filter(Boolean).join(', ')
  const isAsBefore = (said: SealedPerson, before: PersonRow | undefined, isNewPin: boolean) =>
    !isNewPin &&
    before?.name === said.name &&
    (before.isActive === 1) === said.is_active &&
    (before.isOwnOnly === 1 ? null : before.role) === said.role &&
    sorted(JSON.parse(before.roleIds) as string[]) === sorted(said.roles.map(ownRole))
  const write = (
    _: string,
    said: SealedPerson,
    before: PersonRow | undefined,
    isNewPin: boolean,
  ) => {
    if (isAsBefore(said, before, isNewPin)) return
    const { actor } = who(said)
    const detail = { name: said.name, role: rolesOf(said) }
    const isGone = !said.is_active
    staff.audit.write({
      action: isGone ? 'staff-removed' : 'staff-saved',
      staff: actor,
      detail: isGone ? detail : { ...detail, pin: isNewPin ? 1 : null },
    })
  }
  return Object.assign(write, {
    who,
    /** The last owner who comes in here stays. */
    kept: (said: SealedPerson) =>
      staff.audit.write({
        action: 'staff-not-taken',
        staff: who(said).actor,
        detail: { name: said.name },
      }),
  })
}
