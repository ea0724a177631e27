/** Receipts in the hands of a hub, attacked: money out twice, made up, put back, stuck. */
import { describe, expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { changeDocument } from '../support/change-document.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  BREAD,
  COFFEE,
  cut,
  one,
  said,
  settled,
  stolen,
  two,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import { expectSame } from './fact-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { away, hubIs, idOf, lent, spentClp, three, useThreeTills } from './hub-hands.ts'
import {
  asOnPaper,
  back,
  giveBack,
  giveBackElsewhere,
  lookUp,
  order,
  sold,
  undo,
  type Sold,
} from './return-hands.ts'
import { backUp, CLAIMS, codeOf, WORTHS } from './worth-hands.ts'

useThreeTills()

const together = (...tills: readonly PlayedTill[]) => {
  cut(false, ...tills)
  return world.until(() => tills.every((each) => view(each).state === 'together'), 600_000)
}
const told = (sale: Sold, parts: object, facts: object = { exempt_clp: 0 }) => ({
  worths: [
    { kind: 'sale', worth_id: soldWorthId(sale), names: [], parts, facts: JSON.stringify(facts) },
  ],
})
const lentAndAway = async () => {
  await settled(one, two, three)
  await lent()
  await away(one, two, three)
}
/** Credit notes that the service has. */
const notes = async () =>
  world.service.storage.read
    .selectFrom('documents')
    .select(['status', 'body'])
    .where('invoice_type', '=', '61')
    .execute()
const paid = (...answers: readonly object[]) =>
  answers.filter((answer) => codeOf(answer as { ok: boolean }) === 'ok').length

describe('a thief with a stolen key', () => {
  it('tells more of a receipt than it came to, and it comes back once', async () => {
    await hubIs(two, one, two, three)
    one.wire.cutsPath = WORTHS
    const sale = await sold(one)
    await stolen.asks(three, WORTHS, told(sale, { clp: 10 * sale.totalClp }))
    one.wire.cutsPath = null
    await lentAndAway()
    const there = await giveBackElsewhere(three, sale)
    await wait(4_000)
    expect(paid(there, await giveBack(one, sale.saleId))).toBe(1)
  })

  it('tells of a receipt that nobody sold, and it comes back nowhere', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    const other = { ...sale, folio: sale.folio + 500, totalClp: 900_000 }
    await stolen.asks(three, WORTHS, told(other, { clp: other.totalClp }))
    await lentAndAway()
    expect(codeOf(await giveBackElsewhere(three, other))).toBe('RETURN_NOT_AT_HUB')
  })

  it('tells of more without IVA than there is: nothing breaks, no more comes back', async () => {
    await hubIs(two, one, two, three)
    one.wire.cutsPath = WORTHS
    const sale = await sold(one)
    const facts = { exempt_clp: 5 * sale.totalClp }
    await stolen.asks(three, WORTHS, told(sale, { clp: sale.totalClp }, facts))
    one.wire.cutsPath = null
    await lentAndAway()
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('RETURN_NOT_AT_HUB')
  })
})

