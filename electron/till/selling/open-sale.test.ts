import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { ScreenId } from '#shared/core/brand.ts'
import type { SaveSaleInput } from '#shared/selling/kept-sale.ts'
import { commitInputOf } from '#shared/selling/open-sale/charge.ts'
import { applyToSale, type OpenSale, type SaleAction } from '#shared/selling/open-sale/open-sale.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { cartOf, keptOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const [HERE, THERE] = ['here', 'there'] as const as unknown as readonly [ScreenId, ScreenId]
const { fixture, till } = tillPerTest()

const nextId = () => keptOf({ lines: [], nextLineNumber: 1 }).sale.saleId
const after = (sale: OpenSale, ...actions: readonly SaleAction[]) =>
  actions.reduce((before, action) => {
    const next = applyToSale(before, action, nextId())
    if (!next.ok) throw new Error(next.refusal.code)
    return next.value
  }, sale)
const order = (sale: OpenSale): SaveSaleInput => ({ sale, replaces: null })
/** Bread with $1.000 by card taken and a customer named. */
const paidInPart = () =>
  after(
    keptOf(cartOf(till.api, '101')).sale,
    { type: 'set-method', method: 'TC', methods: DEFAULT_METHODS },
    { type: 'set-tendered', text: '1000' },
    { type: 'take-part', methods: DEFAULT_METHODS },
    {
      type: 'choose-customer',
      customer: { rut: '12.345.678-5', legalName: 'Ana Pérez', phone: '', email: '' },
    },
  )

/** A window that listens; call the answer when it is gone. */
function listen(by: ScreenId) {
  const stop = new AbortController()
  const events = till.api.feed(null, stop.signal, by)[Symbol.asyncIterator]()
  void events.next()
  return async () => {
    stop.abort()
    await fixture.clock.advance(1_000)
    await events.return?.()
  }
}

