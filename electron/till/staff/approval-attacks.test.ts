/** A PIN over the shoulder, attacked: by the next cashier, in the moment its PIN is compared, for something else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { tillFixture, type TillFixture } from '../../../test/support/till-fixture.ts'

const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
const ids: Record<string, string> = {}
let fixture: TillFixture
let api: TillApi
const serve = (role: keyof typeof PINS) => api.signIn({ staffId: ids[role] ?? '', pin: PINS[role] })

beforeEach(async () => {
  fixture = tillFixture()
  api = (await fixture.open({ pinCost: 4 })).api
  for (const role of ['owner', 'supervisor', 'cashier'] as const) {
    const saved = await api.saveStaff({ staffId: null, name: role, role, pin: PINS[role] })
    ids[role] = saved.ok ? saved.value.members.find(({ name }) => name === role)?.id ?? '' : ''
  }
})
afterEach(() => fixture.close())

it('is given to one cashier: nobody else opens a drawer with it, nor the same one after the approver has left the shop', async () => {
  await serve('owner')
  const diego = await api.saveStaff({ staffId: null, name: 'Diego', role: 'cashier', pin: '8520' })
  const diegoId = diego.ok ? diego.value.members.find(({ name }) => name === 'Diego')?.id ?? '' : ''
  const leave = async () => {
    const given = await api.approve({
      staffId: ids['supervisor'] ?? '', pin: PINS.supervisor, subject: { kind: 'right', right: 'openDrawer', subject: null },
    })
    return given.ok ? given.value.approvalId : null
  }
  await serve('cashier')
  const approvalId = await leave()
  await api.signIn({ staffId: diegoId, pin: '8520' })
  expect(await api.openDrawer({ approvalId })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  const kept = await leave()
  await serve('owner')
  expect(api.removeStaff(ids['supervisor'] ?? '')).toMatchObject({ ok: true })
  await api.signIn({ staffId: diegoId, pin: '8520' })
  expect(await api.openDrawer({ approvalId: kept })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
})

it('lends nothing to whoever took the counter over while a PIN was being compared', async () => {
  await serve('owner')
  const diego = await api.saveStaff({ staffId: null, name: 'Diego', role: 'cashier', pin: '8520' })
  const diegoId = diego.ok ? diego.value.members.find(({ name }) => name === 'Diego')?.id ?? '' : ''
  await serve('cashier')
  const asks = [
    api.approve({ staffId: ids['owner'] ?? '', pin: PINS.owner, subject: { kind: 'settings' } }),
    api.approve({ staffId: ids['owner'] ?? '', pin: PINS.owner, subject: { kind: 'right', right: 'openDrawer', subject: null } }),
  ]
  api.signOut()
  expect(await Promise.all(asks)).toMatchObject([{ refusal: { code: 'SIGN_IN_REQUIRED' } }, { refusal: { code: 'SIGN_IN_REQUIRED' } }])
  await serve('cashier')
  const late = api.approve({ staffId: ids['owner'] ?? '', pin: PINS.owner, subject: { kind: 'settings' } })
  const entered = api.signIn({ staffId: diegoId, pin: '8520' })
  await Promise.all([late, entered])
  // Whoever came first: it was asked for Camila.
  expect(api.staff()).toMatchObject({ current: { name: 'Diego' }, settingsLentBy: null, mayChangeSettings: false })
})
