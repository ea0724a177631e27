/** The owner's code on paper: one new PIN, once, and nothing for whoever guesses. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { tillFolder } from '../kernel/till-folder.ts'

const till = crewTillPerTest()
const { api, fixture, serve, idOf, auditRows } = till
const WRONG = '00000-00000-00000-00000-00000'
const NEW_PIN = '7391'

async function paper(): Promise<string> {
  await serve('owner')
  const { code } = must(await api.makeOwnerCode())
  await serve('cashier')
  return code
}
const use = (code: string, pin = NEW_PIN, staffId = idOf('owner')) =>
  api.useOwnerCode({ staffId, code, pin })
const signIn = (pin: string) => api.signIn({ staffId: idOf('owner'), pin })

it('gives the owner a new PIN behind the locked counter, typed as people type, once, and says so in the log', async () => {
  const code = await paper()
  api.signOut()
  must(await use(code.toLowerCase().replaceAll('-', ' ')))
  expect(await signIn(PINS.owner)).toMatchObject({ refusal: { code: 'PIN_WRONG' } })
  must(await signIn(NEW_PIN))
  expect(must(api.ownerCode())).toEqual({ madeAt: null })
  expect(await use(code, '8264')).toMatchObject({ refusal: { code: 'OWNER_CODE_NONE' } })
  const rows = auditRows().filter(({ action }) => action.startsWith('owner-code'))
  expect(rows.map(({ action, staffName }) => [action, staffName])).toEqual([
    ['owner-code-used', 'Paula'],
    ['owner-code-made', 'Paula'],
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
})

it('is made by an owner alone, not by one’s PIN over the shoulder; a new one ends the one before', async () => {
  expect(await api.makeOwnerCode()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  must(
    await api.approve({ staffId: idOf('owner'), pin: PINS.owner, subject: { kind: 'settings' } }),
  )
  expect(await api.makeOwnerCode()).toMatchObject({ refusal: { code: 'OWNER_CODE_OWNER_ONLY' } })
  const first = await paper()
  const second = await paper()
  expect(await use(first)).toMatchObject({ refusal: { code: 'OWNER_CODE_WRONG' } })
  must(await use(second))
})

it('is good for an owner only, and for a PIN somebody may choose', async () => {
  const code = await paper()
  expect(await use(code, NEW_PIN, idOf('cashier'))).toMatchObject({
    refusal: { code: 'STAFF_NOT_FOUND' },
  })
  expect(await use(code, '1234')).toMatchObject({ refusal: { code: 'PIN_TOO_EASY' } })
  expect(await use('no es un código')).toMatchObject({
    refusal: { code: 'RECOVERY_CODE_NOT_VALID' },
  })
  must(await use(code))
})

it('wrong codes are counted, wait longer and longer, and stand in the log; the owner’s PIN goes on working', async () => {
  const code = await paper()
  for (let tries = 0; tries < 4; tries += 1)
    expect(await use(WRONG)).toMatchObject({ refusal: { code: 'OWNER_CODE_WRONG' } })
  expect(await use(WRONG)).toMatchObject({ refusal: { code: 'OWNER_CODE_LOCKED' } })
  expect(await use(code)).toMatchObject({ refusal: { code: 'OWNER_CODE_LOCKED' } })
  must(await signIn(PINS.owner))
  expect(auditRows().filter(({ action }) => action === 'owner-code-wrong')).toHaveLength(5)
  fixture.clock.jumpWallClock(3_600_000)
  must(await use(code))
})

it('used by two at once gives one PIN', async () => {
  const code = await paper()
  const both = await Promise.all([use(code, '7391'), use(code, '8264')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})

it('keeps nothing of the code but its hash', async () => {
  const code = await paper()
  const db = new Database(tillFolder(fixture.dataDir).database, { readonly: true })
  const rows = db.prepare('SELECT * FROM owner_code').all()
  db.close()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code.slice(0, 5))
})
