/** A refused receipt sent again with another buyer: the same rules as when it was charged. */
import { expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { refuseDocuments } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, api, honest } = tillPerTest({ pinCost: 4 })
const LIMIT_CLP = 1_500

/** Charged before the limit of its year was known here, and refused for it. */
async function refusedReceipt() {
  refuseDocuments(fixture.service, 'recipient.document_number', 'RECIPIENT_IDENTIFICATION_REQUIRED')
  const saleId = sellOf(api, '101')
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
})
