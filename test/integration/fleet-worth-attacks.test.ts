/** Attacks on what is spent once over all tills of a shop; what falls says why it is wrong. */
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { VALE_METHOD } from '#shared/selling/payment/payment-method.ts'
import { makeValeCode, valeCodeText } from '#shared/text/vale-code.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { countInEarnest } from './service-in-process.ts'
import { must } from '../support/must.ts'
import { cartOf, keptOf } from '../support/till-fixture.ts'
import {
  COFFEE,
  cut,
  joined,
  one,
  openDb,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import {
  again,
  atService,
  backUp,
  charge,
  claimFor,
  codeOf,
  giveVale,
  leftOn,
  orderBy,
  payWithVale,
} from './worth-hands.ts'

useTwoTills()

/** A vale that the second till was granted for a sale which does not come about. */
async function grantedToTwo() {
  await joined()
  const vale = giveVale(one, COFFEE)
  await settled(one, two)
  must(await claimFor(two, orderBy(two, 'vc', vale.code, vale.totalClp, COFFEE)))
  return vale
}
const tillId = () => view(two).till?.id ?? ''

describe('a customer whose vale is in the hand of a till that goes', () => {
  // P1: the claim goes with the till and never ends; the customer's vale is lost for ever.
  it('leaving the shop at once gives it back', async () => {
    const { code, totalClp } = await grantedToTwo()
    must(await said(two, two.till.api.leaveShop()))
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('ok')
  })

  // P1: its end was not told before it left, and is told by another number: it counts for nobody.
  it('coming back under another number gives it back', async () => {
    const { code, totalClp } = await grantedToTwo()
    two.wire.cutsPath = '/api/fleet/worth-releases'
    await wait(70_000)
    must(await said(two, two.till.api.leaveShop()))
    two.wire.cutsPath = null
    await world.join(one, two)
    await settled(one, two)
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('ok')
  })

  // Nobody knows whether it was spent there before it fell silent: nothing is paid out twice.
  it('that was stolen and retired takes it along', async () => {
    const { code, totalClp } = await grantedToTwo()
    const id = tillId()
    await two.till.stop()
    const retired = { tillId: id, isRetired: true } as const
    must(await said(one, one.till.api.changeShopTill(retired)))
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_IN_HAND')
  })

  it('that spent it and is lost before anybody heard so: it is paid out once', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    must(await claimFor(two, order))
    two.wire.isAway = true
    must(two.till.api.commitSale(order))
    const id = tillId()
    await two.till.stop()
    must(await said(one, one.till.api.changeShopTill({ tillId: id, isRetired: true })))
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_IN_HAND')
  })

  it('whose disk was ruined and that another computer replaces takes it along', async () => {
    const { code, totalClp } = await grantedToTwo()
    const id = tillId()
    await two.till.stop()
    const three = await world.open()
    const made = must(await said(one, one.till.api.makeTillCode({ tillId: id })))
    must(await said(three, three.till.api.joinShop({ code: made.code, name: 'Dos', branch: '' })))
    await settled(one, three)
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('WORTH_IN_HAND')
  })

  // P1: the claim was after the backup: nobody ends it, though nothing was sold.
  it('whose data were put back from before it asked gives it back', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const putBack = backUp(two)
    must(await claimFor(two, orderBy(two, 'vc', code, totalClp, COFFEE)))
    const back = await putBack()
    await settled(one, back)
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toBe('ok')
  })

  // P2: what another till only has in hand is told the customer as spent.
  it('is told at the other till that it is in use, not that it is spent', async () => {
    const { code, totalClp } = await grantedToTwo()
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).not.toBe('WORTH_SPENT')
  })
})

