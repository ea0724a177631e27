/** A till that uses shifts: its drawer, its papers and its disk are in the test's hand. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { layoutReport, type ReportPaper } from '#shared/paper/report-layout.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { must } from './must.ts'
import { roundMeasure, textsOf } from './paper-samples.ts'
import { cartOf, commitOf } from './till-fixture.ts'
import { fixturePerTest } from './till-per-test.ts'

export const COFFEE = '7801040000037'
export const FLOAT_CLP = 30_000

export function shiftTillPerTest() {
  const { fixture, till } = fixturePerTest()
  /** What came out of the drawer and the printer, and how much room the disk has. */
  const desk = { kicks: 0, drawn: [] as ReportPaper[], freeBytes: 5e9 }
  const options = {
    pinCost: 4,
    makeBackup: async (order: Parameters<typeof makeBackup>[0]) => makeBackup(order),
    freeBytes: () => desk.freeBytes,
    drawReport: async (report: ReportPaper) => {
      desk.drawn.push(report)
      return Buffer.from('%PDF-1.7 report')
    },
  }
  beforeEach(async () => {
    fixture.printer.kickDrawer = async () => {
      desk.kicks += 1
      return {
        kind: 'sent',
        escpos: new Uint8Array(),
        paperPng: new Uint8Array(),
        stampReadable: null,
      }
    }
    Object.assign(desk, { kicks: 0, drawn: [], freeBytes: 5e9 })
    await fixture.open(options)
    await fixture.until(() => till.api.status().connection === 'online')
  })
  const file = () => join(fixture.dataDir, 'till', 'till.db')
  return {
    fixture,
    till,
    desk,
    options,
    file,
    query<Row>(sql: string): Row[] {
      const db = new Database(file(), { readonly: true })
      const rows = db.prepare<[], Row>(sql).all()
      db.close()
      return rows
    },
    ...handsOf(() => till.api),
  }
}

/** What a cashier does about a shift. */
export function handsOf(api: () => TillApi) {
  const openId = () => api().shift().open?.shiftId ?? ''
  const count = (
    cashClp: number,
    others: Record<string, number> = {},
    approvalId: string | null = null,
  ) =>
    api().countShift({
      countId: api().shift().nextId,
      shiftId: openId(),
      pieces: null,
      amounts: [
        { key: 'EF', amountClp: cashClp },
        ...Object.entries(others).map(([key, amountClp]) => ({ key, amountClp })),
      ],
      approvalId,
    })
  return {
    useShifts: (changes: { countsBlind?: boolean; differenceLimitClp?: number } = {}) =>
      api().saveSettings({ usesShifts: true, ...changes }),
    openShift: (floatClp = FLOAT_CLP) =>
      must(api().openShift({ shiftId: api().shift().nextId, floatClp })).open?.shiftId ?? '',
    openId,
    move: (
      kind: 'in' | 'out',
      amountClp: number,
      reason: string,
      approvalId: string | null = null,
    ) => api().moveCash({ movementId: api().shift().nextId, kind, amountClp, reason, approvalId }),
    expectedCash: () => api().shift().open?.report?.methods[0]?.expectedClp ?? Number.NaN,
    count,
    close(cashClp: number, reason = '', changes: { note?: string; approvalId?: string } = {}) {
      const counted = must(count(cashClp))
      return api().closeShift({
        shiftId: openId(),
        countId: counted.countId,
        reason,
        note: '',
        approvalId: null,
        ...changes,
      })
    },
    sellBy: (method: string, ...codes: string[]): SaleId =>
      must(api().commitSale(commitOf(api(), cartOf(api(), ...codes), method))).saleId,
    async giveBack(saleId: SaleId) {
      const { returnId, originalId, lines, totalClp } = must(await api().openReturn(saleId))
      return api().commitReturn({
        returnId,
        originalId,
        reason: 'Fallado',
        refund: { method: 'EF', reference: '' },
        approvalId: null,
        expectedTotalClp: totalClp,
        lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      })
    },
  }
}

export const textOn = (report: ReportPaper) =>
  textsOf(layoutReport(report, roundMeasure))
    .map(({ text }) => text)
    .join(' ')
