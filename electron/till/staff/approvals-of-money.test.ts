/** What a PIN over the shoulder allows, attacked: more money, another way, another turn. */
import { beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { applyToCart, cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import {
  closingDeed,
  mendDeed,
  productDeed,
  readingDeed,
  type Mending,
} from '#shared/staff/deeds.ts'
import type { LentRight } from '#shared/staff/need.ts'
import { cartOf, commitOf, keptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { refuseDocuments } from '../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
const COFFEE = '7801040000037'
const REFUSED = { ok: false, refusal: { code: 'RIGHT_REQUIRED' } }
const ids: Record<string, string> = {}
const serve = (role: keyof typeof PINS) => api.signIn({ staffId: ids[role] ?? '', pin: PINS[role] })

const { fixture, api } = tillPerTest({ pinCost: 4 })
beforeEach(async () => {
  await api.saveSettings({ usesShifts: true })
  api.openShift({ shiftId: api.shift().nextId, floatClp: 30_000 })
  for (const role of ['owner', 'supervisor', 'cashier'] as const) {
    const saved = await api.saveStaff({ staffId: null, name: role, role, pin: PINS[role] })
    ids[role] = saved.ok ? (saved.value.members.find(({ name }) => name === role)?.id ?? '') : ''
  }
  await serve('cashier')
})

async function lend(right: LentRight, subject: string | null, amountClp?: number) {
  const given = await api.approve({
    staffId: ids['supervisor'] ?? '',
    pin: PINS.supervisor,
    subject: { kind: 'right', right, subject, ...(amountClp === undefined ? {} : { amountClp }) },
  })
  if (!given.ok) throw new Error(given.refusal.code)
  return given.value.approvalId
}

async function rightsWithout(right: LentRight) {
  await serve('owner')
  const { readAudit: _, manageStaff: __, ...rights } = api.staff().rightsOf.cashier
  return { role: 'cashier' as const, rights: { ...rights, [right]: false } }
}

async function logged() {
  await serve('owner')
  const page = api.audit({ cursor: null, limit: 50 })
  if (!page.ok) throw new Error(page.refusal.code)
  return page.value.rows
}

it('a movement is allowed by its way and its amount: a PIN for $1.000 out takes neither $900.000 nor puts in', async () => {
  const move = (kind: 'in' | 'out', amountClp: number, approvalId: string) =>
    api.moveCash({ movementId: api.shift().nextId, kind, amountClp, reason: 'Banco', approvalId })
  const approvalId = await lend('moveCash', 'out', 1_000)
  expect(await move('out', 29_000, approvalId)).toMatchObject(REFUSED)
  expect(await move('out', 1_001, approvalId)).toMatchObject(REFUSED)
  expect(await move('in', 1_000, approvalId)).toMatchObject(REFUSED)
  expect(await move('out', 1_000, await lend('moveCash', 'out'))).toMatchObject(REFUSED)
  expect(await move('out', 1_000, await lend('moveCash', null, 1_000))).toMatchObject(REFUSED)
  expect(await move('out', 1_000, approvalId)).toMatchObject({ ok: true })
  expect((await logged()).find(({ action }) => action === 'approval')?.detail['what']).toContain(
    '$1.000',
  )
})

it('a refund is allowed by its sale and its sum: a PIN for one piece gives back no fifty', async () => {
  const cart = applyToCart(cartOf(api, COFFEE), {
    type: 'set-quantity',
    lineNumber: 1,
    quantity: 50_000 as Cart['lines'][number]['quantity'],
  })
  if (!cart.ok) throw new Error(cart.refusal.code)
  const sold = api.commitSale(commitOf(api, cart.value))
  if (!sold.ok) throw new Error(sold.refusal.code)
  const { saleId } = sold.value
  const byCash = `${saleId} EF`
  const giveBack = (quantity: number, approvalId: string, method = 'EF') => {
    const opened = api.startReturn(saleId)
    if (!opened.ok) throw new Error(opened.refusal.code)
    return api.commitReturn({
      returnId: opened.value.returnId,
      originalId: saleId,
      reason: 'Fallado',
      refund: { method, reference: '' },
      approvalId,
      lines: [{ lineNumber: 1, quantity }],
      expectedTotalClp: (opened.value.totalClp * quantity) / 50_000,
    })
  }
  const onePieceClp = sold.value.totalClp / 50
  const toKeep = await lend('refund', `${saleId} NC`, onePieceClp)
  expect(giveBack(1_000, toKeep)).toMatchObject(REFUSED)
  const approvalId = await lend('refund', byCash, onePieceClp)
  expect(giveBack(1_000, approvalId, 'NC')).toMatchObject(REFUSED)
  expect(giveBack(50_000, approvalId)).toMatchObject(REFUSED)
  expect(giveBack(2_000, approvalId)).toMatchObject(REFUSED)
  expect(giveBack(1_000, await lend('refund', byCash))).toMatchObject(REFUSED)
  expect(giveBack(1_000, approvalId)).toMatchObject({ ok: true })
  expect(giveBack(1_000, approvalId)).toMatchObject(REFUSED)
})

it('does not survive the cashier’s sign-out, for the sale nor for a single deed', async () => {
  const cart = applyToCart(cartOf(api, COFFEE), {
    type: 'set-discount',
    lineNumber: 1,
    discount: { kind: 'percent', percent: 50 },
  })
  if (!cart.ok) throw new Error(cart.refusal.code)
  const command = { ...commitOf(api, cart.value), lines: [...cart.value.lines] }
  const halfOff = () =>
    api.approve({
      staffId: ids['supervisor'] ?? '',
      pin: PINS.supervisor,
      subject: { kind: 'sale', lines: [...cart.value.lines], saleId: command.saleId },
    })
  await halfOff()
  const out = await lend('moveCash', 'out', 1_000)
  api.signOut()
  await serve('cashier')
  expect(api.commitSale(command)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  const { nextId: movementId } = api.shift()
  expect(
    await api.moveCash({ movementId, kind: 'out', amountClp: 1_000, reason: 'x', approvalId: out }),
  ).toMatchObject(REFUSED)
  await halfOff()
  await serve('owner')
  await serve('cashier')
  expect(api.commitSale(command)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  await halfOff()
  expect(api.commitSale(command)).toMatchObject({ ok: true })
})

it('putting a receipt aside, sending it again and adopting one are a supervisor’s, and each is a row', async () => {
  refuseDocuments(fixture.service, 'recipient.document_number', 'INVALID_RUT')
  const saleId: SaleId = sellOf(api, COFFEE)
  const state = () => {
    const found = api.receipt(saleId)
    return found.ok ? found.value.issueState : null
  }
  await fixture.until(() => state() === 'rejected')
  const remoteId = '00000000-0000-4000-8000-000000000001'
  expect(api.setAside({ saleId, reason: 'x' })).toMatchObject(REFUSED)
  expect(api.resendFixed({ saleId, recipient: null })).toMatchObject(REFUSED)
  expect(api.adoptId({ saleId, remoteId })).toMatchObject(REFUSED)
  const elsewhere = await lend('deletePending', null)
  expect(api.setAside({ saleId, reason: 'x', approvalId: elsewhere })).toMatchObject(REFUSED)
  api.signOut()
  expect(api.setAside({ saleId, reason: 'x' })).toMatchObject({
    refusal: { code: 'SIGN_IN_REQUIRED' },
  })
  await serve('cashier')
  // Each way ends the receipt otherwise: a PIN for one is for no other.
  const lendFor = (mending: Mending) => lend('deletePending', mendDeed(saleId, mending).subject)
  const toResend = await lendFor({ way: 'resend', recipient: null })
  // Nor does it send it to somebody else than was shown.
  const cousin = { rut: '12.345.678-5', legalName: 'Primo', phone: '', email: '' }
  expect(api.resendFixed({ saleId, recipient: cousin, approvalId: toResend })).toMatchObject(
    REFUSED,
  )
  expect(api.setAside({ saleId, reason: 'x', approvalId: toResend })).toMatchObject(REFUSED)
  const approvalId = await lendFor({ way: 'aside' })
  const resend = (given: string) => api.resendFixed({ saleId, recipient: null, approvalId: given })
  expect(resend(approvalId)).toMatchObject(REFUSED)
  expect(resend(await lendFor({ way: 'adopt', remoteId }))).toMatchObject(REFUSED)
  expect(api.setAside({ saleId, reason: 'anulada', approvalId })).toMatchObject({ ok: true })
  await serve('supervisor')
  expect(api.resendFixed({ saleId, recipient: null })).toMatchObject({ ok: true })
  const rows = await logged()
  expect(rows.filter((row) => row.saleId === saleId).slice(0, 2)).toMatchObject([
    { action: 'receipt-resent', staffName: 'supervisor', approverName: null },
    {
      action: 'receipt-set-aside',
      staffName: 'cashier',
      approverName: 'supervisor',
      detail: { what: 'anulada' },
    },
  ])
})

it('a difference is allowed by its count and its sum: neither a larger one nor another deed', async () => {
  const { nextId: countId } = api.shift()
  const shiftId = api.shift().open?.shiftId ?? ''
  const counted = (id: string, amountClp: number) =>
    api.countShift({
      countId: id,
      shiftId,
      pieces: null,
      amounts: [{ key: 'EF', amountClp }],
      approvalId: null,
    })
  const close = (id: string, approvalId: string) =>
    api.closeShift({ shiftId, countId: id, reason: 'No sé', note: '', approvalId })
  expect(counted(countId, 20_000)).toMatchObject({ ok: true })
  expect(close(countId, await lend('acceptDifference', shiftId))).toMatchObject(REFUSED)
  const read = readingDeed(shiftId)
  expect(close(countId, await lend(read.right, read.subject))).toMatchObject(REFUSED)
  const small = closingDeed(countId, { lines: [{ differenceClp: -9_999 }] })
  expect(close(countId, await lend(small.right, small.subject, small.amountClp))).toMatchObject(
    REFUSED,
  )
  const deed = closingDeed(countId, { lines: [{ differenceClp: -10_000 }] })
  const approvalId = await lend(deed.right, deed.subject, deed.amountClp)
  expect(api.readShift({ approvalId })).toMatchObject({ ok: true })
  const { nextId: worse } = api.shift()
  expect(counted(worse, 0)).toMatchObject({ ok: true })
  expect(close(worse, approvalId)).toMatchObject(REFUSED)
  expect(close(countId, approvalId)).toMatchObject({ ok: true })
  expect((await logged()).find(({ action }) => action === 'approval')?.detail['what']).toContain(
    '$10.000',
  )
})

it('a product is allowed by its name and price: a PIN for a pencil makes no cheap television', async () => {
  const rights = await rightsWithout('freeLine')
  expect(api.saveRights(rights)).toMatchObject({ ok: true })
  await serve('cashier')
  const pencil = {
    code: 'N1',
    name: 'Lápiz',
    unitGrossClp: 450,
    isExempt: false,
    unit: null,
    categoryId: 'a',
    isFavourite: false,
  }
  const save = (changed: Partial<typeof pencil>, approvalId: string) =>
    api.saveProduct({ ...pencil, ...changed, approvalId })
  expect(save({}, await lend('freeLine', null))).toMatchObject(REFUSED)
  const deed = productDeed(pencil)
  const approvalId = await lend(deed.right, deed.subject)
  expect(save({ name: 'Televisor' }, approvalId)).toMatchObject(REFUSED)
  expect(save({ unitGrossClp: 451 }, approvalId)).toMatchObject(REFUSED)
  expect(save({ unitGrossClp: 1 }, approvalId)).toMatchObject(REFUSED)
  expect(save({ code: 'N2' }, approvalId)).toMatchObject(REFUSED)
  expect(save({ isExempt: true }, approvalId)).toMatchObject(REFUSED)
  expect(save({}, approvalId)).toMatchObject({ ok: true })
  expect(save({ code: 'N2' }, approvalId)).toMatchObject(REFUSED)
  const what = (await logged()).find(({ action }) => action === 'approval')?.detail['what']
  expect(what).toMatch(/Lápiz.*\$450/)
})

it('discarding a parked sale is allowed with what was paid of it, and no more', async () => {
  expect(api.saveRights(await rightsWithout('discardParked'))).toMatchObject({ ok: true })
  await serve('cashier')
  const kept = keptOf(cartOf(api, COFFEE))
  const { totalClp } = cartTotals(kept.sale.cart)
  const method = DEFAULT_METHODS.find(({ id }) => id === 'TC')
  if (method === undefined) throw new Error('no card')
  const given = [{ method, amountClp: totalClp, reference: '1234' }]
  const paid = { ...kept.sale, paying: { ...kept.sale.paying, given } }
  const parked = api.parkSale({ ...kept, sale: paid, name: 'Mesa 1' })
  if (!parked.ok) throw new Error(JSON.stringify(parked.refusal))
  const { id: parkedId, takenClp } = parked.value
  expect(takenClp).toBe(totalClp)
  const discard = (approvalId: string) => api.discardParked({ parkedId, approvalId })
  expect(discard(await lend('discardParked', parkedId))).toMatchObject(REFUSED)
  expect(discard(await lend('discardParked', parkedId, totalClp - 1))).toMatchObject(REFUSED)
  expect(discard(await lend('discardParked', parkedId, totalClp))).toMatchObject({ ok: true })
})

it('the drawer is opened once by a PIN', async () => {
  const approvalId = await lend('openDrawer', null)
  const opened = await Promise.all([api.openDrawer({ approvalId }), api.openDrawer({ approvalId })])
  // This till's printer has no drawer: it was tried once.
  expect(opened.map((answer) => answer.ok || answer.refusal.code)).toEqual([
    'DRAWER_NOT_OPENED',
    'RIGHT_REQUIRED',
  ])
})
