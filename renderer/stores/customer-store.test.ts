import { expect, it } from 'vitest'
import type { CustomerView, TaxpayerAnswer } from '#shared/customers/buyer-views.ts'
import { NO_CUSTOMER } from '#shared/selling/open-sale/buyer.ts'
import { createCustomerStore } from './customer-store.ts'
import { createPaymentStore } from './payment-store.ts'
import { portOf, saleOver } from './test-port.ts'

const ana: CustomerView = {
  rut: '12345678-5',
  legalName: 'Ana Pérez',
  phone: '+56 9 1234',
  email: 'ana@ejemplo.cl',
}

function open(known: readonly CustomerView[], answer: () => Promise<TaxpayerAnswer>) {
  const asked: string[] = []
  const port = portOf({
    findCustomers: () => Promise.resolve(known),
    lookUpTaxpayer: ({ rut }) => {
      asked.push(rut)
      return answer()
    },
  })
  const cart = saleOver()
  cart
    .getState()
    .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1996, isExempt: false })
  const payment = createPaymentStore(port, cart)
  return {
    payment,
    cart,
    customer: () => cart.getState().sale.customer,
    customers: createCustomerStore(port, payment, cart),
    asked,
  }
}

it('fills in a known customer from the whole RUT, without asking anybody, and keeps what was typed', async () => {
  const { payment, customer, customers, asked } = open([ana], () =>
    Promise.reject(new Error('not asked')),
  )
  payment.getState().setCustomer('email', 'otra@ejemplo.cl')
  await customers.getState().typed('rut', '12345678-5')
  expect(customer()).toEqual({
    rut: '12.345.678-5',
    legalName: 'Ana Pérez',
    phone: '+56 9 1234',
    email: 'otra@ejemplo.cl',
  })
  expect([customers.getState().hint, asked]).toEqual(['known', []])
})

it('offers known customers while a name is typed', async () => {
  const { customer, customers } = open([ana], () => Promise.reject(new Error('not asked')))
  await customers.getState().typed('legalName', 'a')
  expect(customers.getState().suggestions).toEqual([])
  await customers.getState().typed('legalName', 'an')
  expect(customers.getState().suggestions).toEqual([ana])
  customers.getState().choose(ana)
  expect([customer().rut, customers.getState().suggestions]).toEqual(['12.345.678-5', []])
})

it.each([
  [
    'found',
    () => Promise.resolve({ kind: 'found', legalName: 'Comercial Sur' } as const),
    'Comercial Sur',
  ],
  ['unknown', () => Promise.resolve({ kind: 'unknown' } as const), ''],
  ['unavailable', () => Promise.reject(new Error('offline')), ''],
] as const)('asks the service for a RUT nobody knows here: %s', async (hint, answer, name) => {
  const { customer, customers, asked } = open([], answer)
  await customers.getState().typed('rut', '76.192.083-')
  expect(asked).toEqual([])
  await customers.getState().typed('rut', '76.192.083-9')
  expect([asked, customers.getState().hint, customer().legalName]).toEqual([
    ['76192083-9'],
    hint,
    name,
  ])
})

it('drops an answer that comes after the cashier went on typing', async () => {
  let finish: (answer: TaxpayerAnswer) => void = () => undefined
  const { customer, customers } = open(
    [],
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const first = customers.getState().typed('rut', '76.192.083-9')
  await Promise.resolve()
  await Promise.resolve()
  const second = customers.getState().typed('rut', '76.192.083-')
  finish({ kind: 'found', legalName: 'Comercial Sur' })
  await Promise.all([first, second])
  expect([customer().legalName, customers.getState().hint]).toEqual(['', null])
})

it('names nobody in the next sale, when the answer comes after its own is over', async () => {
  let finish: (answer: TaxpayerAnswer) => void = () => undefined
  const { cart, customer, customers } = open(
    [],
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const asked = customers.getState().typed('rut', '76.192.083-9')
  await Promise.resolve()
  await Promise.resolve()
  cart.getState().apply({ type: 'clear' })
  cart.getState().apply({ type: 'add-free-line', name: 'Otra', unitGrossClp: 500, isExempt: false })
  finish({ kind: 'found', legalName: 'Comercial Sur' })
  await asked
  expect(customer()).toEqual(NO_CUSTOMER)
})

it('says of a name that it is the authority’s only as long as it stands as the authority gave it', async () => {
  const { customers } = open([], () =>
    Promise.resolve({ kind: 'found', legalName: 'Comercial Sur' } as const),
  )
  await customers.getState().typed('rut', '76.192.083-9')
  expect(customers.getState().hint).toBe('found')
  await customers.getState().typed('legalName', 'Comercial Norte')
  expect(customers.getState().hint).toBeNull()
})
