/**
 * An X or a Z in the words of the paper. The same report gives the same paper, whenever it is
 * printed.
 */
import type { EarlierCount, ShiftReportView } from './views.ts'
import type { ShopView } from '../core/shop.ts'
import { formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { ReportPaper, ReportRow, ReportSection } from '../paper/report-layout.ts'
import { amount, detail, moment, negative, sum } from '../paper/report-rows.ts'
import { formatRut, type Rut } from '../rut/rut.ts'
import { santiagoDate, santiagoTime } from '../time/santiago.ts'
import { isVale } from '../selling/payment/payment-method.ts'
import { anchorText } from './anchor.ts'
import { SMALLEST_NOTE_CLP, sumPieces, type CountedLine } from './shift-count.ts'
import { SIGN_OF_FLOW } from './flow.ts'
import type { FolioRun } from './folio-runs.ts'
import { cardWordSections } from './card-words.ts'
import { terminalSections } from './terminal-totals.ts'
import {
  tipsOf,
  type MethodLine,
  type ShiftReport,
  type Tally,
  type TaxLine,
} from './shift-report.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'

export function reportPaper(
  view: ShiftReportView,
  shop: Pick<ShopView, 'tradeName' | 'rut'>,
  widthMm: PaperWidthMm,
): ReportPaper {
  const { kind, shift, madeAt, madeBy, report, close, seal, terminal, cardWords } = view
  return {
    widthMm,
    heading: kind === 'Z' ? 'INFORME Z' : 'INFORME X',
    title: kind === 'Z' ? `CIERRE DEL TURNO ${shift.number}` : `TURNO ${shift.number}, ABIERTO`,
    shopName: shop.tradeName,
    shopRut: formatRut(shop.rut as Rut),
    date: santiagoDate(madeAt),
    about: [
      { label: 'Caja', value: shift.register },
      { label: kind === 'Z' ? 'Cerró' : 'Emitió', value: madeBy },
      { label: 'Abrió', value: shift.openedBy },
      { label: 'Apertura', value: moment(shift.openedAt) },
      { label: kind === 'Z' ? 'Cierre' : 'Emitido', value: moment(madeAt) },
      ...(close?.approvedBy ? [{ label: 'Autorizó', value: close.approvedBy }] : []),
      // On paper, out of reach of whoever edits the till's file.
      ...(seal === undefined ? [] : [{ label: 'Sello', value: anchorText(seal) }]),
    ],
    sections: [
      salesSection(report),
      drawerSection(report),
      ...methodSections(report),
      ...terminalSections(terminal),
      ...cardWordSections(cardWords),
      ...countSections(view),
      documentsSection(report),
      ...monthsSection(report),
      ...folioSections(report),
      ...cashierSections(report),
      ...tipSections(report),
      ...movementSections(report),
      ...pendingSections(view),
    ],
    signatures:
      close === null
        ? []
        : [
            `Cerró: ${close.closedBy}`,
            close.approvedBy === null ? 'Recibió' : `Autorizó: ${close.approvedBy}`,
          ],
  }
}

export function salesSection({
  sales,
  returns,
  deletions,
  netClp,
  roundingClp,
}: Pick<ShiftReport, 'sales' | 'returns' | 'deletions' | 'netClp' | 'roundingClp'>): ReportSection {
  return {
    title: 'VENTAS',
    rows: [
      amount(`Ventas (${sales.count})`, sales.totalClp),
      ...(returns.count === 0
        ? []
        : [amount(`Devoluciones (${returns.count})`, negative(returns.totalClp))]),
      ...(deletions.count === 0
        ? []
        : [amount(`Boletas eliminadas (${deletions.count})`, negative(deletions.totalClp))]),
      sum('Total según documentos', netClp),
      ...(roundingClp === 0
        ? []
        : [detail('Ajuste por redondeo, Ley 20.956', formatClp(roundingClp))]),
    ],
  }
}

function drawerSection({ methods }: ShiftReport): ReportSection {
  const cash = methods.filter(({ kind }) => kind === 'cash')
  return {
    title: 'EFECTIVO EN CAJÓN',
    rows: cash.flatMap((line) => [
      ...partsOf(line),
      sum('Debe haber en el cajón', line.expectedClp),
    ]),
  }
}

function methodSections({ methods }: ShiftReport): ReportSection[] {
  const others = methods.filter(({ kind }) => kind === 'other')
  const vouchers = methods.filter(({ kind }) => kind === 'card-voucher')
  const credits = methods.filter(({ kind }) => kind === 'credit')
  const [vales, notes] = [true, false].map((isOf) =>
    credits.filter(({ key }) => isVale({ id: key }) === isOf).flatMap(creditRows),
  ) as [ReportRow[], ReportRow[]]
  return [
    ...(others.length === 0
      ? []
      : [{ title: 'OTROS MEDIOS DE PAGO', rows: others.flatMap(methodRows) }]),
    ...(vouchers.length === 0
      ? []
      : [{ title: 'VENTAS CON VOUCHER', rows: vouchers.flatMap(methodRows) }]),
    ...(notes.length === 0 ? [] : [{ title: 'NOTAS DE CRÉDITO COMO PAGO', rows: notes }]),
    ...(vales.length === 0 ? [] : [{ title: 'VALES COMO PAGO', rows: vales }]),
  ]
}

/** A single part needs no breaking down. */
function methodRows(line: MethodLine): ReportRow[] {
  const parts = partsOf(line)
  return [
    amount(`${line.name} (${line.count})`, line.expectedClp),
    ...(parts.length < 2 ? [] : parts.map((row) => ({ ...row, kind: 'detail' as const }))),
  ]
}

function creditRows({
  key,
  count,
  salesClp,
  roundingClp,
  changeOfCreditClp,
  refundsClp,
}: MethodLine): ReportRow[] {
  const [used, given] = isVale({ id: key }) ? ['Usados', 'Entregados'] : ['Usadas', 'Entregadas']
  return [
    ...(count === 0
      ? []
      : [amount(`${used} (${count})`, (salesClp + roundingClp + changeOfCreditClp) as Clp)]),
    ...(refundsClp === 0 ? [] : [amount(`${given} para otra compra`, negative(refundsClp))]),
  ]
}

/**
 * What the expected amount is made of; parts that are nothing are left out, the float and the sales
 * are not.
 */
function partsOf(line: MethodLine): ReportRow[] {
  const isCash = line.kind === 'cash'
  const parts: [string, Clp, boolean][] = [
    ['Fondo inicial', line.floatClp, isCash],
    [isCash ? `Ventas (${line.count})` : 'Ventas', line.salesClp, true],
    ['Propinas', line.tipsClp ?? ZERO_CLP, false],
    ['Ajuste por redondeo', line.roundingClp, false],
    ['Devoluciones', line.refundsClp, false],
    ['Boletas eliminadas', line.deletionsClp, false],
    ['Vuelto de notas de crédito', line.changeOfCreditClp, false],
    ['Ingresos', line.cashInClp, false],
    ['Retiros', line.cashOutClp, false],
  ]
  return parts
    .filter(([, value, isAlways]) => isAlways || value !== 0)
    .map(([label, value]) => amount(label, value))
}

function countSections({ close }: ShiftReportView): ReportSection[] {
  if (close === null) return []
  const { pieces, result, reason, earlierCounts, counts = [] } = close
  const notes = (pieces ?? []).filter(({ valueClp }) => valueClp >= SMALLEST_NOTE_CLP)
  const coins = (pieces ?? []).filter(({ valueClp }) => valueClp < SMALLEST_NOTE_CLP)
  const pieceRows = [...notes, ...coins].map((piece) =>
    detail(`${piece.count} × ${formatClp(piece.valueClp as Clp)}`, formatClp(sumPieces([piece]))),
  )
  return [
    {
      title: 'CONTEO',
      rows: [
        ...result.lines.flatMap((line) => countedRows(line, line.kind === 'cash' ? pieceRows : [])),
        sum(differenceName(result.differenceClp), result.differenceClp),
        ...(earlierCounts === 0 ? [] : [detail('Conteos anteriores', String(earlierCounts))]),
        ...counts.flatMap(earlierRows),
      ],
      ...(reason === null ? {} : { remark: `Motivo: ${reason}` }),
    },
  ]
}

/** A count nobody closed with: when, whose, and how far off it was. */
function earlierRows({ at, by, approvedBy, countedClp, differenceClp }: EarlierCount): ReportRow[] {
  return [
    detail(
      `${santiagoTime(at).slice(0, 5)} ${by}${approvedBy === null ? '' : `, autorizó ${approvedBy}`}`,
      formatClp(countedClp),
    ),
    detail(differenceName(differenceClp), formatClp(differenceClp)),
  ]
}

function countedRows(
  { name, countedClp, expectedClp, differenceClp }: CountedLine,
  pieces: readonly ReportRow[],
): ReportRow[] {
  if (countedClp === null) return [{ kind: 'amount', label: name, value: 'sin contar' }]
  return [
    amount(`${name} contado`, countedClp),
    ...pieces,
    ...(differenceClp === 0
      ? []
      : [
          detail('Esperado', formatClp(expectedClp)),
          detail(differenceName(differenceClp), formatClp(differenceClp)),
        ]),
  ]
}

function differenceName(differenceClp: Clp): string {
  return differenceClp === 0 ? 'Sin diferencia' : differenceClp < 0 ? 'Faltante' : 'Sobrante'
}

function documentsSection({ taxes, tax, trials }: ShiftReport): ReportSection {
  return {
    title: 'DOCUMENTOS E IMPUESTOS',
    rows: [
      ...taxes.map((line) =>
        amount(
          `${documentName(line)} (${line.count})`,
          SIGN_OF_FLOW[line.flow] > 0 ? line.totalClp : negative(line.totalClp),
        ),
      ),
      sum('Total', (tax.netoClp + tax.ivaClp + tax.exentoClp) as Clp),
      detail('Neto', formatClp(tax.netoClp)),
      detail('IVA', formatClp(tax.ivaClp)),
      detail('Exento', formatClp(tax.exentoClp)),
      ...(trials === undefined ? [] : [trialsRow(trials)]),
    ],
  }
}

/** What a sum of tax leaves out stands beside it. */
export const trialsRow = ({ count, totalClp }: Tally): ReportRow =>
  amount(`De prueba, sin valor (${count})`, totalClp)

/** What a shift that went past the end of a month comes to in each. */
function monthsSection({ months = [] }: ShiftReport): ReportSection[] {
  if (months.length === 0) return []
  return [
    {
      title: 'POR MES',
      rows: months.flatMap(({ month, netoClp, ivaClp, exentoClp, totalClp }) => [
        amount(month.split('-').reverse().join('-'), totalClp),
        detail('Neto', formatClp(netoClp)),
        detail('IVA', formatClp(ivaClp)),
        detail('Exento', formatClp(exentoClp)),
      ]),
      remark: 'Cada documento se declara en el mes de su fecha.',
    },
  ]
}

const NAMES: Readonly<Record<DocumentType, string>> = {
  '33': 'Facturas',
  '34': 'Facturas exentas',
  '39': 'Boletas',
  '41': 'Boletas exentas',
  '61': 'Notas de crédito',
  '56': 'Notas de débito',
}

function documentName({ flow, documentType, documentedBy }: TaxLine): string {
  const name = documentsName(documentType, documentedBy)
  if (flow === 'changed' || flow === 'change') return `${name} por cambio`
  return flow === 'deletion' ? `${name} eliminadas` : name
}

/** What a voucher of a card terminal documents has no document of its own. */
const VOUCHER_NAMES: Readonly<Partial<Record<DocumentType, string>>> = {
  '41': 'Ventas exentas con voucher',
  '61': 'Devuelto con voucher',
  '56': 'Devuelto con voucher, anulado',
}

/** Many of them. */
export function documentsName(documentType: DocumentType, documentedBy: DocumentedBy): string {
  return documentedBy === 'voucher'
    ? (VOUCHER_NAMES[documentType] ?? 'Ventas con voucher')
    : NAMES[documentType]
}

function folioSections({ folios }: ShiftReport): ReportSection[] {
  if (folios.length === 0) return []
  return [
    {
      title: 'FOLIOS EMITIDOS',
      rows: folios.map((run) => ({
        kind: 'amount',
        label: NAMES[run.documentType],
        value: folioText(run),
      })),
    },
  ]
}

function folioText({ from, to }: FolioRun): string {
  return from === to ? `N° ${from}` : `N° ${from} a ${to}`
}

export function cashierSections({ cashiers }: Pick<ShiftReport, 'cashiers'>): ReportSection[] {
  if (cashiers.length === 0) return []
  return [
    {
      title: 'POR CAJERO',
      rows: cashiers.map(({ name, count, totalClp }) => amount(`${name} (${count})`, totalClp)),
    },
  ]
}

/** Whose they are, and in which way they came: what is not cash has to be handed on. */
export function tipSections(report: Pick<ShiftReport, 'tips'>): ReportSection[] {
  const { tips = [] } = report
  if (tips.length === 0) return []
  return [
    {
      title: 'PROPINAS',
      rows: [
        ...tips.map(({ cashierName, methodName, count, totalClp }) =>
          amount(`${cashierName}, ${methodName} (${count})`, totalClp),
        ),
        sum('Total de propinas', tipsOf(report).totalClp),
      ],
      remark: 'Son de quienes atienden: no están en las ventas ni en los documentos.',
    },
  ]
}

function movementSections({ movements }: ShiftReport): ReportSection[] {
  if (movements.length === 0) return []
  return [
    {
      title: 'INGRESOS Y RETIROS',
      rows: movements.flatMap(({ kind, amountClp, reason, at, by, approvedBy }) => [
        amount(
          kind === 'in' ? 'Ingreso' : 'Retiro',
          kind === 'in' ? amountClp : negative(amountClp),
        ),
        detail(
          `${santiagoTime(at).slice(0, 5)} ${reason}`,
          approvedBy === null ? by : `${by}, autorizó ${approvedBy}`,
        ),
      ]),
    },
  ]
}

function pendingSections({ kind, report: { pending }, close }: ShiftReportView): ReportSection[] {
  if (pending.count === 0 && close?.note == null) return []
  const { stuckCount = 0 } = pending
  const fate = [
    ...(stuckCount < pending.count ? ['salen solas'] : []),
    ...(stuckCount > 0 ? [`${stuckCount} hay que resolver en Boletas`] : []),
  ].join(', ')
  const remark = [
    pending.count === 0
      ? ''
      : `Están guardadas y ${fate}; siguen siendo de este turno${kind === 'Z' ? '' : ' aunque se cierre'}.`,
    close?.note == null ? '' : `Nota: ${close.note}`,
  ]
    .filter(Boolean)
    .join(' ')
  return [
    {
      title: 'POR EMITIR',
      rows: [
        {
          kind: 'amount',
          label: `Sin folio todavía (${pending.count})`,
          value: formatClp(pending.totalClp),
        },
      ],
      remark,
    },
  ]
}
