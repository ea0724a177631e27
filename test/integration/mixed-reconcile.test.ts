/**
 * Random shifts of one shop, sold by voucher and boleta, given back, undone, changed for an invoice
 * and back: Z, reports, F29 codes, CSV, export and the service's documents agree to the peso.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { applyToCart, cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { assert } from '#shared/core/result.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { f29Fields, signOf } from '#shared/reports/f29.ts'
import { createNodeHttp } from '#till/adapters/node-http.ts'
import { otherDocuments } from '#till/tables/examine.ts'
import { exportSales } from '#till/backup/durability/export-sales.ts'
import type { Till } from '#till/till.ts'
import { listen } from '../../electron/service/server.ts'
import { CARD_METHOD, VOUCHER_CARD } from '../support/card-method.ts'
import { changeDocument } from '../support/change-document.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { handsOf } from '../support/shift-till.ts'
import { cartOf, commitOf, tillFixture } from '../support/till-fixture.ts'
import { pick } from '../support/thoroughness.ts'
import { countInEarnest, startInProcess } from './service-in-process.ts'

const RUNS = pick(4, 300)
const DOCUMENTS_MAX = 100
const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const SOLD = ['101', '201', '7801040000037'] as const

const line = fc.record({
  code: fc.constantFrom(...SOLD),
  milli: fc.integer({ min: 1, max: 6 }).map((pieces) => pieces * 1_000),
  percent: fc.constantFrom(0, 0, 7, 33),
})
const deed = fc.record({
  lines: fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: ({ code }) => code }),
  offClp: fc.constantFrom(0, 0, 1, 137),
  card: fc.constantFrom('TC', 'TV'),
  /** Of the sale, in thousandths, by that card; the rest by cash. */
  cardMilli: fc.constantFrom(0, 1, 137, 500, 999, 1_000),
  tipClp: fc.constantFrom(0, 0, 333),
  model: fc.constantFrom('every-sale' as const, 'card-voucher' as const),
  exemptShare: fc.constantFrom('proportional' as const, 'receipt-first' as const),
  isInvoice: fc.constantFrom(false, false, true),
  after: fc.constantFrom('none', 'whole', 'pieces', 'undone', 'change', 'change and back'),
})
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never

const close: (() => Promise<void>)[] = []
const closeAll = async () => {
  for (const end of close.splice(0).reverse()) await end()
}
afterEach(closeAll)

function cartFor(till: Till, { lines, offClp }: Deed): Cart {
  const codes = lines.map(({ code }) => code)
  const filled = lines.reduce(
    (cart, { milli, percent }, index) => {
      const lineNumber = cart.lines[index]?.lineNumber ?? 0
      const sized = must(
        applyToCart(cart, { type: 'set-quantity', lineNumber, quantity: quantityMilli(milli) }),
      )
      return percent === 0
        ? sized
        : must(
            applyToCart(sized, {
              type: 'set-discount',
              lineNumber,
              discount: { kind: 'percent', percent },
            } as never),
          )
    },
    cartOf(till.api, ...codes),
  )
  if (offClp === 0) return filled
  return must(
    applyToCart(filled, {
      type: 'set-cart-discount',
      discount: { kind: 'amount', amountClp: offClp } as never,
    }),
  )
}