describe('a cashier', () => {
  it('who gave it back at a till of no shop gives it back no more', async () => {
    const [far, lone] = [await world.open(), await world.open()]
    const [sale, other] = [await sold(far), await sold(far)]
    must(await giveBackElsewhere(lone, sale))
    await back(lone)
    const { code } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
    must(await said(far, far.till.api.joinShop({ code, name: 'Caja 4', branch: '' })))
    await settled(one, two, three, far)
    await hubIs(two, one, two, three, far)
    await settled(far)
    await lent()
    await away(one, two, three, far)
    must(await giveBackElsewhere(one, other))
    expect(codeOf(await giveBack(far, sale.saleId))).toBe('RETURN_NOT_AT_HUB')
    expect(codeOf(await giveBackElsewhere(one, sale))).toBe('RETURN_NOT_AT_HUB')
  })

  it('who undoes it has it come back elsewhere once its debit note has its number', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    const given = must(await giveBackElsewhere(three, sale))
    must(undo(three, given.saleId))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
    await together(one)
    await back(one)
    await together(two, three)
    await settled(one, two, three)
    await back(three)
    await settled(one, two, three)
    await lent()
    must(await giveBack(one, sale.saleId))
    await back(one)
    await settled(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('gives back at his till before the number, undoes it, and it is there for all', async () => {
    await hubIs(two, one, two, three)
    await away(one)
    const saleId = soldAway(one)
    const given = must(await giveBack(one, saleId))
    must(undo(one, given.saleId))
    await together(one)
    await back(one)
    await lentAndAway()
    const sale = asOnPaper(one, saleId)
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    expect(codeOf(await giveBack(one, saleId))).not.toBe('ok')
  })

  it('gives back a part before the number, and the rest only after', async () => {
    await hubIs(two, one, two, three)
    await away(one)
    const saleId = soldAway(one)
    const opened = must(await said(one, one.till.api.openReturn(saleId)))
    must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    await together(one)
    await back(one)
    await lentAndAway()
    const sale = asOnPaper(one, saleId)
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('OUTSIDE_TOO_MUCH')
    expect(must(await lookUp(three, sale)).outside?.leftClp).toBe(sale.totalClp / 2)
  })

  it('of a till that was retired has his receipts come back at another, once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(three)
    await settled(one, two, three)
    await lent()
    must(await said(one, one.till.api.changeShopTill({ tillId: idOf(three), isRetired: true })))
    await settled(one, two)
    await away(one, two)
    must(await giveBackElsewhere(one, sale))
    await wait(4_000)
    expect(codeOf(await giveBackElsewhere(one, sale))).not.toBe('ok')
  })
})

describe('an owner', () => {
  it('who deletes what was told of late has it come back at no other till', async () => {
    // What the authority has is deleted no more, and how soon it has it a busy machine says.
    world.service.authority.mood.isReachable = false
    await hubIs(two, one, two, three)
    await away(one)
    const saleId = soldAway(one)
    later(8)
    await together(one)
    await back(one)
    await settled(one, two, three)
    await lent()
    const sale = asOnPaper(one, saleId)
    const deleted = { saleId, reason: 'Se cobró dos veces', approvalId: null }
    expect(must(await said(one, one.till.api.deleteReceipt(deleted)))).toBe('done')
    await settled(one, two, three)
    await away(one, two, three)
    expect(codeOf(await giveBackElsewhere(three, sale))).not.toBe('ok')
  })

  it('who changes the hub while a return lies open loses no money by it', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await settled(one, two, three)
    await lent()
    three.wire.isAway = true
    await world.until(() => view(three).state === 'away')
    const { returnId } = must(await lookUp(three, sale))
    await hubIs(one, one, two)
    await wait(30_000)
    const late = three.till.api.commitOutsideReturn(order(returnId, sale.totalClp))
    const answers = [late, await giveBack(one, sale.saleId), await giveBackElsewhere(two, sale)]
    expect(paid(...answers)).toBeLessThan(2)
    await together(one, two, three)
    await settled(one, two, three)
    await back(three)
    expect(await spentClp()).toBeLessThanOrEqual(sale.totalClp)
  })
})

describe('at the counter', () => {
  it('two tills that open it at one moment: one of them gives it back', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    const [there, here] = [lookUp(three, sale), one.till.api.openReturn(sale.saleId)]
    const [found, opened] = [await said(three, there), await said(one, here)]
    const answers = [
      found.ok ? three.till.api.commitOutsideReturn(order(found.value.returnId, 1)) : found,
      opened.ok ? one.till.api.commitReturn(orderOf(opened.value, null)) : opened,
    ]
    expect(paid(...answers)).toBe(1)
  })

  it('opened twice at one till the later one counts, and pressed twice it is paid once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    const first = must(await lookUp(three, sale))
    const second = must(await lookUp(three, sale))
    const press = ({ returnId }: typeof first) =>
      three.till.api.commitOutsideReturn(order(returnId, sale.totalClp))
    expect(codeOf(press(first))).toBe('RETURN_OPEN_AGAIN')
    const made = must(press(second))
    expect(must(press(second)).saleId).toBe(made.saleId)
    expect(codeOf(press(first))).not.toBe('ok')
    await together(one, two, three)
    await back(three)
    expect(await notes()).toHaveLength(1)
  })

  it('half with and half without IVA comes back whole, and its note is issued', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one, '201', BREAD)
    await lentAndAway()
    must(await giveBackElsewhere(three, sale, 777))
    must(await giveBackElsewhere(three, sale, sale.totalClp - 777))
    await together(one, two, three)
    await back(three)
    await settled(one, two, three)
    expect((await notes()).map(({ status }) => status)).not.toContain('RCH')
    expect(await notes()).toHaveLength(2)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('changed for an invoice, that one comes back elsewhere by its own paper, once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    const { saleId } = must(await said(one, changeDocument(one.till.api, sale.saleId)))
    await back(one)
    await lentAndAway()
    const made = must(one.till.api.receipt(saleId))
    const typed = {
      ...{ documentType: '33' as const, folio: Number(made.folio), date: made.date },
      ...{ totalClp: made.totalClp, buyerRut: INVOICE_BUYER.rut, buyer: INVOICE_BUYER },
    }
    const found = must(await said(three, three.till.api.lookUpOutside(typed)))
    must(three.till.api.commitOutsideReturn(order(found.returnId, made.totalClp)))
    await wait(4_000)
    expect(codeOf(await giveBack(one, saleId))).not.toBe('ok')
    expect(codeOf(await giveBackElsewhere(three, sale))).not.toBe('ok')
    await together(one, two, three)
    await back(three)
    expect(await notes()).toHaveLength(2)
  })
})

