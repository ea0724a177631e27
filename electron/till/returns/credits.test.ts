/** What a return is worth pays other sales, until it is used up, and only whoever names it. */
import { describe, expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { CommitReturnInput } from '#shared/returns/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { notesDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, giveBack } = returnTillPerTest()

/** Kept for another purchase: nothing leaves the drawer. */
function creditOf(saleId: SaleId): SaleId {
  const kept = must(giveBack(saleId, null, { refund: { method: 'NC', reference: '' } }))
  expect(kept).toMatchObject({ payments: [{ method: 'NC' }] })
  return kept.saleId
}
const found = (text: string) => till.api.findCredits({ text })
const payWith = (
  creditId: string,
  code: string,
  more: CommitReturnInput['refund'][] = [],
  changes: Partial<CommitInput> & { readonly amountClp?: number } = {},
) => {
  const { amountClp = null, ...others } = changes
  const order = {
    ...commitOf(till.api, cartOf(till.api, code)),
    payments: [
      { method: 'NC', amountClp, reference: creditId },
      ...more.map((each) => ({ ...each, amountClp: null })),
    ],
    ...others,
  }
  return till.api.commitSale(order)
}

describe('the value of a return as payment', () => {
  it('pays once; what is missing is paid by other means', async () => {
    const creditId = creditOf(sellOf(till.api, '201'))
    expect(must(found(creditId.slice(-6)))).toMatchObject([
      { balanceClp: 1600, name: expect.stringMatching(/^Nota de crédito [0-9A-Z]{6}$/) },
    ])
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(must(found('1'))).toMatchObject([{ creditId, name: 'Nota de crédito N° 1' }])
    expect(payWith(creditId, COFFEE)).toMatchObject({
      ok: false,
      refusal: { code: 'TENDERED_BELOW_DUE', params: { missing: '$396' } },
    })
    expect(payWith(creditId, COFFEE, [{ method: 'EF', reference: '' }])).toMatchObject({
      ok: true,
      value: {
        payments: [
          { method: 'NC', name: 'Nota de crédito N° 1', totalClp: 1600 },
          { method: 'EF', totalClp: 396, toCollectClp: 400 },
        ],
      },
    })
    const spent = { ok: false, refusal: { code: 'CREDIT_SPENT' } }
    expect(found('1')).toMatchObject(spent)
    expect(payWith(creditId, COFFEE)).toMatchObject(spent)
    await till.stop()
    await fixture.open()
    expect(payWith(creditId, '201')).toMatchObject(spent)
  })

  it('pays what is due and keeps the rest, sale after sale, and never more than it has', () => {
    const creditId = creditOf(sellOf(till.api, COFFEE))
    expect(payWith(creditId, '201')).toMatchObject({
      ok: true,
      value: { totalClp: 1600, tenderedClp: 1600, changeClp: 0 },
    })
    expect(must(found(creditId.slice(-6)))).toMatchObject([{ balanceClp: 396 }])
    expect(payWith(creditId, '201', [], { amountClp: 397 })).toMatchObject({
      refusal: { code: 'CREDIT_TOO_SMALL', params: { left: '$396' } },
    })
    expect(payWith(creditId, '201', [{ method: 'EF', reference: '' }])).toMatchObject({
      ok: true,
      value: { payments: [{ method: 'NC', totalClp: 396 }, { totalClp: 1204 }] },
    })
    expect(found(creditId.slice(-6))).toMatchObject({ refusal: { code: 'CREDIT_SPENT' } })
  })

  it('gives the rest in cash where that is asked for, rounded by law, with the drawer', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await fixture.until(() => fixture.printer.printed.length === 1)
    must(await till.api.openReturn(saleId))
    const creditId = creditOf(saleId)
    await fixture.until(() => fixture.printer.printed.length === 2)
    // 1996 for 1600: 396 are left, and the law makes 400 of them.
    expect(payWith(creditId, '201', [], { amountClp: 1996 })).toMatchObject({
      ok: true,
      value: { totalClp: 1600, tenderedClp: 1996, changeClp: 400, roundingClp: -4 },
    })
    expect(found(creditId.slice(-6))).toMatchObject({ refusal: { code: 'CREDIT_SPENT' } })
    await fixture.until(() => fixture.printer.printed.length === 3)
    expect(fixture.printer.printed.map(({ opensDrawer }) => opensDrawer)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is nobody else’s: an unknown one, and the same one twice in a sale, are refused', () => {
    const creditId = creditOf(sellOf(till.api, '201'))
    expect(payWith('01JD0000000000000000000000', '201')).toMatchObject({
      refusal: { code: 'CREDIT_UNKNOWN' },
    })
    expect(payWith(creditId, COFFEE, [{ method: 'NC', reference: creditId }])).toMatchObject({
      refusal: { code: 'CREDIT_SPENT' },
    })
  })
})

describe('a credit note in the hands of a cashier', () => {
  const ana = { rut: '12345678-5', legalName: 'Ana Rojas', phone: '', email: '' }
  const people = async () => {
    for (const [name, role, pin] of CREW)
      must(await till.api.saveStaff({ staffId: null, name, role, pin }))
    await serve('Camila')
  }
  const idOf = (name: string) =>
    till.api.staff().members.find((member) => member.name === name)?.id ?? ''
  const serve = async (name: string) =>
    must(
      await till.api.signIn({
        staffId: idOf(name),
        pin: CREW.find(([each]) => each === name)?.[2] ?? '',
      }),
    )
  const lend = async (saleId: string, totalClp: number, creditId: string, takenClp: number) => {
    const deed = notesDeed(saleId, totalClp, [{ creditId, takenClp }])
    const subject = { kind: 'right', ...deed } as const
    return must(await till.api.approve({ staffId: idOf('Rodrigo'), pin: '1470', subject }))
      .approvalId
  }
  const rows = async () => {
    await serve('Paula')
    return must(till.api.audit({ cursor: null, limit: 100 })).rows
  }
  const REFUSED = { ok: false, refusal: { code: 'CREDIT_APPROVAL' } }

  it('is no cash: the thief of bread for 350 gets nothing out of a note without a PIN', async () => {
    const creditId = creditOf(sellOf(till.api, COFFEE))
    await people()
    // Known by its number or not: there is no list, and no cash, and no goods for nobody's note.
    expect('credits' in till.api).toBe(false)
    expect(payWith(creditId, '201', [], { amountClp: 1996 })).toMatchObject(REFUSED)
    expect(payWith(creditId, '201')).toMatchObject(REFUSED)
    const order = {
      ...commitOf(till.api, cartOf(till.api, '201')),
      payments: [{ method: 'NC', amountClp: 1996, reference: creditId }],
    }
    const less = await lend(order.saleId, 1600, creditId, 1600)
    expect(till.api.commitSale({ ...order, approvalId: less })).toMatchObject(REFUSED)
    const approvalId = await lend(order.saleId, 1600, creditId, 1996)
    expect(till.api.commitSale({ ...order, approvalId })).toMatchObject({
      ok: true,
      value: { changeClp: 400 },
    })
    const named = (await rows()).find(({ action }) => action === 'credit-used')
    expect(named).toMatchObject({
      staffName: 'Camila',
      approverName: 'Rodrigo',
      saleId: order.saleId,
      detail: { what: expect.stringContaining('Nota de crédito'), totalClp: 1996, cashClp: 400 },
    })
  })

  it('is its buyer’s: named on the sale it pays alone, and stands in the log; another buyer it does not', async () => {
    const sold = must(
      till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, COFFEE)), recipient: ana }),
    )
    const creditId = creditOf(sold.saleId)
    await people()
    expect(must(found('12.345.678-5'))).toMatchObject([{ creditId, buyerRut: '12345678-5' }])
    const other = { ...ana, rut: '11111111-1' }
    expect(payWith(creditId, '201')).toMatchObject(REFUSED)
    expect(payWith(creditId, '201', [], { recipient: other })).toMatchObject(REFUSED)
    expect(payWith(creditId, '201', [], { recipient: ana, amountClp: 1996 })).toMatchObject(REFUSED)
    expect(payWith(creditId, '201', [], { recipient: ana })).toMatchObject({ ok: true })
    expect((await rows()).find(({ action }) => action === 'credit-used')).toMatchObject({
      staffName: 'Camila',
      approverName: null,
      detail: { totalClp: 1600 },
    })
  })

  it('is named, and what names none is refused', async () => {
    expect(found('pan')).toMatchObject({ refusal: { code: 'CREDIT_NAME_NOT_VALID' } })
    expect(found('7')).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    creditOf(sellOf(till.api, '201'))
    await fixture.until(() => till.api.status().pendingCount === 0)
    const stamp = '<TED><DD><RE>1-9</RE><TD>61</TD><F>1</F></DD></TED>'
    for (const text of ['1', 'N° 1', 'Nota de crédito N° 1', stamp])
      expect(found(text)).toMatchObject({ ok: true })
    expect(found(stamp.replace('61', '39'))).toMatchObject({ ok: false })
  })
})

