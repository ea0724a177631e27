import { describe, expect, it } from 'vitest'
import type { ShiftReportView } from './views.ts'
import type { EpochMs } from '../core/brand.ts'
import { clp } from '../money/clp.ts'
import { netOfStoredReport, readStoredReport } from './stored-report.ts'

const none = { count: 0, totalClp: clp(0) }
/** As a till of schema 6 kept it: before counts of before were written down. */
const OLD: ShiftReportView = {
  reportId: '01J0000000000000000000000A',
  kind: 'Z',
  madeAt: 1_790_000_000_000 as EpochMs,
  madeBy: 'Paula',
  shift: {
    shiftId: '01J0000000000000000000000B',
    number: 7,
    openedAt: 1_789_970_000_000 as EpochMs,
    openedBy: 'Camila',
    register: '1',
  },
  report: {
    methods: [
      {
        key: 'EF',
        name: 'Efectivo',
        kind: 'cash',
        count: 1,
        floatClp: clp(20_000),
        salesClp: clp(1_190),
        roundingClp: clp(0),
        refundsClp: clp(-500),
        deletionsClp: clp(0),
        changeOfCreditClp: clp(0),
        cashInClp: clp(0),
        cashOutClp: clp(0),
        expectedClp: clp(20_690),
      },
    ],
    sales: { count: 1, totalClp: clp(1_190) },
    returns: { count: 1, totalClp: clp(500) },
    deletions: none,
    netClp: clp(690),
    roundingClp: clp(0),
    taxes: [
      {
        flow: 'sale',
        documentType: '39',
        documentedBy: 'receipt',
        count: 1,
        totalClp: clp(1_190),
        netoClp: clp(1_000),
        exentoClp: clp(0),
        ivaClp: clp(190),
      },
    ],
    tax: { netoClp: clp(580), exentoClp: clp(0), ivaClp: clp(110) },
    cashiers: [{ name: 'Camila', count: 1, totalClp: clp(1_190) }],
    movements: [],
    folios: [{ documentType: '39', from: 1, to: 1 }],
    pending: none,
  },
  close: {
    closedBy: 'Paula',
    approvedBy: null,
    pieces: null,
    result: { lines: [], differenceClp: clp(0), largestClp: clp(0) },
    reason: null,
    note: null,
    earlierCounts: 0,
  },
}

describe('a report as it is kept', () => {
  it('comes back as it was written, also by a till that wrote less', () => {
    expect(readStoredReport(JSON.stringify(OLD))).toEqual(OLD)
    expect(netOfStoredReport(JSON.stringify(OLD))).toBe(690)
  })

  it('comes back with the invoices and the tips of its shift', () => {
    const tips = [{ cashierName: 'Camila', methodName: 'Tarjeta', count: 2, totalClp: clp(450) }]
    const folios = [{ documentType: '33' as const, from: 1, to: 1 }]
    const taxes = (['33', '34'] as const).map((documentType) => ({
      ...OLD.report.taxes[0],
      documentType,
    }))
    const methods = OLD.report.methods.map((line) => ({ ...line, tipsClp: clp(450) }))
    const kept = { ...OLD, report: { ...OLD.report, folios, taxes, tips, methods } }
    expect(readStoredReport(JSON.stringify(kept))).toEqual(kept)
  })

  it.each([
    ['a sum that is none', { ...OLD, report: { ...OLD.report, netClp: '690' } }],
    ['a sum with centavos', { ...OLD, report: { ...OLD.report, netClp: 690.5 } }],
    ['no methods', { ...OLD, report: { ...OLD.report, methods: undefined } }],
    ['another kind', { ...OLD, kind: 'Y' }],
    ['nothing', null],
  ])('is refused with %s in it', (_, changed) => {
    expect(() => readStoredReport(JSON.stringify(changed))).toThrow()
  })
})