describe('the open sale', () => {
  it('comes back whole after a crash and through parking: payment, customer and ids', async () => {
    const sale = paidInPart()
    till.api.openSale(order(sale))
    const opened = till.api.openSale()
    await till.stop()
    await fixture.open()
    expect(till.api.loadDraft().sale).toEqual(sale)
    const parked = till.api.parkSale({ ...order(sale), name: '' })
    expect(parked).toMatchObject({ ok: true, value: { taken: 'Tarjeta $1.000' } })
    const recalled = till.api.recallSale({
      ...order(keptOf({ lines: [], nextLineNumber: 1 }).sale),
      parkedId: parked.ok ? parked.value.id : '',
    })
    expect([recalled, till.api.openSale()]).toEqual([{ ok: true, value: sale }, opened])
    expect(till.api.commitSale(commitInputOf(sale, DEFAULT_METHODS))).toMatchObject({ ok: true })
    expect(receiptOf(till.api, sale.saleId)).toMatchObject({
      customer: { legalName: 'Ana Pérez' },
      payments: [{ name: 'Tarjeta' }, { name: 'Efectivo' }],
    })
  })

  it('notes a payment that was taken and has no sale any more, with nobody set up as well', () => {
    const sale = paidInPart()
    till.api.saveDraft(order(sale))
    till.api.saveDraft({ sale: after(sale, { type: 'clear' }), replaces: sale.saleId })
    const page = till.api.audit({ cursor: null, limit: 5 })
    expect(page.ok ? page.value.rows : []).toMatchObject([
      { action: 'payment-dropped', detail: { what: 'Tarjeta $1.000', totalClp: 1000 } },
    ])
  })

  describe('loses no payment unseen', () => {
    const dropped = () => {
      const page = till.api.audit({ cursor: null, limit: 5 })
      return page.ok ? page.value.rows.map(({ action, detail }) => [action, detail['what']]) : []
    }
    const NOTED = [['payment-dropped', 'Tarjeta $1.000']]
    const noSale = () => keptOf({ lines: [], nextLineNumber: 1 }).sale
    const withoutPart = (sale: OpenSale) => after(sale, { type: 'remove-part', index: 0 })

    it('charged sooner than the screen saves', () => {
      const sale = paidInPart()
      till.api.openSale(order(sale))
      expect(till.api.commitSale(commitInputOf(withoutPart(sale), DEFAULT_METHODS))).toMatchObject({
        ok: true,
      })
      expect(dropped()).toEqual(NOTED)
    })

    it('parked sooner than the screen saves, or with another sale in its place', () => {
      const sale = paidInPart()
      till.api.saveDraft(order(sale))
      expect(till.api.parkSale({ ...order(withoutPart(sale)), name: '' })).toMatchObject({
        ok: true,
      })
      expect(dropped()).toEqual(NOTED)
      const second = paidInPart()
      till.api.saveDraft(order(second))
      const other = { sale: keptOf(cartOf(till.api, '201')).sale, replaces: second.saleId }
      expect(till.api.parkSale({ ...other, name: '' })).toMatchObject({ ok: true })
      expect(dropped()).toEqual([...NOTED, ...NOTED])
    })

    it('emptied, and another sale recalled sooner than the screen saves', () => {
      const parked = till.api.parkSale({ ...order(keptOf(cartOf(till.api, '201')).sale), name: '' })
      const sale = paidInPart()
      till.api.saveDraft(order(sale))
      const parkedId = parked.ok ? parked.value.id : ''
      expect(
        till.api.recallSale({ sale: noSale(), replaces: sale.saleId, parkedId }),
      ).toMatchObject({ ok: true })
      expect(dropped()).toEqual(NOTED)
    })

    it('one of two cards charged alike', () => {
      const both = after(
        paidInPart(),
        { type: 'set-method', method: 'TC', methods: DEFAULT_METHODS },
        { type: 'set-tendered', text: '890' },
        { type: 'take-part', methods: DEFAULT_METHODS },
      )
      const alike = {
        ...both,
        paying: {
          ...both.paying,
          given: both.paying.given.map((part) => ({ ...part, amountClp: 500 })),
        },
      }
      till.api.saveDraft(order(alike))
      till.api.saveDraft(order(withoutPart(alike)))
      expect(dropped()).toEqual([['payment-dropped', 'Tarjeta $500']])
    })

    it('nothing is noted of what is charged or parked as it was taken', () => {
      const sale = after(
        paidInPart(),
        { type: 'set-method', method: 'EF', methods: DEFAULT_METHODS },
        { type: 'set-tendered', text: '500' },
        { type: 'take-part', methods: DEFAULT_METHODS },
      )
      till.api.openSale(order(sale))
      expect(till.api.commitSale(commitInputOf(sale, DEFAULT_METHODS))).toMatchObject({ ok: true })
      expect(dropped()).toEqual([])
    })
  })

  it('is not passed off as charged when it comes again with other goods, another payment or another customer', () => {
    const sale = keptOf(cartOf(till.api, '7801040000037')).sale
    till.api.openSale(order(sale))
    const again = (...actions: readonly SaleAction[]) =>
      till.api.commitSale(commitInputOf(after(sale, ...actions), DEFAULT_METHODS))
    expect([again(), again()]).toMatchObject([{ ok: true }, { ok: true }])
    const [free] = after(sale, {
      type: 'add-free-line',
      name: 'Otra cosa',
      unitGrossClp: 1996,
      isExempt: false,
    }).cart.lines.slice(1)
    const swapped = { ...sale, cart: { ...sale.cart, lines: free === undefined ? [] : [free] } }
    const changed = [
      again({ type: 'set-method', method: 'TC', methods: DEFAULT_METHODS }),
      again({ type: 'set-tendered', text: '20000' }),
      again({
        type: 'choose-customer',
        customer: { rut: '12.345.678-5', legalName: 'Ana Pérez', phone: '', email: '' },
      }),
      till.api.commitSale(commitInputOf(swapped, DEFAULT_METHODS)),
    ]
    expect(changed.map((answer) => !answer.ok && answer.refusal.code)).toEqual(
      changed.map(() => 'SALE_ALREADY_CHARGED'),
    )
  })

  it.each([
    ['a price of nothing', { unitGrossClp: 0 }],
    ['more than a till can add up', { unitGrossClp: 999_999_999_999, quantity: 99_999_000 }],
  ])(
    'is refused before anything is kept, with %s: what is kept can be read and counted again',
    async (_, change) => {
      const { sale } = keptOf(cartOf(till.api, '101'))
      const lines = sale.cart.lines.map((line) => ({ ...line, ...change }))
      const wrong = { ...sale, cart: { ...sale.cart, lines } } as unknown as OpenSale
      const ask = async (command: string, input: unknown) =>
        (
          await till.handle(
            new Request(`http://127.0.0.1/trpc/${command}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1' },
              body: JSON.stringify(input),
            }),
          )
        ).status
      const commit = {
        saleId: sale.saleId,
        lines,
        payments: [{ method: 'EF', amountClp: null }],
        expectedTotalClp: 1,
        recipient: null,
      }
      expect(
        await Promise.all([
          ask('saveDraft', order(wrong)),
          ask('openSale', order(wrong)),
          ask('parkSale', { ...order(wrong), name: '' }),
          ask('saleNeeds', { lines }),
          ask('commitSale', commit),
        ]),
      ).toEqual([400, 400, 400, 400, 400])
    },
  )

  it('reads what an older till kept: a cart without a name', async () => {
    await till.stop()
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    const cart = {
      lines: [
        {
          lineNumber: 1,
          productId: null,
          code: '',
          name: 'Pan',
          unit: null,
          unitGrossClp: 1000,
          isExempt: false,
          quantity: 1000,
          discountClp: 100,
        },
      ],
      nextLineNumber: 2,
    }
    db.prepare(
      'INSERT INTO draft (only_row, sale_json) VALUES (1, ?) ON CONFLICT (only_row) DO UPDATE SET sale_json = excluded.sale_json',
    ).run(JSON.stringify(cart))
    db.close()
    await fixture.open()
    expect(till.api.loadDraft().sale).toMatchObject({
      cart: { lines: [{ name: 'Pan' }] },
      paying: { given: [] },
      customer: { rut: '' },
    })
  })
})

describe('two screens', () => {
  it('one has the sale; the other is refused to save, pay, park and charge until it takes it', async () => {
    const [leaveHere, leaveThere] = [listen(HERE), listen(THERE)]
    const sale = paidInPart()
    expect(till.api.openSale(order(sale), HERE).ok).toBe(true)
    expect(till.api.loadDraft(THERE)).toEqual({ sale, hold: 'elsewhere' })
    const theirs = order(
      after(sale, { type: 'set-quantity', lineNumber: 1, quantity: 2000 as never }),
    )
    const tries = [
      till.api.saveDraft(theirs, THERE),
      till.api.openSale(theirs, THERE),
      till.api.parkSale({ ...theirs, name: '' }, THERE),
      till.api.commitSale(commitInputOf(sale, DEFAULT_METHODS), THERE),
    ]
    expect(tries.map((answer) => !answer.ok && answer.refusal.code)).toEqual(
      tries.map(() => 'SALE_HELD_ELSEWHERE'),
    )
    expect(till.api.takeSale(THERE)).toEqual({ sale, hold: 'mine' })
    expect(till.api.commitSale(commitInputOf(sale, DEFAULT_METHODS), HERE)).toMatchObject({
      refusal: { code: 'SALE_HELD_ELSEWHERE' },
    })
    expect(till.api.commitSale(commitInputOf(sale, DEFAULT_METHODS), THERE)).toMatchObject({
      ok: true,
    })
    await Promise.all([leaveHere(), leaveThere()])
  })

  it('charge one cart once: the second press elsewhere is told so, and an old picture begins no new sale', () => {
    const sale = keptOf(cartOf(till.api, '101')).sale
    till.api.openSale(order(sale), HERE)
    till.api.loadDraft(THERE)
    const command = commitInputOf(sale, DEFAULT_METHODS)
    expect([till.api.commitSale(command, HERE).ok, till.api.commitSale(command, HERE).ok]).toEqual([
      true,
      true,
    ])
    expect(till.api.commitSale(command, THERE)).toMatchObject({
      refusal: { code: 'SALE_CHARGED_ELSEWHERE' },
    })
    expect(till.api.openSale(order(sale), THERE)).toMatchObject({
      refusal: { code: 'SALE_ALREADY_CHARGED' },
    })
    expect(
      till.api.listReceipts({ cursor: null, limit: 10, text: '', onlyPending: false }).rows,
    ).toHaveLength(1)
  })

  it('a window that is gone holds nothing, but no old picture takes the place of what it left', () => {
    const sale = keptOf(cartOf(till.api, '101')).sale
    till.api.loadDraft(THERE)
    till.api.saveDraft(order(sale), HERE)
    expect(till.api.saveDraft(order(sale), THERE)).toMatchObject({
      refusal: { code: 'SALE_HELD_ELSEWHERE' },
    })
    expect(till.api.loadDraft(THERE)).toEqual({ sale, hold: 'free' })
    expect(till.api.saveDraft(order(sale), THERE).ok).toBe(true)
    const other = keptOf(cartOf(till.api, '201')).sale
    expect(till.api.saveDraft(order(other), HERE)).toMatchObject({
      refusal: { code: 'SALE_HELD_ELSEWHERE' },
    })
  })
})
