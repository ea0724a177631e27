/** Counting and closing: the Z, the copy of the data, and what a damaged database keeps of it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { cartOf, keptOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { openDatabase } from '../tables/open-database.ts'
import { listBackups } from '../kernel/backup-files.ts'
import { salvageSales } from '../backup/durability/salvage.ts'
import { tillFolder } from '../kernel/till-folder.ts'

const {
  fixture,
  till,
  desk,
  options,
  file,
  query,
  useShifts,
  openShift,
  openId,
  move,
  expectedCash,
  count,
  close,
  sellBy,
} = shiftTillPerTest()

describe('a close', () => {
  beforeEach(useShifts)

  it('takes any count with its reason, prints the Z in the same moment, copies the data, and the next shift starts afresh', async () => {
    openShift()
    sellBy('EF', COFFEE)
    sellBy('TC', '101')
    await fixture.until(() => till.api.status().pendingCount === 0)
    const shiftId = openId()
    const pieces = [
      { valueClp: 20_000, count: 1 },
      { valueClp: 10_000, count: 1 },
      { valueClp: 500, count: 3 },
    ]
    const counted = must(
      till.api.countShift({
        countId: till.api.shift().nextId,
        shiftId,
        pieces,
        amounts: [{ key: 'TC', amountClp: 1_890 }],
        approvalId: null,
      }),
    )
    expect(counted).toMatchObject({
      needsReason: true,
      needsSupervisor: false,
      result: {
        differenceClp: -500,
        lines: [
          { key: 'EF', countedClp: 31_500 },
          { key: 'TC', differenceClp: 0 },
        ],
      },
    })
    const order = { shiftId, countId: counted.countId, reason: '', note: '', approvalId: null }
    expect(till.api.closeShift(order)).toMatchObject({
      refusal: { code: 'SHIFT_DIFFERENCE_REASON', field: 'reason' },
    })
    const z = must(till.api.closeShift({ ...order, reason: 'Vuelto mal dado' }))
    expect(query('SELECT kind, state FROM print_job WHERE report_id IS NOT NULL')).toEqual([
      { kind: 'report', state: 'queued' },
    ])
    expect(till.api.closeShift({ ...order, reason: 'otra vez' })).toEqual({ ok: true, value: z })
    expect(till.api.shift()).toMatchObject({ open: null, backup: 'running' })
    await fixture.until(() => till.api.shift().backup === 'made')
    const [backup] = listBackups(tillFolder(fixture.dataDir).backups)
    expect(backup?.reason).toBe('close')
    await fixture.until(() => desk.drawn.length === 1)
    const z80 = textOn(desk.drawn[0] as ReportPaper)
    expect(z80).toMatch(
      /INFORME Z.*CIERRE DEL TURNO 1.*3 × \$500 \$1\.500.*Faltante -\$500.*Motivo: Vuelto mal dado.*N° 1 a 2/,
    )
    openShift(0)
    expect(till.api.shift()).toMatchObject({ open: { number: 2, report: { sales: { count: 0 } } } })
    expect(expectedCash()).toBe(0)
  })

  it('whose Z is half out says so until one of it is out', async () => {
    openShift()
    const shiftId = openId()
    const honest = fixture.printer.answer
    fixture.printer.answer = () => ({ kind: 'unknown', detail: 'cable', bytesAccepted: 4_096 })
    must(close(FLOAT_CLP))
    await fixture.until(() => till.api.status().unprintedReports === 1)
    fixture.printer.answer = honest
    must(till.api.reprintReport(shiftId))
    await fixture.until(() => till.api.status().unprintedReports === 0)
  })

  it('is copied also when nothing was sold since the last copy', async () => {
    openShift()
    await till.backUp()
    await till.stop()
    await fixture.open(options)
    must(close(FLOAT_CLP))
    await fixture.until(() => till.api.shift().backup === 'made')
    expect(listBackups(tillFolder(fixture.dataDir).backups).map(({ reason }) => reason)).toContain(
      'close',
    )
  })

  it('needs no network: what is unsent is said, noted, sent later, and stays in its shift', async () => {
    const goOnline = await goOffline({ fixture, api: till.api })
    openShift()
    const saleId = sellBy('EF', COFFEE)
    expect(must(count(32_000))).toMatchObject({ pendingCount: 1, needsReason: false })
    const shiftId = openId()
    const z = must(close(32_000, '', { note: 'Sin internet desde las 10' }))
    expect(z.report.pending).toEqual({ count: 1, totalClp: 1_996 })
    await fixture.until(() => desk.drawn.length === 1)
    expect(textOn(desk.drawn[0] as ReportPaper)).toMatch(
      /Sin folio todavía \(1\) \$1\.996.*Nota: Sin internet desde las 10/,
    )
    openShift()
    goOnline()
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    expect(till.api.shift().open?.report?.sales.count).toBe(0)
    const { rows } = till.api.closedShifts({ cursor: null, limit: 10 })
    expect(rows).toMatchObject([
      { shiftId, number: 1, netClp: 1_996, differenceClp: 0, pendingNow: 0 },
    ])
    expect(must(till.api.shiftReport(shiftId)).report).toEqual(z)
    expect(query('SELECT shift_id AS shift FROM sale')).toEqual([{ shift: shiftId }])
  })

  it('does not compare what was counted with what was sold after it', () => {
    openShift()
    const { countId } = must(count(FLOAT_CLP))
    sellBy('EF', COFFEE)
    expect(
      till.api.closeShift({ shiftId: openId(), countId, reason: 'x', note: '', approvalId: null }),
    ).toMatchObject({ refusal: { code: 'SHIFT_COUNT_OLD' } })
    expect(must(close(32_000)).close).toMatchObject({
      earlierCounts: 1,
      result: { differenceClp: 0 },
    })
  })

  it('waits for sales with payments that nobody has charged, open or parked: no report has that money', () => {
    openShift()
    const { sale } = keptOf(cartOf(till.api, COFFEE))
    const paidInPart = {
      ...sale,
      paying: { ...sale.paying, given: [{ method: CARD_METHOD, amountClp: 500, reference: '' }] },
    }
    const code = { refusal: { code: 'SHIFT_SALE_PAID_IN_PART', params: { what: 'Tarjeta $500' } } }
    const { countId } = must(count(FLOAT_CLP))
    const closeAs = () =>
      till.api.closeShift({ shiftId: openId(), countId, reason: '', note: '', approvalId: null })
    till.api.saveDraft({ sale: paidInPart, replaces: null })
    expect(count(FLOAT_CLP)).toMatchObject(code)
    expect(closeAs()).toMatchObject(code)
    const parked = must(till.api.parkSale({ sale: paidInPart, replaces: null, name: '' }))
    expect(closeAs()).toMatchObject(code)
    must(till.api.discardParked({ parkedId: parked.id, approvalId: null }))
    expect(closeAs()).toMatchObject({ ok: true })
  })

  it('can be read and printed again, marked COPIA, and taken to a spreadsheet that adds up', async () => {
    openShift()
    sellBy('EF', COFFEE)
    await move('out', 1_000, 'Pan; con "mantequilla"')
    const shiftId = openId()
    must(close(31_000))
    await fixture.until(() => fixture.printer.printed.some(({ banner }) => banner === null))
    expect(till.api.reprintReport(shiftId)).toEqual({ ok: true, value: null })
    await fixture.until(() => fixture.printer.printed.some(({ banner }) => banner === 'COPIA'))
    await fixture.until(() => must(till.api.shiftReport(shiftId)).paper === 'sent')
    const { fileName, text } = must(till.api.shiftFile({ shiftId }))
    expect(fileName).toBe('turno-0001-2026-11-20.csv')
    const rows = text.trimEnd().split('\r\n')
    expect(rows.slice(1).reduce((sum, row) => sum + Number(row.split(';').at(-1)), 0)).toBe(31_000)
    expect(text).toContain('"Pan; con ""mantequilla"""')
    expect(till.api.shiftReport('01JD0000000000000000000000')).toMatchObject({
      refusal: { code: 'SHIFT_NOT_FOUND' },
    })
  })

  it('is a fact: nothing of a shift is changed, removed or opened beside it', () => {
    openShift()
    sellBy('EF', COFFEE)
    const shiftId = openId()
    must(close(32_000))
    openShift()
    const db = openDatabase(file())
    for (const table of ['shift', 'cash_movement', 'shift_count', 'shift_report', 'shift_close']) {
      if (table === 'cash_movement') continue
      expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('is kept')
      expect(() => db.exec(`UPDATE ${table} SET rowid = rowid + 1000`)).toThrow('does not change')
    }
    expect(() => db.exec("INSERT INTO shift VALUES ('x', 9, 0, 'a', '1', 0)")).toThrow(
      'a shift is open',
    )
    expect(() =>
      db.exec(`INSERT INTO cash_movement VALUES ('x', '${shiftId}', 'in', 1, 'a', 0, 'a', NULL)`),
    ).toThrow('the shift is closed')
    db.close()
  })
})

describe('after damage', () => {
  it('shifts are carried over with their sales; a sale whose shift cannot be read is carried over without it', async () => {
    await useShifts()
    const into = openDatabase(join(fixture.dataDir, 'backup.db'))
    openShift()
    sellBy('EF', COFFEE)
    await move('in', 500, 'Sencillo')
    must(close(32_500))
    const lost = openShift()
    const saleId = sellBy('EF', '101')
    await till.stop()
    const damaged = new Database(file())
    damaged.pragma('foreign_keys = OFF')
    damaged.exec(`DROP TRIGGER shift_kept; DELETE FROM shift WHERE id = '${lost}'`)
    damaged.close()
    expect(existsSync(file())).toBe(true)
    expect(salvageSales(file(), into)).toEqual({ sales: 2, unreadable: 0, lost: [] })
    expect(
      into
        .prepare(
          'SELECT number, (SELECT count(*) FROM cash_movement) AS moved, (SELECT count(*) FROM shift_close) AS closed FROM shift',
        )
        .all(),
    ).toEqual([{ number: 1, moved: 1, closed: 1 }])
    expect(into.prepare('SELECT shift_id AS shift FROM sale WHERE id = ?').get(saleId)).toEqual({
      shift: null,
    })
    into.close()
  })
})
