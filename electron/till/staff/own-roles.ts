/**
 * Roles of the shop's own, and who may give what. Nobody gives a right they do not have, nor
 * touches somebody who has more; an owner has all.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StaffMember } from '#shared/staff/views.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import { NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import {
  OWN_ROLES_MAX,
  PERCENT_RIGHTS,
  NAMES_OF_TILL,
  rightBeyond,
  ROLE_NAME_CHARS_MAX,
  type OwnRole,
} from '#shared/staff/roles.ts'
import { checkShownName } from '#shared/staff/shown-name.ts'
import type { PeopleParts } from './people-parts.ts'
import type { Giver, Handlers } from './staff-ports.ts'

export function createOwnRoles(parts: PeopleParts): Handlers<'saveRole' | 'removeRole'> {
  const { ports, store, audit, change, publishView } = parts
  return {
    saveRole({ roleId, name, rights, isArchived }, _, who) {
      const { actor, approverName } = who
      const away = shopAway(parts)
      if (away !== null) return refuse(away)
      const before = store.roles.all().find(({ id }) => id === roleId) ?? null
      const named = checkRole(parts, { roleId, name, rights }, before, who)
      if (!named.ok) return named
      const role = { id: before?.id ?? ports.ids.next(), name: named.value, rights, isArchived }
      change(() => {
        store.roles.save(role, ports.clock.now())
        for (const field of changesOf(before, role))
          audit.write({
            action: 'role-saved',
            staff: actor,
            approverName,
            detail: { name: role.name, ...field },
          })
      })
      return ok(publishView())
    },
    removeRole(roleId, _, who) {
      const { actor, approverName } = who
      const away = shopAway(parts)
      if (away !== null) return refuse(away)
      const role = store.roles.all().find(({ id }) => id === roleId)
      if (role === undefined) return refuse(refusal('ROLE_NOT_FOUND'))
      const having = store.members().filter(({ roleIds }) => roleIds.includes(roleId))
      if (having.length > 0)
        return refuse(
          refusal('ROLE_IN_USE', null, { names: having.map((one) => one.name).join(', ') }),
        )
      const refused = tooMuch(role.rights, who)
      if (refused !== null) return refuse(refused)
      change(() => {
        store.roles.remove(roleId)
        audit.write({
          action: 'role-removed',
          staff: actor,
          approverName,
          detail: { name: role.name },
        })
      })
      return ok(publishView())
    },
  }
}

/** Rights that were taken away elsewhere would come back with what is saved unheard. */
export const shopAway = ({ shop }: Pick<PeopleParts, 'shop'>): Refusal | null =>
  shop.isAway() ? refusal('ROLES_SHOP_AWAY') : null

function checkRole(
  { store }: PeopleParts,
  { roleId, name: typed, rights }: { roleId: string | null; name: string; rights: RoleRights },
  before: OwnRole | null,
  manager: Giver,
): Result<string, Refusal> {
  const roles = store.roles.all()
  if (roleId !== null && before === null) return refuse(refusal('ROLE_NOT_FOUND'))
  if (before === null && roles.length >= OWN_ROLES_MAX)
    return refuse(refusal('ROLES_FULL', null, { most: String(OWN_ROLES_MAX) }))
  const name = checkShownName(typed, ROLE_NAME_CHARS_MAX)
  if (!name.ok) return name
  const isOther = roles.some(
    (other) => other.id !== roleId && fold(other.name) === fold(name.value),
  )
  if (isOther || NAMES_OF_TILL.includes(fold(name.value)))
    return refuse(refusal('ROLE_NAME_TAKEN', 'name'))
  const wrong = wrongPercent(rights)
  if (wrong !== null) return refuse(refusal('PERCENT_NOT_VALID', wrong))
  const had = before?.rights ?? NO_RIGHTS
  const refused = tooMuch(rights, manager) ?? tooMuch(had, manager)
  return refused === null ? name : refuse(refused)
}

/** The first percent that is none: whole, from 0 to 100. */
export function wrongPercent(
  rights: Pick<RoleRights, (typeof PERCENT_RIGHTS)[number]>,
): string | null {
  return (
    PERCENT_RIGHTS.find(
      (field) => !Number.isInteger(rights[field]) || rights[field] < 0 || rights[field] > 100,
    ) ?? null
  )
}

/** Why whoever manages may not give or take these rights; null when they may. */
export function tooMuch(rights: RoleRights, { rights: own }: Giver): Refusal | null {
  const beyond = rightBeyond(rights, own)
  return beyond === null ? null : refusal('RIGHT_ABOVE_OWN', beyond)
}

/** Whether these roles may be given to somebody: they are there, and not archived unless kept. */
export function checkRoles(
  { store }: Pick<PeopleParts, 'store'>,
  after: Pick<StaffMember, 'role' | 'roleIds'>,
  before: StaffMember | null,
): Refusal | null {
  if (after.role === null && after.roleIds.length === 0) return refusal('ROLE_REQUIRED', 'role')
  const roles = store.roles.all()
  for (const roleId of after.roleIds) {
    const role = roles.find(({ id }) => id === roleId)
    if (role === undefined) return refusal('ROLE_NOT_FOUND', 'role')
    if (role.isArchived && before?.roleIds.includes(roleId) !== true)
      return refusal('ROLE_ARCHIVED', 'role')
  }
  return null
}

const fold = (name: string) => name.toLocaleLowerCase(PAPER_LOCALE)

/** A row for each right that changed; one at least, where only the name or nothing did. */
function changesOf(before: OwnRole | null, after: OwnRole) {
  const flat = ({ name, isArchived, rights }: OwnRole) => ({ name, isArchived, ...rights })
  const fields = changedFields(
    before === null ? { ...NO_RIGHTS, isArchived: false } : flat(before),
    flat(after),
  )
  return fields.length === 0 ? [{}] : fields
}
