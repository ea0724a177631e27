/** One paper typed as several documents: a folio counts over all types before money goes out. */
import { expect, it } from 'vitest'
import type { OutsideReceiptInput } from '#shared/returns/views.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { refundDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const { api, fixture } = onlineTillPerTest({ pinCost: 4 })
const TYPES = ['39', '33', '34', '41'] as const

const { rut: buyerRut, phone: _phone, email: _email, ...buyer } = INVOICE_BUYER
const PAPER = { folio: 9001, date: '2026-11-18' as IsoDate, totalClp: 11_900 }
const typedAs = (documentType: OutsideReceiptInput['documentType'], changes: object = {}) =>
  ['33', '34'].includes(documentType)
    ? { ...PAPER, documentType, buyerRut, buyer, ...changes }
    : { ...PAPER, documentType, buyerRut: '', ...changes }

/** Rodrigo serves: he may give back, and not beyond the limits. */
async function supervisorServes() {
  for (const [name, role, pin] of CREW)
    must(await api.saveStaff({ staffId: null, name, role, pin }))
  must(await api.signIn({ staffId: idOf('Rodrigo'), pin: '1470' }))
}
const idOf = (name: string) => api.staff().members.find((each) => each.name === name)?.id ?? ''

async function giveBack(typed: OutsideReceiptInput, amountClp: number, asOwner = false) {
  const { returnId } = must(await api.lookUpOutside(typed))
  const deed = refundDeed(returnId, 'EF', amountClp, 'beyondLimits')
  const owner = {
    staffId: idOf('Paula'),
    pin: '3690',
    subject: { kind: 'right', ...deed },
  } as const
  const approvalId = asOwner ? must(await api.approve(owner)).approvalId : null
  const refund = { method: 'EF', reference: '' }
  return api.commitOutsideReturn({ returnId, amountClp, reason: 'Falla', refund, approvalId })
}

it('a folio that came back as one document needs the owner as any other', async () => {
  await supervisorServes()
  const [first, ...others] = TYPES
  must(await giveBack(typedAs(first), 11_900))
  for (const type of others) {
    const seen = must(await api.lookUpOutside(typedAs(type)))
    expect(seen.limits.unconfirmedClp).toBe(0)
    expect(seen.outside?.sameFolio).toMatchObject({ documentType: '39', backClp: 11_900 })
    expect(await giveBack(typedAs(type), 1)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  }
  // A folio can be of two documents: who has both papers in the hand decides.
  expect(await giveBack(typedAs('33'), 11_900, true)).toMatchObject({ ok: true })
  const log = must(api.audit({ cursor: null, limit: 1 }))
  expect(log.rows[0]?.detail['receipt']).toContain('; antes como Boleta N° 9001')
})

it('also where the first was typed offline, and the service knows the second', async () => {
  await supervisorServes()
  must(await giveBack(typedAs('41'), 5_000))
  const { answer } = fixture.service
  const told = { id: 'd', number: 9001, invoice_type: 39, invoice_date: PAPER.date, total: 11_900 }
  fixture.service.answer = (request) =>
    request.path === '/api/invoices/39/9001'
      ? { kind: 'answered', status: 200, bodyText: JSON.stringify(told), headers: {} }
      : answer(request)
  const seen = must(await api.lookUpOutside(typedAs('39')))
  expect(seen).toMatchObject({ limits: { unconfirmedClp: 0 }, outside: { check: 'confirmed' } })
})

it('what was undone, or is of another folio, counts for nothing', async () => {
  const first = must(await giveBack(typedAs('39'), 11_900))
  must(api.undoReturn({ returnId: first.saleId, reason: 'Era factura', approvalId: null }))
  await fixture.until(() => api.status().pendingCount === 0)
  for (const typed of [typedAs('33'), typedAs('41', { folio: 9002 })]) {
    const seen = must(await api.lookUpOutside(typed))
    expect(seen.outside?.sameFolio).toBeUndefined()
    expect(seen.limits.unconfirmedClp).toBeGreaterThan(0)
  }
})

it('a receipt of this till typed as another document of the same day and total is known', async () => {
  const saleId = sellOf(api, '201')
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  const { folio, date, totalClp, documentType } = receiptOf(api, saleId)
  const ours = { folio: folio ?? 0, date, totalClp }
  const seen = must(await api.lookUpOutside(typedAs('33', ours)))
  expect(seen.limits.unconfirmedClp).toBe(0)
  expect(seen.outside?.sameFolio).toMatchObject({ documentType, isOurs: true })
  const another = must(await api.lookUpOutside(typedAs('33', { ...ours, totalClp: totalClp + 1 })))
  expect(another.outside?.sameFolio).toBeUndefined()
})

const refundOf = (returnId: SaleId, amountClp: number) =>
  api.commitOutsideReturn({
    returnId,
    amountClp,
    reason: 'Falla',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
  })

it('what two windows looked up at once is held to what the first one gave back', async () => {
  const other = { buyerRut: '12345678-5' }
  const [asOne, asOther, asMore] = [
    must(await api.lookUpOutside(typedAs('33'))),
    must(await api.lookUpOutside(typedAs('33', other))),
    must(await api.lookUpOutside(typedAs('33', { totalClp: 99_000 }))),
  ]
  must(refundOf(asOne.returnId, 1_000))
  expect(refundOf(asOther.returnId, 1_000)).toMatchObject({
    refusal: { code: 'OUTSIDE_BUYER_BEFORE' },
  })
  expect(refundOf(asMore.returnId, 1_000)).toMatchObject({
    refusal: { code: 'OUTSIDE_TYPED_BEFORE' },
  })
})

it('what was looked up long ago is asked again while the service is there', async () => {
  const { returnId } = must(await api.lookUpOutside(typedAs('39')))
  fixture.clock.jumpWallClock(31 * 60_000)
  expect(refundOf(returnId, 1_000)).toMatchObject({ refusal: { code: 'RETURN_OPEN_AGAIN' } })
  must(refundOf(must(await api.lookUpOutside(typedAs('39'))).returnId, 1_000))
})
