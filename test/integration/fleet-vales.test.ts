/** A vale given at one till of a shop: spent at any, to the peso, and once over all of them. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import {
  BREAD,
  COFFEE,
  cut,
  joined,
  one,
  openDb,
  said,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'
import {
  again,
  atService,
  backUp,
  charge,
  claimFor,
  CLAIMS,
  codeOf,
  giveVale,
  leftOn,
  orderBy,
  payWithVale,
  WORTHS,
} from './worth-hands.ts'

useTwoTills()

describe('a vale of a shop', () => {
  it('pays in parts at both tills until it is used up', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    expect(await leftOn(two, code)).toBe(totalClp)
    expect(must(await payWithVale(two, code, 601, COFFEE))).toMatchObject({
      payments: [{ method: 'vc', reference: 'V1 caja 1', totalClp: 601 }, {}],
    })
    expect([await leftOn(one, code), await leftOn(two, code)]).toEqual([
      totalClp - 601,
      totalClp - 601,
    ])
    expect(codeOf(await payWithVale(one, code, totalClp - 600, COFFEE, BREAD))).toBe('WORTH_SHORT')
    must(await payWithVale(one, code, totalClp - 601, COFFEE))
    expect([await leftOn(one, code), await leftOn(two, code)]).toEqual([0, 0])
    expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_SPENT')
    await settled(one, two)
    expect((await atService()).map(({ state, takes }) => [state, takes])).toEqual([
      ['used', '{"clp":601}'],
      ['used', `{"clp":${totalClp - 601}}`],
    ])
  })

  it('goes to one of two that spend it at once', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const orders = [one, two].map((played) => orderBy(played, 'vc', code, totalClp, COFFEE))
    const answers = [one, two].map(({ till }, at) =>
      till.api.claimWorths({ for: 'sale', ...(orders[at] as (typeof orders)[number]) }),
    )
    for (const { fixture } of [one, two]) await fixture.clock.advance(0)
    const codes = (await Promise.all(answers)).map(codeOf)
    expect(codes.toSorted()).toEqual(['WORTH_IN_HAND', 'ok'])
    const sold = [one, two].map(({ till }, at) =>
      codeOf(till.api.commitSale(orders[at] as (typeof orders)[number])),
    )
    expect(sold.filter((code) => code === 'ok')).toHaveLength(1)
  })

  it('is not spent twice by whoever cuts a wire', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    cut(true, one)
    must(await payWithVale(two, code, totalClp, COFFEE))
    expect(await leftOn(one, code)).toBe('WORTH_SHOP_AWAY')
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_SHOP_AWAY')
    expect(codeOf(one.till.api.commitSale(orderBy(one, 'vc', code, 1, COFFEE)))).toBe(
      'WORTH_ASKS_SHOP',
    )
    cut(false, one)
    await settled(one, two)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_SPENT')
  })

  it('unknown at all of them is none', async () => {
    await joined()
    expect(await leftOn(two, '0000-0000-0000-0')).toBe('WORTH_UNKNOWN')
    expect(codeOf(await payWithVale(two, '0000-0000-0000-0', 1, COFFEE))).toBe('WORTH_UNKNOWN')
  })

  it('that was given before the shop was joined is the shop’s too', async () => {
    const { code, totalClp } = giveVale(one, COFFEE)
    must(await payWithVale(one, code, 500, COFFEE))
    await joined()
    expect(await leftOn(two, code)).toBe(totalClp - 500)
    must(await payWithVale(two, code, totalClp - 500, COFFEE))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })
})

describe('while the service cannot be reached', () => {
  it('is spent where it was given and not told of yet; the rest is the shop’s', async () => {
    await joined()
    cut(true, one)
    await wait(2_000)
    const { code, totalClp } = giveVale(one, COFFEE)
    must(one.till.api.commitSale(orderBy(one, 'vc', code, 700, COFFEE)))
    expect(await leftOn(two, code)).toBe('WORTH_UNKNOWN')
    cut(false, one)
    await settled(one, two)
    expect(await leftOn(two, code)).toBe(totalClp - 700)
    must(await payWithVale(two, code, totalClp - 700, COFFEE))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('told without an answer, it is spent by the word of the service alone', async () => {
    await joined()
    one.wire.losesAnswersTo = WORTHS
    const { code, totalClp } = giveVale(one, COFFEE)
    await wait(3_000)
    cut(true, one)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SHOP_AWAY')
    must(await payWithVale(two, code, totalClp, COFFEE))
    one.wire.losesAnswersTo = null
    cut(false, one)
    await settled(one, two)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('asked for without an answer, it is granted by the same key, once', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    two.wire.losesAnswersTo = CLAIMS
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    expect(codeOf(await charge(two, order))).toBe('WORTH_SHOP_AWAY')
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    two.wire.losesAnswersTo = null
    must(await charge(two, order))
    await settled(one, two)
    expect(await atService()).toMatchObject([{ state: 'used' }])
  })

  it('what was granted is spent without it', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    must(await claimFor(two, order))
    cut(true, two)
    must(two.till.api.commitSale(order))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    cut(false, two)
    await settled(one, two)
    expect(await atService()).toMatchObject([{ state: 'used' }])
  })
})

describe('a sale that does not come about', () => {
  it('gives it back: by the next sale, and by itself', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    must(await claimFor(two, orderBy(two, 'vc', code, totalClp, COFFEE)))
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    await wait(70_000)
    await settled(one, two)
    expect(await atService()).toMatchObject([{ state: 'ended' }])
    expect(await leftOn(one, code)).toBe(totalClp)
    must(await payWithVale(one, code, totalClp, COFFEE))
  })

  it('for another amount is asked for anew, and holds no more than that', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    must(await claimFor(two, order))
    const less = { ...order, payments: orderBy(two, 'vc', code, 100, COFFEE).payments }
    must(await charge(two, less))
    await settled(one, two)
    expect(await leftOn(one, code)).toBe(totalClp - 100)
    const more = orderBy(two, 'vc', code, 50, COFFEE)
    must(await claimFor(two, more))
    const most = { ...more, payments: orderBy(two, 'vc', code, 200, COFFEE).payments }
    must(await charge(two, most))
    await settled(one, two)
    expect(await leftOn(one, code)).toBe(totalClp - 300)
  })

  it('because the till fell gives it back when that till is there again', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    must(await claimFor(two, orderBy(two, 'vc', code, totalClp, COFFEE)))
    await two.till.stop()
    await wait(70_000)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
    const back = await again(two)
    await settled(one, back)
    must(await payWithVale(one, code, totalClp, COFFEE))
  })
})

describe('its end', () => {
  it('is written by its till with the word of the service', async () => {
    await joined()
    const { code, number, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const asked = { number, reason: 'Perdido', approvalId: null }
    expect(codeOf(one.till.api.voidVale(asked))).toBe('WORTH_ASKS_SHOP')
    must(await payWithVale(two, code, 100, COFFEE))
    must(await said(one, one.till.api.claimWorths({ for: 'void', number })))
    must(one.till.api.voidVale(asked))
    await settled(one, two)
    expect(codeOf(await payWithVale(two, code, totalClp - 100, COFFEE))).toBe('WORTH_SPENT')
  })

  it('with its return undone is the same, and nothing of it may be spent', async () => {
    await joined()
    const used = giveVale(one, COFFEE)
    const whole = giveVale(one, COFFEE)
    await settled(one, two)
    must(await payWithVale(two, used.code, 100, COFFEE))
    const undo = (returnId: typeof used.returnId) =>
      one.till.api.undoReturn({ returnId, reason: 'Error', approvalId: null })
    expect(codeOf(undo(used.returnId))).toBe('WORTH_ASKS_SHOP')
    const claim = (returnId: typeof used.returnId) =>
      said(one, one.till.api.claimWorths({ for: 'undo', returnId }))
    expect(codeOf(await claim(used.returnId))).toBe('WORTH_SHORT')
    must(await claim(whole.returnId))
    must(undo(whole.returnId))
    await settled(one, two)
    expect(codeOf(await payWithVale(two, whole.code, 1, COFFEE))).toBe('WORTH_SPENT')
  })
})

describe('data that were put back', () => {
  it('of the till count what it gave as told, and nothing it asked for as its own', async () => {
    await joined()
    cut(true, one)
    await wait(2_000)
    const { code, number, totalClp } = giveVale(one, COFFEE)
    const putBack = backUp(one)
    cut(false, one)
    await settled(one, two)
    must(await payWithVale(two, code, totalClp, COFFEE))
    const back = await putBack()
    cut(true, back)
    must(back.till.api.acceptVale({ number, approvalId: null }))
    expect(codeOf(await payWithVale(back, code, totalClp, COFFEE))).toBe('WORTH_SHOP_AWAY')
    cut(false, back)
    await settled(back, two)
    expect(codeOf(await payWithVale(back, code, totalClp, COFFEE))).toBe('WORTH_SPENT')
  })

  it('of the till, before it spent what it had been granted, spend it no second time', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    must(await claimFor(two, order))
    const putBack = backUp(two)
    must(two.till.api.commitSale(order))
    const back = await putBack()
    await settled(one, back)
    expect(codeOf(await charge(back, order))).toBe('WORTH_IN_HAND')
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_IN_HAND')
  })
})

it('a till alone gives and spends as ever, and tells nobody', async () => {
  const { code, number, totalClp } = giveVale(one, COFFEE)
  must(one.till.api.commitSale(orderBy(one, 'vc', code, 100, COFFEE)))
  expect(await leftOn(one, code)).toBe(totalClp - 100)
  must(one.till.api.voidVale({ number, reason: 'Perdido', approvalId: null }))
  expect(codeOf(one.till.api.findVale({ code: '0000-0000-0000-0' }))).toBe('VALE_UNKNOWN')
  const db = openDb(one)
  expect(db.prepare('SELECT * FROM fleet_worth').all()).toEqual([])
  db.close()
})

it('a till that left its shop leaves to it what it had told of', async () => {
  await joined()
  const { code, totalClp } = giveVale(two, COFFEE)
  await settled(one, two)
  must(await said(two, two.till.api.leaveShop()))
  expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_LEFT_SHOP')
  must(await payWithVale(one, code, totalClp, COFFEE))
  const { code: later } = giveVale(two, COFFEE)
  must(two.till.api.commitSale(orderBy(two, 'vc', later, 1, COFFEE)))
})

describe('a database of the service that was put back', () => {
  /** As it was before anything was told of or spent, with tills that have heard more. */
  const forget = () =>
    world.service.storage.write(async (db) => {
      for (const table of ['fleet_worths', 'fleet_worth_names', 'fleet_worth_claims'] as const)
        await db.deleteFrom(table).execute()
      await db.updateTable('fleet_counters').set({ version: 0 }).execute()
      await db.deleteFrom('fleet_records').execute()
    })

  it('is told again what there was and what was spent, and gives nothing twice', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    const spent = giveVale(one, COFFEE)
    await settled(one, two)
    must(await payWithVale(two, code, 600, COFFEE))
    must(await payWithVale(two, spent.code, spent.totalClp, COFFEE))
    await settled(one, two)
    await forget()
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_SHOP_AWAY')
    await wait(30_000)
    await settled(one, two)
    expect(await leftOn(two, code)).toBe(totalClp - 600)
    expect(codeOf(await payWithVale(one, spent.code, 1, COFFEE))).toBe('WORTH_SPENT')
    must(await payWithVale(one, code, totalClp - 600, COFFEE))
    expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })
})