async function openShop() {
  const world = await startInProcess()
  await countInEarnest(world)
  close.push(() => world.close())
  const server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  close.push(() => server.close())
  const fixture = tillFixture()
  close.push(() => fixture.close())
  const wire = createNodeHttp(() => ({ baseUrl: server.baseUrl, apiKey: world.keys.owner }))
  const till = await fixture.open({
    http: { exchange: (...asked) => fixture.clock.waitFor(wire.exchange(...asked)) },
  })
  const issued = () => fixture.until(() => till.api.status().pendingCount === 0)
  /** What the documents of this till come to, as the service has them. */
  const atServiceClp = async () => {
    const { rows } = till.api.listReceipts({
      cursor: null,
      limit: DOCUMENTS_MAX,
      text: '',
      onlyPending: false,
    })
    const amounts = rows.map(async ({ documentType, folio, documentedBy }) => {
      if (folio === null) {
        expect(documentedBy).toBe('voucher')
        return 0
      }
      const answer = await fetch(`${server.baseUrl}/api/invoices/${documentType}/${folio}`, {
        headers: { 'x-api-key': world.keys.owner },
      })
      const { total } = (await answer.json()) as { total: number }
      return signOf(documentType) * total
    })
    return sum(await Promise.all(amounts))
  }
  return { fixture, till, issued, atServiceClp }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function play({ till, issued }: Shop, one: Deed): Promise<void> {
  const voucherCard = { ...VOUCHER_CARD, isVoucherTheReceipt: one.model === 'card-voucher' }
  const others = DEFAULT_METHODS.filter(({ id }) => id !== 'TC')
  must(
    await till.api.saveSettings({
      emissionModel: one.model,
      exemptShare: one.exemptShare,
      paymentMethods: [...others, CARD_METHOD, voucherCard],
      tips: { isOn: true, percents: [10] },
    }),
  )
  const cart = cartFor(till, one)
  const { totalClp } = cartTotals(cart)
  const cardClp = Math.floor((totalClp * one.cardMilli) / 1_000)
  const card = { method: one.card, amountClp: cardClp, reference: '4711' }
  const cash = { method: 'EF', amountClp: null, reference: '' }
  const parts = [...(cardClp === 0 ? [] : [card]), ...(cardClp === totalClp ? [] : [cash])]
  const payments = parts.length > 1 ? parts : parts.map((part) => ({ ...part, amountClp: null }))
  const buyer = one.isInvoice ? { isInvoice: true, recipient: INVOICE_BUYER } : {}
  const order = { ...commitOf(till.api, cart), payments, tipClp: one.tipClp, ...buyer }
  const saleId = must(till.api.commitSale(order)).saleId
  await issued()
  await after(till, issued, saleId, one.after)
}

async function after(
  till: Till,
  issued: () => Promise<unknown>,
  saleId: SaleId,
  what: Deed['after'],
): Promise<void> {
  const back = async (pieces: Record<number, number> | null) => {
    const sale = must(await till.api.openReturn(saleId))
    const order = { ...orderOf(sale, pieces), voucherNumber: '4711' }
    const made = must(till.api.commitReturn(order))
    await issued()
    return made.saleId
  }
  if (what === 'whole') await back(null)
  if (what === 'undone') {
    const returnId = await back({ 1: 1_000 })
    must(till.api.undoReturn({ returnId, reason: 'Se equivocó', approvalId: null }))
    await issued()
  }
  if (what === 'change' || what === 'change and back') {
    // A part of a sale, or none, is changed for nothing: it says so.
    const opened = await till.api.openChange(saleId)
    if (!opened.ok) return expect(opened.refusal.code).toMatch(/^CHANGE_/)
    const made = must(await changeDocument(till.api, saleId))
    await issued()
    if (what === 'change and back') must(await changeDocument(till.api, made.saleId))
    await issued()
  }
  if (what !== 'pieces') return
  for (const { lineNumber, quantity } of must(await till.api.openReturn(saleId)).lines)
    for (let left: number = quantity; left > 0; left -= 1_000)
      await back({ [lineNumber]: Math.min(1_000, left) })
  expect(till.api.startReturn(saleId)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
}

/** Sells, counts what is there and closes. */
async function shiftOf(shop: Shop, deeds: readonly Deed[]) {
  const { api } = shop.till
  const hands = handsOf(() => api)
  hands.openShift()
  for (const one of deeds) await play(shop, one)
  const { methods = [] } = api.shift().open?.report ?? {}
  const others = Object.fromEntries(
    methods.slice(1).map(({ key, expectedClp }) => [key, expectedClp]),
  )
  const { countId } = must(hands.count(hands.expectedCash(), others))
  const close = { shiftId: hands.openId(), countId, reason: 'ok', note: '', approvalId: null }
  return { ...must(api.closeShift(close)).report, shiftId: close.shiftId }
}

async function agreesWith(shifts: readonly (readonly Deed[])[]): Promise<void> {
  const shop = await openShop()
  must(await handsOf(() => shop.till.api).useShifts())
  const closed = []
  for (const deeds of shifts) closed.push(await shiftOf(shop, deeds))
  const report = must(await shop.till.api.report({ part: 'totals', ...ALL }))
  assert(report.part === 'totals', 'it is what was asked for')
  const { f29, sums, days } = report
  expect(sums.netClp).toBe(sum(closed.map(({ netClp }) => netClp)))
  expect(sums.tax).toEqual({
    netoClp: sum(closed.map(({ tax }) => tax.netoClp)),
    ivaClp: sum(closed.map(({ tax }) => tax.ivaClp)),
    exentoClp: sum(closed.map(({ tax }) => tax.exentoClp)),
  })
  expect(f29.total).toEqual({ ...sums.tax, totalClp: sums.netClp })
  const byVoucher = f29.lines
    .filter(({ documentedBy }) => documentedBy === 'voucher')
    .map(({ documentType, totalClp }) => signOf(documentType) * totalClp)
  expect((await shop.atServiceClp()) + sum(byVoucher)).toBe(sums.netClp)
  expect(sum(days.map(({ totalClp }) => totalClp))).toBe(sums.netClp)
  expect(declaredBy(f29.lines)).toEqual([sums.tax.ivaClp, sums.tax.exentoClp])
  expect(exportedFrom(shop)).toEqual(f29.lines)
  const csvs = closed.map(({ shiftId }) => must(shop.till.api.shiftFile({ shiftId })).text)
  expect(['neto', 'iva', 'exento', 'total'].map((column) => sumOfCsvs(csvs, column))).toEqual([
    ...[sums.tax.netoClp, sums.tax.ivaClp, sums.tax.exentoClp],
    sums.netClp,
  ])
  await closeAll()
}

/** As the form adds up what stands in its fields: the IVA of the month, and what is exempt. */
function declaredBy(lines: Parameters<typeof f29Fields>[0]): number[] {
  const fields = f29Fields(lines)
  const of = (...codes: number[]) =>
    sum(fields.filter(({ code }) => codes.includes(code)).map(({ value }) => value))
  return [of(502, 111, 759, 513) - of(510), of(142)]
}

/** Its documents as an accountant adds them up who has the export and nothing else. */
function exportedFrom({ fixture }: Shop) {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const faults: string[] = []
  const sales = [...exportSales(db, (fault) => faults.push(fault))]
  expect(otherDocuments(db)).toEqual([])
  db.close()
  expect(faults).toEqual([])
  const documents = sales.flatMap(({ sale, parts }) => (parts.length === 0 ? [sale] : parts))
  const kinds = Map.groupBy(
    documents,
    (row) => `${String(row['document_type'])} ${String(row['documented_by'])}`,
  )
  return [...kinds].sort().map(([kind, rows]) => {
    const [documentType, documentedBy] = kind.split(' ')
    const of = (column: string) => sum(rows.map((row) => Number(row[column])))
    const amounts = { netoClp: of('neto_clp'), exentoClp: of('exento_clp'), ivaClp: of('iva_clp') }
    const { length: count } = rows
    return { documentType, documentedBy, count, ...amounts, totalClp: of('total_clp') }
  })
}

function sumOfCsvs(csvs: readonly string[], column: string): number {
  return sum(
    csvs.map((csv) => {
      const [head = '', ...lines] = csv
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
      const at = head.split(';').indexOf(column)
      return sum(lines.map((line) => Number(line.split(';')[at])))
    }),
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

it('agree to the peso, whatever pays, comes back, is undone or changes', async () => {
  const shift = fc.array(deed, { minLength: 1, maxLength: 3 })
  await fc.assert(fc.asyncProperty(fc.array(shift, { minLength: 1, maxLength: 2 }), agreesWith), {
    numRuns: RUNS,
    endOnFailure: true,
  })
})