describe('the same till', () => {
  it('spends at once in the next sale what the sale before it gave up', async () => {
    const { code, totalClp } = await grantedToTwo()
    must(two.till.api.saveDraft(keptOf(cartOf(two.till.api, COFFEE))))
    expect(codeOf(await payWithVale(two, code, totalClp, COFFEE))).toBe('ok')
  })

  it('keeps it for the open sale however long the card terminal takes, as it was typed', async () => {
    await joined()
    const { code } = giveVale(one, COFFEE)
    await settled(one, two)
    const { api } = two.till
    const typed = valeCodeText(code).toLowerCase()
    const order = orderBy(two, 'vc', typed, 500, COFFEE)
    const kept = keptOf(cartOf(api, COFFEE), order.saleId)
    const given = [{ method: VALE_METHOD, amountClp: clp(500), reference: typed }]
    const sale = { ...kept.sale, paying: { ...kept.sale.paying, given } }
    must(api.saveDraft({ ...kept, sale }))
    must(await claimFor(two, order))
    await wait(120_000)
    expect(await atService()).toMatchObject([{ state: 'granted' }])
  })

  // P3: asking to pay counts as no look-up, so a screen may guess without end.
  it('slows whoever guesses codes by asking for them to pay', async () => {
    await joined()
    const answers: string[] = []
    for (let at = 0; at < 60; at += 1)
      answers.push(codeOf(await claimFor(two, orderBy(two, 'vc', guess(at), 1, COFFEE))))
    expect(answers.filter((answer) => answer === 'WORTH_UNKNOWN').length).toBeLessThan(50)
  })
})

describe('data of the till that gave it, put back', () => {
  // P2: a till whose data were put back never tells of its vales: no other till takes them.
  it('are told of again: the vale is the customer’s at every till', async () => {
    await joined()
    cut(true, one)
    await wait(2_000)
    const { code, totalClp } = giveVale(one, COFFEE)
    const back = await backUp(one)()
    await settled(back, two)
    await wait(60_000)
    expect(codeOf(await payWithVale(two, code, totalClp, COFFEE))).toBe('ok')
  })
})

describe('the service', () => {
  const forget = () =>
    world.service.storage.write(async (db) => {
      for (const table of ['fleet_worths', 'fleet_worth_names', 'fleet_worth_claims'] as const)
        await db.deleteFrom(table).execute()
      await db.updateTable('fleet_counters').set({ version: 0 }).execute()
      await db.deleteFrom('fleet_records').execute()
    })

  // P1: the pesos that the absent till took are there again, though this till had heard of them.
  it('put back while a till is off gives nothing that the others heard was spent', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    must(await payWithVale(two, code, 600, COFFEE))
    await settled(one, two)
    expect(await leftOn(one, code)).toBe(totalClp - 600)
    cut(true, two)
    await forget()
    await wait(60_000)
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).not.toBe('ok')
  })

  it('that does not know of vales leaves them to their till, also after a fall', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    one.wire.cutsPath = '/api/fleet/worth'
    await wait(5_000)
    await one.till.stop()
    const back = await again(one)
    back.wire.cutsPath = '/api/fleet/worth'
    await wait(10_000)
    expect(codeOf(await payWithVale(back, code, totalClp, COFFEE))).toBe('ok')
  })
})

describe('a trial', () => {
  // P1: the till that gave it refuses it, any other gives goods for it.
  it('gives no vale that pays once documents count', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await world.until(() => one.till.api.status().pendingCount === 0)
    await settled(one, two)
    const db = openDb(one)
    expect(db.prepare('SELECT count(*) FROM receipt WHERE is_trial = 1').pluck().get()).toBe(2)
    db.close()
    await countInEarnest(world.service)
    for (const { fixture } of [one, two]) {
      const listed = new Database(tillFolder(fixture.dataDir).database)
      listed.prepare('UPDATE folio_range SET is_trial = 0, is_listed = 1').run()
      listed.close()
    }
    expect(codeOf(await payWithVale(one, code, totalClp, COFFEE))).toMatch(/VALE_/)
    expect(codeOf(await payWithVale(two, code, totalClp, COFFEE))).not.toBe('ok')
  })
})

