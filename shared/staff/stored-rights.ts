/**
 * Rights of a role as a shop has set them; those that came later than the row are the role's own.
 */
import { z } from 'zod'
import type { RoleRights, SwitchedRight } from './rights.ts'

/** What an owner switches on and off, as fields of a schema. */
export const switchedRights = {
  changePrice: z.boolean(),
  freeLine: z.boolean(),
  deletePending: z.boolean(),
  openDrawer: z.boolean(),
  discardParked: z.boolean(),
  refund: z.boolean(),
  moveCash: z.boolean(),
  acceptDifference: z.boolean(),
  invoice: z.boolean(),
} satisfies Record<SwitchedRight, z.ZodBoolean>

const percent = z.number().min(0).max(100)
const storedRights = z
  .object({
    lineDiscountPercent: percent,
    cartDiscountPercent: percent,
    ...switchedRights,
    readAudit: z.boolean(),
    readReports: z.boolean(),
    editCatalogue: z.boolean(),
    stock: z.boolean(),
    promotions: z.boolean(),
    customers: z.boolean(),
    manageStaff: z.boolean(),
  })
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
