/** A busy day of a shop, as its X and its Z. */
import type { ShiftReportView } from '#shared/shifts/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { compareCount, sumPieces } from '#shared/shifts/shift-count.ts'
import { shiftReport, type DocumentFlow, type PaymentFlow } from '#shared/shifts/shift-report.ts'

const OPENED = Date.UTC(2026, 10, 20, 12, 2) as EpochMs
const CLOSED = Date.UTC(2026, 10, 20, 23, 41) as EpochMs

function payment(
  flow: PaymentFlow['flow'],
  method: string,
  name: string,
  count: number,
  totalClp: number,
  rest: Partial<PaymentFlow> = {},
): PaymentFlow {
  return {
    flow,
    method,
    name,
    isVoucher: false,
    count,
    totalClp: clp(totalClp),
    tipClp: clp(0),
    roundingClp: clp(0),
    changeOfCreditClp: clp(0),
    ...rest,
  }
}

function document(
  flow: DocumentFlow['flow'],
  type: DocumentFlow['documentType'],
  cashierName: string,
  count: number,
  net: number,
  rest: Partial<DocumentFlow> = {},
): DocumentFlow {
  const ivaClp = type === '41' ? 0 : Math.round(net * 0.19)
  return {
    flow,
    documentType: type,
    documentedBy: 'receipt',
    cashierName,
    count,
    netoClp: clp(type === '41' ? 0 : net),
    exentoClp: clp(type === '41' ? net : 0),
    ivaClp: clp(ivaClp),
    totalClp: clp(net + ivaClp),
    ...rest,
  }
}

const PIECES = [
  [20_000, 4],
  [10_000, 6],
  [5_000, 2],
  [1_000, 7],
  [500, 3],
  [100, 12],
  [50, 1],
].map(([valueClp = 0, count = 0]) => ({ valueClp, count }))

function sampleReport(kind: 'X' | 'Z'): ShiftReportView {
  const report = shiftReport({
    floatClp: clp(30_000),
    payments: [
      payment('sale', 'EF', 'Efectivo', 64, 285_413, { roundingClp: clp(-23) }),
      payment('sale', 'TC', 'Tarjeta', 41, 331_870),
      payment('sale', 'PE', 'Transferencia', 3, 52_300),
      payment('sale', 'TV', 'Tarjeta con voucher', 6, 41_560, { isVoucher: true }),
      payment('sale', 'NC', 'Nota de crédito N° 12', 1, 6_990, {
        roundingClp: clp(0),
        changeOfCreditClp: clp(1_000),
      }),
      payment('return', 'EF', 'Efectivo', 2, 9_491, { roundingClp: clp(-1) }),
      payment('return', 'NC', 'Nota de crédito', 1, 7_990),
      payment('deletion', 'EF', 'Efectivo', 1, 4_990),
    ],
    tips: [],
    documents: [
      document('sale', '39', 'Camila', 71, 366_000),
      document('sale', '39', 'Rodrigo', 38, 198_480),
      document('sale', '41', 'Camila', 4, 4_840),
      document('sale', '39', 'Camila', 6, 34_924, { documentedBy: 'voucher' }),
      document('return', '61', 'Rodrigo', 3, 14_690),
      document('deletion', '39', 'Camila', 1, 4_193),
    ],
    movements: [
      {
        kind: 'in',
        amountClp: clp(10_000),
        reason: 'Sencillo',
        at: (OPENED + 7_200_000) as EpochMs,
        by: 'Rodrigo',
        approvedBy: null,
      },
      {
        kind: 'out',
        amountClp: clp(150_000),
        reason: 'Depósito al banco',
        at: (OPENED + 20_000_000) as EpochMs,
        by: 'Camila',
        approvedBy: 'Rodrigo',
      },
    ],
    folios: [
      { documentType: '39', from: 1042, to: 1147 },
      { documentType: '39', from: 1150, to: 1150 },
      { documentType: '41', from: 77, to: 80 },
      { documentType: '61', from: 12, to: 14 },
    ],
    pending: { count: 2, totalClp: clp(18_970) },
  })
  return {
    reportId: '01JD0000000000000000000000',
    kind,
    madeAt: CLOSED,
    madeBy: 'Camila',
    report,
    shift: {
      shiftId: '01JD0000000000000000000001',
      number: 318,
      openedAt: OPENED,
      openedBy: 'Camila',
      register: '1',
    },
    close:
      kind === 'X'
        ? null
        : {
            closedBy: 'Camila',
            approvedBy: 'Rodrigo',
            pieces: PIECES,
            reason: 'Vuelto mal dado a un cliente en la mañana',
            note: 'Sin internet desde las 20:10',
            result: compareCount(report, {
              amounts: [
                { key: 'EF', amountClp: sumPieces(PIECES) },
                { key: 'TC', amountClp: 331_870 },
                { key: 'TV*', amountClp: 41_560 },
              ],
            }),
            earlierCounts: 1,
          },
  }
}

export function sampleReportPaper(kind: 'X' | 'Z', widthMm: PaperWidthMm): ReportPaper {
  return reportPaper(
    sampleReport(kind),
    { tradeName: 'Almacén Doña Rosa', rut: '76192083-9' },
    widthMm,
  )
}
