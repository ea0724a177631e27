/** What the owner said of the shop's model, as it is kept. */
import { z } from 'zod'
import type { IsoDate } from '../../core/brand.ts'
import { EMISSION_MODELS } from './emission.ts'

export const emissionSchema = z.object({
  model: z.enum(EMISSION_MODELS),
  /** The day on which the owner said so. */
  since: z.custom<IsoDate>((value) => z.iso.date().safeParse(value).success),
})
