/** Invoices of another till or system that come back here: their note names the same taxpayer. */
import { describe, expect, it } from 'vitest'
import type { OutsideReceiptInput } from '#shared/returns/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { judgeNotes } from '../../../test/support/judge-notes.ts'
import { must } from '../../../test/support/must.ts'
import { returnTillPerTest } from '../../../test/support/return-till.ts'
import { receiptOf } from '../../../test/support/till-fixture.ts'
import { IN_VALE } from '../../../test/support/vale-till.ts'

const { fixture, till, bodies } = returnTillPerTest()

const { rut: buyerRut, phone: _phone, email: _email, ...buyer } = INVOICE_BUYER
const TYPED: OutsideReceiptInput = {
  documentType: '33',
  folio: 77,
  date: '2026-11-18' as IsoDate,
  totalClp: 11_900,
  buyerRut,
  buyer,
}
const NAMED = {
  legal_name: 'Ferretería El Roble Limitada',
  document_number: '76000006-K',
  tax_information: { activity: 'Ferretería' },
  address: { address: 'Barros Arana 567', city: 'Concepción' },
}
const lookUp = (changes: Partial<OutsideReceiptInput> = {}) =>
  till.api.lookUpOutside({ ...TYPED, ...changes })

/** The service's word of it: everything but the line of business, which it never tells. */
function told(changes: object = {}) {
  const honest = fixture.service.answer
  const document = {
    id: 'd-77',
    number: 77,
    invoice_type: 33,
    invoice_date: '2026-11-18',
    total: 11_900,
    status: 'APR',
    recipient: { legal_name: NAMED.legal_name, document_number: '76000006-K', ...NAMED.address },
    ...changes,
  }
  fixture.service.answer = (request) =>
    request.path === '/api/invoices/33/77'
      ? { kind: 'answered', status: 200, bodyText: JSON.stringify(document), headers: {} }
      : honest(request)
}

const IN_CASH = { method: 'EF', reference: '' }

async function giveBack(
  amountClp: number,
  changes: Partial<OutsideReceiptInput> = {},
  refund = IN_CASH,
) {
  const { returnId, outside } = must(await lookUp(changes))
  const order = { returnId, amountClp, reason: 'Producto fallado', refund, approvalId: null }
  const made = till.api.commitOutsideReturn(order)
  await fixture.until(() => till.api.status().pendingCount === 0)
  return { returnId, made, check: outside?.check }
}

