/**
 * One sale with two documents: the voucher of the card for what it pays, a boleta for the rest.
 * Paper, Z, reports, F29 and returns say the same, to the peso.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { applyToCart, type Cart } from '#shared/selling/cart/cart.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'

const FARE = '201'
const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const hands = shiftTillPerTest()
const { fixture, till, desk, query, useShifts, openShift, openId, close, giveBack } = hands

beforeEach(async () => {
  must(
    await till.api.saveSettings({
      emissionModel: 'card-voucher',
      paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
      tips: { isOn: true, percents: [10] },
    }),
  )
  await useShifts()
  openShift()
})

const pay = (method: string, amountClp: number | null, reference = '') => ({
  method,
  amountClp,
  reference,
})
const commandOf = (cart: Cart, cardClp: number, changes: object = {}) => ({
  ...commitOf(till.api, cart),
  payments: [pay('TV', cardClp, '4711'), pay('EF', null)],
  ...changes,
})
const sell = (cart: Cart, cardClp: number, changes: object = {}): SaleId =>
  must(till.api.commitSale(commandOf(cart, cardClp, changes))).saleId
/** Three coffees and two fares, 500 off all of it: 8.688, of which some 3.026 is exempt. */
const mixed = (): Cart =>
  [
    { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(3_000) } as const,
    { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(2_000) } as const,
    { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: 500 } } as const,
  ].reduce((cart, action) => must(applyToCart(cart, action)), cartOf(till.api, COFFEE, FARE))

const bodies = () =>
  query<{ body: string }>('SELECT CAST(body AS TEXT) AS body FROM receipt ORDER BY seq').map(
    ({ body }) => documentRequestSchema.parse(JSON.parse(body)),
  )
const shift = () => {
  const { report } = till.api.shift().open ?? {}
  if (!report) throw new Error('no report')
  return report
}
const totals = async () => {
  const report = must(await till.api.report({ part: 'totals', ...ALL }))
  if (report.part !== 'totals') throw new Error(report.part)
  return report
}
const issued = () => fixture.until(() => till.api.status().pendingCount === 0)
const sumsOf = <Row extends { netoClp: number; ivaClp: number; exentoClp: number }>(row: Row) => [
  row.netoClp,
  row.ivaClp,
  row.exentoClp,
]

