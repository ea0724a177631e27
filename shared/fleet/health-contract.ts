/**
 * How a till is, told to the service where it has changed, at most once a minute, and now and then
 * where it has not. The newest stands; nothing of before is kept.
 */
import { z } from 'zod'

/** A till tells no more often. */
export const HEALTH_EVERY_MS = 60_000
/** A till that told nothing for so long was away: a weekend is not. */
export const HEALTH_AWAY_MS = 4 * 24 * 3_600_000
/** What has not changed is told again. */
export const HEALTH_AGAIN_MS = 3_600_000
const COUNT_MAX = 9_999_999_999

const count = z.int().min(0).max(COUNT_MAX)
const age = z.int().min(0)
const text = z.string().max(100)

const told = {
  /** Of the program. */
  version: z.string().max(40),
  /** Documents that have no folio yet. */
  pending: count,
  folios: z.array(z.strictObject({ document_type: text, left: count })).max(20),
  /** To the end of the certificate, less than 0 after it; null where the till does not know. */
  certificate_days: z.int().min(-COUNT_MAX).max(COUNT_MAX).nullable(),
  /** Who has opened it; null while none is open. */
  shift: z.strictObject({ who: text }).nullable(),
}

/** `POST /api/fleet/health`, with a till's key. */
export const healthBody = z.strictObject({
  ...told,
  /** Of the oldest document that is pending. */
  oldest_age_ms: age.nullable(),
  printer: z.strictObject({ code: text, age_ms: age }).nullable(),
})
export type Health = z.output<typeof healthBody>
export const healthAnswer = z.object({ kept_at_ms: z.int() })

/** As the service tells it, by its clock. */
export const healthView = z.object({
  ...told,
  at_ms: z.int(),
  oldest_at_ms: z.int().nullable(),
  printer: z.object({ code: text, since_ms: z.int() }).nullable(),
  /** Since when it tells of this version, without a silence of days; unknown of before. */
  steady_since_ms: z.int().optional(),
})
export type HealthView = z.output<typeof healthView>
