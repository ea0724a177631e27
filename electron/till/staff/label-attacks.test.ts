/** The price on a scale's label, typed or said to be scanned: no way round the right to it. */
import { expect, it } from 'vitest'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import type { StaffView } from '#shared/staff/views.ts'
import { EMPTY_CART, type Cart, type CartAction } from '#shared/selling/cart/cart.ts'
import { cartOf } from '../../../test/support/till-fixture.ts'
import { change, crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { quantityMilli } from '#shared/money/quantity.ts'

const { api, serve, commit, approve, auditRows } = crewTillPerTest()

/** Prefix 24 carries a price, 20 a weight in grams. */
const labelOf = (prefix: 20 | 24, item: string, value: number): string => {
  const body = `${prefix}${item.padStart(5, '0')}${String(value).padStart(5, '0')}`
  return `${body}${eanCheckDigit(body)}`
}
const labelled = (code: string, isScanned: boolean): Cart =>
  change(EMPTY_CART, { type: 'add-product', product: must(api.productByCode(code)), isScanned })
const of = (lineNumber: number, milli: number): CartAction => ({
  type: 'set-quantity',
  lineNumber,
  quantity: quantityMilli(milli),
})
/** Without the right to free amounts. */
const closed = ({ rightsOf: { cashier } }: StaffView) => ({ ...cashier, freeLine: false })
const BREAD = '101'
/** $1.600 a piece. */
const TICKET = '201'
const asks = (kind: string) => [{ kind, lineNumber: 1 }]
const needs = ({ lines }: Cart) => api.saleNeeds({ lines: [...lines] })

it('above the limit it needs a PIN, however it came, for that product, quantity and amount', async () => {
  const dear = labelled(labelOf(24, BREAD, 60_000), false)
  const refused = { refusal: { code: 'APPROVAL_REQUIRED' } }
  for (const isScanned of [true, false])
    expect(commit(labelled(labelOf(24, BREAD, 60_000), isScanned))).toMatchObject(refused)
  // Many small ones on one line are as much.
  const many = change(labelled(labelOf(24, BREAD, 30_000), true), {
    type: 'set-quantity',
    lineNumber: 1,
    quantity: quantityMilli(2_000),
  })
  expect(needs(many)).toMatchObject(asks('label'))
  expect(await approve(dear, 'cashier')).toMatchObject({ refusal: { code: 'APPROVER_TOO_LOW' } })
  expect(await approve(dear, 'supervisor')).toMatchObject({ ok: true })
  const other = [
    labelled(labelOf(24, BREAD, 70_000), false),
    labelled(labelOf(24, TICKET, 60_000), false),
    change(dear, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(2_000) }),
  ]
  for (const cart of other) expect(commit(cart)).toMatchObject(refused)
  expect(commit(dear)).toMatchObject({ ok: true, value: { totalClp: 60_000 } })
})

it('below the price of a piece it is another price, and a part of a label is none', () => {
  const cheap = labelled(labelOf(24, TICKET, 100), true)
  expect(needs(cheap)).toMatchObject([{ kind: 'price', unitGrossClp: 100, listGrossClp: 1_600 }])
  expect(commit(cheap)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(needs(labelled(labelOf(24, TICKET, 3_200), true))).toEqual([])
  const crumb = change(labelled(labelOf(24, BREAD, 40_000), true), {
    type: 'set-quantity',
    lineNumber: 1,
    quantity: quantityMilli(1),
  })
  expect(needs(crumb)).toMatchObject(asks('label'))
})

it('a thousandth of a dear piece is a free amount by another name: a row, and the right to one', async () => {
  const coffee = change(cartOf(api, '7801040000037'), of(1, 500))
  must(commit(coffee))
  // What is measured is sold in parts.
  must(commit(change(cartOf(api, BREAD), of(1, 350))))
  await serve('owner')
  expect(auditRows().filter(({ action }) => action === 'part-sold')).toMatchObject([
    { staffName: 'Camila', detail: { what: '0,5 × «Café molido», parte de una pieza de $1.996' } },
  ])
  const { rightsOf } = must(api.saveRights({ role: 'cashier', rights: closed(api.staff()) }))
  expect(rightsOf.cashier.freeLine).toBe(false)
  await serve('cashier')
  expect(needs(coffee)).toMatchObject(asks('part'))
  expect(commit(coffee)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(await approve(coffee, 'supervisor')).toMatchObject({ ok: true })
  // Half of it was allowed, and a crumb is less.
  expect(commit(change(coffee, of(1, 1)))).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(commit(coffee)).toMatchObject({ ok: true })
})

it('typed by hand it stands in the log, with its price or its weight; scanned it does not', async () => {
  const codes = [labelOf(24, BREAD, 4_500), labelOf(20, BREAD, 350)]
  for (const code of codes) {
    must(commit(labelled(code, true)))
    must(commit(labelled(code, false)))
  }
  // Without a word about where it came from it was typed.
  must(commit({ ...labelled(codes[0] ?? '', true), lines: unsaid(codes[0] ?? '') }))
  await serve('supervisor')
  const rows = auditRows().filter(({ action }) => action === 'label-typed')
  expect(rows).toMatchObject([
    { staffName: 'Camila', detail: { what: `1 × «Pan (kg)» ${codes[0]}`, totalClp: 4_500 } },
    { staffName: 'Camila', detail: { what: `0,35 × «Pan (kg)» ${codes[1]}`, totalClp: 662 } },
    { staffName: 'Camila', detail: { what: `1 × «Pan (kg)» ${codes[0]}`, totalClp: 4_500 } },
  ])
  expect(rows.every(({ saleId }) => saleId !== null)).toBe(true)
})

it('has a limit that the owner sets, with a row of its own', async () => {
  await serve('owner')
  expect(await api.saveSettings({ labelLimitClp: -1 })).toMatchObject({
    refusal: { code: 'CASH_AMOUNT_NOT_VALID', field: 'labelLimitClp' },
  })
  must(await api.saveSettings({ labelLimitClp: 4_000 }))
  expect(api.settings()).toMatchObject({ labelLimitClp: 4_000 })
  expect(auditRows()[0]).toMatchObject({
    action: 'settings-changed',
    detail: { what: 'labelLimitClp', from: '50000', to: '4000' },
  })
  await serve('cashier')
  expect(needs(labelled(labelOf(24, BREAD, 4_000), true))).toEqual([])
  expect(needs(labelled(labelOf(24, BREAD, 4_001), true))).toMatchObject(asks('label'))
})

function unsaid(code: string): Cart['lines'] {
  return labelled(code, true).lines.map(({ label: _, ...line }) => line)
}
