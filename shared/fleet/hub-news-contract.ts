/** What a till and the hub of its place say to each other, beside parked sales and claims. */
import { z } from 'zod'
import { heardParked, PARKED_HEARD_MAX } from './parked-contract.ts'

export const HUB_NEWS_PATH = '/api/fleet/hub-news'

/** `POST /api/fleet/hub-news`. */
export const hubNewsBody = z.strictObject({
  /** Up to which version of what the hub keeps this till has heard. */
  after: z.int().min(0),
})
export type HubNewsAsked = z.output<typeof hubNewsBody>

export const hubNewsAnswer = z.object({
  version: z.int().min(0),
  has_more: z.boolean(),
  parked: z.array(heardParked).max(PARKED_HEARD_MAX),
})
export type HubNews = z.output<typeof hubNewsAnswer>
