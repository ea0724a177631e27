/** What can be counted behind a locked counter by whoever only asks, again and again. */
import { expect, it } from 'vitest'
import { CREW } from '../../test/support/crew.ts'
import { must } from '../../test/support/must.ts'
import { cartOf, keptOf, sellOf } from '../../test/support/till-fixture.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'

const { api } = tillPerTest({ pinCost: 4 })

async function crew() {
  for (const [name, role, pin] of CREW) await api.saveStaff({ staffId: null, name, role, pin })
  const id = api.staff().members.find(({ role }) => role === 'owner')!.id
  return () => api.signIn({ staffId: id, pin: '3690' })
}

it('the customer screen tells no count of what it has shown', async () => {
  const serve = await crew()
  api.signOut()
  const before = await api.customerView({ seen: null })
  await serve()
  for (const code of ['101', '201', '101']) {
    api.saveDraft(keptOf(cartOf(api, code)))
    await api.customerView({ seen: null })
  }
  sellOf(api, '101')
  await api.customerView({ seen: null })
  api.signOut()
  expect(await api.customerView({ seen: null })).toEqual(before)
})

it('whose shift is open, which one and since when is not told', async () => {
  must(await api.saveSettings({ usesShifts: true }))
  const serve = await crew()
  must(api.openShift({ shiftId: api.shift().nextId, floatClp: 1_000 }))
  expect(api.status().shift).toMatchObject({ number: 1 })
  api.signOut()
  for (const { shift } of [api.status(), api.opening().status])
    expect(shift).toEqual({ number: 0, openedAt: 0, openedBy: '' })
  await serve()
  expect(api.status().shift).toMatchObject({ openedBy: 'Paula' })
})
