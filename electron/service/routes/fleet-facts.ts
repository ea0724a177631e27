/** What happened at the tills of a shop, kept and counted once; and how each till is. */
import { createRoute } from '@hono/zod-openapi'
import { factsAnswer, factsBody } from '#shared/fleet/facts-contract.ts'
import { healthAnswer, healthBody } from '#shared/fleet/health-contract.ts'
import { takeFacts } from '../fleet/facts.ts'
import { takeHealth } from '../fleet/health.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { notThisTill, ofTill, tooMuch, type AsTill } from './fleet-worths.ts'
import { fail, mount, readBody, type ServiceApp } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import { FACTS_PATH, HEALTH_PATH } from './key-table.ts'

const postFacts = createRoute({
  ...{ ...ofTill, path: FACTS_PATH },
  summary: 'What happened at this till; the same id again is counted once',
  request: { body: jsonBody(factsBody) },
  responses: {
    200: jsonAnswer('All are kept, as they were told first', factsAnswer),
    ...notThisTill,
  },
})

const postHealth = createRoute({
  ...{ ...ofTill, path: HEALTH_PATH },
  summary: 'How this till is now; what it told before is forgotten',
  request: { body: jsonBody(healthBody) },
  responses: { 200: jsonAnswer('It stands', healthAnswer), ...notThisTill },
})

export function factRoutes(app: ServiceApp, parts: ServiceParts, { tillOf, seen }: AsTill): void {
  const { storage, clock } = parts

  mount(app, postFacts, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, factsBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const { waitS = 0, ...answer } = await takeFacts(storage, till, body.value, now)
    return waitS > 0 ? fail(c, tooMuch(waitS)) : c.json(answer)
  })

  mount(app, postHealth, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, healthBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    await storage.write((db) => takeHealth(db, till, body.value, now))
    return c.json({ kept_at_ms: now })
  })
}
