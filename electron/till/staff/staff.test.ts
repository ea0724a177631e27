import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyToCart, type Cart, type CartAction } from '#shared/cart/cart.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { PrintOutcome } from '../ports.ts'
import { cartOf, commitOf, tillFixture, type TillFixture } from '../../../test/support/till-fixture.ts'
import { APPROVAL_MS } from './approvals.ts'

let fixture: TillFixture
let api: TillApi
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
  api.approve({ staffId: ids[role] ?? '', pin, subject: { kind: 'sale', lines: [...cart.lines] } })
function auditRows() {
  const page = api.audit({ cursor: null, limit: 200 })
  if (!page.ok) throw new Error(page.refusal.code)
  return page.value.rows
}
const coffee = () => cartOf(api, '7801040000037')
const halfOff = () => change(coffee(), { type: 'set-discount', lineNumber: 1, discountClp: 998 })

beforeEach(async () => {
  fixture = tillFixture()
  api = (await fixture.open({ pinCost: 4 })).api
})
afterEach(() => fixture.close())

describe('a till nobody is set up at', () => {
  it('sells at once with every right, and remembers changed prices all the same', () => {
    expect(api.staff()).toMatchObject({ isOn: false, current: null, rights: { lineDiscountPercent: 100, changePrice: true } })
    expect(commit(change(coffee(), { type: 'set-price', lineNumber: 1, unitGrossClp: 10 }))).toMatchObject({ ok: true })
    expect(auditRows()).toMatchObject([{ action: 'price-change', staffName: 'Cajero 1', approverName: null, detail: { fromClp: 1996, toClp: 10 } }])
  })

  it('begins with an owner, who then serves', async () => {
    expect(await api.saveStaff({ staffId: null, name: 'Ana', role: 'cashier', pin: '2580' })).toMatchObject({ refusal: { code: 'FIRST_IS_OWNER' } })
    for (const pin of ['12', '1234', '7777', 'abcd', '123456789']) {
      expect(await api.saveStaff({ staffId: null, name: 'Ana', role: 'owner', pin })).toMatchObject({ refusal: { field: 'pin' } })
    }
    await hire('Paula', 'owner')
    expect(api.staff()).toMatchObject({ isOn: true, current: { name: 'Paula', role: 'owner' } })
    expect(await api.saveStaff({ staffId: null, name: 'paula', role: 'cashier', pin: '2580' })).toMatchObject({ refusal: { code: 'STAFF_NAME_TAKEN' } })
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
    const sold = db.prepare("SELECT s.cashier_name AS name, CAST(r.body AS TEXT) LIKE '%Camila%' AS isOnPaper FROM sale s JOIN receipt r ON r.sale_id = s.id").get()
    db.close()
    expect(sold).toEqual({ name: 'Camila', isOnPaper: 1 })
  })

  it('counts wrong PINs before comparing, makes the next ones wait, and forgets them after a right one', async () => {
    const guess = (pin: string) => api.signIn({ staffId: ids['supervisor'] ?? '', pin })
    const guesses = await Promise.all(['0001', '0002', '0003', '0004'].map(guess))
    expect(guesses.map((answer) => !answer.ok && answer.refusal.code)).toEqual(Array(4).fill('PIN_WRONG'))
    expect(await guess('0005')).toMatchObject({ refusal: { code: 'PIN_LOCKED', params: { seconds: '30' } } })
    expect(await guess(PINS.supervisor)).toMatchObject({ refusal: { code: 'PIN_LOCKED' } })
    await fixture.clock.advance(30_000)
    expect(await guess(PINS.supervisor)).toMatchObject({ ok: true, value: { current: { name: 'Rodrigo' } } })
    expect(auditRows().filter(({ action }) => action === 'pin-wrong')).toHaveLength(5)
  })

  it('refuses at the commit what goes beyond the rights, whatever the screen thought', () => {
    expect(commit(halfOff())).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED', params: { what: '50 % de descuento en «Café molido»' } } })
    expect(commit(change(coffee(), { type: 'set-price', lineNumber: 1, unitGrossClp: 1500 }))).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    // The same lower price smuggled in without a word: the catalogue is asked, not the screen.
    const [line] = coffee().lines
    const smuggled: Cart = { lines: line ? [{ ...line, unitGrossClp: 1 as typeof line.unitGrossClp }] : [], nextLineNumber: 2 }
    expect(commit(smuggled)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(commit(change(coffee(), { type: 'set-discount', lineNumber: 1, discountClp: 199 }))).toMatchObject({ ok: true })
  })

  it('takes a PIN over the shoulder for this sale and this line only; the cashier stays', async () => {
    const cart = halfOff()
    expect(api.saleNeeds({ lines: [...cart.lines] })).toMatchObject([{ kind: 'line-discount', percent: 50 }])
    expect(await approve(cart, 'cashier')).toMatchObject({ refusal: { code: 'APPROVER_TOO_LOW', params: { name: 'Camila' } } })
    expect(await approve(cart, 'supervisor', '9999')).toMatchObject({ refusal: { code: 'PIN_WRONG' } })
    expect(await approve(cart, 'supervisor')).toMatchObject({ ok: true, value: { approverName: 'Rodrigo' } })
    expect(api.staff().current?.name).toBe('Camila')
    expect(api.saleNeeds({ lines: [...cart.lines] })).toEqual([])
    const more = change(cart, { type: 'set-discount', lineNumber: 1, discountClp: 1100 })
    expect(commit(more)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    const sold = commit(cart)
    expect(sold).toMatchObject({ ok: true })
    expect(commit(halfOff())).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(sold.ok && api.receipt(sold.value.saleId)).toMatchObject({ value: {
      soldBy: 'Camila', allowed: [{ action: 'discount', approverName: 'Rodrigo', detail: { what: '50 % de descuento en «Café molido»' } }],
    } })
    await serve('owner')
    expect(auditRows().find(({ action }) => action === 'discount')).toMatchObject({
      staffName: 'Camila', approverName: 'Rodrigo', saleId: sold.ok ? sold.value.saleId : '',
    })
  })

  it('lets an approval run out, and keeps it with its cart through parking', async () => {
    const cart = halfOff()
    await approve(cart, 'supervisor')
    const parked = api.parkSale({ cart: { ...cart, lines: [...cart.lines] }, openSaleId: null, name: '' })
    expect(api.saleNeeds({ lines: [...cart.lines] })).toHaveLength(1)
    api.recallSale({ parkedId: parked.ok ? parked.value.id : '', cart: { lines: [], nextLineNumber: 1 }, openSaleId: null })
    expect(api.saleNeeds({ lines: [...cart.lines] })).toEqual([])
    await fixture.clock.advance(APPROVAL_MS)
    expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  })

  it('opens the drawer without a sale for those who may, or once with a PIN', async () => {
    fixture.printer.kickDrawer = async (): Promise<PrintOutcome> => ({ kind: 'sent', escpos: new Uint8Array(), paperPng: new Uint8Array(), stampReadable: null })
    expect(await api.openDrawer({ approvalId: null })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const leave = await api.approve({ staffId: ids['supervisor'] ?? '', pin: PINS.supervisor, subject: { kind: 'right', right: 'openDrawer', subject: null } })
    const approvalId = leave.ok ? leave.value.approvalId : null
    expect(await api.openDrawer({ approvalId })).toEqual({ ok: true, value: null })
    expect(await api.openDrawer({ approvalId })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  })

  it('remembers lines that vanish from an open cart, and shows its log to supervisors only', async () => {
    const cart = cartOf(api, '7801040000037', '101')
    api.saveDraft({ ...cart, lines: [...cart.lines] })
    const fewer = change(cart, { type: 'remove-line', lineNumber: 2 })
    api.saveDraft({ ...fewer, lines: [...fewer.lines] })
    expect(api.audit({ cursor: null, limit: 10 })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    await serve('supervisor')
    expect(auditRows()[1]).toMatchObject({ action: 'line-removed', staffName: 'Camila', detail: { what: 'Pan (kg)', totalClp: 1890 } })
  })

  it('remembers how many of something were taken off a line again, and only that', async () => {
    const save = (cart: Cart) => api.saveDraft({ ...cart, lines: [...cart.lines] })
    const three = change(cartOf(api, '7801040000037', '101'), { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(3000) })
    const one = change(three, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(1000) })
    for (const cart of [three, one, three]) save(cart)
    await serve('supervisor')
    expect(auditRows().filter(({ action }) => action !== 'sign-in' && action !== 'staff-saved')).toMatchObject([
      { action: 'quantity-lowered', staffName: 'Camila', detail: { what: 'Café molido', from: '3', to: '1', totalClp: 3992 } },
    ])
  })

  it('keeps its log: rows cannot be changed or removed', () => {
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    expect(() => db.exec("UPDATE audit SET staff_name = 'x'")).toThrow('does not change')
    expect(() => db.exec('DELETE FROM audit')).toThrow('is kept')
    db.close()
  })

  it('lets the owner move the limits of a role, and nobody else', async () => {
    const rights = { ...api.staff().rightsOf.cashier, lineDiscountPercent: 50, cartDiscountPercent: 50 }
    expect(api.saveRights({ role: 'cashier', rights })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    await serve('owner')
    expect(api.saveRights({ role: 'cashier', rights: { ...rights, cartDiscountPercent: 101 } })).toMatchObject({ refusal: { field: 'cartDiscountPercent' } })
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
    const owners = [{ serviceUrl: 'https://other.example' }, { apiKey: 'another-key-1234' }, { buyerLimits: [{ year: 2026, limitClp: 1 }] }, { lockAfterMinutes: 5 }]
    for (const change of owners) {
      expect(await api.saveSettings(change)).toMatchObject({ refusal: { code: 'OWNER_REQUIRED', field: Object.keys(change)[0] } })
    }
    expect(api.settings()).toEqual(before)
    expect(await api.saveSettings({ language: 'en' })).toMatchObject({ ok: true })
    await serve('owner')
    expect(await api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 5_400_000 }] })).toMatchObject({ ok: true })
    expect(await api.saveSettings({ lockAfterMinutes: 5 })).toMatchObject({ ok: true, value: { lockAfterMinutes: 5 } })
    expect(api.settings().buyerLimits).toContainEqual({ year: 2026, limitClp: 5_400_000 })
  })
})

describe('the demo shop', () => {
  const demoStaff = [{ name: 'Camila', role: 'cashier' as const, pin: '2580' }, { name: 'Paula', role: 'owner' as const, pin: '3690' }]
  const embedded = { baseUrl: () => null, apiKey: () => null }

  it('has people with known PINs who sell at once, and who vanish with the first real owner or a real service', async () => {
    const demo = (await tillOf({ demoStaff, embedded, serviceUrlFromHost: null })).api
    expect(demo.staff()).toMatchObject({ isOn: true, current: { name: 'Camila' }, demoPins: [{ name: 'Camila', pin: '2580' }, { name: 'Paula', pin: '3690' }] })
    await fixture.close()
    expect((await tillOf({ demoStaff })).api.staff()).toMatchObject({ isOn: false, demoPins: [] })
  })

  async function tillOf(changes: Parameters<TillFixture['open']>[0]) {
    await fixture.close()
    fixture = tillFixture()
    return fixture.open(changes)
  }
})
