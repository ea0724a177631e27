/** Reports of a real till over random days: to the peso what the shifts' own Z reports say. */
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportInput, ReportView } from '#shared/reports/views.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { ShiftReportView } from '#shared/shifts/views.ts'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import { clp } from '#shared/money/clp.ts'
import { signOf } from '#shared/reports/f29.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, useShifts, openShift, expectedCash, close, giveBack, query, file } =
  shiftTillPerTest()

const today = () => santiagoDate(fixture.clock.now())

async function read<Part extends ReportInput['part']>(part: Part, from: IsoDate, to = from) {
  return must(await till.api.report({ part, from, to })) as Extract<ReportView, { part: Part }>
}

const sell = (codes: readonly string[], discountClp = 0, method = 'EF'): SaleId => {
  const cart = cartOf(till.api, ...codes)
  const discounted =
    discountClp === 0
      ? cart
      : must(
          applyToCart(cart, {
            type: 'set-cart-discount',
            discount: { kind: 'amount', amountClp: clp(discountClp) },
          }),
        )
  return must(till.api.commitSale(commitOf(till.api, discounted, method as 'EF'))).saleId
}

type Step =
  | { readonly kind: 'sell'; readonly codes: string[]; readonly off: number; readonly by: string }
  | { readonly kind: 'return' | 'delete'; readonly pick: number }
  | { readonly kind: 'next-shift' | 'next-day' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      codes: fc.array(fc.constantFrom('101', '201', COFFEE), { minLength: 1, maxLength: 4 }),
      off: fc.constantFrom(0, 0, 7, 133),
      by: fc.constantFrom('EF', 'EF', 'TC'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('return' as const, 'delete' as const),
      pick: fc.nat(50),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('next-shift' as const, 'next-day' as const) }),
  },
)

async function live(steps: readonly Step[]): Promise<void> {
  const sold: SaleId[] = []
  openShift()
  for (const each of steps) {
    if (each.kind === 'sell') sold.push(sell(each.codes, each.off, each.by))
    else if (each.kind === 'return') {
      await fixture.until(() => till.api.status().pendingCount === 0)
      const saleId = sold.splice(each.pick % Math.max(1, sold.length), 1)[0]
      if (saleId !== undefined) must(await giveBack(saleId))
    } else if (each.kind === 'delete') {
      const comeBack = await goOffline({ fixture, api: till.api })
      const saleId = sell(['101'], 0)
      must(await till.api.deleteReceipt({ saleId, reason: 'Se arrepintió' }))
      comeBack()
    } else {
      must(close(expectedCash()))
      if (each.kind === 'next-day') await fixture.clock.advance(86_400_000)
      openShift()
    }
  }
  must(close(expectedCash()))
}

function change(sql: string): void {
  const db = new Database(file())
  db.exec(sql)
  db.close()
}

const zReports = (): ShiftReportView[] =>
  query<{ json: string }>("SELECT report_json AS json FROM shift_report WHERE kind = 'Z'").map(
    ({ json }) => JSON.parse(json) as ShiftReportView,
  )

