/** A report over some days in the words of the receipt printer's paper. */
import type {
  DocumentList,
  ReportDocuments,
  ReportProducts,
  ReportTotals,
  ReportView,
  SoldGoods,
} from './views.ts'
import type { ShopView } from '../core/shop.ts'
import type { EpochMs } from '../core/brand.ts'
import { assert } from '../core/result.ts'
import { SHORT_NAMES } from '../issuing/short-names.ts'
import { clp, formatClp } from '../money/clp.ts'
import { formatQuantity, type QuantityMilli } from '../money/quantity.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { ReportPaper, ReportRow, ReportSection } from '../paper/report-layout.ts'
import { amount, detail, moment, negative, sum } from '../paper/report-rows.ts'
import { formatRut, type Rut } from '../rut/rut.ts'
import {
  cashierSections,
  documentsName,
  salesSection,
  tipSections,
  trialsRow,
} from '../shifts/report-paper.ts'
import { printDate } from '../time/calendar.ts'
import { santiagoDate } from '../time/santiago.ts'
import { comparedSections, type PaperBefore } from './compared-paper.ts'
import type { DayRange } from './day-range.ts'
import { f29Fields, signOf, type F29What, type StandingDocuments } from './f29.ts'
import { marginOf } from './margin.ts'

export interface RangePaperFacts {
  readonly shop: Pick<ShopView, 'tradeName' | 'rut'>
  readonly registerName: string
  readonly madeBy: string
  readonly madeAt: EpochMs
}

/** Rows of one list on a roll: nobody reads a paper of many metres. */
export const PAPER_ROWS_MAX = 50
/** More days than these are said by month. */
const DAYS_MAX = 31

const TITLES = { totals: 'VENTAS E IVA', products: 'PRODUCTOS', documents: 'DOCUMENTOS' } as const

export function rangePaper(
  view: ReportView,
  facts: RangePaperFacts,
  widthMm: PaperWidthMm,
  before: PaperBefore | null = null,
): ReportPaper {
  return paperOf(view, TITLES[view.part], facts, {
    widthMm,
    sections: [
      ...(before === null ? [] : comparedSections(view, before, PAPER_ROWS_MAX)),
      ...sectionsOf(view),
    ],
  })
}

/** Several parts of the same days as one. */
export function daysPaper(
  views: readonly ReportView[],
  facts: RangePaperFacts,
  widthMm: PaperWidthMm,
): ReportPaper {
  const [first] = views
  assert(first !== undefined, 'a report has a part')
  const title = first.from === first.to ? 'VENTAS DEL DÍA' : 'VENTAS DE LOS DÍAS'
  return paperOf(first, title, facts, { widthMm, sections: views.flatMap(sectionsOf) })
}

function paperOf(
  view: DayRange,
  title: string,
  { shop, registerName, madeBy, madeAt }: RangePaperFacts,
  { widthMm, sections }: Pick<ReportPaper, 'widthMm' | 'sections'>,
): ReportPaper {
  return {
    widthMm,
    heading: 'INFORME',
    title,
    shopName: shop.tradeName,
    shopRut: formatRut(shop.rut as Rut),
    date: santiagoDate(madeAt),
    about: [
      { label: 'Desde', value: printDate(view.from) },
      { label: 'Hasta', value: printDate(view.to) },
      { label: 'Caja', value: registerName },
      { label: 'Emitió', value: madeBy },
      { label: 'Emitido', value: moment(madeAt) },
    ],
    sections,
    signatures: [],
  }
}

function sectionsOf(view: ReportView): ReportSection[] {
  switch (view.part) {
    case 'totals':
      return totalSections(view)
    case 'products':
      return productSections(view)
    case 'documents':
      return documentSections(view)
  }
}

function totalSections(view: ReportTotals): ReportSection[] {
  const { sums, days, hours } = view
  const byHour = Map.groupBy(hours, ({ hour }) => hour)
  return [
    f29Section(view),
    ...fieldsSection(view),
    salesSection(sums),
    listed(
      'MEDIOS DE PAGO',
      sums.methods.map(({ name, count, salesClp, refundsClp, deletionsClp }) => [
        amount(`${name} (${count})`, clp(salesClp + refundsClp + deletionsClp)),
      ]),
    ),
    ...cashierSections(sums),
    ...tipSections(sums),
    days.length > DAYS_MAX ? monthSection(days) : listed('POR DÍA', days.map(dayRow)),
    listed(
      'POR HORA',
      [...byHour]
        .sort(([one], [other]) => one - other)
        .map(([hour, rows]) => [tallyRow(`${String(hour).padStart(2, '0')}:00`, rows)]),
    ),
  ]
}

