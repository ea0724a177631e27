/** A flood of keys that nobody made costs the database little, and those that were made nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { listen } from '../server.ts'
import type { Storage } from '../storage/storage.ts'
import { must } from '../../../test/support/must.ts'
import { systemRandom } from '../core/ports.ts'
import { LOOKS_PER_MINUTE } from './key-door.ts'
import { createKey, KeyRing } from './keys.ts'

let world: InProcessService
let asked: number
let isAway: boolean
let ring: KeyRing
beforeEach(async () => {
  world = await startInProcess()
  asked = 0
  isAway = false
  const read = {
    selectFrom: (table: 'api_keys') => {
      if (isAway) throw new Error('away')
      asked += 1
      return world.storage.read.selectFrom(table)
    },
  } as unknown as Storage['read']
  ring = new KeyRing({ ...world.storage, read }, world.clock)
})
afterEach(() => world.close())

const madeUp = () =>
  `msn_${randomBytes(8).toString('hex')}_${randomBytes(32).toString('base64url')}`
const said = async (key: string, visitor: string) => {
  const found = await ring.principalOf(key, visitor)
  return found.ok ? found.value.role : found.refusal.errors[0]?.code
}
/** More keys than one address has looks in a minute, none of which anybody made. */
const flood = (visitor: string, many = 1_000) =>
  Promise.all(Array.from({ length: many }, () => said(madeUp(), visitor)))

it('looks for so many of one address in a minute, and says to the rest when to come back', async () => {
  const codes = await flood('1.2.3.4')
  // And once in the list of those that were made.
  expect(asked).toBe(LOOKS_PER_MINUTE + 1)
  expect(codes.filter((code) => code === 'API_KEY_INVALID')).toHaveLength(LOOKS_PER_MINUTE)
  expect(codes.at(-1)).toBe('RATE_LIMITED')
  expect(await said(madeUp(), '1.2.3.5')).toBe('API_KEY_INVALID')
  world.clock.advance(60_000)
  expect(await said(madeUp(), '1.2.3.4')).toBe('API_KEY_INVALID')
})

it('never turns a key away that it knows, whoever else is behind its address', async () => {
  expect(await said(world.keys.owner, '1.2.3.4')).toBe('OWNER')
  await flood('1.2.3.4')
  for (let second = 0; second < 5; second += 1) {
    world.clock.advance(1_001)
    expect(await said(world.keys.owner, '1.2.3.4')).toBe('OWNER')
  }
})

it('lets in a key it has never seen, in the midst of a flood from its own address', async () => {
  await flood('1.2.3.4')
  expect(await said(madeUp(), '1.2.3.4')).toBe('RATE_LIMITED')
  expect(await said(world.keys.member, '1.2.3.4')).toBe('MEMBER')
  const { client_id: clientId } = await companyOf(world.storage)
  const order = { clientId, role: 'MEMBER', label: '', companyIds: [] } as const
  const ports = { clock: world.clock, random: systemRandom }
  const late = await world.storage.write((db) => createKey({ db, ...ports }, order))
  world.clock.advance(1_000)
  await flood('1.2.3.4')
  expect(await said(late, '1.2.3.4')).toBe('MEMBER')
  const wrong = `${late.slice(0, -43)}${'A'.repeat(43)}`
  expect(await said(wrong, '1.2.3.4')).toBe('RATE_LIMITED')
})

it('reads the list of keys once a second, however many ask, and anew where it was away', async () => {
  await flood('1.2.3.4')
  const before = asked
  await flood('1.2.3.4')
  expect(asked).toBe(before)
  world.clock.advance(1_000)
  isAway = true
  await expect(said(madeUp(), '1.2.3.4')).rejects.toThrow('away')
  isAway = false
  expect(await said(world.keys.member, '1.2.3.4')).toBe('MEMBER')
})

it('counts nothing against an address whose keys are good', async () => {
  const { client_id: clientId } = await companyOf(world.storage)
  const order = { clientId, role: 'MEMBER', label: '', companyIds: [] } as const
  const keys = await world.storage.write((db) =>
    Promise.all(
      Array.from({ length: LOOKS_PER_MINUTE + 1 }, () =>
        createKey({ db, clock: world.clock, random: systemRandom }, order),
      ),
    ),
  )
  for (const key of keys) expect(await said(key, '1.2.3.4')).toBe('MEMBER')
})

it('asks once a minute about a key that is none, and at once about one that was', async () => {
  const none = madeUp()
  for (let second = 0; second < 59; second += 1) {
    expect(await said(none, '1.2.3.4')).toBe('API_KEY_INVALID')
    world.clock.advance(1_000)
  }
  expect(asked).toBe(1)
  expect(await said(world.keys.owner, '1.2.3.4')).toBe('OWNER')
  await world.storage.write((db) =>
    db.updateTable('api_keys').set({ revoked_at_ms: world.clock.now() }).execute(),
  )
  world.clock.advance(1_001)
  expect(await said(world.keys.owner, '1.2.3.4')).toBe('API_KEY_INVALID')
})

it('is told so over HTTP, by the connection’s address', async () => {
  const server = must(await listen((request, env) => world.service.handle(request, env), 0))
  const status = async (key: string) => {
    const answer = await fetch(`${server.baseUrl}/api/company-settings`, {
      headers: { 'x-api-key': key },
    })
    await answer.arrayBuffer()
    return [answer.status, answer.headers.has('retry-after')]
  }
  expect(await status(world.keys.owner)).toEqual([200, false])
  const statuses = []
  for (let at = 0; at <= LOOKS_PER_MINUTE; at += 1) statuses.push(await status(madeUp()))
  expect([statuses[0], statuses.at(-1)]).toEqual([
    [401, false],
    [429, true],
  ])
  expect(await status(world.keys.owner)).toEqual([200, false])
  await server.close()
})