describe('card and cash', () => {
  it('are one sale: the boleta has the cash’s part, in words of the whole, and the paper says who documents what', () => {
    const command = commandOf(cartOf(till.api, COFFEE), 1_000)
    const sold = must(till.api.commitSale(command))
    expect(sold).toMatchObject({ totalClp: 1_996, documentedBy: 'receipt', roundingClp: 4 })
    expect(till.api.commitSale(command)).toEqual({ ok: true, value: sold })
    const [body] = bodies()
    expect(body).toMatchObject({
      invoice_type: '39',
      items: [{ quantity: 1, description: expect.stringMatching(/ \(parte de 1 u, \$1\.996\)$/) }],
      totals: { sub_total: 837, total: 996 },
      payment_method: { code: 'EF', description: 'Efectivo' },
    })
    expect(body?.additional_footer_info).toEqual([
      { key: 'Total de la compra', value: '$1.996' },
      { key: 'Va en el voucher', value: '$1.000' },
      { key: 'Va en la boleta', value: '$996' },
      { key: 'Tarjeta con voucher 4711', value: '$1.000' },
      { key: 'Efectivo', value: '$996' },
      { key: 'Redondeo Ley 20.956', value: '+$4' },
      { key: 'Efectivo a pagar', value: '$1.000' },
      { key: 'Recibido', value: '$1.000' },
      { key: 'Vuelto', value: '$0' },
    ])
    expect(receiptOf(till.api, sold.saleId)).toMatchObject({
      totalClp: 1_996,
      parts: [
        { documentedBy: 'receipt', documentType: '39', netoClp: 837, ivaClp: 159, totalClp: 996 },
        { documentedBy: 'voucher', documentType: '39', netoClp: 840, ivaClp: 160, totalClp: 1_000 },
      ],
    })
  })

  it('share exempt goods in proportion, to the peso on document, Z, report and F29', async () => {
    const saleId = sell(mixed(), 4_000, { tipClp: 300 })
    const { parts, totalClp } = receiptOf(till.api, saleId)
    const [receipt, voucher] = parts
    if (!receipt || !voucher) throw new Error('no parts')
    expect([receipt.totalClp + voucher.totalClp, voucher.totalClp]).toEqual([totalClp, 4_000])
    const [body] = bodies()
    expect(body?.totals).toMatchObject({
      total: receipt.totalClp,
      taxes: [{ base_amount: receipt.netoClp, amount: receipt.ivaClp }],
    })
    await issued()
    const { f29, sums, days } = await totals()
    for (const { taxes, netClp, sales, tax } of [shift(), sums]) {
      expect([netClp, sales]).toEqual([totalClp, { count: 1, totalClp }])
      expect(taxes.map((line) => [line.documentedBy, line.count, ...sumsOf(line)])).toEqual([
        ['receipt', 1, ...sumsOf(receipt)],
        ['voucher', 1, ...sumsOf(voucher)],
      ])
      expect(tax.ivaClp).toBe(receipt.ivaClp + voucher.ivaClp)
    }
    expect(days).toMatchObject([{ count: 1, totalClp }])
    expect(f29.lines.map((line) => [line.documentedBy, ...sumsOf(line)])).toEqual([
      ['receipt', ...sumsOf(receipt)],
      ['voucher', ...sumsOf(voucher)],
    ])
    expect(f29.total.totalClp).toBe(totalClp)
    expect(
      shift().methods.map(({ key, kind, salesClp, tipsClp }) => [key, kind, salesClp, tipsClp]),
    ).toEqual([
      ['EF', 'cash', receipt.totalClp, 300],
      ['TV*', 'card-voucher', 4_000, 0],
    ])
    const { text } = must(till.api.shiftFile({ shiftId: openId() }))
    const rows = text.split('\n').filter((row) => row.includes(';venta;'))
    expect(rows.map((row) => row.split(';').slice(4, 5))).toEqual([['39'], ['voucher']])
    const expected = hands.expectedCash()
    expect(expected).toBe(FLOAT_CLP + shift().roundingClp + receipt.totalClp + 300)
    must(close(expected, 'sin contar la tarjeta'))
    await fixture.until(() => desk.drawn.length > 0)
    expect(desk.drawn.map(textOn).join()).toContain('Ventas con voucher')
  })

  it('print the boleta whose stamp says its own part', async () => {
    sell(cartOf(till.api, COFFEE), 1_000)
    await fixture.until(() => fixture.printer.printed.length > 0)
    expect(fixture.printer.printed.at(-1)?.stampOf).toMatchObject({ totalClp: 996 })
  })

  it('can give the boleta the exempt goods first, which may make it an exempt one', async () => {
    must(await till.api.saveSettings({ exemptShare: 'receipt-first' }))
    const saleId = sell(cartOf(till.api, COFFEE, FARE), 2_596)
    expect(receiptOf(till.api, saleId)).toMatchObject({
      documentType: '41',
      parts: [
        { documentType: '41', exentoClp: 1_000, netoClp: 0, totalClp: 1_000 },
        { documentType: '39', exentoClp: 600, totalClp: 2_596 },
      ],
    })
    expect(bodies()).toMatchObject([{ invoice_type: '41', totals: { total: 1_000 } }])
    await issued()
    const { f29 } = await totals()
    expect(f29.lines.map((line) => [line.documentType, line.documentedBy, line.exentoClp])).toEqual(
      [
        ['39', 'voucher', 600],
        ['41', 'receipt', 1_000],
      ],
    )
  })

  it.each([
    ['what is taxed', 1, '41'],
    ['what is exempt', 2, '39'],
  ] as const)('name the boleta by all that stands on it, %s for nothing too', (_, given, paid) => {
    const discount = { kind: 'percent', percent: 100 } as const
    const gift = must(
      applyToCart(cartOf(till.api, COFFEE, FARE), {
        type: 'set-discount',
        lineNumber: given,
        discount,
      }),
    )
    const saleId = sell(gift, 600)
    expect(bodies()).toMatchObject([
      { invoice_type: '39', items: [{ taxes: [{ type: 'IVA' }] }, { quantity: 1 }] },
    ])
    expect(receiptOf(till.api, saleId)).toMatchObject({
      documentType: '39',
      parts: [{ documentType: '39' }, { documentType: paid }],
    })
  })

  it('waits with its boleta’s part alone, and a slip says both', async () => {
    await goOffline({ fixture, api: till.api })
    const saleId = sell(cartOf(till.api, COFFEE), 1_000)
    expect(receiptOf(till.api, saleId).soldOffline).toBe(true)
    expect(shift().pending).toEqual({ count: 1, totalClp: 996 })
    const { f29, sums } = await totals()
    expect([f29.pending, sums.pending]).toEqual([
      { count: 1, totalClp: 996 },
      { count: 1, totalClp: 996 },
    ])
    expect(f29.lines).toMatchObject([{ documentedBy: 'voucher', totalClp: 1_000 }])
    must(await till.api.deleteReceipt({ saleId, reason: 'Se arrepintió' }))
    expect(shift()).toMatchObject({ netClp: 0, deletions: { count: 1, totalClp: 1_996 } })
    expect((await totals()).f29).toMatchObject({ lines: [], pending: { count: 0 } })
    expect(hands.expectedCash()).toBe(FLOAT_CLP)
  })

  it.each([
    ['an invoice', () => cartOf(till.api, COFFEE), { isInvoice: true }, '33'],
    ['a boleta from 135 UF on', () => freeAmount(5_186_253, 'Moto'), {}, '39'],
  ] as const)('%s documents all of it: the voucher only proves the payment', async (...given) => {
    const [, cart, more, documentType] = given
    const order = commandOf(cart(), 1_000, { ...more, recipient: INVOICE_BUYER })
    const { saleId, totalClp, documentedBy } = must(till.api.commitSale(order))
    expect(documentedBy).toBe('receipt')
    await issued()
    expect(receiptOf(till.api, saleId)).toMatchObject({ documentType, folio: 1, parts: [] })
    expect(bodies()).toMatchObject([{ invoice_type: documentType, totals: { total: totalClp } }])
    // What the terminal took is counted with its slips, and declared by nothing but the document.
    expect(shift().methods.map(({ key, salesClp }) => [key, salesClp])).toEqual([
      ['EF', totalClp - 1_000],
      ['TV', 1_000],
    ])
    expect((await totals()).f29.lines).toMatchObject([{ documentedBy: 'receipt', totalClp }])
    must(await giveBack(saleId))
    await issued()
    expect((await totals()).f29.total).toMatchObject({ totalClp: 0, ivaClp: 0 })
  })

  it('still asks whose boleta it is from 135 UF on', () => {
    const order = commandOf(freeAmount(5_186_253, 'Moto'), 1_000)
    expect(till.api.commitSale(order)).toMatchObject({ refusal: { code: 'BUYER_REQUIRED' } })
  })

  it('is not changed for an invoice: the terminal has reported its part', async () => {
    const saleId = sell(cartOf(till.api, COFFEE), 1_000)
    await issued()
    expect(await till.api.openChange(saleId)).toMatchObject({ refusal: { code: 'CHANGE_IN_PART' } })
  })

  it('is one document where the cash pays the tip alone', () => {
    const sold = must(
      till.api.commitSale(commandOf(cartOf(till.api, COFFEE), 1_996, { tipClp: 200 })),
    )
    expect(sold).toMatchObject({ documentedBy: 'voucher', tipClp: 200 })
    expect([bodies(), receiptOf(till.api, sold.saleId).parts]).toEqual([[], []])
    expect(shift().methods.map(({ key, salesClp, tipsClp }) => [key, salesClp, tipsClp])).toEqual([
      ['EF', 0, 200],
      ['TV*', 1_996, 0],
    ])
  })
})

