/** What one till of a shop sold, given back at another: never a second time without the service. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  COFFEE,
  cut,
  joined,
  one,
  said,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'
import { back, giveBack, giveBackElsewhere, lookUp, order, sold, undo } from './return-hands.ts'
import { backUp, CLAIMS, codeOf } from './worth-hands.ts'

useTwoTills()

it('is refused at its own till while that one’s wire is cut, and once it is known', async () => {
  await joined()
  const sale = await sold(one)
  cut(true, one)
  must(await giveBackElsewhere(two, sale))
  await back(two)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_SHOP_AWAY')
  await wait(60_000)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_SHOP_AWAY')
  // A command that comes without the question is no way around it.
  const started = must(one.till.api.startReturn(sale.saleId))
  expect(codeOf(one.till.api.commitReturn(orderOf(started, null)))).toBe('RETURN_OPEN_AGAIN')
  cut(false, one)
  await world.until(() => one.till.api.status().connection === 'online', 600_000)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
})

it('is refused at another till while that one’s wire is cut', async () => {
  await joined()
  const sale = await sold(one)
  cut(true, two)
  expect(codeOf(await giveBackElsewhere(two, sale))).toBe('RETURN_SHOP_AWAY')
  await wait(60_000)
  expect(codeOf(await giveBackElsewhere(two, sale))).toBe('RETURN_SHOP_AWAY')
  must(await giveBack(one, sale.saleId))
})

it('that has not begun to be told is its till’s alone, also without the service', async () => {
  await joined()
  cut(true, one)
  await wait(60_000)
  const saleId = sellOf(one.till.api, COFFEE)
  must(await giveBack(one, saleId))
})

it('of data that were put back may have been told', async () => {
  await joined()
  cut(true, one)
  await wait(60_000)
  const saleId = sellOf(one.till.api, COFFEE)
  const restored = await backUp(one)()
  cut(true, restored)
  await wait(60_000)
  expect(codeOf(await giveBack(restored, saleId))).not.toBe('ok')
})

it('at a till alone comes back without the service as ever', async () => {
  const { saleId } = await sold(one)
  cut(true, one)
  await wait(60_000)
  must(await giveBack(one, saleId))
})

describe('opened at two tills at once', () => {
  it('it is given back at the first alone, whose notes the service has not seen', async () => {
    await joined()
    const sale = await sold(one)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    one.wire.cutsPath = '/api/invoices'
    expect(codeOf(await lookUp(two, sale))).toBe('RETURN_IN_HAND')
    must(one.till.api.commitReturn(orderOf(opened, null)))
    expect(codeOf(await lookUp(two, sale))).not.toBe('ok')
  })

  it('what is left open comes free by itself, and what it held is not given back then', async () => {
    await joined()
    const sale = await sold(one)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    await wait(660_000)
    const found = must(await lookUp(two, sale))
    expect(codeOf(one.till.api.commitReturn(orderOf(opened, null)))).toBe('RETURN_OPEN_AGAIN')
    must(two.till.api.commitOutsideReturn(order(found.returnId, sale.totalClp)))
    await back(two)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
  })

  it('opened again at the same till it is the later one’s', async () => {
    await joined()
    const sale = await sold(one)
    const first = must(await said(one, one.till.api.openReturn(sale.saleId)))
    must(await giveBack(one, sale.saleId))
    expect(codeOf(one.till.api.commitReturn(orderOf(first, null)))).not.toBe('ok')
  })
})

describe('given back in parts', () => {
  it('adds up over both tills, to the peso', async () => {
    await joined()
    const sale = await sold(one, COFFEE)
    const half = sale.totalClp / 2
    must(await giveBackElsewhere(two, sale, half))
    await back(two)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    expect(opened.backElsewhereClp).toBe(half)
    expect(codeOf(one.till.api.commitReturn(orderOf(opened, null)))).not.toBe('ok')
    must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    await back(one)
    expect(codeOf(await giveBackElsewhere(two, sale, 1))).not.toBe('ok')
  })

  it('counts what another till gave back and could not send', async () => {
    await joined()
    const sale = await sold(one, COFFEE)
    const { returnId } = must(await lookUp(two, sale))
    two.wire.cutsPath = '/api/invoices'
    must(two.till.api.commitOutsideReturn(order(returnId, sale.totalClp - 100)))
    await wait(2_000)
    const opened = await said(one, one.till.api.openReturn(sale.saleId))
    const code = opened.ok ? codeOf(one.till.api.commitReturn(orderOf(opened.value, null))) : ''
    expect(code).not.toBe('ok')
  })

  it('is there again once it is undone', async () => {
    await joined()
    const sale = await sold(one)
    const given = must(await giveBackElsewhere(two, sale))
    await back(two)
    must(undo(two, given.saleId))
    await back(two)
    await settled(one, two)
    must(await giveBack(one, sale.saleId))
  })
})

describe('the word of the service', () => {
  it('that was lost on its way is the same when it is asked again', async () => {
    await joined()
    const sale = await sold(one)
    one.wire.losesAnswersTo = '/api/fleet/worth-claims'
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_SHOP_AWAY')
    one.wire.losesAnswersTo = null
    must(await giveBack(one, sale.saleId))
    await back(one)
    expect(codeOf(await giveBackElsewhere(two, sale))).not.toBe('ok')
  })

  it('stands at a till whose data were put back from before', async () => {
    await joined()
    const sale = await sold(one)
    const putBack = backUp(one)
    must(await giveBack(one, sale.saleId))
    await wait(1_000)
    const restored = await putBack()
    await settled(restored, two)
    expect(codeOf(await giveBack(restored, sale.saleId))).not.toBe('ok')
    expect(codeOf(await giveBackElsewhere(two, sale))).not.toBe('ok')
  })
})

it('is in no till’s hand after a deletion that was refused for lack of the right', async () => {
  const { api } = one.till
  const add = async (name: string, role: 'owner' | 'cashier') =>
    must(await said(one, api.saveStaff({ staffId: null, name, pin: '3691', role, roleIds: [] })))
  await add('Paula', 'owner')
  await add('Ana', 'cashier')
  await joined()
  const { saleId, ...sale } = await sold(one)
  const ana = api.staff().members.find(({ name }) => name === 'Ana')
  must(await said(one, api.signIn({ staffId: ana?.id ?? '', pin: '3691' })))
  const deleted = { saleId, reason: 'Error', approvalId: null }
  expect(codeOf(await said(one, api.deleteReceipt(deleted)))).toBe('RIGHT_REQUIRED')
  await wait(3_000)
  must(await giveBackElsewhere(two, { saleId, ...sale }))
})

it('is in no till’s hand after a deletion that was refused while it was being told', async () => {
  await joined()
  const { saleId, ...sale } = await sold(one)
  const [looked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  one.wire.holds = {
    path: '/api/invoices/by-id/',
    get until() {
      one.wire.holds = { path: CLAIMS, until: told.promise }
      return looked.promise
    },
  }
  const deleted = one.till.api.deleteReceipt({ saleId, reason: 'Error', approvalId: null })
  await world.until(() => one.wire.holds === undefined)
  one.wire.cutsPath = '/api/invoices/'
  looked.resolve()
  expect(codeOf(await said(one, deleted))).toBe('DELETE_NOT_NOW')
  one.wire.cutsPath = null
  told.resolve()
  await wait(3_000)
  must(await giveBackElsewhere(two, { saleId, ...sale }))
})
