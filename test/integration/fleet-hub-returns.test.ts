/**
 * What a till of a place sold, given back at another one of it without internet, by the hub's word:
 * each peso once over all tills, whatever is cut between any two, and whoever is lost.
 */
import { describe, expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { changeDocument } from '../support/change-document.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { COFFEE, cut, one, said, settled, two, view, wait, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  atHub,
  away,
  hubIs,
  idOf,
  lent,
  lost,
  spentClp,
  three,
  useThreeTills,
} from './hub-hands.ts'
import {
  back,
  giveBack,
  giveBackElsewhere,
  lookUp,
  order,
  sold,
  undo,
  type Sold,
} from './return-hands.ts'
import { again, atService, backUp, CLAIMS, codeOf, WORTHS } from './worth-hands.ts'

useThreeTills()

/** Credit notes that the service has issued. */
const notes = async () =>
  world.service.storage.read
    .selectFrom('documents')
    .select(['invoice_type', 'status'])
    .where('invoice_type', '=', '61')
    .execute()

/** A receipt of the first, in the hands of the hub, the second; all are without internet. */
async function soldAndAway(...codes: string[]): Promise<Sold> {
  await hubIs(two, one, two, three)
  const sale = await sold(one, ...codes)
  await settled(one, two, three)
  await lent()
  await away(one, two, three)
  return sale
}
const together = (...tills: readonly PlayedTill[]) => {
  cut(false, ...tills)
  return world.until(() => tills.every((each) => view(each).state === 'together'), 600_000)
}
/** Internet is back, and all that was made has its number. */
async function plugIn(...tills: readonly PlayedTill[]): Promise<void> {
  await together(...tills)
  await settled(...tills)
  for (const each of tills) await back(each)
  await settled(...tills)
}

