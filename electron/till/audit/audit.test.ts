/** What the log remembers, and that it forgets nothing. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { change, crewTillPerTest } from '../../../test/support/crew-till.ts'
import { cartOf, commitOf, keptOf } from '../../../test/support/till-fixture.ts'

const { fixture, api, serve, auditRows, coffee } = crewTillPerTest()

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
  const one = change(three, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(1000) })
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
