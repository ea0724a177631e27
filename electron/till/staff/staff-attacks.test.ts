/** People's PINs and roles, attacked between the question and the answer, and by the clock. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { hashPin } from './pin-hash.ts'

const { fixture, api } = tillPerTest({ pinCost: 8 })
const ids: Record<string, string> = {}
const YEAR_MS = 365 * 86_400_000

async function add(name: string, role: 'owner' | 'supervisor' | 'cashier', pin: string) {
  const saved = await api.saveStaff({ staffId: null, name, role, pin })
  if (!saved.ok) throw new Error(saved.refusal.code)
  ids[name] = saved.value.members.find((member) => member.name === name)?.id ?? ''
}
const roleOf = (name: string) => api.staff().members.find(({ id }) => id === ids[name])?.role
const signIn = (name: string, pin: string) => api.signIn({ staffId: ids[name] ?? '', pin })

const save = (name: string, role: 'owner' | 'supervisor' | 'cashier', pin: string | null) =>
  api.saveStaff({ staffId: ids[name] ?? '', name, role, pin })

async function hashedByAnOlderTill(name: string, pin: string) {
  const { hash, salt, cost } = await hashPin(pin, Buffer.alloc(16, 1), 7)
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  db.prepare('UPDATE staff SET pin_hash = ?, pin_salt = ?, pin_cost = ? WHERE id = ?').run(
    hash,
    salt,
    cost,
    ids[name],
  )
  db.close()
}

beforeEach(async () => {
  await add('Paula', 'owner', '3690')
  await add('Olga', 'owner', '9137')
  await add('Rodrigo', 'supervisor', '1470')
})

it('an owner who is removed while the other one is made a cashier leaves one owner', async () => {
  const saved = save('Paula', 'cashier', '4826')
  expect(api.removeStaff(ids['Olga'] ?? '')).toMatchObject({ ok: true })
  expect(await saved).toMatchObject({ ok: false, refusal: { code: 'LAST_OWNER' } })
  expect(api.staff().members.filter(({ role }) => role === 'owner')).toHaveLength(1)
})

it('two people saved at one moment do not get one name', async () => {
  const named = () => api.saveStaff({ staffId: null, name: 'Ana', role: 'cashier', pin: '4826' })
  const answers = await Promise.all([named(), named()])
  expect(answers).toContainEqual(
    expect.objectContaining({ refusal: expect.objectContaining({ code: 'STAFF_NAME_TAKEN' }) }),
  )
  expect(api.staff().members.filter(({ name }) => name === 'Ana')).toHaveLength(1)
})

it('a sign-in that makes an old hash anew does not bring back the role of before', async () => {
  await hashedByAnOlderTill('Rodrigo', '1470')
  const signing = signIn('Rodrigo', '1470')
  // The owner's command comes while the PIN is compared.
  await save('Rodrigo', 'cashier', null)
  await signing
  expect(roleOf('Rodrigo')).toBe('cashier')
})

it('a PIN that was changed while the old one was compared stays changed', async () => {
  await hashedByAnOlderTill('Rodrigo', '1470')
  const [, saved] = await Promise.all([
    signIn('Rodrigo', '1470'),
    save('Rodrigo', 'supervisor', '8264'),
  ])
  api.signOut()
  // Who signs in first takes the owner's place, and the change is refused: what was said holds.
  const [good, bad] = saved.ok ? ['8264', '1470'] : ['1470', '8264']
  expect(await signIn('Rodrigo', bad)).toMatchObject({ refusal: { code: 'PIN_WRONG' } })
  expect(await signIn('Rodrigo', good)).toMatchObject({ ok: true })
})

it('an old hash is made anew also where two ask with the right PIN at once', async () => {
  await hashedByAnOlderTill('Rodrigo', '1470')
  const answers = await Promise.all([signIn('Rodrigo', '1470'), signIn('Rodrigo', '1470')])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
})

it('wrong PINs under a clock a year ahead lock nobody out for a year', async () => {
  fixture.clock.jumpWallClock(YEAR_MS)
  for (let tries = 0; tries < 6; tries += 1) await signIn('Rodrigo', '0000')
  fixture.clock.jumpWallClock(-YEAR_MS)
  expect(await signIn('Rodrigo', '1470')).toMatchObject({ refusal: { code: 'PIN_LOCKED' } })
  fixture.clock.jumpWallClock(16 * 60_000)
  expect(await signIn('Rodrigo', '1470')).toMatchObject({ ok: true })
})