describe('a report over any days', () => {
  beforeEach(async () => {
    const { paymentMethods } = till.api.bootstrap()
    const others = paymentMethods.filter(({ id }) => id !== CARD_METHOD.id)
    must(await till.api.saveSettings({ paymentMethods: [...others, CARD_METHOD] }))
    await useShifts()
  })

  it('agrees to the peso with the Z reports of its shifts, whatever was sold, returned, discounted and deleted', async () => {
    const steps = fc.sample(step, { numRuns: 40, seed: 20_261 })
    expect(new Set(steps.map(({ kind }) => kind)).size).toBe(5)
    const first = today()
    await live(steps)
    const { sums, f29, days, hours } = await read('totals', first, today())
    const all = zReports().map(({ report }) => report)
    expect(all.length).toBeGreaterThan(2)
    const total = (value: (report: (typeof all)[number]) => number) =>
      all.reduce((sum, report) => sum + value(report), 0)
    expect(sums.netClp).toBe(total(({ netClp }) => netClp))
    expect(sums.roundingClp).toBe(total(({ roundingClp }) => roundingClp))
    for (const field of ['netoClp', 'exentoClp', 'ivaClp'] as const)
      expect(sums.tax[field]).toBe(total(({ tax }) => tax[field]))
    for (const field of ['sales', 'returns', 'deletions'] as const) {
      expect(sums[field].count).toBe(total((report) => report[field].count))
      expect(sums[field].totalClp).toBe(total((report) => report[field].totalClp))
    }
    for (const { key, salesClp } of sums.methods)
      expect(salesClp).toBe(
        total(({ methods }) => methods.find((line) => line.key === key)?.salesClp ?? 0),
      )
    expect(days.reduce((sum, { totalClp }) => sum + totalClp, 0)).toBe(sums.netClp)
    expect(hours.reduce((sum, { totalClp }) => sum + totalClp, 0)).toBe(sums.sales.totalClp)
    const products = await read('products', first, today())
    expect(products.all.totalClp).toBe(sums.netClp)
    expect(products.products.reduce((sum, { totalClp }) => sum + totalClp, 0)).toBe(sums.netClp)
    expect(products.categories.reduce((sum, { totalClp }) => sum + totalClp, 0)).toBe(sums.netClp)
    // Deleted on the day they were sold here, so the form says what the drawer says.
    expect(f29.total.totalClp + f29.pending.totalClp).toBe(sums.netClp)
    const { deleted } = await read('documents', first, today())
    expect(deleted.all).toEqual(sums.deletions)
  })

  it('is what stands on the documents themselves, as they were sent to the service', async () => {
    openShift()
    const one = sell(['101', COFFEE], 133)
    const other = sell(['201'])
    await fixture.until(() => till.api.status().pendingCount === 0)
    must(await giveBack(one))
    await fixture.until(() => till.api.status().pendingCount === 0)
    const { f29, sums } = await read('totals', today())
    type Sent = { type: string; body: string }
    const sent = query<Sent>(
      'SELECT document_type AS type, CAST(body AS TEXT) AS body FROM receipt',
    )
    expect(sent).toHaveLength(3)
    const said = sent.reduce(
      (sum, { type, body }) =>
        sum + signOf(type as '39') * (JSON.parse(body) as DocumentRequest).totals.total,
      0,
    )
    expect(f29.total.totalClp).toBe(said)
    expect(sums.netClp).toBe(said)
    expect(receiptOf(till.api, other).totalClp).toBe(said)
    expect(f29.pending).toEqual({ count: 0, totalClp: 0 })
  })

  it.each(['RCH', 'DELETED', 'MISSING'])(
    'leaves a document that ended as %s out of the form, lists it, and keeps its money',
    async (status) => {
      openShift()
      const gone = sell(['101'])
      sell(['201'])
      await fixture.until(() => till.api.status().pendingCount === 0)
      const before = await read('totals', today())
      const { totalClp } = receiptOf(till.api, gone)
      change(`UPDATE receipt SET authority_status = '${status}' WHERE sale_id = '${gone}'`)
      const { f29, sums } = await read('totals', today())
      expect(f29.refused).toEqual({ count: 1, totalClp })
      expect(f29.total.totalClp).toBe(before.f29.total.totalClp - totalClp)
      expect(sums.netClp).toBe(before.sums.netClp)
      const { refused } = await read('documents', today())
      expect(refused.rows).toMatchObject([{ saleId: gone, note: status }])
    },
  )

  it('takes the margin at the cost of the day of sale, also when it comes back later', async () => {
    openShift()
    const costs = (costNetClp: number) =>
      change(`UPDATE product SET cost_net_clp = ${costNetClp} WHERE code = '101'`)
    costs(1_000)
    const one = sell(['101', '101'])
    costs(1_200)
    sell(['101'])
    costs(9_999)
    const { all } = await read('products', today())
    expect(all.costClp).toBe(2 * 1_000 + 1_200)
    await fixture.until(() => till.api.status().pendingCount === 0)
    must(await giveBack(one))
    expect((await read('products', today())).all.costClp).toBe(1_200)
    // Sold before costs were kept: today's is the best there is.
    change('UPDATE sale_line SET cost_net_clp = NULL')
    expect((await read('products', today())).all.costClp).toBe(9_999)
  })
})
