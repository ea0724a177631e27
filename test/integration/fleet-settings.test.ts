/** Settings of a shop of several tills: what is the shop's is the same at each. */
import { describe, expect, it } from 'vitest'
import { saveSettingsInput } from '#shared/settings/inputs.ts'
import { SETTINGS, settingsThat } from '#shared/settings/rows.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { SHOP_SETTINGS } from '#till/settings/shop-settings.ts'
import { NO_RIGHTS, ROLES } from '#shared/staff/rights.ts'
import { fleet } from '../../renderer/i18n/es/fleet.ts'
import { promotionRule } from '../support/promotions.ts'
import { must } from '../support/must.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  backedUp,
  byCode,
  change,
  COFFEE,
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
const shopOf = ({ till }: PlayedTill) => till.api.bootstrap().shop
const save = async (played: PlayedTill, changed: Change) =>
  must(await said(played, played.till.api.saveSettings(changed)))
const within = async (condition: () => boolean) => {
  const saidMs = one.fixture.clock.now()
  await world.until(condition)
  return one.fixture.clock.now() - saidMs
}
const tips = (percent: number) => ({ isOn: true, percents: [percent] })

describe('a setting of the shop', () => {
  it('changed at one till holds at the other within two seconds, and stands in its log', async () => {
    await joined()
    await save(one, { tips: tips(12), countsBlind: true, language: 'en' })
    const isThere = () => settingsOf(two).tips.percents[0] === 12 && settingsOf(two).countsBlind
    expect(await within(isThere)).toBeLessThanOrEqual(2_000)
    expect(two.till.api.bootstrap().tips).toEqual(tips(12))
    expect(settingsOf(two).language).toBe('es')
    const { changes } = must(two.till.api.settingsHistory())
    expect(changes).toContainEqual(
      expect.objectContaining({ what: 'countsBlind', staffName: 'Otra caja' }),
    )
    await save(two, { tips: tips(8) })
    await world.until(() => settingsOf(one).tips.percents[0] === 8)
    await settled(one, two)
  })

  it('of who joins second is what the shop has', async () => {
    await save(one, { differenceLimitClp: 1_000 })
    await save(two, { differenceLimitClp: 9_000, labelLimitClp: 7_000 })
    await joined()
    expect(settingsOf(two).differenceLimitClp).toBe(1_000)
    expect(settingsOf(two).labelLimitClp).toBe(settingsOf(one).labelLimitClp)
    expect([view(one).overruled, view(two).overruled]).toEqual([[], []])
  })

  it('changed at both apart is what was said last, each by itself', async () => {
    await joined()
    cut(true, one, two)
    await save(one, { tips: tips(5), countsBlind: true })
    await wait(5_000)
    await save(two, { tips: tips(15) })
    cut(false, two)
    await settled(two)
    cut(false, one)
    await settled(one, two)
    for (const played of [one, two])
      expect(settingsOf(played)).toMatchObject({ tips: tips(15), countsBlind: true })
    expect(view(one).overruled).toMatchObject([{ kind: 'setting', name: 'tips', byNumber: 2 }])
  })

  it('calls the shop by one name, at an address of each place', async () => {
    await joined()
    const { rut, address, commune } = shopOf(two)
    const named = { ...shopOf(one), tradeName: 'La Esquina', address: 'Calle 9', commune: 'Lota' }
    await save(one, { shop: named })
    await world.until(() => shopOf(two).tradeName === 'La Esquina')
    expect(shopOf(two)).toMatchObject({ rut, address, commune })
  })

  it('keeps the ways to pay with the model they follow', async () => {
    await joined()
    await save(one, { emissionModel: 'card-voucher' })
    await world.until(() => settingsOf(two).emission?.model === 'card-voucher')
    expect(settingsOf(two).paymentMethods).toEqual(settingsOf(one).paymentMethods)
    expect(settingsOf(two).paymentMethods.some((each) => each.isVoucherTheReceipt)).toBe(true)
    cut(true, one, two)
    await save(one, { emissionModel: 'every-sale' })
    await wait(5_000)
    const [cash, ...others] = settingsOf(two).paymentMethods
    if (cash === undefined) throw new Error('no cash')
    await save(two, { paymentMethods: [{ ...cash, name: 'Billetes' }, ...others] })
    cut(false, one, two)
    await settled(one, two)
    const both = [one, two]
      .map(settingsOf)
      .map(({ emission, paymentMethods }) => ({ model: emission?.model, paymentMethods }))
    expect(both[0]).toEqual(both[1])
    expect(both[0]).toMatchObject({ model: 'card-voucher' })
    expect(view(one).overruled).toMatchObject([{ name: 'paymentMethods' }])
  })

  it('never takes a way to pay from a till whose card terminal charges by it', async () => {
    await joined()
    const place = { path: '/dev/ttyUSB0' }
    await save(two, { cardTerminal: { kind: 'transbank', method: 'TC', place } })
    await save(one, { paymentMethods: DEFAULT_METHODS.filter(({ id }) => id !== 'TC') })
    await settled(one, two)
    const ids = (played: PlayedTill) => settingsOf(played).paymentMethods.map(({ id }) => id)
    expect(ids(one)).toEqual(['EF', 'PE', 'VALE'])
    expect(ids(two)).toEqual(['EF', 'PE', 'VALE', 'TC'])
    // Once it has no terminal any more, the shop's word is whole with the next change.
    await save(two, { cardTerminal: null })
    await save(one, { paymentMethods: DEFAULT_METHODS.filter(({ id }) => id === 'EF') })
    await world.until(() => ids(two).length === 1)
  })
})

