/** Returns over tills that meet a move, a shift, a clock, an erased person, a discount. */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { expireCustomers } from '#till/customers/people-data/expire-rows.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { changeDocument } from '../support/change-document.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { handsOf } from '../support/shift-till.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import {
  BREAD,
  COFFEE,
  RUT,
  cut,
  keepCustomer,
  namesOf,
  one,
  openDb,
  receive,
  said,
  settled,
  stockOf,
  two,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import { expectSame } from './fact-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { away, hubIs, lent, spentClp, three, useThreeTills } from './hub-hands.ts'
import {
  asOnPaper,
  back,
  giveBack,
  giveBackElsewhere,
  lookUp,
  order,
  sold,
  undo,
} from './return-hands.ts'
import { again, codeOf } from './worth-hands.ts'

useThreeTills()

const lentAndAway = async (...tills: readonly PlayedTill[]) => {
  await settled(one, two, three)
  await lent()
  await away(...(tills.length > 0 ? tills : [one, two, three]))
}
const together = (...tills: readonly PlayedTill[]) => {
  cut(false, ...tills)
  return world.until(() => tills.every((each) => view(each).state === 'together'), 600_000)
}
const bodies = async (...types: string[]) =>
  (
    await world.service.storage.read
      .selectFrom('documents')
      .select(['status', 'body'])
      .where('invoice_type', 'in', types)
      .execute()
  ).map(({ status, body }) => ({ status, ...documentRequestSchema.parse(JSON.parse(body)) }))
/** Of a document: what has no IVA. */
const exemptOf = ({ total, taxes = [] }: Awaited<ReturnType<typeof bodies>>[number]['totals']) =>
  taxes.reduce((rest, { base_amount: net, amount }) => rest - net - amount, total)
const join = async (played: PlayedTill, branch: string) => {
  const { code } = must(await said(two, two.till.api.makeTillCode({ tillId: null })))
  return said(played, played.till.api.joinShop({ code, name: 'Otra vez', branch }))
}

describe('the till that sold it', () => {
  it('leaves its shop after the hub was lent it: it comes back once', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway(two, three)
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    must(await said(one, one.till.api.leaveShop()))
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    one.wire.isAway = true
    await wait(60_000)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    const opened = one.till.api.startReturn(sale.saleId)
    if (opened.ok)
      expect(codeOf(one.till.api.commitReturn(orderOf(opened.value, null)))).not.toBe('ok')
  })

  it('is moved to another place meanwhile: it comes back once', async () => {
    await hubIs(two, one, two, three)
    const [sale, other] = [await sold(one), await sold(one)]
    await settled(one, two, three)
    await lent()
    must(await said(one, one.till.api.leaveShop()))
    must(await join(one, 'Norte'))
    await settled(one, two, three)
    await away(two, three)
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    for (const each of [sale, other])
      expect(codeOf(await giveBack(one, each.saleId))).toBe('RETURN_AT_HUB')
    await together(two, three)
    await back(three)
    await settled(one, two, three)
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
    must(await giveBack(one, other.saleId))
    await back(one)
    await settled(one, two, three)
    expect(codeOf(await giveBackElsewhere(three, other))).not.toBe('ok')
    expect(await spentClp()).toBe(sale.totalClp + other.totalClp)
  })
})

