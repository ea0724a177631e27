/**
 * Vales and credit notes among the tills of a place without internet, by its hub: spent once, to
 * the peso, whatever is cut between any two, and whoever is lost.
 */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { BREAD, COFFEE, cut, one, said, settled, two, view, wait, world } from './fleet-hands.ts'
import {
  away,
  hubIs,
  lent,
  lentAndAway,
  lost,
  spentClp,
  three,
  useThreeTills,
} from './hub-hands.ts'
import {
  again,
  atService,
  backUp,
  charge,
  claimFor,
  CLAIMS,
  codeOf,
  giveCredit,
  giveVale,
  leftOn,
  orderBy,
  payWithVale,
} from './worth-hands.ts'

useThreeTills()

describe('a hub that falls and comes back from its disk, while nobody hears the service', () => {
  it('has what it granted of a vale, and refuses it to another till', async () => {
    const { code, totalClp } = await lentAndAway()
    const order = orderBy(three, 'vc', code, totalClp - 1, COFFEE, BREAD)
    must(await claimFor(three, order))
    await two.till.stop()
    await world.until(() => view(one).hub?.isHeard === false)
    cut(true, await again(two))
    await world.until(() => [one, three].every((each) => view(each).hub?.isHeard === true))
    expect(codeOf(await payWithVale(one, code, 2, COFFEE))).toBe('WORTH_SHORT')
    must(three.till.api.commitSale(order))
    await wait(4_000)
    expect(codeOf(await payWithVale(one, code, 2, COFFEE))).toBe('WORTH_SHORT')
    must(await payWithVale(one, code, 1, COFFEE))
    cut(false, one, three)
    await settled(one, three)
    expect(await spentClp()).toBe(totalClp)
  })
})

describe('without internet', () => {
  it('a vale pays in parts at the tills of its place until it is used up', async () => {
    const { code, totalClp } = await lentAndAway()
    expect(await leftOn(three, code)).toBe(totalClp)
    must(await payWithVale(three, code, 601, COFFEE))
    await wait(4_000)
    expect(await leftOn(one, code)).toBe(totalClp - 601)
    expect(codeOf(await payWithVale(one, code, totalClp - 600, COFFEE, BREAD))).toBe('WORTH_SHORT')
    must(await payWithVale(one, code, totalClp - 601, COFFEE))
    expect(codeOf(await payWithVale(three, code, 1, COFFEE))).toBe('WORTH_SPENT')
    cut(false, one, two, three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(totalClp)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('a credit note is found by its number and pays at another till of its place', async () => {
    await hubIs(two, one, two, three)
    const { creditId, totalClp, folio } = await giveCredit(one)
    await settled(one, two, three)
    await lent()
    await away(one, two, three)
    const { api } = three.till
    const found = must(await said(three, api.findCreditsInShop({ text: folio })))
    expect(found).toMatchObject([{ creditId, balanceClp: totalClp }])
    must(await charge(three, orderBy(three, 'NC', creditId, totalClp, COFFEE)))
    const again = orderBy(one, 'NC', creditId, 1, COFFEE)
    expect(codeOf(await charge(one, again))).toBe('WORTH_SPENT')
    cut(false, one, two, three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(totalClp)
  })

  it('what was given then is spent at another till too, and told once', async () => {
    await hubIs(two, one, two, three)
    await away(one, two, three)
    const { code, totalClp } = giveVale(one, COFFEE)
    await wait(6_000)
    must(await payWithVale(three, code, 400, COFFEE))
    await wait(4_000)
    must(await payWithVale(one, code, 300, COFFEE))
    // Its own till is back first: the service has it, and not yet what the third spent.
    cut(false, one)
    await world.until(() => view(one).state === 'together')
    await settled(one)
    one.wire.hubIsAway = true
    await world.until(() => view(one).hub?.isHeard === false)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_AT_HUB')
    one.wire.hubIsAway = false
    cut(false, two, three)
    await settled(one, two, three)
    await lent()
    expect(await spentClp()).toBe(700)
    must(await payWithVale(one, code, totalClp - 700, COFFEE))
    expect(codeOf(await payWithVale(three, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('the hub itself spends nothing, and says where it can be spent', async () => {
    const { code } = await lentAndAway()
    expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_AT_OWN_HUB')
  })

  it('what the hub was not lent is not to be had, and said so', async () => {
    await hubIs(two, one, two, three)
    await away(one, two, three)
    expect(await leftOn(three, '0000-0000-0000-0')).toBe('WORTH_NOT_AT_HUB')
    expect(codeOf(await payWithVale(three, '0000-0000-0000-0', 1, COFFEE))).toBe('WORTH_NOT_AT_HUB')
  })

  it('asked for without an answer, it is granted by the same key, once', async () => {
    const { code, totalClp } = await lentAndAway()
    three.wire.hubLosesAnswersTo = CLAIMS
    const order = orderBy(three, 'vc', code, totalClp, COFFEE)
    expect(codeOf(await charge(three, order))).toBe('WORTH_SHOP_AWAY')
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    three.wire.hubLosesAnswersTo = null
    await world.until(() => view(three).hub?.isHeard === true)
    must(await charge(three, order))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
    cut(false, one, two, three)
    await settled(one, two, three)
    expect(await atService()).toMatchObject([{ state: 'used' }])
  })

  it('a sale that does not come about gives it back by itself', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await claimFor(three, orderBy(three, 'vc', code, totalClp, COFFEE)))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    await wait(70_000)
    must(await payWithVale(one, code, totalClp, COFFEE))
  })
})

describe('whoever has internet', () => {
  it('of another place asks the hub for it back, and gets it once the hub is heard', async () => {
    const far = await world.open()
    const { code: till } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
    must(await said(far, far.till.api.joinShop({ code: till, name: 'Lejos', branch: 'Sur' })))
    await settled(one, far)
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 500, COFFEE))
    expect(codeOf(await payWithVale(far, code, totalClp - 500, COFFEE))).toBe('WORTH_AT_HUB')
    cut(false, two)
    await world.until(() => view(two).state === 'together')
    await lent()
    expect(codeOf(await payWithVale(far, code, totalClp - 499, COFFEE, BREAD))).toBe('WORTH_SHORT')
    must(await payWithVale(far, code, totalClp - 500, COFFEE))
    // The third has told nobody but the hub, which grants nothing of it any more.
    expect(codeOf(await payWithVale(three, code, 1, COFFEE))).toBe('WORTH_NOT_AT_HUB')
    cut(false, one, three)
    await settled(one, two, three, far)
    expect(await spentClp()).toBe(totalClp)
  })

  it('is the hub: it gives it back to itself by the service’s word', async () => {
    await hubIs(two, one, two, three)
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two, three)
    await lent()
    must(await payWithVale(two, code, totalClp, COFFEE))
    expect(codeOf(await payWithVale(three, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('of the place spends by its hub as without', async () => {
    await hubIs(two, one, two, three)
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two, three)
    await lent()
    must(await payWithVale(three, code, totalClp, COFFEE))
    await settled(one, two, three)
    expect(await atService()).toMatchObject([{ state: 'used' }])
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })
})

describe('a hub that is no more', () => {
  it('replaced, gives back what it had, less what it granted', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 500, COFFEE))
    cut(false, one, two)
    await world.until(() => view(two).state === 'together' && view(one).state === 'together')
    await hubIs(one, one, two)
    await lent()
    // The third still goes by the first hub, and is granted nothing there.
    expect(codeOf(await payWithVale(three, code, 1, COFFEE))).not.toBe('ok')
    expect(codeOf(await payWithVale(two, code, totalClp - 499, COFFEE, BREAD))).toBe('WORTH_SHORT')
    must(await payWithVale(two, code, totalClp - 500, COFFEE))
    cut(false, three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(totalClp)
  })

  it('lost for good, leaves nothing behind that nobody knows of', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 500, COFFEE))
    await lost(two)
    await wait(25_000)
    // The third has not been heard yet: what it spent nobody knows.
    expect(codeOf(await payWithVale(one, code, totalClp - 500, COFFEE))).toBe('WORTH_AT_HUB')
    cut(false, three)
    await world.until(() => view(three).hub === null && view(three).state === 'together')
    await wait(45_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 499, COFFEE, BREAD))).toBe('WORTH_SHORT')
    must(await payWithVale(one, code, totalClp - 500, COFFEE))
    await settled(one, three)
    expect(await spentClp()).toBe(totalClp)
  })

  it('lost together with a till it granted to, keeps it for good: nobody can say', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, totalClp, COFFEE))
    await lost(two, three)
    await wait(60_000)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_AT_HUB')
  })
})