describe('without internet', () => {
  it('comes back at another till of its place, once', async () => {
    const sale = await soldAndAway()
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('RETURN_ALL_DONE')
    await plugIn(one, two, three)
    expect(await notes()).toHaveLength(1)
    expect(await spentClp()).toBe(sale.totalClp)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
  })

  it('comes back at the till that sold it, and then at no other', async () => {
    const sale = await soldAndAway()
    must(await giveBack(one, sale.saleId))
    await wait(4_000)
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('OUTSIDE_BACK_ELSEWHERE')
    await plugIn(one, two, three)
    expect(await notes()).toHaveLength(1)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('comes back in parts at both, to the peso', async () => {
    const sale = await soldAndAway(COFFEE)
    const half = sale.totalClp / 2
    must(await giveBackElsewhere(three, sale, half - 1))
    await wait(4_000)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    expect(opened.backElsewhereClp).toBe(half - 1)
    must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    await wait(4_000)
    expect(codeOf(await giveBackElsewhere(three, sale, 2))).toBe('OUTSIDE_TOO_MUCH')
    must(await giveBackElsewhere(three, sale, 1))
    await plugIn(one, two, three)
    expect(await notes()).toHaveLength(3)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('opened at two tills is the first one’s, and no other gives it back, nor changes it', async () => {
    const sale = await soldAndAway()
    const found = must(await lookUp(three, sale))
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_IN_HAND')
    expect(codeOf(await said(one, one.till.api.openChange(sale.saleId)))).toBe('RETURN_IN_HAND')
    must(three.till.api.commitOutsideReturn(order(found.returnId, 1)))
    await wait(4_000)
    expect(codeOf(await said(one, one.till.api.openChange(sale.saleId)))).not.toBe('ok')
  })

  it('left open it comes free, and what it held is not given back then', async () => {
    const sale = await soldAndAway()
    const { returnId } = must(await lookUp(three, sale))
    await wait(660_000)
    must(await giveBack(one, sale.saleId))
    const late = three.till.api.commitOutsideReturn(order(returnId, sale.totalClp))
    expect(codeOf(late)).toBe('RETURN_OPEN_AGAIN')
  })

  it('undone, it is there again for another till once its debit note has its number', async () => {
    const sale = await soldAndAway()
    const given = must(await giveBackElsewhere(three, sale))
    must(undo(three, given.saleId))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
    await plugIn(one, two, three)
    await away(one, two, three)
    must(await giveBack(one, sale.saleId))
    await plugIn(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('changed for an invoice, it comes back nowhere', async () => {
    const sale = await soldAndAway()
    must(await said(one, changeDocument(one.till.api, sale.saleId)))
    await wait(4_000)
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('OUTSIDE_BACK_ELSEWHERE')
  })

  it('that nobody sold so, or that the hub was not lent, is not given back', async () => {
    const sale = await soldAndAway()
    const other = { ...sale, totalClp: sale.totalClp + 10 }
    expect(codeOf(await giveBackElsewhere(three, other))).toBe('RETURN_NOT_AT_HUB')
  })

  it('that a till makes up for the hub is not given back', async () => {
    const sale = await soldAndAway()
    const other = { ...sale, totalClp: sale.totalClp * 2 }
    const worth = {
      ...{
        kind: 'sale',
        worth_id: soldWorthId({ ...other, totalClp: clp(other.totalClp), documentType: '39' }),
        names: [],
      },
      ...{ parts: { clp: other.totalClp }, facts: '{"exempt_clp":0}' },
    }
    await atHub(three.kept.key, idOf(three), WORTHS, { worths: [worth] })
    expect(codeOf(await giveBackElsewhere(three, other))).toBe('RETURN_NOT_AT_HUB')
  })

  it('the hub itself gives nothing back, and says where to', async () => {
    await hubIs(two, one, two, three)
    const [mine, theirs] = [await sold(two), await sold(one)]
    await settled(one, two, three)
    await lent()
    await away(one, two, three)
    expect(codeOf(await giveBackElsewhere(two, theirs))).toBe('RETURN_AT_OWN_HUB')
    expect(codeOf(await giveBack(two, mine.saleId))).toBe('RETURN_AT_OWN_HUB')
    must(await giveBackElsewhere(three, mine))
  })

  it('asked for without an answer, it is held by the same key, once', async () => {
    const sale = await soldAndAway()
    three.wire.hubLosesAnswersTo = CLAIMS
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('RETURN_SHOP_AWAY')
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_IN_HAND')
    three.wire.hubLosesAnswersTo = null
    await world.until(() => view(three).hub?.isHeard === true)
    must(await giveBackElsewhere(three, sale))
    await plugIn(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('of before there was a hub comes back too', async () => {
    const sale = await sold(one)
    await hubIs(two, one, two, three)
    await settled(one, two, three)
    await lent()
    await away(one, two, three)
    must(await giveBackElsewhere(three, sale))
  })
})

describe('whoever has internet', () => {
  it('deletes in vain before it is told of, and it comes back at another till without', async () => {
    await hubIs(two, one, two, three)
    one.wire.cutsPath = WORTHS
    const sale = await sold(one)
    const looked = Promise.withResolvers<void>()
    one.wire.holds = { path: '/api/invoices/by-id/', until: looked.promise }
    const deleted = one.till.api.deleteReceipt({ saleId: sale.saleId, reason: 'Error' })
    await world.until(() => one.wire.holds === undefined)
    one.wire.cutsPath = '/api/invoices/'
    await wait(6_000)
    looked.resolve()
    expect(codeOf(await said(one, deleted))).toBe('DELETE_NOT_NOW')
    one.wire.cutsPath = null
    await settled(one, two, three)
    await lent()
    await away(one, two, three)
    must(await giveBackElsewhere(three, sale))
  })

  it('of the place gives back by its hub as without, and the hub by the service', async () => {
    await hubIs(two, one, two, three)
    const sales = [await sold(one), await sold(one), await sold(two)] as const
    await settled(one, two, three)
    await lent()
    must(await giveBackElsewhere(three, sales[0]))
    must(await giveBackElsewhere(two, sales[1]))
    must(await giveBack(two, sales[2].saleId))
    await settled(one, two, three)
    for (const each of [one, two, three]) await back(each)
    expect(await notes()).toHaveLength(3)
    for (const sale of sales) expect(codeOf(await giveBackElsewhere(three, sale))).not.toBe('ok')
  })

  it('of another place asks the hub for it back, and gets it once the hub is heard', async () => {
    const far = await world.open()
    const { code: till } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
    must(await said(far, far.till.api.joinShop({ code: till, name: 'Lejos', branch: 'Sur' })))
    await settled(one, far)
    const sale = await soldAndAway()
    must(await giveBackElsewhere(three, sale, 100))
    expect(codeOf(await giveBackElsewhere(far, sale, 1))).toBe('RETURN_AT_HUB')
    await together(two)
    await lent()
    const { returnId, outside } = must(await lookUp(far, sale))
    expect(outside?.leftClp).toBe(sale.totalClp - 100)
    must(far.till.api.commitOutsideReturn(order(returnId, sale.totalClp - 100)))
    expect(codeOf(await giveBackElsewhere(three, sale, 1))).toBe('RETURN_NOT_AT_HUB')
    await plugIn(one, two, three, far)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('deletes a receipt, and no till gives it back after', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await settled(one, two, three)
    await lent()
    const deleted = { saleId: sale.saleId, reason: 'Se cobró dos veces', approvalId: null }
    expect(must(await said(one, one.till.api.deleteReceipt(deleted)))).toBe('done')
    await settled(one, two, three)
    await away(one, two, three)
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('OUTSIDE_BACK_ELSEWHERE')
  })
})

describe('a hub that is no more', () => {
  it('replaced, gives back what it had, less what it granted', async () => {
    const sale = await soldAndAway()
    must(await giveBackElsewhere(three, sale, 500))
    await together(one, two)
    await hubIs(one, one, two)
    await lent()
    expect(codeOf(await giveBackElsewhere(three, sale, 1))).not.toBe('ok')
    const { returnId, outside } = must(await lookUp(two, sale))
    expect(outside?.leftClp).toBe(sale.totalClp - 500)
    must(two.till.api.commitOutsideReturn(order(returnId, sale.totalClp - 500)))
    await plugIn(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('lost for good, leaves nothing behind that nobody knows of', async () => {
    const sale = await soldAndAway()
    must(await giveBackElsewhere(three, sale, 500))
    await lost(two)
    await wait(25_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_AT_HUB')
    cut(false, three)
    await world.until(() => view(three).hub === null && view(three).state === 'together')
    await wait(45_000)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    expect(opened.backElsewhereClp).toBe(500)
  })

  it('lost together with a till it granted to, keeps it for good: nobody can say', async () => {
    const sale = await soldAndAway()
    must(await giveBackElsewhere(three, sale))
    await lost(two, three)
    await wait(60_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_AT_HUB')
  })
})

describe('data that were put back', () => {
  it('of a till that gave it back, give it back no second time', async () => {
    const sale = await soldAndAway()
    const putBack = backUp(three)
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    const restored = await putBack()
    await together(one, two, restored)
    await settled(one, two, restored)
    for (const each of [restored, two])
      expect(codeOf(await giveBackElsewhere(each, sale))).not.toBe('ok')
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
  })

  it('of the till that sold it, neither', async () => {
    const sale = await soldAndAway()
    const putBack = backUp(one)
    must(await giveBack(one, sale.saleId))
    await wait(4_000)
    const restored = await putBack()
    cut(true, restored)
    await wait(30_000)
    expect(codeOf(await giveBackElsewhere(three, sale))).not.toBe('ok')
    expect(codeOf(await giveBack(restored, sale.saleId))).not.toBe('ok')
    await together(restored, two, three)
    await settled(restored, two, three)
    expect(codeOf(await giveBack(restored, sale.saleId))).not.toBe('ok')
  })

  it('of the hub, grant nothing of what it had', async () => {
    const sale = await soldAndAway()
    const putBack = backUp(two)
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    const restored = await putBack()
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    await together(one, restored, three)
    await wait(60_000)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    expect(await spentClp()).toBe(sale.totalClp)
  })
})

it('a till that fell in between gives back what it held, once', async () => {
  const sale = await soldAndAway()
  must(await giveBackElsewhere(three, sale))
  await three.till.stop()
  const restarted = await again(three)
  cut(true, restarted)
  await world.until(() => view(restarted).hub?.isHeard === true)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
  expect(codeOf(await giveBackElsewhere(restarted, sale))).not.toBe('ok')
  await plugIn(one, two, restarted)
  expect(await notes()).toHaveLength(1)
  expect(await atService()).toMatchObject([{ state: 'used' }])
})
