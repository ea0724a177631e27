/** What whoever serves may send, at the limits of its values and of who has lent it. */
import { expect, it } from 'vitest'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const { api, serve, idOf } = crewTillPerTest()

const AMOUNTS = [-1, 0.5, NaN, 1e12, 2 ** 53 - 1, 2 ** 53, Infinity]
const product = (unitGrossClp: number) => ({
  code: '55443322',
  name: 'Inventado',
  unitGrossClp,
  isExempt: false,
  unit: null,
  categoryId: api.bootstrap().categories[0]!.id,
  isFavourite: false,
})

it.each(AMOUNTS)('a price of %s is refused in words', (unitGrossClp) => {
  expect(api.saveProduct(product(unitGrossClp))).toMatchObject({
    refusal: { code: expect.stringMatching(/^PRICE_/), field: 'unitGrossClp' },
  })
})

it.each(AMOUNTS)('a sum of %s is refused in words by whatever takes one', async (amountClp) => {
  await serve('owner')
  must(await api.saveSettings({ usesShifts: true }))
  const { nextId: shiftId } = api.shift()
  expect(api.openShift({ shiftId, floatClp: amountClp })).toMatchObject({ ok: false })
  for (const field of ['labelLimitClp', 'differenceLimitClp'] as const)
    expect(await api.saveSettings({ [field]: amountClp })).toMatchObject({ ok: false })
  expect(
    api.saveGoods({ ...product(amountClp), productId: null, moreCodes: [], costNetClp: null }),
  ).toMatchObject({ ok: false })
  expect(
    api.saveGoods({ ...product(1), productId: null, moreCodes: [], costNetClp: amountClp }),
  ).toMatchObject({ ok: false })
})

it('whoever has left the shop lends the settings no longer', async () => {
  await serve('owner')
  const saved = must(
    await api.saveStaff({ staffId: null, name: 'Pedro', role: 'owner', pin: '8520' }),
  )
  const staffId = saved.members.find(({ name }) => name === 'Pedro')?.id ?? ''
  await serve('cashier')
  must(await api.approve({ staffId, pin: '8520', subject: { kind: 'settings' } }))
  expect(api.staff()).toMatchObject({ settingsLentBy: 'Pedro', mayChangeSettings: true })
  const asSupervisor = { staffId, name: 'Pedro', role: 'supervisor', pin: null } as const
  expect(await api.saveStaff(asSupervisor)).toMatchObject({
    refusal: { code: 'OWNER_PIN_REQUIRED', field: 'ownerPin' },
  })
  must(await api.saveStaff({ ...asSupervisor, ownerPin: '8520' }))
  expect(api.staff()).toMatchObject({ settingsLentBy: null, mayChangeSettings: false })
  expect(api.removeStaff(idOf('supervisor'))).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
})
