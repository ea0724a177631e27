/** A voucher is a boleta where the shop's declaration and the terminal say so, and nowhere else. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMISSION_MODELS, emissionProblem, isReceiptByVoucher, methodsUnder } from './emission.ts'
import { DEFAULT_METHODS, MEDIO_PAGO, type PaymentMethod } from './payment-method.ts'

const method = fc.record<PaymentMethod>({
  id: fc.constantFrom('TC', 'PE', 'VALE', 'M1'),
  name: fc.constant('Medio'),
  siiCode: fc.constantFrom(...MEDIO_PAGO),
  opensDrawer: fc.boolean(),
  needsReference: fc.boolean(),
  isVoucherTheReceipt: fc.boolean(),
  isActive: fc.boolean(),
})
const model = fc.constantFrom(...EMISSION_MODELS, undefined)

it('never stands for the boleta but at a card terminal of a shop that declared nothing', () => {
  fc.assert(
    fc.property(method, model, (one, said) => {
      if (isReceiptByVoucher(one, said))
        expect([one.siiCode, said, one.isVoucherTheReceipt]).toEqual(['TC', 'card-voucher', true])
    }),
  )
})

it('leaves methods that may be stored, whatever they were before the model changed', () => {
  fc.assert(
    fc.property(fc.array(method), model, (all, said) => {
      const followed = methodsUnder(said, all)
      expect(emissionProblem(followed, said)).toBeNull()
      expect(followed.filter((one) => isReceiptByVoucher(one, said)).length).toBe(
        said === 'card-voucher' ? all.filter(({ siiCode }) => siiCode === 'TC').length : 0,
      )
    }),
  )
})

it.each([
  ['PE', 'card-voucher', 'VOUCHER_CARD_ONLY'],
  ['VALE', 'card-voucher', 'VOUCHER_CARD_ONLY'],
  ['TC', 'every-sale', 'VOUCHER_DECLARED'],
  ['TC', undefined, 'VOUCHER_DECLARED'],
] as const)('is no setting of %s under %s', (id, said, code) => {
  const ticked = DEFAULT_METHODS.map((one) => ({ ...one, isVoucherTheReceipt: one.id === id }))
  expect(emissionProblem(ticked, said)).toMatchObject({ code, field: 'paymentMethods' })
})
