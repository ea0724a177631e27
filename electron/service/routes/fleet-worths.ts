/** What is spent once over all tills of a shop: told, asked for, ended and found by a till. */
import { createRoute } from '@hono/zod-openapi'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import {
  WORTH_CLAIMS_PATH,
  WORTH_FINDS_PATH,
  WORTH_RELEASES_PATH,
  WORTH_RESTORES_PATH,
  WORTHS_PATH,
  worthClaimAnswer,
  worthClaimBody,
  worthFindAnswer,
  worthFindBody,
  worthReleaseAnswer,
  worthReleaseBody,
  worthRestoreAnswer,
  worthRestoreBody,
  worthsAnswer,
  worthsBody,
} from '#shared/fleet/worth-contract.ts'
import { failure } from '../core/errors.ts'
import type { News } from '../fleet/news.ts'
import type { SeenTills } from '../fleet/seen-tills.ts'
import type { AskingTill } from '../fleet/till-keys.ts'
import { claimWorth, endHeld, findWorths, releaseWorth, takeWorths } from '../fleet/worths.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, mount, readBody, type ServiceApp, type ServiceContext } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

export const ofTill = {
  ...{ method: 'post' as const, tags: ['Tills of a shop'] },
  security: [{ TillKey: [], Installation: [] }],
}
/** More than one till may in a day, or have in hand (shared/fleet/day-limits.ts). */
export const tooMuch = (waitS: number) => failure('RATE_LIMITED', '', { seconds: String(waitS) })

export const notThisTill = {
  403: jsonAnswer('The key of the till is unknown or has ended', errorBodySchema),
  409: jsonAnswer('It is the key of another installation', errorBodySchema),
}

const postWorths = createRoute({
  ...{ ...ofTill, path: WORTHS_PATH },
  summary: 'Vales, credit notes and sales of this till, from now on the service’s to give',
  request: { body: jsonBody(worthsBody) },
  responses: {
    200: jsonAnswer('All are kept, as they were told first', worthsAnswer),
    ...notThisTill,
  },
})
const postClaim = createRoute({
  ...{ ...ofTill, path: WORTH_CLAIMS_PATH },
  summary: 'Spend so much of one: granted once, by a key, and by the same key again',
  request: { body: jsonBody(worthClaimBody) },
  responses: {
    200: jsonAnswer('Whether it is this till’s to spend', worthClaimAnswer),
    ...notThisTill,
  },
})
const postRelease = createRoute({
  ...{ ...ofTill, path: WORTH_RELEASES_PATH },
  summary: 'Nothing came of what was granted, or it was undone: it is there again',
  request: { body: jsonBody(worthReleaseBody) },
  responses: { 200: jsonAnswer('What is left by now', worthReleaseAnswer), ...notThisTill },
})
const postRestore = createRoute({
  ...{ ...ofTill, path: WORTH_RESTORES_PATH },
  summary: 'The data of this till were put back: what it was granted since is there again',
  request: { body: jsonBody(worthRestoreBody) },
  responses: {
    200: jsonAnswer('How many of those there were', worthRestoreAnswer),
    ...notThisTill,
  },
})
const postFind = createRoute({
  ...{ ...ofTill, path: WORTH_FINDS_PATH },
  summary: 'By its id or a name, with what is left of it',
  request: { body: jsonBody(worthFindBody) },
  responses: { 200: jsonAnswer('None, one or some', worthFindAnswer), ...notThisTill },
})

export interface AsTill {
  readonly tillOf: (c: ServiceContext) => AskingTill
  readonly seen: SeenTills
}

export function worthRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  { tillOf, seen, news }: AsTill & { readonly news: News },
): void {
  const { storage, clock } = parts
  const heard = <Answer>(
    { companyId }: AskingTill,
    { answer, version }: { readonly answer: Answer; readonly version: number },
  ): Answer => {
    news.tell(companyId, version)
    return answer
  }

  mount(app, postWorths, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, worthsBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    return c.json(heard(till, await takeWorths(storage, till, body.value.worths, now)))
  })

  mount(app, postClaim, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, worthClaimBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const claimed = await claimWorth(storage, till, body.value, now)
    if ((claimed.waitS ?? 0) > 0) return fail(c, tooMuch(claimed.waitS ?? 0))
    return c.json(heard(till, claimed))
  })

  mount(app, postRelease, async (c) => {
    const [till, now] = [tillOf(c), clock.now()]
    const body = await readBody(c, worthReleaseBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    const released = await releaseWorth(storage, till, body.value, now)
    if ((released.waitS ?? 0) > 0) return fail(c, tooMuch(released.waitS ?? 0))
    return c.json(heard(till, released))
  })

  mount(app, postRestore, async (c) => {
    const till = tillOf(c)
    const body = await readBody(c, worthRestoreBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    return c.json({ ended: await endHeld(storage, till, body.value) })
  })

  mount(app, postFind, async (c) => {
    const till = tillOf(c)
    const body = await readBody(c, worthFindBody)
    if (!body.ok) return fail(c, body.refusal)
    seen.note(till)
    return c.json({ worths: await findWorths(storage.read, till.companyId, body.value) })
  })
}
