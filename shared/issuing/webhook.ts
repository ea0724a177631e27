/** Webhook configuration (spec parts 2 and 6; the record's shape is a house decision). */
import { z } from 'zod'

export const EVENT_CODES = ['ISE', 'REC', 'CER', 'ENU'] as const

export const webhookRequestSchema = z.object({
  url: z.string().trim().min(1).max(500),
  events: z.array(z.string().max(10)).min(1).max(20),
  description: z.string().max(200).optional(),
})

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Only in the answer of the registration: it is shown once. */
  secret: z.string().optional(),
})

export const eventCatalogueSchema = z.array(
  z.object({ code: z.enum(EVENT_CODES), description: z.string() }),
)
