/** A report on paper, beside the day before, against the Z of the very shifts: to the peso. */
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'
import { IN_VALE, valeCodeIn } from '../../../test/support/vale-till.ts'

const { fixture, till, desk, useShifts, openShift, expectedCash, close } = shiftTillPerTest()
const issued = () => fixture.until(() => till.api.status().pendingCount === 0)

function sell(codes: readonly string[], changes: Partial<CommitInput> = {}, offClp = 0): SaleId {
  const cart = cartOf(till.api, ...codes)
  const discount = { kind: 'amount', amountClp: clp(offClp) } as const
  const sold =
    offClp === 0 ? cart : must(applyToCart(cart, { type: 'set-cart-discount', discount }))
  return must(till.api.commitSale({ ...commitOf(till.api, sold), ...changes })).saleId
}

async function giveBack(
  saleId: SaleId,
  pieces: Record<number, number> | null,
  refund: Parameters<typeof orderOf>[2] = {},
) {
  await issued()
  const order = orderOf(must(await till.api.openReturn(saleId)), pieces, refund)
  return must(till.api.commitReturn(order))
}

const paidBy = (method: string, amountClp: number | null = null, reference = '') => [
  { method, amountClp, reference },
]

/** All kinds of money of a day, over two shifts; what their Z said. */
async function busyDay() {
  openShift()
  const dear = sell([COFFEE, '101', '201'], {}, 700)
  sell([COFFEE], { tipClp: 204 })
  const byCard = sell([COFFEE, COFFEE], { payments: paidBy('TC'), tipClp: 150 })
  sell([COFFEE, '101'], { recipient: INVOICE_BUYER, isInvoice: true })
  await giveBack(dear, { 1: quantityMilli(1_000) })
  const { vale } = await giveBack(byCard, null, IN_VALE)
  const first = zOf()
  openShift()
  const code = valeCodeIn(fixture.dataDir, vale?.number ?? 0)
  sell(['201'], { payments: paidBy('vc', 1_600, code) })
  const invoiced = sell(['101'], { recipient: INVOICE_BUYER, isInvoice: true })
  await giveBack(invoiced, null)
  sell(['101'], { payments: paidBy('TC') }, 90)
  await issued()
  return [first, zOf()]
}

const zOf = () => must(close(expectedCash())).report
const closings = () => desk.drawn.filter(({ title }) => title.startsWith('CIERRE DEL TURNO'))

/** What a row of a paper says, in pesos, by its words without their counts. */
function rowsOf(paper: ReportPaper | undefined, title: string): Map<string, number> {
  const rows = paper?.sections.find((section) => section.title === title)?.rows ?? []
  const said = rows.map(({ label, value }): [string, number] => [
    label.replace(/ \(\d+\)$/, ''),
    Number(value.replace(/[^0-9-]/g, '')),
  ])
  return new Map(said)
}

it('agrees with the Z of its shifts, with returns, tips, a vale, invoices and discounts, and with the day before', async () => {
  const { paymentMethods } = till.api.bootstrap()
  const others = paymentMethods.filter(({ id }) => id !== CARD_METHOD.id)
  must(
    await till.api.saveSettings({
      paymentMethods: [...others, CARD_METHOD],
      tips: { isOn: true, percents: [10] },
    }),
  )
  await useShifts()
  openShift()
  sell([COFFEE, '101'])
  await issued()
  const before = zOf()
  await fixture.clock.advance(DAY_MS)
  const day = santiagoDate(fixture.clock.now())
  const reports = await busyDay()
  await fixture.until(() => closings().length === 3)
  const papers = closings().slice(1)
  must(await till.api.printReport({ part: 'totals', from: day, to: day, basis: 'before' }))
  const printed = desk.drawn.at(-1)
  expect(printed?.heading).toBe('INFORME')
  /** Each row of the report, and what the papers of the Z say of it together. */
  const told = (title: string, of: string) => {
    const all = papers.map((paper) => rowsOf(paper, of))
    return [...rowsOf(printed, title)].map(([label, printedClp]) => {
      const ofZClp = all.reduce((sum, rows) => sum + (rows.get(label) ?? 0), 0)
      return { label, printedClp, ofZClp }
    })
  }
  for (const [title, of, rowCount] of [
    ['VENTAS', 'VENTAS', 4],
    ['PARA EL F29', 'DOCUMENTOS E IMPUESTOS', 8],
    ['POR CAJERO', 'POR CAJERO', 1],
    ['PROPINAS', 'PROPINAS', 3],
  ] as const) {
    const rows = told(title, of)
    expect(rows, title).toHaveLength(rowCount)
    for (const { label, printedClp, ofZClp } of rows)
      expect(printedClp, `${title}: ${label}`).toBe(ofZClp)
  }
  const methods = reports.flatMap((report) => report.methods)
  const byName = rowsOf(printed, 'MEDIOS DE PAGO')
  expect([...byName.keys()]).toEqual(['Efectivo', 'Tarjeta', 'Vale de devolución'])
  for (const [name, allClp] of byName) {
    const ofName = methods.filter((method) => method.name === name)
    const sum = (all: number, { salesClp, refundsClp, deletionsClp }: (typeof methods)[number]) =>
      all + salesClp + refundsClp + deletionsClp
    expect(allClp, name).toBe(ofName.reduce(sum, 0))
  }
  const netClp = reports.reduce((sum, report) => sum + report.netClp, 0)
  const beforeClp = before.netClp
  const beside = printed?.sections.find(({ title }) => title === 'COMPARACIÓN')?.rows ?? []
  const at = beside.findIndex(({ label }) => label === 'Total según documentos')
  expect(beside[at]?.value).toBe(formatClp(clp(netClp)))
  expect(beside[at + 1]?.label).toBe(`Antes ${formatClp(clp(beforeClp))}`)
  expect(beside[at + 1]?.value).toContain(`+${formatClp(clp(netClp - beforeClp))} `)
})
