/** Webhook configuration (spec parts 2 and 6; the record's shape is a house decision). */
import { z } from 'zod'

const EVENT_CODES = ['ISE', 'REC', 'CER', 'ENU'] as const

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

/** Of one notice, what became of it so far. */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  status: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: z.int(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  /** The receiver's status, or TIMEOUT, NOT_REACHED or QUEUE_FULL; null before any attempt. */
  last_result: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
})

export const webhookDeliveryPageSchema = z.object({
  data: z.array(webhookDeliverySchema),
  /** What the next page is asked for with; null after the last one. */
  next_cursor: z.string().nullable(),
})

/** Which notices go once more: all that failed since then, or some by their ids. */
export const redeliveryRequestSchema = z.object({
  since: z.iso.datetime({ offset: true }).optional(),
  ids: z.array(z.string().min(1).max(60)).min(1).max(100).optional(),
})

export const redeliverySchema = z.object({
  queued: z.int(),
  /** There are more that failed since then: ask again. */
  has_more: z.boolean(),
})
