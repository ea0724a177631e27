/** Attacks on what the tills of a shop set for each other; what falls says why it is wrong. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { methodsUnder } from '#shared/selling/payment/emission.ts'
import { DEFAULT_RIGHTS, NO_RIGHTS } from '#shared/staff/rights.ts'
import { must } from '../support/must.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  cut,
  joined,
  one,
  said,
  settled,
  stolen,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

type Change = Parameters<PlayedTill['till']['api']['saveSettings']>[0]
const settingsOf = ({ till }: PlayedTill) => till.api.settings()
const save = async (played: PlayedTill, changed: Change) =>
  must(await said(played, played.till.api.saveSettings(changed)))
const asOwner = async ({ till }: PlayedTill) => {
  must(
    await till.api.saveStaff({
      ...{ staffId: null, name: 'Paula', pin: '3691', roleIds: [], role: 'owner' },
    }),
  )
  const staffId = till.api.staff().members.find(({ name }) => name === 'Paula')?.id ?? ''
  must(await till.api.signIn({ staffId, pin: '3691' }))
}

describe('the model of emission', () => {
  it('follows the shop also where a card terminal holds a way to pay', async () => {
    await joined()
    await save(one, { emissionModel: 'card-voucher' })
    await world.until(() => settingsOf(two).emission?.model === 'card-voucher')
    const place = { path: '/dev/ttyUSB0' }
    await save(two, { cardTerminal: { kind: 'transbank', method: 'TC', place } })
    await save(one, { emissionModel: 'every-sale' })
    await settled(one, two)
    await save(one, { paymentMethods: DEFAULT_METHODS.filter(({ id }) => id !== 'TC') })
    await settled(one, two)
    expect(settingsOf(two).emission?.model).toBe('every-sale')
  })

  it('follows the shop where both change at once and a terminal holds a way to pay', async () => {
    await joined()
    await save(one, { emissionModel: 'card-voucher' })
    await world.until(() => settingsOf(two).emission?.model === 'card-voucher')
    const place = { path: '/dev/ttyUSB0' }
    await save(two, { cardTerminal: { kind: 'transbank', method: 'TC', place } })
    cut(true, one)
    await save(one, { emissionModel: 'every-sale' })
    await save(one, {
      paymentMethods: methodsUnder(
        'every-sale',
        DEFAULT_METHODS.filter(({ id }) => id !== 'TC'),
      ),
    })
    cut(false, one)
    await settled(one, two)
    expect(settingsOf(two).emission?.model).toBe('every-sale')
  })
})

describe('sizes', () => {
  // P3: each till dropped without a word the roles beyond its own thirty; nobody was told.
  it('of the roles of two tills that each have as many as one may: all are at both', async () => {
    for (const played of [one, two]) await asOwner(played)
    for (const [played, word] of [
      [one, 'Uno'],
      [two, 'Dos'],
    ] as const)
      for (let at = 0; at < 30; at += 1)
        must(
          played.till.api.saveRole({
            ...{ roleId: null, name: `${word} ${at}`, isArchived: false, rights: NO_RIGHTS },
          }),
        )
    await joined()
    const names = (played: PlayedTill) =>
      played.till.api
        .staff()
        .ownRoles.map(({ name }) => name)
        .toSorted()
    expect(names(one)).toEqual(names(two))
  })
})

describe('who must not be locked out', () => {
  it('the last owner keeps what an owner may, whatever a stolen key says of roles', async () => {
    for (const played of [one, two]) await asOwner(played)
    await joined()
    const none = JSON.stringify(NO_RIGHTS)
    for (const name of ['Duen\u0303a', 'DUEÑA', 'dueño', 'Cajera', 'Administrador'])
      await stolen(two, 'role', `r${name.length}${name}`.slice(0, 40), {
        ...{ name, rights: none, is_archived: false },
      })
    await stolen(two, 'role_rights', 'supervisor', { rights: none })
    await settled(one, two)
    expect(one.till.api.staff().rights).toEqual(DEFAULT_RIGHTS.owner)
    expect(one.till.api.staff().ownRoles.map(({ name }) => name)).not.toContain('Dueña')
  })

  it('a cashier keeps a way to take cash, whatever the shop says of ways to pay', async () => {
    await joined()
    await save(one, { paymentMethods: DEFAULT_METHODS.filter(({ id }) => id === 'EF') })
    await settled(one, two)
    const off = DEFAULT_METHODS.map((method) => ({ ...method, isActive: false }))
    const { emission, exemptShare } = settingsOf(one)
    const value = JSON.stringify({ emission, exemptShare, paymentMethods: off })
    await stolen(two, 'setting', 'paymentMethods', { value })
    await settled(one, two)
    expect(settingsOf(one).paymentMethods.some(({ isActive }) => isActive)).toBe(true)
  })

  it('a stolen key does not open what an owner closed: the log says which till did', async () => {
    await joined()
    await save(one, { countsBlind: true, lockAfterMinutes: 5 })
    await settled(one, two)
    await stolen(two, 'setting', 'countsBlind', { value: '{"countsBlind":false}' })
    await settled(one, two)
    expect(settingsOf(one).countsBlind).toBe(false)
    const { changes } = must(one.till.api.settingsHistory())
    expect(changes[0]).toMatchObject({ what: 'countsBlind', staffName: 'Otra caja' })
  })
})

describe('time', () => {
  it('an old change of a till that was off does not undo what an owner closed since', async () => {
    await joined()
    cut(true, two)
    await save(two, { differenceLimitClp: 50_000 })
    await wait(10_000)
    await save(one, { differenceLimitClp: 1_000 })
    await settled(one)
    cut(false, two)
    await settled(one, two)
    expect(settingsOf(two).differenceLimitClp).toBe(1_000)
    expect(view(two).overruled).toMatchObject([{ kind: 'setting', name: 'differenceLimitClp' }])
  })
})