describe('a till that is no more', () => {
  it('retired after it spent unheard, takes nothing with it', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, totalClp, COFFEE))
    cut(false, two)
    await lost(three)
    await hubIs(one, one, two)
    await wait(60_000)
    expect(codeOf(await payWithVale(two, code, 1, COFFEE))).not.toBe('ok')
  })

  it('put back to before it spent, spends it no second time', async () => {
    const { code, totalClp } = await lentAndAway()
    const putBack = backUp(three)
    must(await payWithVale(three, code, totalClp, COFFEE))
    await wait(4_000)
    const back = await putBack()
    cut(false, one, two, back)
    await world.until(() => [one, two, back].every((each) => view(each).state === 'together'))
    await settled(one, two, back)
    for (const each of [back, one])
      expect(codeOf(await payWithVale(each, code, 1, COFFEE))).not.toBe('ok')
  })
})

it('a hub that was put back grants nothing of what it had', async () => {
  const { code, totalClp } = await lentAndAway()
  const putBack = backUp(two)
  must(await payWithVale(three, code, totalClp, COFFEE))
  await wait(4_000)
  const back = await putBack()
  expect(codeOf(await payWithVale(one, code, 1, COFFEE))).not.toBe('ok')
  cut(false, one, two, three, back)
  await world.until(() => [one, three, back].every((each) => view(each).state === 'together'))
  await wait(60_000)
  for (const each of [one, three, back])
    expect(codeOf(await payWithVale(each, code, 1, COFFEE))).not.toBe('ok')
  expect(await spentClp()).toBe(totalClp)
})

it('a till that fell in between spends what it was granted, once', async () => {
  const { code, totalClp } = await lentAndAway()
  must(await payWithVale(three, code, 500, COFFEE))
  await three.till.stop()
  const back = await again(three)
  cut(true, back)
  expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_SHORT')
  cut(false, one, two, back)
  await world.until(() => [one, two, back].every((each) => view(each).state === 'together'))
  await settled(one, two, back)
  expect(await spentClp()).toBe(500)
})
