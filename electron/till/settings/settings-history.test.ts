/** The last change of each setting, as the log tells it, and the way back to the beginning. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { changeBack, lastChangeOf } from '#shared/settings/history.ts'
import { must } from '../../../test/support/must.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { LAST_OF_EACH } from './settings-history.ts'

const { fixture, api } = tillPerTest({ pinCost: 4, apiKeyFromHost: null })
const SECRET = 'sk-0123456789abcd'
const lastOf = (...fields: readonly string[]) =>
  lastChangeOf(fields, must(api.settingsHistory()).changes)

it('tells the last change of each setting, who allowed it and what it was, and never a key', async () => {
  expect(must(api.settingsHistory()).changes).toEqual([])
  for (const [name, role, pin] of [
    ['Paula', 'owner', '3690'],
    ['Camila', 'cashier', '2580'],
  ] as const)
    must(await api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (who: string) => api.staff().members.find(({ name }) => name === who)?.id ?? ''
  must(await api.saveSettings({ differenceLimitClp: 9_000, apiKey: SECRET }))
  await fixture.clock.advance(60_000)
  must(await api.signIn({ staffId: idOf('Camila'), pin: '2580' }))
  expect(api.settingsHistory()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  must(await api.approve({ staffId: idOf('Paula'), pin: '3690', subject: { kind: 'settings' } }))
  must(await api.saveSettings({ differenceLimitClp: 7_000, apiKey: `${SECRET}-another` }))
  expect(lastOf('differenceLimitClp')).toEqual({
    what: 'differenceLimitClp',
    from: '9000',
    at: fixture.clock.now(),
    staffName: 'Camila',
    approverName: 'Paula',
  })
  expect(lastOf('apiKey')).toMatchObject({ from: '(secreto)' })
  expect(lastOf('theme')).toBeNull()
  expect(JSON.stringify(api.settingsHistory())).not.toContain('0123456789')
})

it('is found by its index, however long the log', () => {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const plan = db.prepare<[number], { detail: string }>(`EXPLAIN QUERY PLAN ${LAST_OF_EACH}`).all(0)
  db.close()
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/audit USING INDEX audit_settings/)
})

it('puts back every setting that has a beginning, through the same door as any change', async () => {
  const first = api.settings()
  const desk = { ...first.desk, startsWithSystem: true }
  must(await api.saveSettings({ usesShifts: true, lockAfterMinutes: 5, theme: 'dark', desk }))
  const { defaults } = must(api.settingsHistory())
  const fields = Object.keys(defaults)
  must(await api.saveSettings(changeBack(fields, api.settings(), defaults) as never))
  expect(api.settings()).toEqual(first)
  expect(lastOf('usesShifts')).toMatchObject({ from: 'true' })
})
