/** Who works at a till, and what each role may. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { change, staffTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { commitOf, keptOf } from '../../../test/support/till-fixture.ts'
import type { TillOptions } from '../options.ts'

const { fixture, api, idOf, hire, serve, commit, auditRows, coffee, halfOff } = staffTillPerTest()

describe('a till nobody is set up at', () => {
  it('sells at once with every right, and remembers changed prices all the same', () => {
    expect(api.staff()).toMatchObject({
      isOn: false,
      current: null,
      rights: { lineDiscountPercent: 100, changePrice: true },
    })
    expect(
      commit(change(coffee(), { type: 'set-price', lineNumber: 1, unitGrossClp: 10 })),
    ).toMatchObject({ ok: true })
    expect(auditRows()).toMatchObject([
      {
        action: 'price-change',
        staffName: 'Cajero 1',
        approverName: null,
        detail: { fromClp: 1996, toClp: 10 },
      },
    ])
  })

  it('begins with an owner, who then serves', async () => {
    expect(
      await api.saveStaff({ staffId: null, name: 'Ana', role: 'cashier', pin: '2580' }),
    ).toMatchObject({ refusal: { code: 'FIRST_IS_OWNER' } })
    for (const pin of ['12', '1234', '7777', 'abcd', '123456789']) {
      expect(await api.saveStaff({ staffId: null, name: 'Ana', role: 'owner', pin })).toMatchObject(
        { refusal: { field: 'pin' } },
      )
    }
    await hire('Paula', 'owner')
    expect(api.staff()).toMatchObject({ isOn: true, current: { name: 'Paula', role: 'owner' } })
    expect(
      await api.saveStaff({ staffId: null, name: 'paula', role: 'cashier', pin: '2580' }),
    ).toMatchObject({ refusal: { code: 'STAFF_NAME_TAKEN' } })
    expect(api.removeStaff(idOf('owner'))).toMatchObject({ refusal: { code: 'LAST_OWNER' } })
  })
})

describe('with people', () => {
  beforeEach(async () => {
    await hire('Paula', 'owner')
    await hire('Rodrigo', 'supervisor')
    await hire('Camila', 'cashier')
    await serve('cashier')
  })

  it('puts the name of whoever serves on the sale, and sells nothing while nobody does', async () => {
    const before = commitOf(api, coffee())
    api.signOut()
    expect(api.commitSale(before)).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
    await serve('cashier')
    expect(api.commitSale(before)).toMatchObject({ ok: true })
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
    const sold = db
      .prepare(
        "SELECT s.cashier_name AS name, CAST(r.body AS TEXT) LIKE '%Camila%' AS isOnPaper FROM sale s JOIN receipt r ON r.sale_id = s.id",
      )
      .get()
    db.close()
    expect(sold).toEqual({ name: 'Camila', isOnPaper: 1 })
  })

  it('counts wrong PINs before comparing, makes the next ones wait, and forgets them after a right one', async () => {
    const guess = (pin: string) => api.signIn({ staffId: idOf('supervisor'), pin })
    const guesses = await Promise.all(['0001', '0002', '0003', '0004'].map(guess))
    expect(guesses.map((answer) => !answer.ok && answer.refusal.code)).toEqual(
      Array(4).fill('PIN_WRONG'),
    )
    expect(await guess('0005')).toMatchObject({
      refusal: { code: 'PIN_LOCKED', params: { seconds: '30' } },
    })
    expect(await guess(PINS.supervisor)).toMatchObject({ refusal: { code: 'PIN_LOCKED' } })
    await fixture.clock.advance(30_000)
    expect(await guess(PINS.supervisor)).toMatchObject({
      ok: true,
      value: { current: { name: 'Rodrigo' } },
    })
    expect(auditRows().filter(({ action }) => action === 'pin-wrong')).toHaveLength(5)
  })

  it('parks and recalls nothing behind a locked counter', async () => {
    const rosa = api.parkSale({ ...keptOf(coffee()), name: 'Rosa' })
    const parkedId = rosa.ok ? rosa.value.id : ''
    const another = coffee()
    const recall = () => api.recallSale({ ...keptOf({ lines: [], nextLineNumber: 1 }), parkedId })
    api.signOut()
    const locked = { refusal: { code: 'SIGN_IN_REQUIRED' } }
    expect(api.parkSale({ ...keptOf(another), name: '' })).toMatchObject(locked)
    expect(recall()).toMatchObject(locked)
    await serve('supervisor')
    expect(recall()).toMatchObject({ ok: true })
  })

  it('lets the owner move the limits of a role, and nobody else', async () => {
    const rights = {
      ...api.staff().rightsOf.cashier,
      lineDiscountPercent: 50,
      cartDiscountPercent: 50,
    }
    expect(api.saveRights({ role: 'cashier', rights })).toMatchObject({
      refusal: { code: 'OWNER_REQUIRED' },
    })
    await serve('owner')
    expect(
      api.saveRights({ role: 'cashier', rights: { ...rights, cartDiscountPercent: 101 } }),
    ).toMatchObject({ refusal: { field: 'cartDiscountPercent' } })
    expect(api.saveRights({ role: 'cashier', rights })).toMatchObject({ ok: true })
    await serve('cashier')
    expect(commit(halfOff())).toMatchObject({ ok: true })
  })
})

describe('settings', () => {
  it('leave service, key, shop and money to the owner, and the rest to whoever serves', async () => {
    await hire('Paula', 'owner')
    await hire('Camila', 'cashier')
    await serve('cashier')
    const before = api.settings()
    const owners = [
      { serviceUrl: 'https://other.example' },
      { apiKey: 'another-key-1234' },
      { buyerLimits: [{ year: 2026, limitClp: 1 }] },
      { lockAfterMinutes: 5 },
    ]
    for (const change of owners) {
      expect(await api.saveSettings(change)).toMatchObject({
        refusal: { code: 'OWNER_REQUIRED', field: Object.keys(change)[0] },
      })
    }
    expect(api.settings()).toEqual(before)
    expect(await api.saveSettings({ language: 'en' })).toMatchObject({ ok: true })
    await serve('owner')
    expect(
      await api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 5_400_000 }] }),
    ).toMatchObject({ ok: true })
    expect(await api.saveSettings({ lockAfterMinutes: 5 })).toMatchObject({
      ok: true,
      value: { lockAfterMinutes: 5 },
    })
    expect(api.settings().buyerLimits).toContainEqual({ year: 2026, limitClp: 5_400_000 })
  })
})

describe('the demo shop', () => {
  const demoStaff = [
    { name: 'Camila', role: 'cashier' as const, pin: '2580' },
    { name: 'Paula', role: 'owner' as const, pin: '3690' },
  ]
  const embedded = { baseUrl: () => null, apiKey: () => null }

  it('has people with known PINs who sell at once, and who vanish with the first real owner or a real service', async () => {
    const demo = (await tillOf({ demoStaff, embedded, serviceUrlFromHost: null })).api
    expect(demo.staff()).toMatchObject({
      isOn: true,
      current: { name: 'Camila' },
      demoPins: [
        { name: 'Camila', pin: '2580' },
        { name: 'Paula', pin: '3690' },
      ],
    })
    expect((await tillOf({ demoStaff })).api.staff()).toMatchObject({ isOn: false, demoPins: [] })
  })

  const tillOf = (changes: Partial<TillOptions>) =>
    fixture.open({ ...changes, dataDir: mkdtempSync(join(fixture.dataDir, 'other-')) })
})
