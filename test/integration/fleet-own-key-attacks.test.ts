/** What befalls a till with its own key alone: the service of before, another address. */
import { expect, it } from 'vitest'
import { FIXTURE_SERVICE, sellOf } from '../support/till-fixture.ts'
import { must } from '../support/must.ts'
import { answered, between, codeOf } from './parked-hands.ts'
import { joined, settled, useTwoTills, view, wait, world } from './fleet-hands.ts'
import { issued, joinBy, newCode, pending, place, retire } from './own-key-hands.ts'

useTwoTills()

/** A till that was joined by a code, and has no key but its own. */
async function withItsOwn() {
  await joined()
  const safe: { typed: string | null } = { typed: null }
  const serviceKey = {
    load: async () => safe.typed,
    save: async (key: string | null) => void (safe.typed = key),
  }
  const typed = { apiKeyFromHost: null, serviceUrlFromHost: null, wantsShop: true }
  const played = await world.open({ serviceKey, ...typed })
  must(await played.till.api.saveSettings({ serviceUrl: FIXTURE_SERVICE.url }))
  must(await joinBy(played, await newCode()))
  await settled(played)
  expect(place(played)).toBe('till')
  return { played, safe }
}

/** It knows tills of a shop, and takes for a document an API key alone. */
const serviceOfBefore = () =>
  between((path, request, handle) => {
    if (!path.startsWith('/api/fleet/'))
      return request.headers.has('x-till-key') ? answered(401, { code: 'API_KEY_INVALID' }) : null
    if (!/changes|pair/.test(path)) return null
    return handle(request).then(async (answer) => {
      const { key_issues: _, ...rest } = (await answer.json()) as Record<string, unknown>
      return new Response(JSON.stringify(rest), answer)
    })
  })

// P2: no key could be typed while the till counted on its own, which that service does not take.
it('a service that is again the one of before takes a key that is typed', async () => {
  const { played, safe } = await withItsOwn()
  const renew = serviceOfBefore()
  await world.until(() => place(played) !== 'till')
  sellOf(played.till.api)
  must(await played.till.api.saveSettings({ apiKey: FIXTURE_SERVICE.key }))
  expect(view(played).asksKey).toBe(false)
  await world.until(() => pending(played) === 0)
  expect(safe.typed).toBe(FIXTURE_SERVICE.key)
  renew()
  await world.until(() => place(played) === 'till' && safe.typed === null)
  sellOf(played.till.api)
  await world.until(() => pending(played) === 0)
})

// P2: the address was changed as of a till without a key, and the counter stood still.
it('another address is taken with a key for it, and stops no counter', async () => {
  const { played } = await withItsOwn()
  const { api } = played.till
  const serviceUrl = 'https://otra.example'
  const changed = await api.saveSettings({ serviceUrl })
  expect([codeOf(changed), api.bootstrap().missing]).toEqual(['KEY_OF_OTHER_ADDRESS', []])
  sellOf(api)
  must(await api.saveSettings({ serviceUrl, apiKey: 'key-of-there' }))
  expect(place(played)).toBe('file')
})

it('a receipt whose answer was lost is issued once, by whichever key it goes again', async () => {
  const { played } = await withItsOwn()
  const before = await issued()
  played.wire.losesAnswersTo = '/api/invoices'
  sellOf(played.till.api)
  for (let tries = 0; (await issued()) === before && tries < 60; tries += 1) await wait(1_000)
  await retire(played)
  played.wire.losesAnswersTo = null
  await world.until(() => view(played).state === 'barred')
  expect(pending(played)).toBe(1)
  must(await played.till.api.saveSettings({ apiKey: FIXTURE_SERVICE.key }))
  await world.until(() => pending(played) === 0)
  expect(await issued()).toBe(before + 1)
  // Let in again, with another number: what it sells is issued by its own.
  must(await joinBy(played, await newCode()))
  played.wire.losesAnswersTo = '/api/invoices'
  sellOf(played.till.api)
  await wait(10_000)
  played.wire.losesAnswersTo = null
  await world.until(() => pending(played) === 0)
  expect([place(played), await issued()]).toEqual(['till', before + 2])
})