describe('an accountant', () => {
  it('finds each peso once: head office says what the tills say, each note its receipt', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one, COFFEE)
    await lentAndAway()
    must(await giveBackElsewhere(three, sale, 500))
    const wrong = must(await giveBackElsewhere(three, sale, 300))
    must(undo(three, wrong.saleId))
    await together(one, two, three)
    await back(three)
    await settled(one, two, three)
    must(await giveBackElsewhere(three, sale, sale.totalClp - 500))
    await back(three)
    await expectSame(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
    const bodies = (await notes()).map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
    expect(bodies.map(({ billing_reference: [of] = [] }) => of?.number)).toEqual(
      bodies.map(() => sale.folio),
    )
    expect(bodies.map(({ totals }) => totals.total)).toEqual([500, 300, sale.totalClp - 500])
  })

  it('of long ago, while nobody hears the hub: it comes back once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    later(20)
    await world.until(() => [one, three].every((each) => view(each).hub?.isHeard === true))
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    await together(one, two, three)
    await back(three)
    await settled(one, two, three)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    expect(await spentClp()).toBe(sale.totalClp)
  })
})

describe('a service that answers wrongly', () => {
  it.each([{}, { clp: 9_000_000 }, { 1: 1_000 }])(
    'grants %j: no more comes back',
    async (takes) => {
      const sale = await sold(one)
      const heard = (path: string, body: object) => (path === CLAIMS ? { ...body, takes } : body)
      Object.assign(three.wire, { wrong: { heard } })
      expect(codeOf(await giveBackElsewhere(three, sale, sale.totalClp + 1))).not.toBe('ok')
      const answer = await giveBackElsewhere(three, sale)
      expect(paid(answer)).toBe('clp' in takes ? 1 : 0)
    },
  )
})

describe('a technician', () => {
  it('who puts back a till that gave back and told nobody: nobody is paid again', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    const { returnId } = must(await lookUp(three, sale))
    const putBack = backUp(three)
    three.wire.hubIsAway = true
    must(three.till.api.commitOutsideReturn(order(returnId, sale.totalClp)))
    const restored = await putBack()
    await together(one, two, restored)
    await settled(one, two, restored)
    for (const each of [restored, two])
      expect(codeOf(await giveBackElsewhere(each, sale))).not.toBe('ok')
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
  })

  it('who puts back the one that sold it, before the sale: it comes back once', async () => {
    await hubIs(two, one, two, three)
    const putBack = backUp(one)
    const sale = await sold(one)
    await lentAndAway()
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    const restored = await putBack()
    expect(codeOf(await giveBackElsewhere(restored, sale))).not.toBe('ok')
    await together(restored, two, three)
    await settled(restored, two, three)
    expect(codeOf(await giveBackElsewhere(restored, sale))).not.toBe('ok')
    expect(await spentClp()).toBe(sale.totalClp)
  })

  // It has forgotten that it lent it: nothing of the place is granted until the hub is heard.
  it('who puts back the service, while the hub hears nobody: it comes back once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    await world.service.storage.write(async (db) => {
      await db.deleteFrom('fleet_worths').execute()
      await db.deleteFrom('fleet_worth_claims').execute()
      await db.updateTable('fleet_counters').set({ version: 0 }).execute()
      await db.deleteFrom('fleet_records').execute()
    })
    one.wire.hubIsAway = true
    await together(one)
    await wait(20_000)
    const answers = [await giveBackElsewhere(three, sale), await giveBack(one, sale.saleId)]
    expect(paid(...answers)).toBe(1)
  })
})

const later = (days: number) => {
  for (const { fixture } of world.tills) fixture.clock.jumpWallClock(days * DAY_MS)
  world.service.clock.advance(days * DAY_MS)
}

/** Without a number. */
const soldAway = ({ till }: PlayedTill) => sellOf(till.api, COFFEE, COFFEE)
