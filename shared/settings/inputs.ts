/** What the settings take, checked where it arrives. */
import { z } from 'zod'
import { shapeOf } from './row.ts'
import { EMISSION_MODELS } from '../selling/payment/emission.ts'
import { typedText } from '../text/typed-text.ts'
import { SETTINGS } from './rows.ts'

export const saveSettingsInput = z.object({
  ...shapeOf(SETTINGS, 'typed'),
  /** Null goes back to the embedded service. */
  serviceUrl: typedText().max(300).nullable().optional(),
  /** The company's id at the service; empty = the service is asked. */
  companyId: typedText().max(120).optional(),
  /** How the service names document types in paths: `39=FCE, 61=NCE`. */
  pathCodes: typedText().max(200).optional(),
  /** Write-only. Null forgets the stored key. */
  apiKey: z.string().max(300).nullable().optional(),
  /** Which emission model the shop declared; its methods of payment follow it. */
  emissionModel: z.enum(EMISSION_MODELS).optional(),
  /** Who signs the receipts at a remote service. */
  shop: z
    .object({
      rut: typedText().max(20),
      legalName: typedText().max(200),
      tradeName: typedText().max(200),
      address: typedText().max(200),
      commune: typedText().max(60),
      activity: typedText().max(200).optional(),
    })
    .optional(),
})