function f29Section({
  f29: { lines, total, pending, refused, trials },
}: ReportTotals): ReportSection {
  return {
    title: 'PARA EL F29',
    rows: [
      ...lines.map((line) =>
        amount(
          `${documentsName(line.documentType, line.documentedBy)} (${line.count})`,
          clp(signOf(line.documentType) * line.totalClp),
        ),
      ),
      sum('Total', total.totalClp),
      detail('Neto', formatClp(total.netoClp)),
      detail('IVA', formatClp(total.ivaClp)),
      detail('Exento', formatClp(total.exentoClp)),
      ...(trials.count === 0 ? [] : [trialsRow(trials)]),
    ],
    remark: [
      pending.count > 0 ? `Por emitir: ${pending.count}. Todavía no se suman.` : '',
      refused.count > 0 ? `Rechazados o anulados: ${refused.count}. No se suman.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

const WHATS: Readonly<Record<F29What, string>> = { count: 'cantidad', iva: 'IVA', exempt: 'monto' }

/** Beside each code what is written there, so that nobody copies a total where the IVA goes. */
function fieldsSection({ f29: { lines } }: ReportTotals): ReportSection[] {
  const fields = f29Fields(lines)
  if (fields.length === 0) return []
  return [
    {
      title: 'CÓDIGOS DEL F29',
      rows: fields.map(({ code, what, of, value }) => {
        const name = of === null ? 'Exento' : documentsName(of.documentType, of.documentedBy)
        return {
          kind: 'amount',
          label: `${code} ${name}, ${WHATS[what]}`,
          value: what === 'count' ? String(value) : formatClp(clp(value)),
        }
      }),
      remark: 'En 142 y 759 lo devuelto ya está restado. Confírmelos con su contador.',
    },
  ]
}

type Days = ReportTotals['days']
const dayRow = ({ date, count, totalClp }: Days[number]) => [
  amount(`${printDate(date)} (${count})`, totalClp),
]

function monthSection(days: Days): ReportSection {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7))
  return listed(
    'POR MES',
    [...months].map(([month, rows]) => [tallyRow(`${month.slice(5)}-${month.slice(0, 4)}`, rows)]),
  )
}

/** Some rows as one. */
function tallyRow(
  name: string,
  rows: readonly { readonly count: number; readonly totalClp: number }[],
): ReportRow {
  const count = rows.reduce((all, row) => all + row.count, 0)
  return amount(`${name} (${count})`, clp(rows.reduce((all, { totalClp }) => all + totalClp, 0)))
}

function productSections(view: ReportProducts): ReportSection[] {
  const { products, productCount, categories, all, discounts, promotions } = view
  const { ofLinesClp, ofSalesClp } = discounts
  return [
    listed(
      'PRODUCTOS',
      products.map(goodsRows),
      [sum('Todo', all.totalClp), ...marginRows(all)],
      productCount,
    ),
    listed(
      'CATEGORÍAS',
      categories.map((goods) => goodsRows({ ...goods, name: goods.name || 'Sin categoría' })),
    ),
    {
      title: 'DESCUENTOS',
      rows: [
        amount('En líneas', ofLinesClp),
        amount('A toda la venta', ofSalesClp),
        sum('Total', clp(ofLinesClp + ofSalesClp)),
      ],
    },
    listed(
      'PROMOCIONES',
      promotions.map(({ name, count, discountClp }) => [amount(`${name} (${count})`, discountClp)]),
    ),
  ]
}

const goodsRows = (goods: SoldGoods): ReportRow[] => [
  amount(`${quantityText(goods.quantityMilli)} × ${goods.name}`, goods.totalClp),
  ...marginRows(goods),
]

function marginRows(goods: SoldGoods): ReportRow[] {
  const margin = marginOf(goods)
  if (margin === null) return []
  const percent = margin.percent === null ? '' : ` (${margin.percent} %)`
  return [detail('Margen neto', `${formatClp(margin.clp)}${percent}`)]
}

/** What came back may be more than what was sold. */
function quantityText(milli: number): string {
  return `${milli < 0 ? '-' : ''}${formatQuantity(Math.abs(milli) as QuantityMilli)}`
}

const nameOf = ({ documentType, documentedBy }: Pick<StandingDocuments, DocumentKind>) =>
  documentedBy === 'voucher'
    ? documentType === '61'
      ? 'Devuelto con voucher'
      : 'Venta con voucher'
    : SHORT_NAMES[documentType]
type DocumentKind = 'documentType' | 'documentedBy'

function documentSections(view: ReportDocuments): ReportSection[] {
  const list = (name: string, { rows, all }: DocumentList) =>
    listed(
      `${name} (${all.count})`,
      rows.map(({ folio, at, totalClp, cashierName, note, ...of }) => [
        amount(
          `${nameOf(of)}${folio === null ? '' : ` N° ${folio}`}`,
          of.documentType === '61' ? negative(totalClp) : totalClp,
        ),
        detail(`${moment(at)} ${cashierName}`, note),
      ]),
      [],
      all.count,
    )
  return [
    list('PENDIENTES', view.pending),
    list('RECHAZADOS', view.refused),
    list('BORRADOS', view.deleted),
    list('DE 135 UF O MÁS', view.large),
    listed(
      `SALTOS DE FOLIO (${view.gaps.length})`,
      view.gaps.map(({ documentType, from, to, elsewhere }) => [
        {
          kind: 'amount',
          label: documentsName(documentType, 'receipt'),
          value: from === to ? `N° ${from}` : `N° ${from} a ${to}`,
        } as const,
        detail(`Faltan ${to - from + 1}`, elsewhere === 0 ? '' : `${elsewhere} en el servicio`),
      ]),
    ),
  ]
}

/** The first of a list, each in its rows, and how many there are where these are not all. */
function listed(
  title: string,
  items: readonly (readonly ReportRow[])[],
  last: readonly ReportRow[] = [],
  count = items.length,
): ReportSection {
  const shown = items.slice(0, PAPER_ROWS_MAX)
  const beyond = shown.length < count ? `Los primeros ${shown.length} de ${count}.` : ''
  const remark = count === 0 ? 'Nada en estos días.' : beyond
  return { title, rows: [...shown.flat(), ...last], remark }
}