describe('who looks up notes one after the other', () => {
  const MINUTE_MS = 60_000
  const guess = (folio: number) => found(String(90_000 + folio))
  const late = { refusal: { code: 'LOOKED_UP_TOO_OFTEN', field: 'text' } }

  it('waits from the ninth on, longer each time, found or not, also signed in again; the log says it', async () => {
    for (const [name, role, pin] of CREW)
      must(await till.api.saveStaff({ staffId: null, name, role, pin }))
    const id = (name: string) => till.api.staff().members.find((each) => each.name === name)?.id
    const serve = async (name: string, pin: string) =>
      must(await till.api.signIn({ staffId: id(name) ?? '', pin }))
    await serve('Rodrigo', '1470')
    const creditId = creditOf(sellOf(till.api, '201'))
    for (let folio = 1; folio <= 8; folio += 1)
      expect(guess(folio)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(found(creditId.slice(-6))).toMatchObject({ ok: true })
    expect(found(creditId.slice(-6))).toMatchObject(late)
    await serve('Rodrigo', '1470')
    expect(guess(9)).toMatchObject(late)
    // A vale's code that this till has not given is a guess as well.
    expect(till.api.findVale({ code: '0000-0000-0000-0' })).toMatchObject({
      refusal: { code: 'LOOKED_UP_TOO_OFTEN', params: { seconds: '30' } },
    })
    await serve('Paula', '3690')
    expect(guess(10)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    await serve('Rodrigo', '1470')
    await fixture.clock.advance(31_000)
    expect(guess(11)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(guess(12)).toMatchObject({ refusal: { params: { seconds: '60' } } })
    await serve('Paula', '3690')
    const log = must(till.api.audit({ cursor: null, limit: 50 })).rows
    expect(
      log
        .filter(({ action }) => action === 'notes-looked-up')
        .map(({ staffName, detail }) => [staffName, detail]),
    ).toEqual([
      ['Rodrigo', { tries: 10 }],
      ['Rodrigo', { tries: 9 }],
    ])
  })

  it('has a try back for what was found and has paid, once, however often the answer is asked again', async () => {
    const creditId = creditOf(sellOf(till.api, '201'))
    for (let folio = 1; folio <= 8; folio += 1) guess(folio)
    expect(found(creditId.slice(-6))).toMatchObject({ ok: true })
    const order = {
      ...commitOf(till.api, cartOf(till.api, COFFEE)),
      payments: [
        { method: 'NC', amountClp: null, reference: creditId },
        { method: 'EF', amountClp: null, reference: '' },
      ],
    }
    for (let press = 1; press <= 4; press += 1)
      expect(till.api.commitSale(order)).toMatchObject({ ok: true })
    await fixture.clock.advance(31_000)
    expect(guess(9)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(guess(10)).toMatchObject({ refusal: { params: { seconds: '30' } } })
  })

  it('waits as long after a restart, and begins anew after an hour without a guess', async () => {
    const [[name, role, pin]] = CREW
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
    const serve = async () =>
      must(await till.api.signIn({ staffId: till.api.staff().members[0]?.id ?? '', pin }))
    await serve()
    for (let folio = 1; folio <= 9; folio += 1) guess(folio)
    expect(guess(10)).toMatchObject(late)
    await till.stop()
    await fixture.open()
    await serve()
    expect(guess(11)).toMatchObject(late)
    await fixture.clock.advance(31_000)
    expect(guess(12)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(guess(13)).toMatchObject({ refusal: { params: { seconds: '60' } } })
    fixture.clock.jumpWallClock(62 * MINUTE_MS)
    for (let folio = 14; folio <= 21; folio += 1)
      expect(guess(folio)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
  })

  it('gets back only the try that paid: guesses before it stay counted', () => {
    const creditId = creditOf(sellOf(till.api, '201'))
    for (let folio = 1; folio <= 8; folio += 1) guess(folio)
    must(payWith(creditId, '201'))
    expect(guess(9)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(guess(10)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
    expect(guess(11)).toMatchObject(late)
  })

  it('waits for nothing while what is found pays, or an hour later', async () => {
    for (let times = 0; times < 12; times += 1) {
      const creditId = creditOf(sellOf(till.api, '201'))
      must(found(creditId.slice(-6)))
      must(payWith(creditId, '201'))
    }
    for (let folio = 1; folio <= 9; folio += 1) guess(folio)
    expect(guess(10)).toMatchObject(late)
    await fixture.clock.advance(61 * MINUTE_MS)
    for (let folio = 1; folio <= 8; folio += 1)
      expect(guess(folio)).toMatchObject({ refusal: { code: 'CREDIT_UNKNOWN' } })
  })
})
