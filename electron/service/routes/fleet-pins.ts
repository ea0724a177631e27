/** How tills of a shop come to one secret of their PINs, which this service never has. */
import { createRoute } from '@hono/zod-openapi'
import { pinSecretAnswer, pinSecretBody } from '#shared/fleet/pin-secret-contract.ts'
import type { News } from '../fleet/news.ts'
import { sharePins } from '../fleet/pin-secret.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { notThisTill, ofTill, type AsTill } from './fleet-worths.ts'
import { fail, mount, readBody, type ServiceApp } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import { PIN_SECRET_PATH } from './key-table.ts'

const postPinSecret = createRoute({
  ...{ ...ofTill, path: PIN_SECRET_PATH },
  summary: 'The secret of the shop’s PINs: who has it, who asks, each closed for one till alone',
  request: { body: jsonBody(pinSecretBody) },
  responses: { 200: jsonAnswer('How it stands by now', pinSecretAnswer), ...notThisTill },
})

export function pinRoutes(
  app: ServiceApp,
  { storage, clock }: ServiceParts,
  { tillOf, seen, news }: AsTill & { readonly news: News },
): void {
  mount(app, postPinSecret, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, pinSecretBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const shared = await storage.write((db) => sharePins(db, till, body.value, now))
    if (shared.isNews) news.wake(till.companyId)
    return c.json(shared.answer)
  })
}
