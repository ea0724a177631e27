/**
 * A shift as a spreadsheet reads it: one row for each document and each movement of cash, one
 * column for each way to pay, signed, so that a column adds up to what the Z expects of it.
 */
import type { EpochMs, IsoDate } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import { CASH_ID, CREDIT_ID, CREDIT_METHOD } from '../selling/payment/payment-method.ts'
import { csvText, type Cell } from '../text/csv.ts'
import { printDate } from '../time/calendar.ts'
import { santiagoDate, santiagoTime } from '../time/santiago.ts'
import { SIGN_OF_FLOW, type Flow } from './flow.ts'
import type { CashMovement } from './shift-report.ts'
import type { OpenShift } from './shift.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'

export interface CsvMoney {
  readonly key: string
  readonly name: string
  readonly collectedClp: Clp
  readonly tipClp: Clp
  readonly roundingClp: Clp
  readonly changeOfCreditClp: Clp
}

export interface CsvDocument {
  readonly flow: Flow
  readonly at: EpochMs
  /** Its own, or that of its deletion: the till's day, whatever the machine's clock says. */
  readonly date: IsoDate
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly folio: number | null
  readonly externalReference: string
  readonly cashierName: string
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
  readonly totalClp: Clp
  readonly reason: string
  readonly money: readonly CsvMoney[]
}

interface CsvShift {
  readonly shift: OpenShift
  readonly movements: readonly CashMovement[]
  readonly documents: readonly CsvDocument[]
}

const WORDS: Readonly<Record<Flow, string>> = {
  sale: 'venta',
  return: 'devolución',
  undo: 'devolución anulada',
  deletion: 'eliminación',
  changed: 'cambiada por otra',
  change: 'cambio de documento',
}
const HEADINGS = [
  'turno',
  'fecha',
  'hora',
  'qué',
  'tipo',
  'folio',
  'referencia',
  'persona',
  'detalle',
  'neto',
  'exento',
  'iva',
  'total',
  'redondeo',
  'propina',
]
interface Row {
  readonly at: EpochMs
  readonly cells: readonly Cell[]
  readonly amounts: ReadonlyMap<string, number>
}

export function shiftCsv({ shift, movements, documents }: CsvShift): string {
  const names = methodNames(documents)
  const rows = [
    {
      at: shift.openedAt,
      cells: moneyCells(shift.openedAt, 'fondo', shift.openedBy, ''),
      amounts: new Map([[CASH_ID, shift.floatClp]]),
    },
    ...[...movements.map(movementRow), ...documents.map(documentRow)].sort((a, b) => a.at - b.at),
  ]
  const lines = [
    [...HEADINGS, ...names.values()],
    ...rows.map(({ cells, amounts }) => [
      shift.number,
      ...cells,
      ...[...names.keys()].map((key) => amounts.get(key) ?? 0),
    ]),
  ]
  return csvText(lines)
}

/** Cash first, whether or not there was any. */
function methodNames(documents: readonly CsvDocument[]): ReadonlyMap<string, string> {
  const names = new Map([[CASH_ID, 'Efectivo']])
  for (const { key, name } of documents.flatMap(({ money }) => money)) {
    if (!names.has(key)) names.set(key, key === CREDIT_ID ? CREDIT_METHOD.name : name)
  }
  return names
}

function movementRow({ kind, amountClp, reason, at, by }: CashMovement): Row {
  return {
    at,
    cells: moneyCells(at, kind === 'in' ? 'ingreso' : 'retiro', by, reason),
    amounts: new Map([[CASH_ID, kind === 'in' ? amountClp : -amountClp]]),
  }
}

function moneyCells(at: EpochMs, what: string, person: string, detail: string): Cell[] {
  return [...when(at), what, '', '', '', person, detail, 0, 0, 0, 0, 0, 0]
}

function documentRow(document: CsvDocument): Row {
  const {
    flow,
    at,
    documentType,
    documentedBy,
    folio,
    externalReference,
    cashierName,
    reason,
    money,
  } = document
  const sign = SIGN_OF_FLOW[flow]
  const amounts = new Map<string, number>()
  const add = (key: string, amount: number) => amounts.set(key, (amounts.get(key) ?? 0) + amount)
  for (const { key, collectedClp, changeOfCreditClp } of money) {
    add(key, sign * (collectedClp + changeOfCreditClp))
    if (changeOfCreditClp !== 0) add(CASH_ID, -sign * changeOfCreditClp)
  }
  const rounding = money.reduce((sum, { roundingClp }) => sum + roundingClp, 0)
  const tip = money.reduce((sum, { tipClp }) => sum + tipClp, 0)
  return {
    at,
    amounts,
    cells: [
      printDate(document.date),
      santiagoTime(at),
      WORDS[flow],
      documentedBy === 'voucher' ? 'voucher' : documentType,
      folio ?? '',
      externalReference,
      cashierName,
      reason,
      ...[
        document.netoClp,
        document.exentoClp,
        document.ivaClp,
        document.totalClp,
        rounding,
        tip,
      ].map((amount) => sign * amount),
    ],
  }
}

function when(at: EpochMs): [string, string] {
  return [printDate(santiagoDate(at)), santiagoTime(at)]
}
