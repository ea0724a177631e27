/**
 * What meets a return at another till last: a person barred in the middle of it, a PIN lent there,
 * the nights on which Chile changes its clocks, and the day on which a hub has it no more.
 */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { SALES_LENT_DAYS } from '#shared/fleet/hub-worth-contract.ts'
import { refundDeed } from '#shared/staff/deeds.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import { byCode, COFFEE, cut, one, said, settled, two, wait, world } from './fleet-hands.ts'
import { away, hubIs, lent, online, spentClp, three, useThreeTills } from './hub-hands.ts'
import { cafFileText, type CafOrder } from '../support/caf-files.ts'
import { officeHand } from './office-hands.ts'
import { ask, companyOf } from './service-in-process.ts'
import * as people from './people-hands.ts'
import { back, giveBack, giveBackElsewhere, lookUp, order, sold } from './return-hands.ts'
import { codeOf } from './worth-hands.ts'

describe('a return that lies open', () => {
  people.useTwoTillsWithPeople()

  async function opened() {
    const { first, second } = people
    await people.together(first, second)
    await people.comeIn(first, 'Paula', '3691')
    await people.add(first, 'Rosa', '1472', 'supervisor')
    await people.add(first, 'Camilo', '5824', 'cashier')
    await people.settled(first, second)
    await people.comeIn(second, 'Rosa', '1472')
    const { api } = second.till
    const saleId = sellOf(api, COFFEE)
    await people.shop.until(() => api.status().pendingCount === 0)
    return { api, saleId, sale: must(await said(second, api.openReturn(saleId))) }
  }
  const bar = async (name: string) => {
    const ana = await officeHand(people.shop.service)
    const { body } = await ana.ask('GET', 'staff')
    const all = body['data'] as { readonly name: string; readonly staff_id: string }[]
    const id = all.find((person) => person.name === name)?.staff_id
    expect((await ana.ask('PUT', `staff/${id}`, { is_barred: true })).status).toBe(200)
    const { first, second } = people
    await people.within(() => ![first, second].some((each) => people.names(each).includes(name)))
  }

  it('is given by nobody the head office has barred meanwhile, and by the next one once', async () => {
    const { api, saleId, sale } = await opened()
    await bar('Rosa')
    expect(codeOf(api.commitReturn(orderOf(sale, null)))).not.toBe('ok')
    await people.comeIn(people.second, 'Olga', '4817')
    const again = must(await said(people.second, api.openReturn(saleId)))
    must(api.commitReturn(orderOf(again, null)))
    expect(codeOf(api.commitReturn(orderOf(sale, null)))).not.toBe('ok')
  })

  it('is allowed by a PIN lent at that till alone, once, for that sum, and by nobody barred since', async () => {
    const { api, saleId, sale } = await opened()
    const { first, second } = people
    await people.comeIn(second, 'Camilo', '5824')
    expect(codeOf(api.commitReturn(orderOf(sale, null)))).not.toBe('ok')
    const rosa = people.personOf(second, 'Rosa')?.id ?? ''
    const whole = orderOf(sale, null)
    const deed = refundDeed(saleId, 'EF', whole.expectedTotalClp)
    const lend = async ({ till }: typeof first) => {
      const subject = { kind: 'right', ...deed } as const
      return must(await till.api.approve({ staffId: rosa, pin: '1472', subject })).approvalId
    }
    // Typed at the other till, it is worth nothing here.
    const there = await lend(first)
    expect(codeOf(api.commitReturn({ ...whole, approvalId: there }))).not.toBe('ok')
    const barred = await lend(second)
    await bar('Rosa')
    expect(codeOf(api.commitReturn({ ...whole, approvalId: barred }))).not.toBe('ok')
    const olga = people.personOf(second, 'Olga')?.id ?? ''
    const subject = { kind: 'right', ...deed } as const
    const { approvalId } = must(await api.approve({ staffId: olga, pin: '4817', subject }))
    must(api.commitReturn({ ...whole, approvalId }))
    const next = sellOf(api, COFFEE)
    await people.shop.until(() => api.status().pendingCount === 0)
    const other = must(await said(second, api.openReturn(next)))
    expect(codeOf(api.commitReturn({ ...orderOf(other, null), approvalId }))).not.toBe('ok')
  })
})

