import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyToCart, EMPTY_CART, type Cart, type CartAction } from '#shared/cart/cart.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { PrintOutcome } from '../ports.ts'
import { cartOf, commitOf, keptOf, openedOf } from '../../../test/support/till-fixture.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import type { TillOptions } from '../options.ts'
import { APPROVAL_MS } from './approvals.ts'

const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
const ids: Record<string, string> = {}

async function hire(name: string, role: keyof typeof PINS) {
  const saved = await api.saveStaff({ staffId: null, name, role, pin: PINS[role] })
  if (!saved.ok) throw new Error(saved.refusal.code)
  ids[role] = saved.value.members.find((member) => member.name === name)?.id ?? ''
}
const serve = (role: keyof typeof PINS) => api.signIn({ staffId: ids[role] ?? '', pin: PINS[role] })
function change(cart: Cart, ...actions: CartAction[]): Cart {
  return actions.reduce((before, action) => {
    const after = applyToCart(before, action)
    if (!after.ok) throw new Error(after.refusal.code)
    return after.value
  }, cart)
}
/** As the screen sends it, with the line numbers approvals are bound to. */
const commit = (cart: Cart) => api.commitSale({ ...commitOf(api, cart), lines: [...cart.lines] })
const approve = (cart: Cart, role: keyof typeof PINS, pin: string = PINS[role]) =>
  api.approve({
    staffId: ids[role] ?? '',
    pin,
    subject: { kind: 'sale', lines: [...cart.lines], discount: cart.discount },
  })
function auditRows() {
  const page = api.audit({ cursor: null, limit: 200 })
  if (!page.ok) throw new Error(page.refusal.code)
  return page.value.rows
}
const coffee = () => cartOf(api, '7801040000037')
const halfOff = () =>
  change(coffee(), {
    type: 'set-discount',
    lineNumber: 1,
    discount: { kind: 'amount', amountClp: 998 },
  })

const { fixture, api } = tillPerTest({ pinCost: 4 })

describe('a till nobody is set up at', () => {
  it('sells at once with every right, and remembers changed prices all the same', () => {
    expect(api.staff()).toMatchObject({
      isOn: false,
      current: null,
      rights: { lineDiscountPercent: 100, changePrice: true },
    })
    expect(
      commit(change(coffee(), { type: 'set-price', lineNumber: 1, unitGrossClp: 10 })),
    ).toMatchObject({ ok: true })
    expect(auditRows()).toMatchObject([
      {
        action: 'price-change',
        staffName: 'Cajero 1',
        approverName: null,
        detail: { fromClp: 1996, toClp: 10 },
      },
    ])
  })

  it('begins with an owner, who then serves', async () => {
    expect(
      await api.saveStaff({ staffId: null, name: 'Ana', role: 'cashier', pin: '2580' }),
    ).toMatchObject({ refusal: { code: 'FIRST_IS_OWNER' } })
    for (const pin of ['12', '1234', '7777', 'abcd', '123456789']) {
      expect(await api.saveStaff({ staffId: null, name: 'Ana', role: 'owner', pin })).toMatchObject(
        { refusal: { field: 'pin' } },
      )
    }
    await hire('Paula', 'owner')
    expect(api.staff()).toMatchObject({ isOn: true, current: { name: 'Paula', role: 'owner' } })
    expect(
      await api.saveStaff({ staffId: null, name: 'paula', role: 'cashier', pin: '2580' }),
    ).toMatchObject({ refusal: { code: 'STAFF_NAME_TAKEN' } })
    expect(api.removeStaff(ids['owner'] ?? '')).toMatchObject({ refusal: { code: 'LAST_OWNER' } })
  })
})

