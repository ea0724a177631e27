/**
 * Roles a shop makes beside the three that come with the till. Somebody may have several; what one
 * of them allows, they may. Pure.
 */
import { DEFAULT_RIGHTS, NO_RIGHTS, ROLES, type Role, type RoleRights } from './rights.ts'

export const ROLE_NAME_CHARS_MAX = 30
/** Roles somebody makes at a till beside the three of every till, archived ones among them. */
export const OWN_ROLES_MAX = 30
/** At a till that has heard those of its shop's others. */
export const ROLES_HEARD_MAX = 300

/**
 * What the log and the screen call the three that come with the till, in small letters: a role of
 * the shop's own by one of these names would pass for more, or less, than it is.
 */
export const NAMES_OF_TILL: readonly string[] = [
  ...ROLES,
  ...['cajero', 'cajera', 'supervisora', 'dueño', 'dueña'],
]

export interface OwnRole {
  readonly id: string
  readonly name: string
  readonly rights: RoleRights
  /** Whoever has it keeps it; nobody gets it any more. */
  readonly isArchived: boolean
}

/** What somebody is: one of the three, or none of them, and roles of the shop's own. */
export interface Roles {
  readonly role: Role | null
  readonly roleIds: readonly string[]
}

type RightsOfRoles = Readonly<Record<Role, RoleRights>>

/** Rights that are a percent; all others are yes or no. */
export const PERCENT_RIGHTS = ['lineDiscountPercent', 'cartDiscountPercent'] as const
export const RIGHT_NAMES = Object.keys(NO_RIGHTS) as readonly (keyof RoleRights)[]

/** All that any of them allows. None allow nothing. */
export function joinRights(each: readonly RoleRights[]): RoleRights {
  const joined = Object.fromEntries(
    RIGHT_NAMES.map((name) => [
      name,
      each.reduce(
        (sum, rights) => (Number(rights[name]) > Number(sum) ? rights[name] : sum),
        NO_RIGHTS[name],
      ),
    ]),
  )
  return { ...NO_RIGHTS, ...joined }
}

/** The first right in it that goes beyond `limit`; null when none does. */
export function rightBeyond(rights: RoleRights, limit: RoleRights): keyof RoleRights | null {
  return RIGHT_NAMES.find((name) => Number(rights[name]) > Number(limit[name])) ?? null
}

/** Unknown roles give nothing. */
export function rightsOfPerson(
  { role, roleIds }: Roles,
  rightsOf: RightsOfRoles,
  own: readonly OwnRole[],
): RoleRights {
  if (role === 'owner') return DEFAULT_RIGHTS.owner
  return joinRights([
    ...(role === null ? [] : [rightsOf[role]]),
    ...own.filter(({ id }) => roleIds.includes(id)).map(({ rights }) => rights),
  ])
}
