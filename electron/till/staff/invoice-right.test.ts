import { expect, it } from 'vitest'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { commitOf } from '../../../test/support/till-fixture.ts'

const { api, serve, coffee, idOf, auditRows, limitCashier } = crewTillPerTest()

it('an invoice needs its right, or a PIN for this sale; the same cart goes out as a receipt without', async () => {
  await serve('owner')
  limitCashier({ invoice: false })
  await serve('cashier')
  const cart = coffee()
  const order = { ...commitOf(api, cart), lines: [...cart.lines], recipient: INVOICE_BUYER }
  const needs = [{ kind: 'right', right: 'invoice', subject: null }]
  expect(api.saleNeeds({ lines: [...cart.lines], isInvoice: true })).toMatchObject(needs)
  expect(api.saleNeeds({ lines: [...cart.lines] })).toEqual([])
  expect(api.commitSale({ ...order, isInvoice: true })).toMatchObject({
    refusal: { code: 'APPROVAL_REQUIRED' },
  })
  const subject = { kind: 'sale' as const, lines: [...cart.lines], isInvoice: true }
  must(await api.approve({ staffId: idOf('supervisor'), pin: PINS.supervisor, subject }))
  expect(api.commitSale({ ...order, isInvoice: true })).toMatchObject({
    ok: true,
    value: { documentType: '33' },
  })
  await serve('owner')
  expect(auditRows()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'approval', approverName: 'Rodrigo' }),
    ]),
  )
})
