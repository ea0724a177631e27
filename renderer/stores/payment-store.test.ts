import { describe, expect, it } from 'vitest'
import type { CommittedSale, SaleIds } from '#shared/selling/views.ts'
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { SaleAction } from '#shared/selling/open-sale/open-sale.ts'
import { settleTyped } from '#shared/selling/open-sale/paying.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createCartStore } from './cart-store.ts'
import { DRAFT_DELAY_MS } from './draft-saver.ts'
import { createPaymentStore } from './payment-store.ts'
import { createHandTimers, portOf, saleOver, SCREEN_PARTS, settle } from './test-port.ts'

type CommitInput = Parameters<TillPort['commitSale']>[0]

function open(
  answer: (input: CommitInput) => Promise<Result<CommittedSale, Refusal>> = (input) =>
    Promise.resolve(ok(sold(input))),
  isBlank = false,
) {
  const commits: CommitInput[] = []
  const cart = saleOver()
  if (!isBlank)
    cart
      .getState()
      .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1996, isExempt: false })
  const store = createPaymentStore(
    portOf({
      openSale: (input) =>
        Promise.resolve(ok({ saleId: input?.sale.saleId, externalReference: 'P1-1' } as SaleIds)),
      commitSale: (input) => {
        commits.push(input)
        return answer(input)
      },
    }),
    cart,
  )
  return { store, commits, cart, paying: () => cart.getState().sale.paying }
}

function sold(input: CommitInput): CommittedSale {
  return { saleId: input.saleId, changeClp: clp(0), soldOffline: false } as CommittedSale
}

it('does not open for an empty cart', async () => {
  const { store } = open(undefined, true)
  expect(await store.getState().begin()).toMatchObject({
    ok: false,
    refusal: { code: 'CART_EMPTY' },
  })
})

it('stores the sale all the same when its payment is refused: what was scanned last is on no disk yet', async () => {
  const saved: number[] = []
  const timers = createHandTimers()
  const cart = createCartStore({
    port: portOf({
      saveDraft: ({ sale }) => {
        saved.push(sale.cart.lines.length)
        return Promise.resolve(ok(null))
      },
    }),
    timers,
    screenId: SCREEN_PARTS.screenId,
    makeSaleId: SCREEN_PARTS.makeSaleId,
  })
  const store = createPaymentStore(
    portOf({ openSale: () => Promise.resolve(refuse(refusal('SIGN_IN_REQUIRED'))) }),
    cart,
  )
  cart
    .getState()
    .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1996, isExempt: false })
  expect(await store.getState().begin()).toMatchObject({
    ok: false,
    refusal: { code: 'SIGN_IN_REQUIRED' },
  })
  timers.pass(DRAFT_DELAY_MS)
  await settle()
  expect(saved).toEqual([1])
})

it('takes a double press as one sale', async () => {
  let finish: () => void = () => undefined
  const { store, commits } = open(
    (input) =>
      new Promise((resolve) => {
        finish = () => resolve(ok(sold(input)))
      }),
  )
  await store.getState().begin()
  const first = store.getState().commit()
  const second = store.getState().commit()
  await settle()
  finish()
  expect([await first, await second].map((result) => result?.saleId)).toEqual([
    commits[0]?.saleId,
    undefined,
  ])
  expect(commits).toHaveLength(1)
})

it('sends the same sale again after an answer that never came', async () => {
  let isAway = true
  const { store, commits } = open((input) =>
    isAway ? Promise.reject(new Error('gone')) : Promise.resolve(ok(sold(input))),
  )
  await store.getState().begin()
  expect(await store.getState().commit()).toBeNull()
  expect(store.getState().phase).toBe('unanswered')
  isAway = false
  expect(await store.getState().commit()).not.toBeNull()
  expect(commits[1]).toEqual(commits[0])
})

it.each([
  ['tenderedClp', 'TENDERED_BELOW_DUE', () => [{ type: 'set-tendered', text: '1990' }]],
  [
    'tenderedClp',
    'PAYMENT_ABOVE_DUE',
    () => [
      { type: 'set-method', method: 'TC', methods: DEFAULT_METHODS },
      { type: 'set-tendered', text: '1997' },
    ],
  ],
  [
    'reference',
    'REFERENCE_REQUIRED',
    () => [{ type: 'set-method', method: 'PE', methods: DEFAULT_METHODS }],
  ],
  [
    'rut',
    'RUT_CHECK_DIGIT',
    () => [
      {
        type: 'choose-customer',
        customer: { rut: '76192083-8', legalName: 'Ana', phone: '', email: '' },
      },
    ],
  ],
  [
    'legalName',
    'NAME_REQUIRED',
    () => [
      {
        type: 'choose-customer',
        customer: { rut: '76192083-9', legalName: ' ', phone: '', email: '' },
      },
    ],
  ],
  [
    'email',
    'EMAIL_NOT_VALID',
    () => [
      {
        type: 'choose-customer',
        customer: { rut: '76192083-9', legalName: 'Ana', phone: '', email: 'ana@' },
      },
    ],
  ],
  [
    'email',
    'CONTACT_TOO_LONG',
    () => [
      {
        type: 'choose-customer',
        customer: {
          rut: '76192083-9',
          legalName: 'Ana',
          phone: '9'.repeat(60),
          email: `${'a'.repeat(20)}@b.cl`,
        },
      },
    ],
  ],
] as readonly (readonly [string, RefusalCode, () => readonly SaleAction[]])[])(
  'shows what is wrong at %s (%s) and sends nothing',
  async (field, code, typed) => {
    const { store, commits, cart } = open()
    await store.getState().begin()
    for (const action of typed()) cart.getState().apply(action)
    await store.getState().commit()
    expect(store.getState().troubles[field]?.code).toBe(code)
    expect(commits).toEqual([])
  },
)

