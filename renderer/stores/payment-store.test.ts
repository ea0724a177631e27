import { describe, expect, it } from 'vitest'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { CommittedSale, OpenSale } from '#shared/bridge/till-api.ts'
import { applyToCart, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { createPaymentStore, settleTyped } from './payment-store.ts'
import { portOf, settle } from './test-port.ts'

const cart: Cart = (() => {
  const added = applyToCart(EMPTY_CART, { type: 'add-free-line', name: 'Varios', unitGrossClp: 1996, isExempt: false })
  if (!added.ok) throw new Error('no cart')
  return added.value
})()
const flushed = () => Promise.resolve()

function open(answer: (input: CommitInput) => Promise<Result<CommittedSale, Refusal>> = (input) => Promise.resolve(ok(sold(input)))) {
  const commits: CommitInput[] = []
  const sale = { saleId: '01HZZZZZZZZZZZZZZZZZZZZZ01', externalReference: 'P1-1' } as unknown as OpenSale
  const store = createPaymentStore(portOf({
    openSale: () => Promise.resolve(sale),
    commitSale: (input) => {
      commits.push(input)
      return answer(input)
    },
  }))
  return { store, commits }
}

function sold(input: CommitInput): CommittedSale {
  return { saleId: input.saleId, changeClp: clp(0), soldOffline: false } as CommittedSale
}

it('does not open for an empty cart', async () => {
  const { store } = open()
  expect(await store.getState().begin(EMPTY_CART)).toMatchObject({ ok: false, refusal: { code: 'CART_EMPTY' } })
})

it('takes a double press as one sale', async () => {
  let finish: () => void = () => undefined
  const { store, commits } = open((input) => new Promise((resolve) => { finish = () => resolve(ok(sold(input))) }))
  await store.getState().begin(cart)
  const first = store.getState().commit(cart, flushed)
  const second = store.getState().commit(cart, flushed)
  await settle()
  finish()
  expect([await first, await second].map((result) => result?.saleId)).toEqual(['01HZZZZZZZZZZZZZZZZZZZZZ01', undefined])
  expect(commits).toHaveLength(1)
})

it('sends the same sale again after an answer that never came', async () => {
  let isAway = true
  const { store, commits } = open((input) => (isAway ? Promise.reject(new Error('gone')) : Promise.resolve(ok(sold(input)))))
  await store.getState().begin(cart)
  expect(await store.getState().commit(cart, flushed)).toBeNull()
  expect(store.getState().phase).toBe('unanswered')
  isAway = false
  expect(await store.getState().commit(cart, flushed)).not.toBeNull()
  expect(commits[1]).toEqual(commits[0])
})

it('waits for the cart to be stored before it charges', async () => {
  const { store, commits } = open()
  await store.getState().begin(cart)
  expect(await store.getState().commit(cart, () => Promise.reject(new Error('no disk')))).toBeNull()
  expect([commits.length, store.getState().phase]).toEqual([0, 'unanswered'])
})

it.each([
  ['tenderedClp', 'TENDERED_BELOW_DUE', () => ({ tendered: '1990' })],
  ['tenderedClp', 'PAYMENT_ABOVE_DUE', () => ({ method: 'TC', tendered: '1997' })],
  ['reference', 'REFERENCE_REQUIRED', () => ({ method: 'PE' })],
  ['rut', 'RUT_CHECK_DIGIT', () => ({ customer: { rut: '76192083-8', legalName: 'Ana', phone: '', email: '' } })],
  ['legalName', 'NAME_REQUIRED', () => ({ customer: { rut: '76192083-9', legalName: ' ', phone: '', email: '' } })],
  ['email', 'EMAIL_NOT_VALID', () => ({ customer: { rut: '76192083-9', legalName: 'Ana', phone: '', email: 'ana@' } })],
  ['email', 'CONTACT_TOO_LONG', () => ({ customer: { rut: '76192083-9', legalName: 'Ana', phone: '9'.repeat(60), email: `${'a'.repeat(20)}@b.cl` } })],
] as const)('shows what is wrong at %s (%s) and sends nothing', async (field, code, typed) => {
  const { store, commits } = open()
  await store.getState().begin(cart)
  store.setState(typed())
  await store.getState().commit(cart, flushed)
  expect(store.getState().troubles[field]?.code).toBe(code)
  expect(commits).toEqual([])
})

it('puts a refusal of the core at its field, else at the form', async () => {
  const answers: Refusal[] = [{ code: 'TENDERED_TOO_LARGE', field: 'tenderedClp', params: {} }, { code: 'DISK_FULL', field: null, params: {} }]
  const { store } = open(() => Promise.resolve(refuse(answers.shift() ?? { code: 'DISK_FULL', field: null, params: {} })))
  await store.getState().begin(cart)
  await store.getState().commit(cart, flushed)
  expect(store.getState().troubles.tenderedClp?.code).toBe('TENDERED_TOO_LARGE')
  await store.getState().commit(cart, flushed)
  expect(store.getState().troubles).toMatchObject({ form: { code: 'DISK_FULL' } })
})

it('warns of a contact that does not fit while it is being typed, and not of a half-typed address', async () => {
  const { store } = open()
  await store.getState().begin(cart)
  store.getState().setCustomer('email', 'ana@eje')
  expect(store.getState().troubles).toEqual({})
  store.getState().setCustomer('phone', '9'.repeat(76))
  expect(store.getState().troubles.email?.code).toBe('CONTACT_TOO_LONG')
  store.getState().setCustomer('phone', '9')
  expect(store.getState().troubles).toEqual({})
})

it('keeps digits only, and sends none as the exact amount', async () => {
  const { store, commits } = open()
  await store.getState().begin(cart)
  store.getState().setTendered('$ 02.000 pesos')
  expect(store.getState().tendered).toBe('2000')
  store.getState().setTendered('')
  await store.getState().commit(cart, flushed)
  expect(commits[0]).toMatchObject({ payments: [{ method: 'EF', amountClp: null }], expectedTotalClp: 1996, recipient: null })
})

it('rounds cash by law and leaves a card alone', async () => {
  const { store } = open()
  await store.getState().begin(cart)
  expect(settleTyped(clp(1996), store.getState())).toMatchObject({ value: [{ toCollectClp: 2000, roundingClp: 4 }] })
  store.getState().setMethod('TC')
  expect(settleTyped(clp(1996), store.getState())).toMatchObject({ value: [{ toCollectClp: 1996, roundingClp: 0 }] })
})

describe('several payments', () => {
  it('takes a part, offers the rest by the other method, and sends both', async () => {
    const { store, commits } = open()
    await store.getState().begin(cart)
    store.getState().setMethod('PE')
    store.getState().setTendered('1000')
    expect(store.getState().addPart(cart)).toBe(false)
    expect(store.getState().troubles['reference']?.code).toBe('REFERENCE_REQUIRED')
    store.getState().setReference(' 4711 ')
    expect(store.getState().addPart(cart)).toBe(true)
    expect(store.getState()).toMatchObject({ method: 'EF', tendered: '', reference: '' })
    await store.getState().commit(cart, flushed)
    expect(commits[0]?.payments).toEqual([
      { method: 'PE', amountClp: 1000, reference: '4711' }, { method: 'EF', amountClp: null, reference: '' },
    ])
  })

  it('adds cash to cash, and needs nothing more once all is paid', async () => {
    const { store, commits } = open()
    await store.getState().begin(cart)
    for (const amount of ['500', '1500']) {
      store.getState().setMethod('EF')
      store.getState().setTendered(amount)
      expect(store.getState().addPart(cart)).toBe(true)
    }
    await store.getState().commit(cart, flushed)
    expect(commits[0]?.payments).toEqual([{ method: 'EF', amountClp: 2000, reference: '' }])
  })

  it('refuses a part of nothing and a card above what is left, and takes a part back', async () => {
    const { store } = open()
    await store.getState().begin(cart)
    expect(store.getState().addPart(cart)).toBe(false)
    store.getState().setMethod('TC')
    store.getState().setTendered('1997')
    expect(store.getState().addPart(cart)).toBe(false)
    expect(store.getState().troubles.tenderedClp?.code).toBe('PAYMENT_ABOVE_DUE')
    store.getState().setTendered('996')
    expect(store.getState().addPart(cart)).toBe(true)
    store.getState().removePart(0)
    expect(store.getState().given).toEqual([])
  })
})
