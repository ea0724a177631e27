/** The settings as they are kept: the rows, and what stands beside them. */
import { z } from 'zod'
import { storedPrinter } from '#shared/printing/printers.ts'
import { emissionSchema } from '#shared/selling/payment/emission-schema.ts'
import { shapeOf } from '#shared/settings/row.ts'
import { SETTINGS } from '#shared/settings/rows.ts'

/** As it is stored, and as a demo shop comes with the program. */
export const storedShop = z.object({
  rut: z.string(),
  legalName: z.string(),
  tradeName: z.string(),
  address: z.string(),
  commune: z.string(),
  /** Giro; none in shops of before it was asked for. */
  activity: z.string().optional(),
})

export const storedSettings = z.object({
  serviceUrl: z.string().nullable().default(null),
  companyId: z.string().nullable().default(null),
  pathCodes: z.partialRecord(z.enum(['39', '41', '33', '34', '61', '56']), z.string()).default({}),
  ...shapeOf(SETTINGS, 'kept'),
  /** The chosen printer whole, so that a restart prints on it before it has been looked for. */
  printer: storedPrinter.nullable().catch(null).default(null),
  /** The second printer whole, as the first. */
  fallbackPrinter: storedPrinter.nullable().catch(null).default(null),
  /** Null until the owner has said it: without it a shop's till does not sell. */
  emission: emissionSchema.nullable().catch(null).default(null),
  /**
   * What the stored key was given for; null in settings of before it was noted, where it is the
   * stored address.
   */
  keyOrigin: z.string().nullable().default(null),
  /** To know the stored key again; null for a key of before this was noted. */
  keyPrint: z.string().nullable().default(null),
  /** The same of the key of the environment: where it was first used, and which one it was. */
  startKeyOrigin: z.string().nullable().default(null),
  startKeyPrint: z.string().nullable().default(null),
  /** The address that answered last to the key with this fingerprint, for this RUT. */
  tested: z.object({ url: z.string(), rut: z.string(), key: z.string() }).nullable().default(null),
  shop: storedShop.nullable().default(null),
})
export type StoredSettings = z.output<typeof storedSettings>