describe('a return that lies open', () => {
  it('is given in no closed shift, nor later on a word that is over', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    must(await three.till.api.saveSettings({ usesShifts: true }))
    const { api } = three.till
    const hands = handsOf(() => api)
    const begin = () => hands.openShift()
    begin()
    const { returnId } = must(await lookUp(three, sale))
    const shiftId = hands.openId()
    const { countId } = must(hands.count(hands.expectedCash()))
    must(api.closeShift({ shiftId, countId, reason: 'ok', note: '', approvalId: null }))
    expect(codeOf(api.commitOutsideReturn(order(returnId, sale.totalClp)))).toMatch(/SHIFT/)
    await wait(11 * 60_000)
    must(await giveBack(one, sale.saleId))
    begin()
    expect(codeOf(api.commitOutsideReturn(order(returnId, sale.totalClp)))).toBe(
      'RETURN_OPEN_AGAIN',
    )
  })

  it('while the clock is set back a day makes no note that is older than its receipt', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one)
    await lentAndAway()
    const { returnId } = must(await lookUp(three, sale))
    three.fixture.clock.jumpWallClock(-DAY_MS)
    const given = three.till.api.commitOutsideReturn(order(returnId, sale.totalClp))
    expect(['ok', 'RETURN_OPEN_AGAIN']).toContain(codeOf(given))
    three.fixture.clock.jumpWallClock(DAY_MS)
    await together(one, two, three)
    await back(three)
    const notes = await bodies('61')
    expect(notes).toHaveLength(given.ok ? 1 : 0)
    expect(
      notes.every(({ invoice_date: day, status }) => day >= sale.date && status !== 'RCH'),
    ).toBe(true)
  })

  it('holds a change for an invoice, and what the hub gave of it is in none', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one, COFFEE, COFFEE)
    await lentAndAway()
    const { returnId } = must(await lookUp(three, sale))
    expect(codeOf(await said(one, one.till.api.openChange(sale.saleId)))).toBe('RETURN_IN_HAND')
    must(three.till.api.commitOutsideReturn(order(returnId, 500)))
    await wait(4_000)
    expect(codeOf(await said(one, one.till.api.openChange(sale.saleId)))).not.toBe('ok')
    await together(one)
    await back(one)
    const changed = await said(one, changeDocument(one.till.api, sale.saleId)).catch(() => null)
    expect(changed?.ok ?? false).toBe(false)
  })
})

describe('whoever was erased at one till', () => {
  it('is written to by no other', async () => {
    const { api } = two.till
    const asked = commitOf(api, cartOf(api, COFFEE))
    const recipient = { rut: RUT, legalName: 'Ana Soto', phone: '', email: '' }
    const { saleId } = must(api.commitSale({ ...asked, recipient }))
    await back(two)
    must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, user: '' } }))
    must(api.mailReceipt({ saleId, address: 'ana@example.cl' }))
    const written = () => {
      const db = openDb(two)
      const count = db.prepare("SELECT count(*) FROM mail_job WHERE address <> ''").pluck().get()
      db.close()
      return count
    }
    await settled(one, two)
    expect(written()).toBe(1)
    must(await said(one, one.till.api.erasePerson({ rut: RUT })))
    await settled(one, two)
    expect(written()).toBe(0)
  })
})

describe('a customer who does not buy at this till for years', () => {
  it('is forgotten by it, and by no till where he buys', async () => {
    keepCustomer(one, 'Ana Soto', true)
    await world.until(() => namesOf(two)[0] === 'Ana Soto')
    await settled(one, two)
    await two.till.stop()
    const db = openDatabase(tillFolder(two.fixture.dataDir).database)
    const forgotten = [...expireCustomers({ db }, Number.MAX_SAFE_INTEGER as EpochMs)]
    expect(forgotten).toEqual([1])
    db.close()
    const later = await again(two)
    await settled(one, later)
    expect([one, later].map((each) => namesOf(each))).toEqual([['Ana Soto'], []])
    // Changed anywhere, he is known here again.
    keepCustomer(one, 'Ana Soto Vera', false)
    await world.until(() => namesOf(later)[0] === 'Ana Soto Vera')
  })
})