it('puts a refusal of the core at its field, else at the form', async () => {
  const answers: Refusal[] = [
    { code: 'TENDERED_TOO_LARGE', field: 'tenderedClp', params: {} },
    { code: 'DISK_FULL', field: null, params: {} },
  ]
  const { store } = open(() =>
    Promise.resolve(refuse(answers.shift() ?? { code: 'DISK_FULL', field: null, params: {} })),
  )
  await store.getState().begin()
  await store.getState().commit()
  expect(store.getState().troubles.tenderedClp?.code).toBe('TENDERED_TOO_LARGE')
  await store.getState().commit()
  expect(store.getState().troubles).toMatchObject({ form: { code: 'DISK_FULL' } })
})

it('warns of a contact that does not fit while it is being typed, and not of a half-typed address', async () => {
  const { store } = open()
  await store.getState().begin()
  store.getState().setCustomer('email', 'ana@eje')
  expect(store.getState().troubles).toEqual({})
  store.getState().setCustomer('phone', '9'.repeat(76))
  expect(store.getState().troubles.email?.code).toBe('CONTACT_TOO_LONG')
  store.getState().setCustomer('phone', '9')
  expect(store.getState().troubles).toEqual({})
})

it('keeps digits only, and sends none as the exact amount', async () => {
  const { store, commits, paying } = open()
  await store.getState().begin()
  store.getState().setTendered('$ 02.000 pesos')
  expect(paying().tendered).toBe('2000')
  store.getState().setTendered('')
  await store.getState().commit()
  expect(commits[0]).toMatchObject({
    payments: [{ method: 'EF', amountClp: null }],
    expectedTotalClp: 1996,
    recipient: null,
  })
})

it('rounds cash by law and leaves a card alone', async () => {
  const { store, paying } = open()
  const { methods } = store.getState()
  await store.getState().begin()
  expect(settleTyped(clp(1996), paying(), methods)).toMatchObject({
    value: [{ toCollectClp: 2000, roundingClp: 4 }],
  })
  store.getState().setMethod('TC')
  expect(settleTyped(clp(1996), paying(), methods)).toMatchObject({
    value: [{ toCollectClp: 1996, roundingClp: 0 }],
  })
})

describe('several payments', () => {
  it('takes a part, offers the rest by the other method, and sends both', async () => {
    const { store, commits, paying } = open()
    await store.getState().begin()
    store.getState().setMethod('PE')
    store.getState().setTendered('1000')
    expect(store.getState().addPart()).toBe(false)
    expect(store.getState().troubles['reference']?.code).toBe('REFERENCE_REQUIRED')
    store.getState().setReference(' 4711 ')
    expect(store.getState().addPart()).toBe(true)
    expect(paying()).toMatchObject({ method: 'EF', tendered: '', reference: '' })
    await store.getState().commit()
    expect(commits[0]?.payments).toEqual([
      { method: 'PE', amountClp: 1000, reference: '4711' },
      { method: 'EF', amountClp: null, reference: '' },
    ])
  })

  it('adds cash to cash, and needs nothing more once all is paid', async () => {
    const { store, commits } = open()
    await store.getState().begin()
    for (const amount of ['500', '1500']) {
      store.getState().setMethod('EF')
      store.getState().setTendered(amount)
      expect(store.getState().addPart()).toBe(true)
    }
    await store.getState().commit()
    expect(commits[0]?.payments).toEqual([{ method: 'EF', amountClp: 2000, reference: '' }])
  })

  it('refuses a part of nothing and a card above what is left, and takes a part back', async () => {
    const { store, paying } = open()
    await store.getState().begin()
    expect(store.getState().addPart()).toBe(false)
    store.getState().setMethod('TC')
    store.getState().setTendered('1997')
    expect(store.getState().addPart()).toBe(false)
    expect(store.getState().troubles.tenderedClp?.code).toBe('PAYMENT_ABOVE_DUE')
    store.getState().setTendered('996')
    expect(store.getState().addPart()).toBe(true)
    store.getState().removePart(0)
    expect(paying().given).toEqual([])
  })
})
