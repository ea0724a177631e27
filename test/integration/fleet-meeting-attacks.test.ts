/** Money that came in one way at one till of a shop, and is given back at another one. */
import { describe, expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { refundDeed } from '#shared/staff/deeds.ts'
import { CREW, PINS } from '../support/crew.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { COFFEE, cut, one, said, settled, two, view, wait, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { away, hubIs, lent, three, useThreeTills } from './hub-hands.ts'
import {
  asOnPaper,
  back,
  giveBack,
  giveBackElsewhere,
  lookUp,
  order,
  sold,
  type Sold,
} from './return-hands.ts'
import { charge, codeOf, giveVale, orderBy } from './worth-hands.ts'

useThreeTills()

const lentAndAway = async () => {
  await settled(one, two, three)
  await lent()
  await away(one, two, three)
}
const together = (...tills: readonly PlayedTill[]) => {
  cut(false, ...tills)
  return world.until(() => tills.every((each) => view(each).state === 'together'), 600_000)
}
/** Whoever asks a till for it: by the hub without internet, or by the service. */
const BY = ['hub', 'service'] as const
const by = async (way: (typeof BY)[number]) => {
  if (way === 'hub') await lentAndAway()
  else await settled(one, two, three)
}
const begin = (way: (typeof BY)[number]) => (way === 'hub' ? hubIs(two, one, two, three) : null)
/** Sold at the first, with a vale of so much and the rest in cash. */
async function paidWithVale(valeClp: number, ...goods: string[]): Promise<Sold> {
  const { code } = giveVale(one, COFFEE)
  const paid = must(await charge(one, orderBy(one, 'vc', code, valeClp, ...goods)))
  await back(one)
  return asOnPaper(one, paid.saleId)
}
async function paidWith(
  methods: readonly (readonly [string, number | null])[],
  ...codes: string[]
) {
  const asked = commitOf(one.till.api, cartOf(one.till.api, ...codes))
  const payments = methods.map(([method, amountClp]) => ({ method, amountClp, reference: '' }))
  const { saleId } = must(one.till.api.commitSale({ ...asked, payments }))
  await back(one)
  return asOnPaper(one, saleId)
}
/** What left the drawer, and in vales, with that return. */
const wentOut = (made: {
  readonly payments: readonly { method: string; toCollectClp: number }[]
}) => Object.fromEntries(made.payments.map(({ method, toCollectClp }) => [method, toCollectClp]))

describe.each(BY)('what a vale paid, given back at another till by the %s', (way) => {
  it('goes back into a vale, whatever is asked for', async () => {
    await begin(way)
    const sale = await paidWithVale(1_000, COFFEE)
    await by(way)
    expect(must(await lookUp(three, sale)).valeDueClp).toBe(1_000)
    expect(wentOut(must(await giveBackElsewhere(three, sale)))).toEqual({ vc: 1_000, EF: 1_000 })
  })

  it('goes back into a vale once, in parts at both', async () => {
    await begin(way)
    const sale = await paidWithVale(1_000, COFFEE, COFFEE)
    await by(way)
    expect(wentOut(must(await giveBackElsewhere(three, sale, 700)))).toEqual({ vc: 700 })
    await wait(4_000)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    expect(opened.valeDueClp).toBe(300)
    const made = must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    expect(wentOut(made)).toEqual({ vc: 300, EF: 1_700 })
    await wait(4_000)
    expect(wentOut(must(await giveBackElsewhere(three, sale, 1_000)))).toEqual({ EF: 1_000 })
  })
})

describe.each(BY)('what a card paid, given back at another till by the %s', (way) => {
  it('leaves the drawer by the word of who may go beyond alone, but for what came in cash', async () => {
    await begin(way)
    const sale = await paidWith(
      [
        ['TC', 2_992],
        ['EF', null],
      ],
      COFFEE,
      COFFEE,
    )
    await by(way)
    for (const [name, role, pin] of CREW)
      must(await three.till.api.saveStaff({ staffId: null, name, role, pin }))
    const { members } = three.till.api.staff()
    const idOf = (name: string) => members.find((each) => each.name === name)?.id ?? ''
    must(await three.till.api.signIn({ staffId: idOf('Rodrigo'), pin: PINS.supervisor }))
    expect(must(await lookUp(three, sale)).limits.cashClp).toBe(1_000)
    expect(codeOf(await giveBackElsewhere(three, sale))).toBe('RIGHT_REQUIRED')
    must(await giveBackElsewhere(three, sale, 600))
    const { returnId, limits } = must(await lookUp(three, sale))
    expect(limits.cashClp).toBe(400)
    expect(codeOf(three.till.api.commitOutsideReturn(order(returnId, 401)))).toBe('RIGHT_REQUIRED')
    const byCard = { ...order(returnId, 401), refund: { method: 'TC', reference: '' } }
    must(three.till.api.commitOutsideReturn(byCard))
    const last = must(await lookUp(three, sale))
    const deed = refundDeed(last.returnId, 'EF', 2_991, 'beyondLimits')
    const owner = {
      staffId: idOf('Paula'),
      pin: PINS.owner,
      subject: { kind: 'right' as const, ...deed },
    }
    const { approvalId } = must(await three.till.api.approve(owner))
    must(three.till.api.commitOutsideReturn({ ...order(last.returnId, 2_991), approvalId }))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).not.toBe('ok')
  })
})

