/** Reports of a corner shop: days by their dates, all else the same whatever days are asked for. */
import type { DocumentList, ReportView, SoldGoods } from '#shared/reports/views.ts'
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import { lengthOf } from '#shared/reports/before.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import { f29Of } from '#shared/reports/f29.ts'
import { rangeSums } from '#shared/reports/range-sums.ts'
import type { DocumentFlow, TipFlow } from '#shared/shifts/shift-report.ts'
import { addDays } from '#shared/time/calendar.ts'

const flow = (part: Partial<DocumentFlow>): DocumentFlow => ({
  flow: 'sale',
  documentType: '39',
  documentedBy: 'receipt',
  cashierName: 'Camila',
  count: 412,
  netoClp: clp(3_000_000),
  exentoClp: ZERO_CLP,
  ivaClp: clp(570_000),
  totalClp: clp(3_570_000),
  ...part,
})

const DOCUMENTS: readonly DocumentFlow[] = [
  flow({}),
  flow({ cashierName: 'Rodrigo', count: 88 }),
  flow({
    documentType: '41',
    count: 31,
    netoClp: ZERO_CLP,
    exentoClp: clp(124_000),
    ivaClp: ZERO_CLP,
    totalClp: clp(124_000),
  }),
  flow({
    flow: 'return',
    documentType: '61',
    count: 4,
    netoClp: clp(20_000),
    ivaClp: clp(3_800),
    totalClp: clp(23_800),
  }),
]

const SINCE = '2020-03-02' as IsoDate

const payment = { flow: 'sale', isVoucher: false, changeOfCreditClp: ZERO_CLP } as const

const tip = (
  cashierName: string,
  method: string,
  name: string,
  count: number,
  tipClp: number,
): TipFlow => ({
  flow: 'sale',
  isVoucher: false,
  cashierName,
  method,
  name,
  count,
  tipClp: clp(tipClp),
})

function totalsOf(range: DayRange): ReportView {
  const sums = rangeSums({
    payments: [
      {
        ...payment,
        method: 'EF',
        name: 'Efectivo',
        count: 300,
        totalClp: clp(2_264_000),
        tipClp: clp(38_400),
        roundingClp: clp(-12),
      },
      {
        ...payment,
        method: 'TC',
        name: 'Tarjeta',
        count: 231,
        totalClp: clp(5_000_000),
        tipClp: clp(214_600),
        roundingClp: ZERO_CLP,
      },
    ],
    tips: [
      tip('Camila', 'TC', 'Tarjeta', 74, 214_600),
      tip('Rodrigo', 'EF', 'Efectivo', 31, 38_400),
    ],
    documents: DOCUMENTS,
    pending: { count: 2, totalClp: clp(9_800) },
  })
  const hours = Array.from({ length: 60 }, (_, at) => ({
    weekday: at % 6,
    hour: 9 + Math.floor(at / 6),
    count: (at * 7) % 13,
    totalClp: clp(((at * 7) % 13) * 9_990),
  }))
  const days = Array.from({ length: lengthOf(range) }, (_, at) => addDays(range.from, at)).map(
    (date) => {
      const sold = (Number(date.slice(5, 7)) * 3 + Number(date.slice(8)) * 5) % 17
      return { date, count: 10 + sold, totalClp: clp(150_000 + sold * 13_000) }
    },
  )
  const f29 = f29Of({ all: DOCUMENTS, deleted: [], pending: [], refused: [], trials: [] })
  return { part: 'totals', since: SINCE, ...range, sums, f29, hours, days }
}

const goods = (name: string, at: number): SoldGoods & { code: string } => ({
  key: name,
  name,
  code: `78010400000${at}`,
  quantityMilli: 250_000 - at * 10_500,
  totalClp: clp(900_000 - at * 71_300),
  discountClp: clp(at * 990),
  knownNetClp: clp(at % 3 === 2 ? 0 : 700_000 - at * 50_000),
  costClp: clp(at % 3 === 2 ? 0 : 500_000 - at * 40_000),
})

function productsOf(range: DayRange): ReportView {
  const names = ['Café en grano', 'Pan amasado', 'Leche entera', 'Té negro', 'Queso gauda']
  return {
    part: 'products',
    since: SINCE,
    ...range,
    products: names.map(goods),
    productCount: names.length,
    categories: ['Abarrotes', 'Panadería', ''].map(goods),
    all: goods('', 0),
    discounts: { ofLinesClp: clp(9_900), ofSalesClp: clp(4_000) },
    promotions: [{ name: 'Lleve 3 y pague 2', count: 41, discountClp: clp(77_490) }],
  }
}

const list = (count: number, note: string): DocumentList => ({
  rows: Array.from({ length: count }, (_, at) => ({
    saleId: `01J${'0'.repeat(22)}${at}` as SaleId,
    at: (1_795_000_000_000 + at * 3_600_000) as EpochMs,
    documentType: '39',
    documentedBy: 'receipt',
    folio: note === '' ? null : 1_200 + at,
    externalReference: `C1-${at}`,
    totalClp: clp(4_900 * (at + 1)),
    cashierName: 'Camila',
    note,
  })),
  all: { count, totalClp: clp((4_900 * count * (count + 1)) / 2) },
})

function documentsOf(range: DayRange): ReportView {
  return {
    part: 'documents',
    since: SINCE,
    ...range,
    pending: list(2, ''),
    refused: list(1, 'RCH'),
    deleted: list(1, 'Se arrepintió'),
    large: list(0, ''),
    gaps: [{ documentType: '39', from: 1_204, to: 1_205, elsewhere: 1 }],
  }
}

const READ = { totals: totalsOf, products: productsOf, documents: documentsOf }

export const reportOf = <Part extends keyof typeof READ>(
  part: Part,
  range: DayRange,
): Extract<ReportView, { readonly part: Part }> =>
  READ[part](range) as Extract<ReportView, { readonly part: Part }>
