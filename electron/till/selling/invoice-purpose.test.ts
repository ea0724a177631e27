/** Invoices of supermarkets and restaurants say who takes the goods and what for. */
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { INVOICE_BUYER as BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, bodies } = returnTillPerTest()

const TOLD = { ...BUYER, bearerRut: '12.345.678-5', purpose: ' Almuerzo  de trabajo ' }
const asks = async () => must(await till.api.saveSettings({ asksPurpose: true }))
const invoice = (recipient: CommitInput['recipient']) =>
  till.api.commitSale({
    ...commitOf(till.api, cartOf(till.api, COFFEE, '201')),
    recipient,
    isInvoice: true,
  })
const settled = () => fixture.until(() => till.api.status().pendingCount === 0)

it.each([
  ['nobody who buys', { bearerRut: '' }, 'INVOICE_BEARER_REQUIRED', 'bearerRut'],
  ['a RUT that is none', { bearerRut: '12.345.678-9' }, 'RUT_CHECK_DIGIT', 'bearerRut'],
  ['no purpose', { purpose: ' ' }, 'INVOICE_PURPOSE_REQUIRED', 'purpose'],
  ['a purpose of 61 letters', { purpose: 'x'.repeat(61) }, 'TEXT_TOO_LONG', 'purpose'],
] as const)('is refused for %s, at its field', async (_, change, code, field) => {
  await asks()
  expect(invoice({ ...TOLD, ...change })).toMatchObject({ ok: false, refusal: { code, field } })
})

it('names who buys, and the purpose in its detail; a boleta, and a shop that is neither, ask nothing', async () => {
  must(invoice(BUYER))
  await asks()
  must(till.api.commitSale(commitOf(till.api, cartOf(till.api, COFFEE))))
  must(invoice(TOLD))
  await settled()
  const [plain, , told] = bodies()
  expect(told?.items.map(({ description }) => description)).toEqual([
    'Café molido - Motivo: Almuerzo de trabajo',
    plain?.items[1]?.description,
  ])
  expect(told?.additional_header_info).toContainEqual({
    key: 'RUT de quien compra',
    value: '12.345.678-5',
  })
  expect(JSON.stringify(plain)).not.toContain('Motivo')
  // Of this sale, not of the customer.
  expect(JSON.stringify(till.api.findCustomers({ text: '76000006', limit: 1 }))).not.toContain(
    '12.345.678-5',
  )
})

it('is asked of a boleta that changes for an invoice, and gone from the boleta it goes back to', async () => {
  await asks()
  const saleId = sellOf(till.api, COFFEE)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  expect(await changeDocument(till.api, saleId)).toMatchObject({
    refusal: { code: 'INVOICE_BEARER_REQUIRED', field: 'bearerRut' },
  })
  const made = must(await changeDocument(till.api, saleId, TOLD))
  await settled()
  must(await changeDocument(till.api, made.saleId))
  await settled()
  const [boleta, note, told, , back] = bodies()
  expect(note?.items).toEqual(boleta?.items)
  expect(told?.items[0]?.description).toBe('Café molido - Motivo: Almuerzo de trabajo')
  expect(back?.items).toEqual(boleta?.items)
  expect(JSON.stringify(back)).not.toContain('12.345.678-5')
})
