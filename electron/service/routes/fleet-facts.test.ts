/** What a till tells of itself: with its key alone, kept, and shown with the tills. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FACTS_MAX } from '#shared/fleet/facts-contract.ts'
import { pairAnswer, tillsAnswer } from '#shared/fleet/contract.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { soldFact } from '../../../test/integration/told-facts.ts'

let world: InProcessService
let till: Record<string, string>
let shop: string
beforeEach(async () => {
  world = await startInProcess()
  shop = (await companyOf(world.storage)).id
  const { code } = (await send('POST', `codes?company_id=${shop}`, {}, owner())).body
  const asked = { code, installation_id: 'installation-a', name: 'Caja' }
  const { till_key: key } = pairAnswer.parse((await send('POST', 'pair', asked)).body)
  till = { 'x-till-key': key, 'x-installation': 'installation-a' }
})
afterEach(() => world.close())

const owner = () => ({ 'x-api-key': world.keys.owner })
async function send(method: string, path: string, body?: object, headers = {}) {
  const answer = await world.service.handle(
    new Request(`http://127.0.0.1/api/fleet/${path}`, {
      ...{ method, headers: { 'content-type': 'application/json', ...headers } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const HEALTH = {
  ...{ version: '1.2.3', pending: 2, oldest_age_ms: 5_000, certificate_days: 12 },
  ...{ folios: [{ document_type: '39', left: 40 }], shift: { who: 'Camila' } },
  printer: { code: 'PAPER_OUT', age_ms: 3_000 },
}
async function shown() {
  const { body } = await send('GET', `tills?company_id=${shop}`, undefined, owner())
  return tillsAnswer.parse(body).data[0]
}

it('what happened is taken with the key of a till alone, and within its limits', async () => {
  const facts = (count: number) =>
    Array.from({ length: count }, (_, at) => soldFact({ fact_id: `s${at}` }))
  const told = { told_before: null, facts: facts(FACTS_MAX) }
  expect(await send('POST', 'facts', told, owner())).toMatchObject({ status: 403 })
  expect(await send('POST', 'facts', told, till)).toEqual({
    ...{ status: 200, body: { kept: FACTS_MAX, knows_before: true } },
  })
  const more = { told_before: null, facts: facts(FACTS_MAX + 1) }
  expect((await send('POST', 'facts', more, till)).status).toBe(422)
})

it('how a till is stands with the tills by the service’s clock, the newest alone', async () => {
  expect(await shown()).not.toHaveProperty('health')
  const now = world.clock.now()
  expect((await send('POST', 'health', HEALTH, till)).status).toBe(200)
  expect((await shown())?.health).toEqual({
    ...{ version: '1.2.3', at_ms: now, pending: 2, oldest_at_ms: now - 5_000 },
    ...{ folios: HEALTH.folios, certificate_days: 12, shift: HEALTH.shift, steady_since_ms: now },
    printer: { code: 'PAPER_OUT', since_ms: now - 3_000 },
  })
  const well = { ...HEALTH, pending: 0, oldest_age_ms: null, printer: null, shift: null }
  await send('POST', 'health', well, till)
  expect((await shown())?.health).toMatchObject({ pending: 0, oldest_at_ms: null, printer: null })
})