it('one that surely was not told of is spent at its till, and there alone', async () => {
  await joined()
  one.wire.cutsPath = '/api/fleet/worth'
  const { code, totalClp } = giveVale(one, COFFEE)
  await wait(10_000)
  expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_UNKNOWN')
  must(await payWithVale(one, code, totalClp, COFFEE))
})

it('a word of one that the service does not take holds up none of the others', async () => {
  await joined()
  cut(true, one)
  const [refused, other] = [giveVale(one, COFFEE), giveVale(one, COFFEE)]
  const refusing = (path: string, body: object) =>
    path === WORTHS && JSON.stringify(body).includes(`\\"number\\":${refused.number},`)
      ? { worths: 'none of this contract' }
      : body
  Object.assign(one.wire, { wrong: { asked: refusing } })
  cut(false, one)
  await wait(10_000)
  expect(await leftOn(two, other.code)).toBe(other.totalClp)
  expect(await leftOn(two, refused.code)).toBe('WORTH_UNKNOWN')
  expect(codeOf(await payWithVale(one, refused.code, refused.totalClp, COFFEE))).toBe('ok')
})

it('given before the shop was joined, in data put back from then, is spent once', async () => {
  const { code, totalClp } = giveVale(two, COFFEE)
  const putBack = backUp(two)
  await joined()
  must(await payWithVale(one, code, totalClp, COFFEE))
  await settled(one, two)
  const back = await putBack()
  expect(codeOf(await payWithVale(back, code, totalClp, COFFEE))).not.toBe('ok')
})