describe('a card and a vale', () => {
  it('no card is charged before the vale is in hand', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const place = { path: '/dev/ttyUSB0' }
    const cardTerminal = { kind: 'transbank', method: 'TC', place } as const
    must(await said(two, two.till.api.saveSettings({ cardTerminal })))
    must(await payWithVale(one, code, totalClp, COFFEE))
    await settled(one, two)
    const order = orderBy(two, 'vc', code, 500, COFFEE)
    const rest = { method: 'TC', amountClp: order.expectedTotalClp - 500, reference: '' }
    const payments = [...order.payments.slice(0, 1), rest]
    const asked = await said(two, two.till.api.chargeCard({ ...order, payments }))
    expect(['WORTH_ASKS_SHOP', 'VALE_UNKNOWN']).toContain(codeOf(asked))
    expect(codeOf(await claimFor(two, { ...order, payments }))).toBe('WORTH_SPENT')
    expect(two.till.api.status().cards ?? []).toEqual([])
  })

  it('of two vales in one sale the one that is there comes back where the other is spent', async () => {
    await joined()
    const [there, spent] = [giveVale(one, COFFEE), giveVale(one, COFFEE)]
    await settled(one, two)
    must(await payWithVale(one, spent.code, spent.totalClp, COFFEE))
    await settled(one, two)
    const order = orderBy(two, 'vc', there.code, 500, COFFEE)
    const other = { method: 'vc', amountClp: 500, reference: spent.code }
    const payments = [...order.payments.slice(0, 1), other, ...order.payments.slice(1)]
    expect(codeOf(await claimFor(two, { ...order, payments }))).toBe('WORTH_SPENT')
    await wait(70_000)
    expect(codeOf(await payWithVale(one, there.code, there.totalClp, COFFEE))).toBe('ok')
  })

  it('one vale twice in one sale pays once', async () => {
    await joined()
    const { code } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, 900, COFFEE)
    const again = { method: 'vc', amountClp: 800, reference: valeCodeText(code) }
    const payments = [...order.payments.slice(0, 1), again, ...order.payments.slice(1)]
    await claimFor(two, { ...order, payments })
    expect(codeOf(two.till.api.commitSale({ ...order, payments }))).not.toBe('ok')
  })
})

describe('two things at one till', () => {
  it('void and pay share no word: one of them is refused', async () => {
    await joined()
    const { code, number, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(one, 'vc', code, totalClp, COFFEE)
    must(await claimFor(one, order))
    const word = await said(one, one.till.api.claimWorths({ for: 'void', number }))
    const ended = one.till.api.voidVale({ number, reason: 'Perdido', approvalId: null })
    const paid = one.till.api.commitSale(order)
    expect([codeOf(word), codeOf(ended), codeOf(paid)].filter((each) => each === 'ok')).toEqual([
      'ok',
    ])
  })

  it('clock that jumps an hour ahead in the middle of a sale asks anew, and spends it once', async () => {
    await joined()
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    must(await claimFor(two, order))
    await two.fixture.clock.advance(3_600_000)
    await wait(5_000)
    must(await payWithVale(one, code, totalClp, COFFEE))
    await settled(one, two)
    expect(codeOf(await charge(two, order))).toBe('WORTH_SPENT')
  })
})

describe('the owner who voids a lost vale', () => {
  // P1: what another till gave up after the void is on the lost paper again, for whoever has it.
  it('leaves nothing of it to a claim that another till gives up later', async () => {
    await joined()
    const { code, number } = giveVale(one, COFFEE)
    await settled(one, two)
    must(await claimFor(two, orderBy(two, 'vc', code, 600, COFFEE)))
    const word = await said(one, one.till.api.claimWorths({ for: 'void', number }))
    if (word.ok) must(one.till.api.voidVale({ number, reason: 'Perdido', approvalId: null }))
    await wait(70_000)
    await settled(one, two)
    expect([codeOf(word), codeOf(await payWithVale(two, code, 600, COFFEE))]).not.toEqual([
      'ok',
      'ok',
    ])
  })
})

describe('an accountant on Monday', () => {
  // P2: nobody tells a till what others took, so the list says the shop owes it still.
  it('reads at the till that gave it what the other has spent of it', async () => {
    await joined()
    const { code, number, totalClp } = giveVale(one, COFFEE)
    await settled(one, two)
    must(await payWithVale(two, code, totalClp, COFFEE))
    await settled(one, two)
    await wait(120_000)
    const { rows } = must(
      one.till.api.vales({ text: '', filter: 'all', offset: 0, limit: 50 }),
    ) as never as { rows: { number: number; balanceClp: number }[] }
    expect(rows.find((row) => row.number === number)?.balanceClp).toBe(0)
  })
})

function guess(at: number): string {
  return makeValeCode(new Uint8Array(8).fill(at))
}
