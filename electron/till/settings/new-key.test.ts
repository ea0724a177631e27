/** A key that is changed while the service is away, in a shop that has issued before. */
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till, honest } = onlineTillPerTest({
  apiKeyFromHost: null,
  serviceKey: secretStore(),
})

function secretStore() {
  let secret: string | null = 'key-for-tests'
  return { load: async () => secret, save: async (next: string | null) => void (secret = next) }
}

it('stops nobody: the shop sells on, and the till tests the key by itself when it can', async () => {
  sellOf(till.api)
  await fixture.until(() => till.api.status().pendingCount === 0)
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  must(await till.api.saveSettings({ apiKey: 'another-key-of-the-shop' }))
  expect(till.api.bootstrap().missing).toEqual([])
  sellOf(till.api)
  fixture.service.answer = honest
  await fixture.until(() => till.api.status().pendingCount === 0, 60_000)
  const { rows } = must(till.api.audit({ cursor: null, limit: 50 }))
  expect(rows.filter(({ action }) => action === 'service-tested')).toMatchObject([
    { staffName: 'Mesón', detail: { what: 'clave probada por la caja' } },
  ])
})
