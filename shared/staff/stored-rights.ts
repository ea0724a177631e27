/**
 * Rights of a role as a shop has set them; those that came later than the row are the role's own.
 */
import { z } from 'zod'
import { PLAIN_RIGHTS } from './need.ts'
import { SWITCHED_RIGHTS, type RoleRights, type SwitchedRight } from './rights.ts'

const ALL_SWITCHES = [...new Set([...SWITCHED_RIGHTS, ...PLAIN_RIGHTS])]
type AnySwitch = (typeof ALL_SWITCHES)[number]

const switches = <Right extends string>(rights: readonly Right[]) =>
  Object.fromEntries(rights.map((right) => [right, z.boolean()])) as Record<Right, z.ZodBoolean>

/** What an owner switches on and off, as fields of a schema. */
export const switchedRights: Record<SwitchedRight, z.ZodBoolean> = switches(SWITCHED_RIGHTS)
/** All there is of yes and no, for a role of the shop's own. */
export const allSwitches: Record<AnySwitch, z.ZodBoolean> = switches(ALL_SWITCHES)

const percent = z.number().min(0).max(100)
const storedRights = z
  .object({ lineDiscountPercent: percent, cartDiscountPercent: percent, ...allSwitches })
  .partial() satisfies z.ZodType<{ [Right in keyof RoleRights]?: RoleRights[Right] | undefined }>

/**
 * A row that says anything else gives nobody a right, and takes none: the role has its own again.
 */
export function readStoredRights(json: string, own: RoleRights): RoleRights {
  const stored = storedRights.safeParse(JSON.parse(json))
  if (!stored.success) return own
  return {
    ...own,
    ...Object.fromEntries(Object.entries(stored.data).filter(([, value]) => value !== undefined)),
  }
}
