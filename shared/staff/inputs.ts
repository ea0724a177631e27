/** What the screen may ask of people, roles and the log, checked where it arrives. */
import { z } from 'zod'
import { CODE_CHARS_MAX } from '../text/recovery-code.ts'
import { typedText } from '../text/typed-text.ts'
import { ROLES } from './rights.ts'
import { OWN_ROLES_MAX } from './roles.ts'
import { allSwitches, switchedRights } from './stored-rights.ts'

export const staffIdSchema = typedText().min(1).max(40)

export const pin = z.string().max(20)

export const signInInput = z.object({
  staffId: staffIdSchema,
  pin,
  /** Somebody else goes on with a sale that has payments already; asked for where it is so. */
  takesPayments: z.boolean().optional(),
})

export const ownRoleIdSchema = typedText().min(1).max(40)

export const saveStaffInput = z.object({
  /** Null makes somebody new. */
  staffId: staffIdSchema.nullable(),
  name: typedText().max(200),
  /** Null: roles of the shop's own only. */
  role: z.enum(ROLES).nullable(),
  /** Of the shop's own; absent leaves them as they are. */
  roleIds: z.array(ownRoleIdSchema).max(OWN_ROLES_MAX).optional(),
  /** Null keeps the one they have. */
  pin: pin.nullable(),
  /** Of whoever lends the settings, typed again for each person. */
  ownerPin: pin.nullable().optional(),
})

export const saveRightsInput = z.object({
  role: z.enum(['cashier', 'supervisor']),
  rights: z.object({
    lineDiscountPercent: z.number(),
    cartDiscountPercent: z.number(),
    ...switchedRights,
  }),
})

export const saveRoleInput = z.object({
  /** Null makes a new one. */
  roleId: ownRoleIdSchema.nullable(),
  name: typedText().max(200),
  rights: z.object({
    lineDiscountPercent: z.number(),
    cartDiscountPercent: z.number(),
    ...allSwitches,
  }),
  isArchived: z.boolean().default(false),
})

/** The owner's code on paper, for a new PIN. */
export const printOwnerCodeInput = z.object({ code: typedText().max(CODE_CHARS_MAX) })

export const useOwnerCodeInput = z.object({
  staffId: staffIdSchema,
  code: typedText().max(CODE_CHARS_MAX),
  pin,
})

export const checkSealInput = z.object({
  isAnew: z.boolean().default(false),
  /** As it stands on a printed Z: do these data have it? */
  onPaper: typedText().max(60).nullable().optional(),
})

export const auditInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(200).default(50),
})