describe('with people', () => {
  beforeEach(async () => {
    await hire('Paula', 'owner')
    await hire('Rodrigo', 'supervisor')
    await hire('Camila', 'cashier')
    await serve('cashier')
  })

  it('puts the name of whoever serves on the sale, and sells nothing while nobody does', async () => {
    const before = commitOf(api, coffee())
    api.signOut()
    expect(api.commitSale(before)).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
    await serve('cashier')
    expect(api.commitSale(before)).toMatchObject({ ok: true })
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
    const sold = db
      .prepare(
        "SELECT s.cashier_name AS name, CAST(r.body AS TEXT) LIKE '%Camila%' AS isOnPaper FROM sale s JOIN receipt r ON r.sale_id = s.id",
      )
      .get()
    db.close()
    expect(sold).toEqual({ name: 'Camila', isOnPaper: 1 })
  })

  it('counts wrong PINs before comparing, makes the next ones wait, and forgets them after a right one', async () => {
    const guess = (pin: string) => api.signIn({ staffId: ids['supervisor'] ?? '', pin })
    const guesses = await Promise.all(['0001', '0002', '0003', '0004'].map(guess))
    expect(guesses.map((answer) => !answer.ok && answer.refusal.code)).toEqual(
      Array(4).fill('PIN_WRONG'),
    )
    expect(await guess('0005')).toMatchObject({
      refusal: { code: 'PIN_LOCKED', params: { seconds: '30' } },
    })
    expect(await guess(PINS.supervisor)).toMatchObject({ refusal: { code: 'PIN_LOCKED' } })
    await fixture.clock.advance(30_000)
    expect(await guess(PINS.supervisor)).toMatchObject({
      ok: true,
      value: { current: { name: 'Rodrigo' } },
    })
    expect(auditRows().filter(({ action }) => action === 'pin-wrong')).toHaveLength(5)
  })

  it('refuses at the commit what goes beyond the rights, whatever the screen thought', () => {
    expect(commit(halfOff())).toMatchObject({
      refusal: {
        code: 'APPROVAL_REQUIRED',
        params: { what: '$998 de descuento, 50 %, en 1 × «Café molido» (-$998)' },
      },
    })
    expect(
      commit(change(coffee(), { type: 'set-price', lineNumber: 1, unitGrossClp: 1500 })),
    ).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    // The same lower price smuggled in without a word: the catalogue is asked, not the screen.
    const [line] = coffee().lines
    const smuggled: Cart = {
      lines: line ? [{ ...line, unitGrossClp: 1 as typeof line.unitGrossClp }] : [],
      nextLineNumber: 2,
    }
    expect(commit(smuggled)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(
      commit(
        change(coffee(), {
          type: 'set-discount',
          lineNumber: 1,
          discount: { kind: 'amount', amountClp: 199 },
        }),
      ),
    ).toMatchObject({ ok: true })
  })

  it('takes a PIN over the shoulder for this sale and this line only; the cashier stays', async () => {
    const cart = halfOff()
    expect(api.saleNeeds({ lines: [...cart.lines] })).toMatchObject([
      { kind: 'line-discount', percent: 50 },
    ])
    expect(await approve(cart, 'cashier')).toMatchObject({
      refusal: { code: 'APPROVER_TOO_LOW', params: { name: 'Camila' } },
    })
    expect(await approve(cart, 'supervisor', '9999')).toMatchObject({
      refusal: { code: 'PIN_WRONG' },
    })
    expect(await approve(cart, 'supervisor')).toMatchObject({
      ok: true,
      value: { approverName: 'Rodrigo' },
    })
    expect(api.staff().current?.name).toBe('Camila')
    expect(api.saleNeeds({ lines: [...cart.lines] })).toEqual([])
    const more = change(cart, {
      type: 'set-discount',
      lineNumber: 1,
      discount: { kind: 'amount', amountClp: 1100 },
    })
    expect(commit(more)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    const sold = commit(cart)
    expect(sold).toMatchObject({ ok: true })
    expect(commit(halfOff())).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(sold.ok && api.receipt(sold.value.saleId)).toMatchObject({
      value: {
        soldBy: 'Camila',
        allowed: [
          {
            action: 'discount',
            approverName: 'Rodrigo',
            detail: { what: '$998 de descuento, 50 %, en 1 × «Café molido» (-$998)' },
          },
        ],
      },
    })
    await serve('owner')
    expect(auditRows().find(({ action }) => action === 'discount')).toMatchObject({
      staffName: 'Camila',
      approverName: 'Rodrigo',
      saleId: sold.ok ? sold.value.saleId : '',
    })
  })

  it('takes an approval for that product, quantity and rule: half off one gum is not half off 99, nor off another product', async () => {
    const half = {
      type: 'set-discount',
      lineNumber: 1,
      discount: { kind: 'percent', percent: 50 },
    } as const
    const one = change(coffee(), half)
    expect(await approve(one, 'supervisor')).toMatchObject({ ok: true })
    const many = change(one, {
      type: 'set-quantity',
      lineNumber: 1,
      quantity: quantityMilli(99_000),
    })
    const what = '50 % de descuento en 99 × «Café molido» (-$98.802)'
    expect(commit(many)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED', params: { what } } })
    const [line] = one.lines
    if (line === undefined) throw new Error('one line')
    const [ticket] = cartOf(api, '201').lines
    expect(
      commit({ ...one, lines: [{ ...line, ...ticket, discount: line.discount }] }),
    ).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    // Renamed by the screen: the catalogue says what it is.
    expect(
      commit({ ...one, lines: [{ ...line, ...ticket, name: line.name, discount: line.discount }] }),
    ).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(commit({ ...one, lines: [line, { ...line }] })).toMatchObject({
      refusal: { code: 'LINE_NUMBER_TWICE' },
    })
    expect(await approve({ ...one, lines: [line, { ...line }] }, 'supervisor')).toMatchObject({
      refusal: { code: 'LINE_NUMBER_TWICE' },
    })
    expect(commit(one)).toMatchObject({ ok: true })
  })

  it('asks again for a discount on the whole sale that grew with what was scanned after the PIN', async () => {
    const asked = change(coffee(), {
      type: 'set-cart-discount',
      discount: { kind: 'percent', percent: 20 },
    })
    expect(await approve(asked, 'supervisor')).toMatchObject({ ok: true })
    const [ticket] = cartOf(api, '201').lines
    if (ticket === undefined) throw new Error('one line')
    const grown = { ...asked, lines: [...asked.lines, { ...ticket, lineNumber: 2 }] }
    const what = '20 % de descuento a la venta de $3.596 (-$719)'
    expect(commit(grown)).toMatchObject({
      refusal: { code: 'APPROVAL_REQUIRED', params: { what } },
    })
    expect(await approve(grown, 'supervisor')).toMatchObject({ ok: true })
    expect(commit(grown)).toMatchObject({ ok: true })
  })

  it('lets an approval run out, and keeps it with its cart through parking', async () => {
    const cart = halfOff()
    await approve(cart, 'supervisor')
    const { saleId } = openedOf(api)
    const parked = api.parkSale({ ...keptOf(cart, saleId), name: '' })
    expect(api.saleNeeds({ lines: [...cart.lines] })).toHaveLength(1)
    api.recallSale({
      parkedId: parked.ok ? parked.value.id : '',
      ...keptOf({ lines: [], nextLineNumber: 1 }),
    })
    expect(api.saleNeeds({ lines: [...cart.lines] })).toEqual([])
    await fixture.clock.advance(APPROVAL_MS)
    expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  })

  it('does not let an approval live on because the clock was set back', async () => {
    const cart = halfOff()
    await approve(cart, 'supervisor')
    fixture.clock.jumpWallClock(-2 * APPROVAL_MS)
    expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  })

  it('parks and recalls nothing behind a locked counter', async () => {
    const rosa = api.parkSale({ ...keptOf(coffee()), name: 'Rosa' })
    const parkedId = rosa.ok ? rosa.value.id : ''
    const another = coffee()
    const recall = () => api.recallSale({ ...keptOf({ lines: [], nextLineNumber: 1 }), parkedId })
    api.signOut()
    const locked = { refusal: { code: 'SIGN_IN_REQUIRED' } }
    expect(api.parkSale({ ...keptOf(another), name: '' })).toMatchObject(locked)
    expect(recall()).toMatchObject(locked)
    await serve('supervisor')
    expect(recall()).toMatchObject({ ok: true })
  })

  it('opens the drawer without a sale for those who may, or once with a PIN', async () => {
    fixture.printer.kickDrawer = async (): Promise<PrintOutcome> => ({
      kind: 'sent',
      escpos: new Uint8Array(),
      paperPng: new Uint8Array(),
      stampReadable: null,
    })
    expect(await api.openDrawer({ approvalId: null })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    const leave = await api.approve({
      staffId: ids['supervisor'] ?? '',
      pin: PINS.supervisor,
      subject: { kind: 'right', right: 'openDrawer', subject: null },
    })
    const approvalId = leave.ok ? leave.value.approvalId : null
    expect(await api.openDrawer({ approvalId })).toEqual({ ok: true, value: null })
    expect(await api.openDrawer({ approvalId })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
  })

  it('makes a product for who may not set prices, once with a PIN', async () => {
    await serve('owner')
    const {
      lineDiscountPercent,
      cartDiscountPercent,
      changePrice,
      deletePending,
      openDrawer,
      discardParked,
      refund,
      moveCash,
      acceptDifference,
    } = api.staff().rightsOf.cashier
    api.saveRights({
      role: 'cashier',
      rights: {
        lineDiscountPercent,
        cartDiscountPercent,
        changePrice,
        deletePending,
        openDrawer,
        discardParked,
        refund,
        moveCash,
        acceptDifference,
        freeLine: false,
      },
    })
    await serve('cashier')
    const product = {
      name: 'Alfajor',
      unitGrossClp: 450,
      isExempt: false,
      unit: null,
      categoryId: 'a',
      isFavourite: false,
    }
    expect(api.saveProduct({ ...product, code: 'N1' })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    const subject = { kind: 'right', right: 'freeLine', subject: null } as const
    const leave = await api.approve({
      staffId: ids['supervisor'] ?? '',
      pin: PINS.supervisor,
      subject,
    })
    const approvalId = leave.ok ? leave.value.approvalId : null
    // A form that has to be corrected does not use the PIN up.
    expect(api.saveProduct({ ...product, code: '', approvalId })).toMatchObject({
      refusal: { code: 'CODE_REQUIRED' },
    })
    expect(api.saveProduct({ ...product, code: 'N1', approvalId })).toMatchObject({ ok: true })
    expect(api.saveProduct({ ...product, code: 'N2', approvalId })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
  })

  it('remembers lines that vanish from an open cart, and shows its log to supervisors only', async () => {
    const cart = cartOf(api, '7801040000037', '101')
    const kept = keptOf(cart)
    api.saveDraft(kept)
    const fewer = change(cart, { type: 'remove-line', lineNumber: 2 })
    api.saveDraft(keptOf(fewer, kept.sale.saleId))
    expect(api.audit({ cursor: null, limit: 10 })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    await serve('supervisor')
    expect(auditRows()[1]).toMatchObject({
      action: 'line-removed',
      staffName: 'Camila',
      detail: { what: 'Pan (kg)', totalClp: 1890 },
    })
  })

  it('remembers how many of something were taken off a line again, and only that', async () => {
    const three = change(cartOf(api, '7801040000037', '101'), {
      type: 'set-quantity',
      lineNumber: 1,
      quantity: quantityMilli(3000),
    })
    const one = change(three, {
      type: 'set-quantity',
      lineNumber: 1,
      quantity: quantityMilli(1000),
    })
    const { saleId } = keptOf(three).sale
    for (const cart of [three, one, three]) api.saveDraft(keptOf(cart, saleId))
    await serve('supervisor')
    expect(
      auditRows().filter(({ action }) => action !== 'sign-in' && action !== 'staff-saved'),
    ).toMatchObject([
      {
        action: 'quantity-lowered',
        staffName: 'Camila',
        detail: { what: 'Café molido', from: '3', to: '1', totalClp: 3992 },
      },
    ])
  })

  it('remembers a free amount that was lowered, also at the charge itself; a higher one is nobody’s loss', async () => {
    const free = change(EMPTY_CART, {
      type: 'add-free-line',
      name: 'Varios',
      unitGrossClp: clp(9_000),
      isExempt: false,
    })
    const at = (unitGrossClp: number) =>
      change(free, { type: 'set-price', lineNumber: 1, unitGrossClp: clp(unitGrossClp) })
    const { saleId } = keptOf(free).sale
    for (const cart of [free, at(4_000), at(9_500)])
      expect(api.saveDraft(keptOf(cart, saleId))).toMatchObject({ ok: true })
    api.openSale(keptOf(at(9_500), saleId))
    const charged = { ...commitOf(api, at(1_000)), saleId, lines: [...at(1_000).lines] }
    expect(api.commitSale(charged)).toMatchObject({ ok: true })
    await serve('supervisor')
    expect(auditRows().filter(({ action }) => action === 'price-change')).toMatchObject([
      { staffName: 'Camila', saleId, detail: { what: 'Varios', fromClp: 9_500, toClp: 1_000 } },
      { staffName: 'Camila', saleId, detail: { what: 'Varios', fromClp: 9_000, toClp: 4_000 } },
    ])
  })

  it("remembers what vanishes at the charge itself and under another product's number; behind a locked counter nothing can", async () => {
    const two = keptOf(cartOf(api, '7801040000037', '101'))
    const {
      sale: { saleId },
    } = two
    api.openSale(two)
    const fewer = change(two.sale.cart, { type: 'remove-line', lineNumber: 1 })
    const command = { ...commitOf(api, fewer), saleId, lines: [...fewer.lines] }
    expect(api.commitSale(command)).toMatchObject({ ok: true })
    const swapped = keptOf(coffee())
    api.saveDraft(swapped)
    api.saveDraft(keptOf(cartOf(api, '201'), swapped.sale.saleId))
    api.signOut()
    const emptied = api.saveDraft({
      ...keptOf({ lines: [], nextLineNumber: 2 }),
      replaces: swapped.sale.saleId,
    })
    expect(emptied).toMatchObject({ ok: false, refusal: { code: 'SIGN_IN_REQUIRED' } })
    await serve('supervisor')
    expect(api.loadDraft().sale?.cart.lines).toHaveLength(1)
    expect(auditRows().filter(({ action }) => action === 'line-removed')).toMatchObject([
      { staffName: 'Camila', detail: { what: 'Café molido' } },
      { staffName: 'Camila', saleId, detail: { what: 'Café molido' } },
    ])
  })

  it('names with each discount who allowed that one, and nobody for nothing', async () => {
    const first = change(cartOf(api, '101', '7801040000037'), {
      type: 'set-discount',
      lineNumber: 1,
      discount: { kind: 'percent', percent: 30 },
    })
    const both = change(first, {
      type: 'set-discount',
      lineNumber: 2,
      discount: { kind: 'percent', percent: 90 },
    })
    expect(await approve(coffee(), 'cashier')).toMatchObject({ ok: true, value: { needs: [] } })
    await approve(first, 'supervisor')
    await approve(both, 'owner')
    expect(commit(both)).toMatchObject({ ok: true })
    await serve('owner')
    const discounts = auditRows().filter(({ action }) => action === 'discount')
    expect(discounts.map(({ approverName }) => approverName)).toEqual(['Paula', 'Rodrigo'])
    expect(auditRows().filter(({ action }) => action === 'approval')).toHaveLength(2)
  })

  it('is asked for the sale on another screen as well, without an error', async () => {
    const stop = new AbortController()
    const events = api.feed(null, stop.signal, 'other' as ScreenId)[Symbol.asyncIterator]()
    void events.next()
    api.saveDraft(keptOf(coffee()), 'other' as ScreenId)
    expect(await approve(halfOff(), 'supervisor')).toMatchObject({ ok: true })
    stop.abort()
    await events.return?.()
  })

  it('remembers who took up a parked sale that somebody else had taken payments for', async () => {
    const cart = keptOf(coffee())
    const paying = {
      ...cart.sale.paying,
      given: [{ method: CARD_METHOD, amountClp: 500, reference: '' }],
    }
    const parked = api.parkSale({ sale: { ...cart.sale, paying }, replaces: null, name: '' })
    await serve('supervisor')
    api.recallSale({
      parkedId: parked.ok ? parked.value.id : '',
      ...keptOf({ lines: [], nextLineNumber: 1 }),
    })
    expect(auditRows()[0]).toMatchObject({
      action: 'sale-handed-over',
      staffName: 'Rodrigo',
      detail: { what: 'Tarjeta $500', from: 'Camila' },
    })
  })

  it('keeps its log: rows cannot be changed or removed', () => {
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    expect(() => db.exec("UPDATE audit SET staff_name = 'x'")).toThrow('does not change')
    expect(() => db.exec('DELETE FROM audit')).toThrow('is kept')
    db.close()
  })

  it('lets the owner move the limits of a role, and nobody else', async () => {
    const rights = {
      ...api.staff().rightsOf.cashier,
      lineDiscountPercent: 50,
      cartDiscountPercent: 50,
    }
    expect(api.saveRights({ role: 'cashier', rights })).toMatchObject({
      refusal: { code: 'OWNER_REQUIRED' },
    })
    await serve('owner')
    expect(
      api.saveRights({ role: 'cashier', rights: { ...rights, cartDiscountPercent: 101 } }),
    ).toMatchObject({ refusal: { field: 'cartDiscountPercent' } })
    expect(api.saveRights({ role: 'cashier', rights })).toMatchObject({ ok: true })
    await serve('cashier')
    expect(commit(halfOff())).toMatchObject({ ok: true })
  })
})

describe('settings', () => {
  it('leave service, key, shop and money to the owner, and the rest to whoever serves', async () => {
    await hire('Paula', 'owner')
    await hire('Camila', 'cashier')
    await serve('cashier')
    const before = api.settings()
    const owners = [
      { serviceUrl: 'https://other.example' },
      { apiKey: 'another-key-1234' },
      { buyerLimits: [{ year: 2026, limitClp: 1 }] },
      { lockAfterMinutes: 5 },
    ]
    for (const change of owners) {
      expect(await api.saveSettings(change)).toMatchObject({
        refusal: { code: 'OWNER_REQUIRED', field: Object.keys(change)[0] },
      })
    }
    expect(api.settings()).toEqual(before)
    expect(await api.saveSettings({ language: 'en' })).toMatchObject({ ok: true })
    await serve('owner')
    expect(
      await api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 5_400_000 }] }),
    ).toMatchObject({ ok: true })
    expect(await api.saveSettings({ lockAfterMinutes: 5 })).toMatchObject({
      ok: true,
      value: { lockAfterMinutes: 5 },
    })
    expect(api.settings().buyerLimits).toContainEqual({ year: 2026, limitClp: 5_400_000 })
  })
})

describe('the demo shop', () => {
  const demoStaff = [
    { name: 'Camila', role: 'cashier' as const, pin: '2580' },
    { name: 'Paula', role: 'owner' as const, pin: '3690' },
  ]
  const embedded = { baseUrl: () => null, apiKey: () => null }

  it('has people with known PINs who sell at once, and who vanish with the first real owner or a real service', async () => {
    const demo = (await tillOf({ demoStaff, embedded, serviceUrlFromHost: null })).api
    expect(demo.staff()).toMatchObject({
      isOn: true,
      current: { name: 'Camila' },
      demoPins: [
        { name: 'Camila', pin: '2580' },
        { name: 'Paula', pin: '3690' },
      ],
    })
    expect((await tillOf({ demoStaff })).api.staff()).toMatchObject({ isOn: false, demoPins: [] })
  })

  const tillOf = (changes: Partial<TillOptions>) =>
    fixture.open({ ...changes, dataDir: mkdtempSync(join(fixture.dataDir, 'other-')) })
})
