/** A refused receipt sent again with another buyer: the same rules as when it was charged. */
import { expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { giveWholeBack } from '../../../../test/support/give-back.ts'
import { INVOICE_BUYER } from '../../../../test/support/invoice-buyer.ts'
import { must } from '../../../../test/support/must.ts'
import {
  cartOf,
  commitOf,
  receiptOf,
  sellOf,
  UNREACHABLE,
} from '../../../../test/support/till-fixture.ts'
import { refuseDocuments } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, api, honest } = tillPerTest({ pinCost: 4 })
const LIMIT_CLP = 1_500

/** Charged before the limit of its year was known here, and refused for it. */
async function refusedReceipt(sell = () => sellOf(api, '101')) {
  refuseDocuments(fixture.service, 'recipient.document_number', 'RECIPIENT_IDENTIFICATION_REQUIRED')
  const saleId = sell()
  await fixture.until(() => receiptOf(api, saleId).issueState === 'rejected')
  const limits = [{ year: 2026, limitClp: LIMIT_CLP }]
  must(await api.saveSettings({ buyerLimits: limits }))
  return saleId
}

it('does not lose its buyer above the limit of its year, by any of the ways to name nobody', async () => {
  const saleId = await refusedReceipt()
  for (const rut of [null, '66666666-6', '55.555.555-5']) {
    const recipient = rut === null ? null : { rut, legalName: 'Nadie', phone: '', email: '' }
    expect(api.resendFixed({ saleId, recipient })).toMatchObject({
      refusal: { code: 'BUYER_REQUIRED', params: { limit: '$1.500' } },
    })
  }
  expect(receiptOf(api, saleId).issueState).toBe('rejected')
})

it('is refused for what the service would refuse, and goes with a buyer that is right', async () => {
  const saleId = await refusedReceipt()
  const buyer = { rut: '12345678-5', legalName: 'Elena Rojas', phone: '', email: 'e@rojas.cl' }
  for (const bad of [
    { ...buyer, email: 'a..b@c.cl' },
    { ...buyer, legalName: 'Elena \u0007' },
  ])
    expect(api.resendFixed({ saleId, recipient: bad })).toMatchObject({ ok: false })
  fixture.service.answer = honest
  expect(api.resendFixed({ saleId, recipient: buyer })).toMatchObject({ ok: true })
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  // The authority is told whom the receipt names, not whom the sale was charged to.
  expect(must(api.identifiedSales({ year: 2026 })).rows).toMatchObject([
    { saleId, rut: '12345678-5', legalName: 'Elena Rojas' },
  ])
})

const invoice = () =>
  must(
    api.commitSale({
      ...commitOf(api, cartOf(api, '101')),
      recipient: INVOICE_BUYER,
      isInvoice: true,
    }),
  ).saleId
const lastBody = () =>
  documentRequestSchema.parse(JSON.parse(fixture.service.created().at(-1)?.body ?? ''))

it('of an invoice shows its buyer as it stands in it, and takes what was wrong anew', async () => {
  const receiptId = await refusedReceipt()
  const saleId = await refusedReceipt(invoice)
  expect(receiptOf(api, saleId).taxpayer).toEqual({ ...INVOICE_BUYER, rut: '76000006-K' })
  expect(receiptOf(api, receiptId).taxpayer).toBeUndefined()
  const mended = { ...INVOICE_BUYER, activity: 'Venta de herramientas', commune: 'Talcahuano' }
  for (const [recipient, field] of [
    [null, 'rut'],
    [{ ...mended, address: ' ' }, 'address'],
  ] as const)
    expect(api.resendFixed({ saleId, recipient })).toMatchObject({ refusal: { field } })
  fixture.service.answer = honest
  must(api.resendFixed({ saleId, recipient: mended }))
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  expect(lastBody()).toMatchObject({
    invoice_type: '33',
    recipient: {
      address: { address: 'Barros Arana 567', city: 'Talcahuano' },
      tax_information: { activity: 'Venta de herramientas' },
    },
  })
  expect(receiptOf(api, saleId).taxpayer).toBeUndefined()
})

it('of a note over an invoice never goes to nobody, and keeps what an invoice says', async () => {
  const saleId = invoice()
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  must(await api.openReturn(saleId))
  const noteId = await refusedReceipt(() => giveWholeBack(api, saleId).saleId)
  expect(receiptOf(api, noteId).taxpayer).toMatchObject({ activity: 'Ferretería' })
  expect(api.resendFixed({ saleId: noteId, recipient: null })).toMatchObject({
    refusal: { code: 'INVOICE_BUYER_REQUIRED' },
  })
  fixture.service.answer = honest
  const { rut, legalName, phone, email } = INVOICE_BUYER
  must(api.resendFixed({ saleId: noteId, recipient: { rut, legalName, phone, email } }))
  await fixture.until(() => receiptOf(api, noteId).folio !== null)
  expect(lastBody().recipient.tax_information).toEqual({ activity: 'Ferretería' })
})

it('is named anew by the notes that wait for it, and by what undoes them: nobody else gets its credit', async () => {
  fixture.service.answer = () => UNREACHABLE
  const saleId = invoice()
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  const returnId = giveWholeBack(api, saleId).saleId
  const undo = must(api.undoReturn({ returnId, reason: 'Era de otro', approvalId: null }))
  fixture.service.answer = honest
  await refusedReceipt(() => saleId)
  fixture.service.answer = honest
  const OTHER = { ...INVOICE_BUYER, rut: '77.777.777-7', legalName: 'Otra Limitada' }
  must(api.resendFixed({ saleId, recipient: OTHER }))
  await fixture.until(() => receiptOf(api, undo.saleId).folio !== null, 3_600_000)
  const bodies = fixture.service
    .created()
    .map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
  const issued = bodies.map(({ invoice_type: type, recipient }) => [type, recipient])
  const recipient = bodies.find(({ invoice_type: type }) => type === '33')?.recipient
  expect(recipient?.document_number).toBe('77777777-7')
  expect(issued).toEqual(['33', '61', '56'].map((type) => [type, recipient]))
  const person = must(await api.findPerson({ rut: OTHER.rut }))
  expect(person.documents.newest.map(({ documentType }) => documentType).sort()).toEqual([
    '33',
    '56',
    '61',
  ])
})
