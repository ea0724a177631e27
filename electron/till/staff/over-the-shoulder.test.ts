/** A supervisor’s PIN over a cashier’s shoulder allows one thing of one sale. */
import { saveRightsInput } from '#shared/staff/inputs.ts'
import type { ProductId, ScreenId } from '#shared/core/brand.ts'
import { productDeed } from '#shared/staff/deeds.ts'
import { expect, it } from 'vitest'
import type { Cart } from '#shared/selling/cart/cart.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { change, crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { cartOf, keptOf, openedOf } from '../../../test/support/till-fixture.ts'
import type { PrintOutcome } from '../kernel/ports.ts'
import { APPROVAL_MS } from './approval-store.ts'

const { fixture, api, idOf, serve, commit, approve, auditRows, coffee, halfOff } = crewTillPerTest()

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
  const many = change(one, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(99_000) })
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
  expect(commit(grown)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED', params: { what } } })
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
    staffId: idOf('supervisor'),
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
  const { rights } = saveRightsInput.parse({
    role: 'cashier',
    rights: { ...api.staff().rightsOf.cashier, freeLine: false },
  })
  api.saveRights({ role: 'cashier', rights })
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
  const subject = { kind: 'right', ...productDeed({ ...product, code: 'N1' }) } as const
  const leave = await api.approve({ staffId: idOf('supervisor'), pin: PINS.supervisor, subject })
  const approvalId = leave.ok ? leave.value.approvalId : null
  // A form that has to be corrected does not use the PIN up.
  const elsewhere = { ...product, code: 'N1', categoryId: 'none', approvalId }
  expect(api.saveProduct(elsewhere)).toMatchObject({ refusal: { code: 'CATEGORY_UNKNOWN' } })
  expect(api.saveProduct({ ...product, code: 'N1', approvalId })).toMatchObject({ ok: true })
  expect(api.saveProduct({ ...product, code: 'N2', approvalId })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
})

it('a change of the catalogue is lent to nobody: no approval of any deed opens it', async () => {
  await serve('cashier')
  const goods = { productId: null, name: 'Alfajor', code: 'N1', unitGrossClp: 450 }
  const product = { ...goods, isExempt: false, unit: null, categoryId: 'a' }
  const subject = { kind: 'right', ...productDeed(product) } as const
  const leave = await api.approve({ staffId: idOf('owner'), pin: PINS.owner, subject })
  const approvalId = leave.ok ? leave.value.approvalId : null
  expect(approvalId).not.toBeNull()
  const asked = { ...product, approvalId } as unknown as Parameters<typeof api.saveGoods>[0]
  expect(api.saveGoods(asked)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  const productId = '101' as ProductId
  expect(api.archiveProduct({ productId, isArchived: true })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
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