describe('what comes back of it', () => {
  const back = async (saleId: SaleId, pieces: Record<number, number> | null) =>
    must(till.api.commitReturn(orderOf(must(await till.api.openReturn(saleId)), pieces)))

  it('whole: one note over the boleta, the rest to the card, and nothing is left of either', async () => {
    const saleId = sell(mixed(), 4_000)
    await issued()
    const sale = receiptOf(till.api, saleId)
    const made = await back(saleId, null)
    expect(made.payments).toMatchObject([
      { method: 'TV', isVoucher: true, toCollectClp: 4_000 },
      { method: 'EF', totalClp: sale.totalClp - 4_000 },
    ])
    await issued()
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '61',
      reason_code: '1',
      billing_reference: [{ invoice_type: '39', number: sale.folio }],
      totals: { total: sale.totalClp - 4_000 },
    })
    expect(bodies().at(-1)?.billing_reference).toHaveLength(1)
    expect(shift()).toMatchObject({
      netClp: 0,
      returns: { count: 1, totalClp: sale.totalClp },
      tax: { netoClp: 0, ivaClp: 0, exentoClp: 0 },
    })
    expect(shift().methods.map(({ key, expectedClp }) => [key, expectedClp])).toEqual([
      ['EF', FLOAT_CLP],
      ['TV*', 0],
    ])
    expect((await totals()).f29.total).toEqual({ netoClp: 0, exentoClp: 0, ivaClp: 0, totalClp: 0 })
  })

  it('in parts: each document gives its share, in the end all of it, and an undone part comes again', async () => {
    const saleId = sell(mixed(), 4_000)
    await issued()
    const { totalClp, folio } = receiptOf(till.api, saleId)
    const first = await back(saleId, { 1: 1_000 })
    await issued()
    const undoId = first.saleId
    must(till.api.undoReturn({ returnId: undoId, reason: 'Se equivocó', approvalId: null }))
    await issued()
    expect(shift().netClp).toBe(totalClp)
    expect((await totals()).f29.total.totalClp).toBe(totalClp)
    for (const pieces of [{ 1: 2_000 }, { 2: 1_000 }, null]) {
      await back(saleId, pieces)
      await issued()
    }
    const notes = bodies().filter(({ invoice_type: type }) => type === '61')
    const credited = notes.reduce((sum, { totals: { total } }) => sum + total, 0)
    const undone = bodies().find(({ invoice_type: type }) => type === '56')?.totals.total ?? 0
    expect(credited - undone).toBe(totalClp - 4_000)
    expect(notes.map(({ billing_reference: of }) => of?.[0]?.number)).toEqual(
      notes.map(() => folio),
    )
    expect(shift().methods.find(({ key }) => key === 'TV*')).toMatchObject({ expectedClp: 0 })
    expect([shift().netClp, (await totals()).f29.total.totalClp]).toEqual([0, 0])
    expect(till.api.startReturn(saleId)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
  })

  it('of what the voucher alone documents, names the voucher as for any other', async () => {
    must(await till.api.saveSettings({ exemptShare: 'receipt-first' }))
    const saleId = sell(cartOf(till.api, COFFEE, FARE), 2_596)
    await issued()
    const sale = must(await till.api.openReturn(saleId))
    expect(sale).toMatchObject({ voucherNumber: '4711', voucherCard: { id: 'TV' } })
    expect(till.api.commitReturn(orderOf(sale, { 1: 1_000 }))).toMatchObject({
      refusal: { code: 'RETURN_VOUCHER_NUMBER' },
    })
    const order = { ...orderOf(sale, { 1: 1_000 }), voucherNumber: '4711' }
    expect(must(till.api.commitReturn(order)).totalClp).toBe(1_996)
    await issued()
    expect(bodies().at(-1)).toMatchObject({
      billing_reference: [{ invoice_type: '48', number: 4711 }],
      totals: { total: 1_996 },
    })
    await back(saleId, null)
    await issued()
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '61',
      billing_reference: [{ invoice_type: '41' }],
      totals: { total: 1_000 },
    })
    expect([shift().netClp, (await totals()).f29.total.totalClp]).toEqual([0, 0])
  })
})