describe('at the tills of a place', () => {
  useThreeTills()

  /** For all of them, and the service. */
  function later(ms: number): void {
    world.service.clock.advance(ms)
    for (const { fixture } of world.tills) fixture.clock.jumpWallClock(ms)
  }
  const nowMs = () => one.fixture.clock.now()
  const until = (at: number) => later(at - nowMs())
  const notes = async () =>
    world.service.storage.read
      .selectFrom('documents')
      .select(['status', 'body'])
      .where('invoice_type', '=', '61')
      .execute()
  async function load(range: Omit<CafOrder, 'issuerRut' | 'authorizedOn'>, branch?: number) {
    const { id, document_number: issuerRut } = await companyOf(world.service.storage)
    const caf_xml = cafFileText({ ...range, issuerRut, authorizedOn: dayOf(nowMs()) })
    const path = `/api/companies/${id}/enumeration`
    const { status, body } = await ask(world.service, 'POST', path, { caf_xml })
    expect(status).toBeLessThan(300)
    if (branch !== undefined)
      await ask(world.service, 'PATCH', `${path}/${body['id']}`, { branch_office: branch })
  }
  const dayOf = (at: number) => santiagoDate(at as EpochMs)

  it.each([
    ['ends', Date.UTC(2027, 3, 4, 2, 30), '2027-04-03', '2027-04-03', '2027-04-04'],
    ['begins', Date.UTC(2027, 8, 5, 3, 30), '2027-09-04', '2027-09-05', '2027-09-05'],
  ])(
    'the night on which summer time %s: what was sold before it comes back once',
    async (...night) => {
      const [, at, day, hourLater, twoLater] = night
      await hubIs(two, one, two, three)
      until(at)
      // Those that the service has are over in half a year.
      await load({ documentCode: 61, firstFolio: 900_001, lastFolio: 900_100 })
      await settled(one, two, three)
      expect([dayOf(nowMs()), dayOf(at + 3_600_000), dayOf(at + 7_200_000)]).toEqual([
        ...[day, hourLater, twoLater],
      ])
      const [sale, other] = [await sold(one), await sold(one)]
      expect([sale.date, other.date]).toEqual([day, day])
      await settled(one, two, three)
      await lent()
      await away(one, two, three)
      until(at + 3_600_000)
      must(await giveBackElsewhere(three, sale, 500))
      await wait(4_000)
      until(at + 7_200_000)
      must(await giveBackElsewhere(three, sale, sale.totalClp - 500))
      await wait(4_000)
      must(await giveBack(one, other.saleId))
      expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
      await online(one, two, three)
      for (const each of [one, three]) await back(each)
      await settled(one, two, three)
      expect(await spentClp()).toBe(sale.totalClp + other.totalClp)
      const made = await notes()
      expect(made.map(({ status }) => status)).not.toContain('RCH')
      const days = made.map(
        ({ body }) => (JSON.parse(body) as { invoice_date: string }).invoice_date,
      )
      expect(days.toSorted()).toEqual([hourLater, twoLater, twoLater].toSorted())
    },
  )

  it('a receipt that is just seven days old is asked back of the hub, and comes back once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await settled(one, two, three)
    const [row] = await world.service.storage.read
      .selectFrom('fleet_worths')
      .select('told_at_ms')
      .where('kind', '=', 'sale')
      .execute()
    const weekMs = SALES_LENT_DAYS * DAY_MS
    const oldAt = Number(row?.told_at_ms) + weekMs
    await lent()
    later(oldAt - world.service.clock.now() - 60_000)
    await settled(one, two, three)
    await away(one, two, three)
    // The last minute of it, by the hub's word, and past it: it had it when the wires were cut.
    must(await giveBackElsewhere(three, sale, 500))
    await wait(4_000)
    later(120_000)
    must(await giveBackElsewhere(three, sale, 300))
    await wait(4_000)
    await online(one, two, three)
    await back(three)
    await settled(one, two, three)
    await lent()
    // It is the service's from then on: no hub has it, and no till gives it back without a word.
    await away(one, two, three)
    expect(codeOf(await giveBackElsewhere(three, sale, 1))).not.toBe('ok')
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    await online(one, two, three)
    const { returnId, outside } = must(await lookUp(three, sale))
    expect(outside?.leftClp).toBe(sale.totalClp - 800)
    must(three.till.api.commitOutsideReturn(order(returnId, sale.totalClp - 800)))
    await back(three)
    await settled(one, two, three)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('a till that is moved as midnight comes has the prices and folios of where it is', async () => {
    const [MAIPU, FIRST] = [81_234_567, 700_001]
    await load({ documentCode: 39, firstFolio: FIRST, lastFolio: FIRST + 9 }, MAIPU)
    const midnight = Date.UTC(2026, 10, 21, 3)
    const ana = await officeHand(world.service, 'manager')
    const planned = { code: COFFEE, from: '2026-11-21', price_clp: 6_000 }
    const join = async (place: string) => {
      const { code } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
      return said(two, two.till.api.joinShop({ code, name: 'Otra vez', branch: place }))
    }
    must(await said(two, two.till.api.leaveShop()))
    must(await join('Maipú'))
    await settled(one, two, three)
    const rows = [
      { ...planned, place: '' },
      { ...planned, place: 'Maipú', price_clp: 5_000 },
    ]
    expect((await ana.ask('PUT', 'prices', { rows })).status).toBe(200)
    await settled(one, two, three)
    until(midnight - 20_000)
    // The third is told before midnight and hears after it; what it sold before is of where it was.
    cut(true, three)
    const before = sellOf(three.till.api, COFFEE)
    const soldClp = must(three.till.api.receipt(before)).totalClp
    cut(false, three)
    must(await said(three, three.till.api.leaveShop()))
    const { code } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
    until(midnight + 1_000)
    const branch = 'Maipú'
    must(await said(three, three.till.api.joinShop({ code, name: 'Movida', branch })))
    must(await said(three, three.till.api.saveSettings({ branchOffice: MAIPU })))
    await settled(one, two, three)
    const prices = () => [one, two, three].map((each) => byCode(each, COFFEE)?.unitGrossClp)
    await world.until(() => prices().join(' ') === '6000 5000 5000', 120_000)
    const after = sellOf(three.till.api, COFFEE)
    await back(three)
    const receipt = (saleId: typeof after) => must(three.till.api.receipt(saleId))
    expect([receipt(before).totalClp, receipt(after).totalClp]).toEqual([soldClp, 5_000])
    expect(Number(receipt(before).folio)).toBeLessThan(FIRST)
    expect(Number(receipt(after).folio)).toBe(FIRST)
    must(await giveBack(three, before))
    must(await giveBack(three, after))
  })
})