describe.each(BY)('cash, rounded by law, in parts at two tills by the %s', (way) => {
  it('comes to what came in, to the peso', async () => {
    await begin(way)
    const sale = await sold(one, COFFEE, COFFEE)
    const other = await sold(one, COFFEE)
    await by(way)
    // 3.992: $3.990 came in. Each half alone is handed over as $2.000.
    const there = must(await giveBackElsewhere(three, sale, 1_996))
    await wait(4_000)
    const opened = must(await said(one, one.till.api.openReturn(sale.saleId)))
    const here = must(one.till.api.commitReturn(orderOf(opened, { 1: 1_000 })))
    expect([wentOut(there), wentOut(here)]).toEqual([{ EF: 2_000 }, { EF: 1_990 }])
    // 1.996: $2.000 came in.
    const parts = [must(await giveBackElsewhere(three, other, 998))]
    await wait(4_000)
    parts.push(must(await giveBackElsewhere(three, other, 998)))
    expect(parts.map(wentOut)).toEqual([{ EF: 1_000 }, { EF: 1_000 }])
  })
})

describe('an invoice, given back by the hub', () => {
  it('names whom its paper names, or is given back to nobody', async () => {
    await hubIs(two, one, two, three)
    const asked = commitOf(one.till.api, cartOf(one.till.api, COFFEE))
    const made = must(
      one.till.api.commitSale({ ...asked, isInvoice: true, recipient: INVOICE_BUYER }),
    )
    await back(one)
    await lentAndAway()
    const { folio, date, totalClp } = must(one.till.api.receipt(made.saleId))
    const buyer = { ...INVOICE_BUYER, rut: '76.192.083-9' }
    const typed = (each: typeof INVOICE_BUYER) => ({
      ...{ documentType: '33' as const, folio: Number(folio), date, totalClp },
      ...{ buyerRut: each.rut, buyer: each },
    })
    expect(codeOf(await said(three, three.till.api.lookUpOutside(typed(buyer))))).toBe(
      'OUTSIDE_DIFFERS',
    )
    const found = must(await said(three, three.till.api.lookUpOutside(typed(INVOICE_BUYER))))
    must(three.till.api.commitOutsideReturn(order(found.returnId, totalClp)))
    await together(one, two, three)
    await back(three)
    const notes = await world.service.storage.read
      .selectFrom('documents')
      .select('body')
      .where('invoice_type', '=', '61')
      .execute()
    const [note] = notes.map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
    expect(note?.recipient.document_number).toBe('76000006-K')
  })
})
