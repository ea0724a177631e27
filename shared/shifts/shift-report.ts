/**
 * What a shift comes to: from its payments, documents and cash movements to what must be in the
 * drawer and at the terminal. Arithmetic on rows that are on disk; nothing about a sale is judged
 * again.
 */
import type { EpochMs } from '../core/brand.ts'
import { clp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { CASH_ID, CREDIT_ID, CREDIT_METHOD, isOfReturn } from '../selling/payment/payment-method.ts'
import { SIGN_OF_FLOW, signed, type Flow } from './flow.ts'
import type { FolioRun } from './folio-runs.ts'
import { monthLines, type MonthFlow, type MonthLine } from './shift-months.ts'
import { isTrial, trialsOf, type MaybeTrial } from './shift-trials.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'

/** Payments of one kind, one or many together. Amounts are never negative but for the rounding. */
export interface PaymentFlow {
  readonly flow: Flow
  readonly method: string
  /** As it was called at the time. */
  readonly name: string
  /** The card terminal's voucher is the receipt. */
  readonly isVoucher: boolean
  readonly count: number
  /** Of the documents. */
  readonly totalClp: Clp
  /** For whoever serves; negative nowhere. */
  readonly tipClp: Clp
  /** What the law of rounding put on it. */
  readonly roundingClp: Clp
  /** Handed out in cash because the value of a return was more than the sale. */
  readonly changeOfCreditClp: Clp
}

/** Tips taken by one person in one way. */
export interface TipFlow {
  readonly flow: Flow
  readonly cashierName: string
  readonly method: string
  readonly name: string
  readonly isVoucher: boolean
  readonly count: number
  readonly tipClp: Clp
}

export interface DocumentFlow extends MaybeTrial {
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly cashierName: string
  /** Sales or returns, each once: of two documents of one sale the voucher does not count. */
  readonly saleCount?: number
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
  readonly totalClp: Clp
}

export type MovementKind = 'in' | 'out'

export interface CashMovement {
  readonly kind: MovementKind
  readonly amountClp: Clp
  readonly reason: string
  readonly at: EpochMs
  readonly by: string
  readonly approvedBy: string | null
}

export interface ShiftFacts {
  readonly floatClp: Clp
  readonly payments: readonly PaymentFlow[]
  readonly tips: readonly TipFlow[]
  readonly documents: readonly DocumentFlow[]
  readonly movements: readonly CashMovement[]
  readonly folios: readonly FolioRun[]
  readonly months?: readonly MonthFlow[]
  /** Documents of this shift that have no folio yet. */
  readonly pending: OpenDocuments
}

/** Credit notes subtracted. */
export interface OpenDocuments extends Tally {
  /** Of them: what only a person can settle. Absent for none. */
  readonly stuckCount?: number
}

export interface Tally {
  readonly count: number
  readonly totalClp: Clp
}

/**
 * `voucher`: card terminal whose voucher is the receipt. `credit`: values of returns, kept or
 * on vales, which nobody counts.
 */
type MethodKind = 'cash' | 'card-voucher' | 'credit' | 'other'

/** One way to pay; `expectedClp` is the sum of the others, the subtracted ones with their sign. */
export interface MethodLine {
  /** Names the line in a count: the method, apart by whether its voucher is the receipt. */
  readonly key: string
  readonly name: string
  readonly kind: MethodKind
  /** Payments taken. */
  readonly count: number
  readonly floatClp: Clp
  readonly salesClp: Clp
  /** Taken with the sales, for whoever serves. Absent in reports of before there were tips. */
  readonly tipsClp?: Clp
  readonly roundingClp: Clp
  /** Negative: what went out. */
  readonly refundsClp: Clp
  readonly deletionsClp: Clp
  /** Cash given out for the rest of a credit: negative in the drawer, positive at the credit. */
  readonly changeOfCreditClp: Clp
  readonly cashInClp: Clp
  readonly cashOutClp: Clp
  readonly expectedClp: Clp
}

export interface TaxLine extends Tally {
  readonly flow: Flow
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
}

/** What one person was given in one way, less what went back with deleted sales. */
interface TipLine extends Tally {
  readonly cashierName: string
  readonly methodName: string
}

export interface ShiftReport {
  /** Cash first, then in the order they were first used. */
  readonly methods: readonly MethodLine[]
  readonly sales: Tally
  readonly returns: Tally
  readonly deletions: Tally
  /** Sales less returns and deletions, as the documents say. */
  readonly netClp: Clp
  /** Ley 20.956: what cash brought more or less than the documents say. */
  readonly roundingClp: Clp
  /** In no other sum of sales; absent in reports of before there were tips. */
  readonly tips?: readonly TipLine[]
  readonly taxes: readonly TaxLine[]
  /** Issued to try out: in the sums of money, and in none of tax. Absent for none. */
  readonly trials?: Tally
  /** Of the documents that stand: less returns and deletions. */
  readonly tax: { readonly netoClp: Clp; readonly exentoClp: Clp; readonly ivaClp: Clp }
  readonly cashiers: readonly ({ readonly name: string } & Tally)[]
  readonly movements: readonly CashMovement[]
  readonly folios: readonly FolioRun[]
  /** Where its documents are of more than one month: what each comes to, as `tax`. */
  readonly months?: readonly MonthLine[]
  readonly pending: OpenDocuments
}

export function methodKey(method: string, isVoucher: boolean): string {
  return isVoucher ? `${method}*` : method
}

export function shiftReport(facts: ShiftFacts): ShiftReport {
  const methods = methodLines(facts)
  const net = signed(facts.documents)
  const counting = facts.documents.filter((row) => !isTrial(row))
  const taxOf = signed(counting)
  return {
    methods,
    sales: tallyOf(facts.documents, 'sale'),
    returns: returnsOf(facts.documents),
    deletions: tallyOf(facts.documents, 'deletion'),
    netClp: net('totalClp'),
    roundingClp: sum(methods, 'roundingClp'),
    tips: tipLines(facts.tips),
    taxes: taxLines(counting),
    tax: { netoClp: taxOf('netoClp'), exentoClp: taxOf('exentoClp'), ivaClp: taxOf('ivaClp') },
    ...trialsOf(facts.documents),
    cashiers: cashierLines(facts.documents),
    movements: facts.movements,
    folios: facts.folios,
    ...monthLines(facts.months ?? []),
    pending: facts.pending,
  }
}

/** What must be there in cash. */
export function expectedCash(report: ShiftReport): Clp {
  return report.methods.find(({ kind }) => kind === 'cash')?.expectedClp ?? ZERO_CLP
}

type Draft = {
  -readonly [Field in keyof Required<MethodLine>]: Required<MethodLine>[Field] extends Clp
    ? number
    : Required<MethodLine>[Field]
}

function methodLines({ floatClp, payments, movements }: ShiftFacts): MethodLine[] {
  const lines = new Map<string, Draft>()
  const cash = lineFor(lines, CASH_ID, 'Efectivo', false)
  cash.floatClp = floatClp
  for (const {
    flow,
    method,
    name,
    isVoucher,
    count,
    totalClp,
    tipClp,
    roundingClp,
    changeOfCreditClp,
  } of payments) {
    const line = lineFor(lines, method, name, isVoucher)
    const sign = SIGN_OF_FLOW[flow]
    if (flow === 'sale') line.count += count
    if (flow === 'sale') line.salesClp += totalClp
    else if (flow === 'return') line.refundsClp -= totalClp
    else if (flow === 'undo') line.refundsClp += totalClp
    else line.deletionsClp -= totalClp
    line.tipsClp += sign * tipClp
    line.roundingClp += sign * roundingClp
    line.changeOfCreditClp += sign * changeOfCreditClp
    cash.changeOfCreditClp -= sign * changeOfCreditClp
  }
  for (const { kind, amountClp } of movements) {
    if (kind === 'in') cash.cashInClp += amountClp
    else cash.cashOutClp -= amountClp
  }
  return [...lines.values()].map(finished)
}

function lineFor(
  lines: Map<string, Draft>,
  method: string,
  name: string,
  isVoucher: boolean,
): Draft {
  const key = methodKey(method, isVoucher)
  const found = lines.get(key)
  if (found !== undefined) return found
  const kind =
    method === CASH_ID
      ? 'cash'
      : isOfReturn({ id: method })
        ? 'credit'
        : isVoucher
          ? 'card-voucher'
          : 'other'
  const line: Draft = {
    key,
    kind,
    name: method === CREDIT_ID ? CREDIT_METHOD.name : name,
    count: 0,
    floatClp: 0,
    salesClp: 0,
    tipsClp: 0,
    roundingClp: 0,
    refundsClp: 0,
    deletionsClp: 0,
    changeOfCreditClp: 0,
    cashInClp: 0,
    cashOutClp: 0,
    expectedClp: 0,
  }
  lines.set(key, line)
  return line
}

function finished(line: Draft): MethodLine {
  const {
    floatClp,
    salesClp,
    tipsClp,
    roundingClp,
    refundsClp,
    deletionsClp,
    changeOfCreditClp,
    cashInClp,
    cashOutClp,
  } = line
  const expectedClp =
    floatClp +
    salesClp +
    tipsClp +
    roundingClp +
    refundsClp +
    deletionsClp +
    changeOfCreditClp +
    cashInClp +
    cashOutClp
  return {
    ...line,
    floatClp: clp(floatClp),
    salesClp: clp(salesClp),
    tipsClp: clp(tipsClp),
    roundingClp: clp(roundingClp),
    refundsClp: clp(refundsClp),
    deletionsClp: clp(deletionsClp),
    changeOfCreditClp: clp(changeOfCreditClp),
    cashInClp: clp(cashInClp),
    cashOutClp: clp(cashOutClp),
    expectedClp: clp(expectedClp),
  }
}

/** Whoever was given most first. */
function tipLines(flows: readonly TipFlow[]): TipLine[] {
  const key = ({ cashierName, method, isVoucher }: TipFlow) =>
    `${methodKey(method, isVoucher)} ${cashierName}`
  return [...Map.groupBy(flows, key).values()]
    .flatMap((rows) =>
      rows
        .slice(0, 1)
        .map(({ cashierName, name }) => ({
          cashierName,
          methodName: name,
          count: rows.reduce((all, { flow, count }) => all + SIGN_OF_FLOW[flow] * count, 0),
          totalClp: clp(
            rows.reduce((all, { flow, tipClp }) => all + SIGN_OF_FLOW[flow] * tipClp, 0),
          ),
        })),
    )
    .filter(({ count, totalClp }) => count !== 0 || totalClp !== 0)
    .sort((one, other) => other.totalClp - one.totalClp)
}

/** All tips of a report. */
export function tipsOf({ tips = [] }: Pick<ShiftReport, 'tips'>): Tally {
  return { count: tips.reduce((all, { count }) => all + count, 0), totalClp: sum(tips, 'totalClp') }
}

function taxLines(documents: readonly DocumentFlow[]): TaxLine[] {
  const groups = Map.groupBy(
    documents,
    ({ flow, documentType, documentedBy }) => `${flow} ${documentType} ${documentedBy}`,
  )
  return [...groups.values()].flatMap((rows) =>
    rows
      .slice(0, 1)
      .map(({ flow, documentType, documentedBy }) => ({
        flow,
        documentType,
        documentedBy,
        count: rows.reduce((all, { count }) => all + count, 0),
        netoClp: sum(rows, 'netoClp'),
        exentoClp: sum(rows, 'exentoClp'),
        ivaClp: sum(rows, 'ivaClp'),
        totalClp: sum(rows, 'totalClp'),
      })),
  )
}

/** What each has sold, less what each has taken back. */
function cashierLines(documents: readonly DocumentFlow[]): ShiftReport['cashiers'] {
  // Who changes a document has sold nothing by it.
  const moved = documents.filter(({ flow }) => flow !== 'changed' && flow !== 'change')
  return [...Map.groupBy(moved, ({ cashierName }) => cashierName)].map(([name, rows]) => ({
    name,
    count: salesIn(rows.filter(({ flow }) => flow === 'sale')),
    totalClp: signed(rows)('totalClp'),
  }))
}

/** Less what was undone, of this shift or of one before. */
function returnsOf(documents: readonly DocumentFlow[]): Tally {
  const returned = tallyOf(documents, 'return')
  const undone = tallyOf(documents, 'undo')
  return {
    count: returned.count - undone.count,
    totalClp: clp(returned.totalClp - undone.totalClp),
  }
}

function tallyOf(documents: readonly DocumentFlow[], flow: Flow): Tally {
  const rows = documents.filter((row) => row.flow === flow)
  return { count: salesIn(rows), totalClp: sum(rows, 'totalClp') }
}

function salesIn(rows: readonly DocumentFlow[]): number {
  return rows.reduce((all, { count, saleCount = count }) => all + saleCount, 0)
}

function sum<Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): Clp {
  return clp(rows.reduce((all, row) => all + row[field], 0))
}
