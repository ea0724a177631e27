/** The hub of a place: what a till of it says and is told. */
import { createRoute } from '@hono/zod-openapi'
import type { Kysely } from 'kysely'
import { hubAnswer, hubBody } from '#shared/fleet/hub-contract.ts'
import {
  HUB_WORTHS_PATH,
  hubWorthsAnswer,
  hubWorthsBody,
} from '#shared/fleet/hub-worth-contract.ts'
import { leftOfSold } from '../documents/left-of-sold.ts'
import { shareHubWorths } from '../fleet/hub-worths.ts'
import { visitHub } from '../fleet/hubs.ts'
import type { News } from '../fleet/news.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { Tables } from '../storage/tables.ts'
import { fail, mount, readBody, type ServiceApp } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import { notThisTill, ofTill, tooMuch, type AsTill } from './fleet-worths.ts'
import { HUB_PATH } from './key-table.ts'

const postHub = createRoute({
  ...{ ...ofTill, path: HUB_PATH },
  summary: 'The hub of the till’s place, and what became of those before',
  request: { body: jsonBody(hubBody) },
  responses: { 200: jsonAnswer('As it is now', hubAnswer), ...notThisTill },
})

const postWorths = createRoute({
  ...{ ...ofTill, path: HUB_WORTHS_PATH },
  summary: 'Vales and credit notes of its place that this hub has, and what it gives back',
  request: { body: jsonBody(hubWorthsBody) },
  responses: { 200: jsonAnswer('What it has from now on', hubWorthsAnswer), ...notThisTill },
})

export function hubRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  { tillOf, seen, news }: AsTill & { readonly news: News },
): void {
  const { storage, clock, random } = parts
  mount(app, postWorths, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, hubWorthsBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const shared = await shareHubWorths({ storage, leftOfSold }, till, body.value, now)
    const { answer, version, waitS } = shared
    news.tell(till.companyId, version)
    if (waitS > 0) return fail(c, tooMuch(waitS))
    return c.json(answer)
  })
  mount(app, postHub, async (c) => {
    const till = tillOf(c)
    const body = await readBody(c, hubBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const visit = (db: Kysely<Tables>) => visitHub({ db, clock, random }, till, body.value)
    const { answer, version } = await storage.write(visit)
    news.tell(till.companyId, version)
    return c.json(answer)
  })
}
