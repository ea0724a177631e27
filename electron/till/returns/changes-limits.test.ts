/** Who may change a document, until when, and what the log says of it. */
import { expect, it } from 'vitest'
import { changeDeed } from '#shared/staff/deeds.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { receiptOf } from '../../../test/support/till-fixture.ts'

const { fixture, api, serve, commit, coffee, idOf, auditRows, limitCashier } = crewTillPerTest()

const sold = () => must(commit(coffee())).saleId

it('is for who may give back, or a PIN for just this document; the log names both', async () => {
  const saleId = sold()
  const other = sold()
  expect(await changeDocument(api, saleId)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  const lend = async (of: string, recipient = INVOICE_BUYER) =>
    must(
      await api.approve({
        staffId: idOf('supervisor'),
        pin: PINS.supervisor,
        subject: { kind: 'right', ...changeDeed(of, 'invoice', recipient, { refund: false }) },
      }),
    ).approvalId
  expect(await changeDocument(api, saleId, INVOICE_BUYER, await lend(other))).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  // Shown for one buyer, it makes no invoice of another's: whose IVA it is is what was allowed.
  const elses = { ...INVOICE_BUYER, rut: '76.192.083-9' }
  expect(await changeDocument(api, saleId, elses, await lend(saleId))).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  const made = must(await changeDocument(api, saleId, INVOICE_BUYER, await lend(saleId)))
  expect(receiptOf(api, made.saleId).soldBy).toBe('Camila')
  await serve('owner')
  expect(auditRows()).toContainEqual(
    expect.objectContaining({
      action: 'document-changed',
      staffName: 'Camila',
      approverName: 'Rodrigo',
      detail: expect.objectContaining({ what: 'Boleta por Factura', totalClp: made.totalClp }),
    }),
  )
})

it('no longer than the IVA of the note is taken off: six months from the day that was paid', async () => {
  await serve('owner')
  const [first, later] = [sold(), sold()]
  await fixture.until(() => receiptOf(api, first).folio !== null)
  fixture.clock.jumpWallClock(170 * DAY_MS)
  await serve('owner')
  const { saleId: invoiceId } = must(await changeDocument(api, first))
  expect(must(await api.openChange(later)).isOtherMonth).toBe(true)
  fixture.clock.jumpWallClock(20 * DAY_MS)
  await serve('owner')
  expect(await api.openChange(later)).toMatchObject({ refusal: { code: 'CHANGE_TOO_LATE' } })
  // A change in between begins no new term.
  expect(await api.openChange(invoiceId)).toMatchObject({ refusal: { code: 'CHANGE_TOO_LATE' } })
})

it('into an invoice asks for the right to issue one as well, for who may only give back', async () => {
  await serve('owner')
  limitCashier({ refund: true, invoice: false })
  await serve('cashier')
  const saleId = sold()
  expect(await changeDocument(api, saleId)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  const { approvalId } = must(
    await api.approve({
      staffId: idOf('supervisor'),
      pin: PINS.supervisor,
      subject: { kind: 'right', ...changeDeed(saleId, 'invoice', INVOICE_BUYER, { refund: true }) },
    }),
  )
  expect(must(await changeDocument(api, saleId, INVOICE_BUYER, approvalId)).documentType).toBe('33')
})