describe('an invoice of another till', () => {
  it('comes back by a note over the 33 that names its taxpayer whole', async () => {
    const { returnId, made, check } = await giveBack(5_000)
    expect([made.ok, check]).toEqual([true, 'not-found'])
    expect(bodies()).toMatchObject([
      {
        invoice_type: '61',
        recipient: NAMED,
        items: [{ description: 'De la factura N° 77' }],
        billing_reference: [{ invoice_type: '33', number: 77, invoice_date: '2026-11-18' }],
        totals: { total: 5_000, taxes: [{ type: 'IVA' }] },
      },
    ])
    expect(receiptOf(till.api, returnId).returnOf).toMatchObject({ documentType: '33', folio: 77 })
    const log = must(till.api.audit({ cursor: null, limit: 10 }))
    expect(log.rows.find(({ action }) => action === 'returned')?.detail).toMatchObject({
      receipt: 'Factura N° 77 de otra caja, según lo escrito: el servicio no la conoce',
    })
  })

  it('that is exempt comes back without IVA, unconfirmed or not', async () => {
    await giveBack(11_900, { documentType: '34' })
    const [note] = bodies()
    expect(note).toMatchObject({
      reason_code: '1',
      billing_reference: [{ invoice_type: '34' }],
      items: [{ description: 'De la factura exenta N° 77' }],
    })
    expect(note?.totals.taxes ?? []).toEqual([])
  })

  it('is named by the service where it knows it; the paper adds the line of business', async () => {
    // What no document may say is read off the paper.
    const recipient = { legal_name: NAMED.legal_name, document_number: '76000006-K' }
    told({ recipient: { ...recipient, address: '日本', city: 'Concepción' } })
    const other = { ...buyer, legalName: 'Otro nombre', commune: 'Otra' }
    const { check } = await giveBack(1_000, { buyer: other })
    expect(check).toBe('confirmed')
    expect(bodies()).toMatchObject([{ recipient: NAMED }])
  })

  it.each([{ total: 11_900.5 }, { total: 1e300 }, { total: '999999999999999' }])(
    'stays as typed where the service says no sum of pesos: %j',
    async (changes) => {
      told(changes)
      expect(must(await lookUp()).outside?.check).toBe('not-asked')
    },
  )

  it('comes back also where the service names no sum of a line', async () => {
    const items = [{ description: 'Clavos', quantity: 1, total: 1e300, taxes: [] }]
    told({ items })
    expect(must(await lookUp()).outside?.items).toMatchObject([{ totalClp: null }])
  })

  it('of a known customer needs the RUT alone, and of another RUT than the service’s is none', async () => {
    must(till.api.saveCustomer({ ...INVOICE_BUYER, isNew: true, notes: '' }))
    const { made } = await giveBack(1_000, { buyer: undefined })
    expect([made.ok, bodies()[0]?.recipient]).toEqual([true, expect.objectContaining(NAMED)])
    told()
    expect(await lookUp({ buyerRut: '76.192.083-9' })).toMatchObject({
      refusal: { code: 'OUTSIDE_DIFFERS', field: 'buyerRut', params: { what: 'RUT' } },
    })
  })
  it.each([
    ['nobody', { buyerRut: '' }, 'INVOICE_BUYER_REQUIRED', 'buyerRut'],
    ['the RUT of nobody', { buyerRut: '66.666.666-6' }, 'INVOICE_BUYER_REQUIRED', 'buyerRut'],
    ['a taxpayer nobody knows', { buyer: undefined }, 'NAME_REQUIRED', 'legalName'],
    [
      'no line of business',
      { buyer: { ...buyer, activity: ' ' } },
      'INVOICE_ACTIVITY_REQUIRED',
      'activity',
    ],
    [
      'a commune of 21 letters',
      { buyer: { ...buyer, commune: 'x'.repeat(21) } },
      'TEXT_TOO_LONG',
      'commune',
    ],
  ] as const)('is not looked up for %s: said at its field', async (_, changes, code, field) => {
    expect(await lookUp(changes)).toMatchObject({ ok: false, refusal: { code, field } })
  })

  it('is undone by a debit note for the same taxpayer, and never gives more than it was worth', async () => {
    const { returnId } = await giveBack(11_900)
    expect(await lookUp()).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
    must(till.api.undoReturn({ returnId, reason: 'Era de otro', approvalId: null }))
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '56',
      recipient: NAMED,
      billing_reference: [{ invoice_type: '61' }],
    })
    expect((await giveBack(11_900)).made).toMatchObject({ ok: true })
  })

  it('of which a part came back is the same invoice under any other RUT', async () => {
    await giveBack(5_000)
    const other = { buyerRut: '76.192.083-9' }
    expect(await lookUp(other)).toMatchObject({
      refusal: { code: 'OUTSIDE_BUYER_BEFORE', field: 'buyerRut' },
    })
    told({ recipient: { legal_name: NAMED.legal_name, document_number: '76192083-9' } })
    expect(await lookUp(other)).toMatchObject({ refusal: { code: 'OUTSIDE_BUYER_BEFORE' } })
    told()
    expect(must(await lookUp()).outside?.leftClp).toBe(6_900)
  })

  it('gives a vale, within what may go back unconfirmed, and what others gave back is gone', async () => {
    const { back } = till.api.settings()
    const limits = { givesVales: true, outsideLimitClp: 5_000, outsideDayLimitClp: 7_000 }
    must(await till.api.saveSettings({ back: { ...back, ...limits } }))
    expect((await giveBack(5_000, {}, IN_VALE.refund)).made).toMatchObject({
      value: { vale: { amountClp: 5_000 } },
    })
    expect(must(await lookUp()).limits).toMatchObject({ unconfirmedClp: 2_000 })
    told()
    judgeNotes(fixture.service, 4_000)
    expect(must(await lookUp()).outside?.leftClp).toBe(4_000)
  })
})