describe('a receipt with a discount over all of it', () => {
  it('given back in parts at two tills, one undone: each peso and each piece once', async () => {
    receive(one, COFFEE, 10_000)
    receive(one, BREAD, 10_000)
    await hubIs(two, one, two, three)
    await settled(one, two, three)
    const { api } = one.till
    const actions = [
      { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(2000) },
      { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(1234) },
      { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: 700 } },
    ] as const
    const cart = actions.reduce(
      (at, action) => must(applyToCart(at, action)),
      cartOf(api, COFFEE, BREAD),
    )
    const { saleId } = must(api.commitSale(commitOf(api, cart)))
    await back(one)
    const sale = asOnPaper(one, saleId)
    await lentAndAway()
    const opened = must(await said(one, api.openReturn(saleId)))
    const here = must(api.commitReturn(orderOf(opened, { 1: 1_000 })))
    await wait(4_000)
    const there = must(await giveBackElsewhere(three, sale, 1_000))
    must(undo(three, there.saleId))
    const rest = sale.totalClp - here.totalClp - 1_000
    const last = must(await giveBackElsewhere(three, sale, rest))
    await together(one, two, three)
    for (const each of [one, three]) await back(each)
    await settled(one, two, three)
    await lent()
    const end = must(await giveBackElsewhere(three, sale, 1_000))
    const cash = [here, last, end].flatMap(({ payments }) =>
      payments.map((part) => part.toCollectClp),
    )
    const inClp = must(api.receipt(saleId)).payments.map((part) => part.toCollectClp)
    const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0)
    expect(sumOf(cash)).toBeLessThanOrEqual(sumOf(inClp))
    await back(three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp)
    expect([stockOf(one, COFFEE), stockOf(three, COFFEE)]).toEqual([9_000, 9_000])
    await expectSame(one, two, three)
    const notes = await bodies('61', '56')
    const sum = (type: string) =>
      notes
        .filter((each) => each.invoice_type === type)
        .reduce((all, each) => all + each.totals.total, 0)
    expect(sum('61') - sum('56')).toBe(sale.totalClp)
    expect(notes.map(({ status }) => status)).not.toContain('RCH')
    const db = openDb(three)
    const log = db
      .prepare(
        "SELECT action FROM audit WHERE action IN ('returned', 'return-undone') ORDER BY seq",
      )
      .pluck()
      .all()
    db.close()
    expect(log).toEqual(['returned', 'return-undone', 'returned', 'returned'])
  })

  it('half without IVA: by amount at one till and by line at another both halves come to theirs', async () => {
    const sale = await sold(one, '201', BREAD)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    must(one.till.api.commitReturn(orderOf(opened, { 2: 1_000 })))
    await back(one)
    must(await giveBackElsewhere(three, sale, sale.totalClp - 1_600))
    await back(three)
    expect((await bodies('61')).map(({ totals }) => exemptOf(totals))).toEqual([1_600, 0])
  })

  it('half without IVA: by amount first, then by line, with the hub and one undone: both halves and one rounding', async () => {
    await hubIs(two, one, two, three)
    const sale = await sold(one, '201', BREAD)
    const whole = (await bodies('39'))[0]?.totals
    await lentAndAway()
    const first = must(await giveBackElsewhere(three, sale, 1_001))
    const wrong = must(await giveBackElsewhere(three, sale, 333))
    must(undo(three, wrong.saleId))
    await wait(4_000)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    const here = must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    await together(one, two, three)
    for (const each of [one, three]) await back(each)
    await settled(one, two, three)
    await lent()
    const rest = sale.totalClp - first.totalClp - here.totalClp
    const last = must(await giveBackElsewhere(three, sale, rest))
    await back(three)
    const notes = await bodies('61', '56')
    const sum = (of: (totals: (typeof notes)[number]['totals']) => number) =>
      notes.reduce(
        (all, { invoice_type: type, totals }) => all + (type === '61' ? 1 : -1) * of(totals),
        0,
      )
    expect(sum(({ total }) => total)).toBe(sale.totalClp)
    expect(sum(exemptOf)).toBe(whole === undefined ? null : exemptOf(whole))
    const cash = [first, here, last].flatMap(({ payments }) => payments)
    expect(cash.reduce((all, { toCollectClp }) => all + toCollectClp, 0)).toBeLessThanOrEqual(
      must(one.till.api.receipt(sale.saleId)).payments[0]?.toCollectClp ?? 0,
    )
  })
})
