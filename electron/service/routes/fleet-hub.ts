/** The hub of a place: what a till of it says and is told. */
import { createRoute } from '@hono/zod-openapi'
import { hubAnswer, hubBody } from '#shared/fleet/hub-contract.ts'
import { visitHub } from '../fleet/hubs.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, mount, readBody, type ServiceApp } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import { notThisTill, ofTill, type AsTill } from './fleet-worths.ts'
import { HUB_PATH } from './who-asks.ts'

const postHub = createRoute({
  ...{ ...ofTill, path: HUB_PATH },
  summary: 'The hub of the till’s place, and what became of those before',
  request: { body: jsonBody(hubBody) },
  responses: { 200: jsonAnswer('As it is now', hubAnswer), ...notThisTill },
})

export function hubRoutes(app: ServiceApp, parts: ServiceParts, { tillOf, seen }: AsTill): void {
  const { storage, clock, random } = parts
  mount(app, postHub, async (c) => {
    const till = tillOf(c)
    const body = await readBody(c, hubBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    return c.json(await storage.write((db) => visitHub({ db, clock, random }, till, body.value)))
  })
}