describe('a service whose database was put back', () => {
  it('gets back offers, settings and rights, and a till that joins then has them', async () => {
    await joined()
    const restore = await backedUp(world.service)
    const list = {
      priceListId: null,
      name: 'Mayorista',
      percents: [{ categoryId: '', percent: 5 }],
    }
    const productId = byCode(one, COFFEE)?.id ?? ''
    must(one.till.api.savePriceList({ ...list, prices: [{ productId, unitGrossClp: 1_500 }] }))
    must(two.till.api.savePromotion({ promotionId: null, name: 'Diez', rule: promotionRule() }))
    await save(two, { tips: tips(9) })
    must(one.till.api.saveRights({ role: 'cashier', rights: { ...NO_RIGHTS, freeLine: true } }))
    await settled(one, two)
    await restore()
    await settled(one, two)
    const three = await world.open()
    await world.join(one, three)
    await settled(one, two, three)
    for (const played of [one, two, three]) {
      expect(settingsOf(played).tips).toEqual(tips(9))
      expect(played.till.api.staff().rightsOf.cashier).toEqual({ ...NO_RIGHTS, freeLine: true })
      const { promotions, priceLists } = played.till.api.offers()
      expect(promotions.map(({ name }) => name)).toEqual(['Diez'])
      expect(priceLists).toMatchObject([
        { percents: list.percents, prices: [{ productId: byCode(played, COFFEE)?.id }] },
      ])
    }
  })
})

describe('a thief with the key of a till', () => {
  it('gets nothing in that no owner could have typed', async () => {
    await joined()
    const before = settingsOf(one)
    // Each has a key of its own.
    const { apiKeyTail } = settingsOf(two)
    const limits = JSON.stringify({ differenceLimitClp: -1 })
    const methods = { emission: before.emission, exemptShare: before.exemptShare }
    const without = JSON.stringify({ ...methods, emission: null, paymentMethods: DEFAULT_METHODS })
    for (const [id, value] of [
      ...[
        ['tips', 'no json'],
        ['tips', 'null'],
        ['tips', '{}'],
        ['tips', '{"tips":null}'],
      ],
      ...[
        ['tips', '{"tips":{"isOn":true,"percents":[900]}}'],
        ['differenceLimitClp', limits],
      ],
      ...[
        ['differenceLimitClp', '{"differenceLimitClp":null}'],
        ['paymentMethods', without],
      ],
      ['paymentMethods', JSON.stringify({ ...methods, paymentMethods: [] })],
      ['shop', '{"shop":{"tradeName":""}}'],
      ['shop', '{"shop":{"rut":"11.111.111-1","address":"Otra 1"}}'],
      // Of this computer, whoever says it.
      ['serviceUrl', '{"serviceUrl":"http://thief.example"}'],
      ['desk', '{"desk":{}}'],
      ['__proto__', '{"tips":1}'],
      ['of-tomorrow', '{"of-tomorrow":1}'],
    ] as const)
      expect(
        (await stolen(two, 'setting', id ?? '', { value: value ?? '' })).results,
      ).toMatchObject([{ outcome: expect.stringMatching(/taken|same_as/) }])
    change(one, 'Café molido', { unitGrossClp: 1_234 })
    await settled(one, two)
    expect(settingsOf(one)).toEqual(before)
    expect(settingsOf(two)).toEqual({ ...before, apiKeyTail })
    expect(shopOf(two)).toEqual(shopOf(one))
    expect(byCode(two, COFFEE)?.unitGrossClp).toBe(1_234)
    // The next word of an owner mends what the shop has of it.
    await save(one, { tips: tips(7) })
    await world.until(() => settingsOf(two).tips.percents[0] === 7)
  })
})

describe('whose a setting is', () => {
  it('is said by its row, and each of the shop’s has its name for whoever is told that it gave way', () => {
    const named = Object.keys(fleet.fleet.settings).filter(
      (name) => !(ROLES as readonly string[]).includes(name),
    )
    const wayOut =
      'what all tills have alike has its name under fleet.settings, and nothing else has'
    expect(SHOP_SETTINGS.toSorted(), wayOut).toEqual(named.toSorted())
    expect(settingsThat('isShops')).toContain('exemptShare')
  })

  it('is the computer’s where nobody but somebody there may change it, or it names a thing', () => {
    const shops = settingsThat('isShops')
    for (const name of Object.keys(saveSettingsInput.shape)) {
      const row = SETTINGS[name as keyof typeof SETTINGS]
      if (row?.who === 'in-person') expect(shops).not.toContain(name)
    }
    for (const name of ['printerId', 'scale', 'cardTerminal', 'desk', 'language', 'registerNumber'])
      expect(shops).not.toContain(name)
  })
})
