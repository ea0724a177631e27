import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { layoutReport, type ReportPaper } from '#shared/paper/report-layout.ts'
import { roundMeasure, textsOf } from '../../../test/support/paper-samples.ts'
import { CARD_METHOD } from '../../../test/support/card-method.ts'
import { CREW } from '../../../test/support/crew.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, keptOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { openDatabase } from '../db/open-database.ts'
import { listBackups, makeBackup } from '../durability/make-backup.ts'
import { salvageSales } from '../durability/salvage.ts'
import { tillFolder } from '../durability/till-folder.ts'

const COFFEE = '7801040000037'
const FLOAT_CLP = 30_000

let kicks = 0
const drawn: ReportPaper[] = []
let freeBytes = 5e9
const options = {
  pinCost: 4,
  makeBackup: async (order: Parameters<typeof makeBackup>[0]) => makeBackup(order),
  freeBytes: () => freeBytes,
  drawReport: async (report: ReportPaper) => {
    drawn.push(report)
    return Buffer.from('%PDF-1.7 report')
  },
}
const { fixture, till } = fixturePerTest()
beforeEach(async () => {
  fixture.printer.kickDrawer = async () => {
    kicks += 1
    return {
      kind: 'sent',
      escpos: new Uint8Array(),
      paperPng: new Uint8Array(),
      stampReadable: null,
    }
  }
  kicks = 0
  drawn.length = 0
  freeBytes = 5e9
  await fixture.open(options)
  await fixture.until(() => till.api.status().connection === 'online')
})

const useShifts = (changes: { countsBlind?: boolean; differenceLimitClp?: number } = {}) =>
  till.api.saveSettings({ usesShifts: true, ...changes })
const openShift = (floatClp = FLOAT_CLP) =>
  must(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp })).open?.shiftId ?? ''
const openId = () => till.api.shift().open?.shiftId ?? ''
const move = (
  kind: 'in' | 'out',
  amountClp: number,
  reason: string,
  approvalId: string | null = null,
) => till.api.moveCash({ movementId: till.api.shift().nextId, kind, amountClp, reason, approvalId })
const expectedCash = () => till.api.shift().open?.report?.methods[0]?.expectedClp ?? Number.NaN
const count = (cashClp: number, others: Record<string, number> = {}) =>
  till.api.countShift({
    countId: till.api.shift().nextId,
    shiftId: openId(),
    pieces: null,
    amounts: [
      { key: 'EF', amountClp: cashClp },
      ...Object.entries(others).map(([key, amountClp]) => ({ key, amountClp })),
    ],
    approvalId: null,
  })
const close = (
  cashClp: number,
  reason = '',
  changes: { note?: string; approvalId?: string } = {},
) => {
  const counted = must(count(cashClp))
  return till.api.closeShift({
    shiftId: openId(),
    countId: counted.countId,
    reason,
    note: '',
    approvalId: null,
    ...changes,
  })
}
const sellBy = (method: string, ...codes: string[]): SaleId =>
  must(till.api.commitSale(commitOf(till.api, cartOf(till.api, ...codes), method))).saleId
const giveBack = (saleId: SaleId) => {
  const { returnId, originalId, lines, totalClp } = must(till.api.startReturn(saleId))
  return till.api.commitReturn({
    returnId,
    originalId,
    reason: 'Fallado',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
    expectedTotalClp: totalClp,
    lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
  })
}
const file = () => join(fixture.dataDir, 'till', 'till.db')
function query<Row>(sql: string): Row[] {
  const db = new Database(file(), { readonly: true })
  const rows = db.prepare<[], Row>(sql).all()
  db.close()
  return rows
}
const textOn = (report: ReportPaper) =>
  textsOf(layoutReport(report, roundMeasure))
    .map(({ text }) => text)
    .join(' ')

describe('a shop without shifts', () => {
  it('sells as ever, and hears nothing of them', async () => {
    const saleId = sellOf(till.api)
    expect(till.api.status()).not.toHaveProperty('shift')
    expect(till.api.shift()).toMatchObject({ isUsed: false, open: null })
    expect(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 0 })).toMatchObject({
      refusal: { code: 'SHIFTS_NOT_USED' },
    })
    expect(query('SELECT id, shift_id FROM sale')).toEqual([{ id: saleId, shift_id: null }])
  })
})

describe('a shift', () => {
  beforeEach(useShifts)

  it('has to be open to sell, give back or delete; what is refused leaves nothing behind, and the same sale goes through after', async () => {
    await goOffline({ fixture, api: till.api })
    const { saleId, ...command } = commitOf(till.api, cartOf(till.api, COFFEE))
    expect(till.api.status().shift).toBeNull()
    expect(till.api.commitSale({ saleId, ...command })).toMatchObject({
      refusal: { code: 'SHIFT_REQUIRED' },
    })
    expect(query('SELECT 1 FROM sale')).toEqual([])
    const shiftId = openShift()
    expect(till.api.status().shift).toMatchObject({ number: 1, openedBy: 'Cajero 1' })
    expect(till.api.commitSale({ saleId, ...command })).toMatchObject({ ok: true })
    expect(query('SELECT shift_id AS shift FROM sale')).toEqual([{ shift: shiftId }])
    must(close(FLOAT_CLP + 2_000))
    expect(giveBack(saleId)).toMatchObject({ refusal: { code: 'SHIFT_REQUIRED' } })
    expect(await till.api.deleteReceipt({ saleId, reason: 'x' })).toMatchObject({
      refusal: { code: 'SHIFT_REQUIRED' },
    })
  })

  it('is opened once, however often the key is pressed, and survives a restart', async () => {
    const shiftId = till.api.shift().nextId
    const first = till.api.openShift({ shiftId, floatClp: FLOAT_CLP })
    expect(till.api.openShift({ shiftId, floatClp: FLOAT_CLP })).toMatchObject({
      ok: true,
      value: { open: { shiftId } },
    })
    expect(first.ok).toBe(true)
    expect(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 0 })).toMatchObject({
      refusal: { code: 'SHIFT_ALREADY_OPEN', params: { number: '1' } },
    })
    await till.stop()
    await fixture.open(options)
    expect(till.api.shift()).toMatchObject({
      open: { shiftId, floatClp: FLOAT_CLP },
      lastFloatClp: FLOAT_CLP,
    })
    expect(query('SELECT 1 FROM shift')).toHaveLength(1)
    expect(await till.api.saveSettings({ usesShifts: false })).toMatchObject({
      refusal: { code: 'SHIFT_STILL_OPEN', field: 'usesShifts' },
    })
  })

  it('is not opened on a disk without room for a day', () => {
    freeBytes = 150_000_000
    expect(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 0 })).toMatchObject({
      refusal: { code: 'SHIFT_DISK_LOW', params: { free: '150', least: '200' } },
    })
    freeBytes = 250_000_000
    expect(openShift()).not.toBe('')
  })

  it('expects in the drawer what really went in and out: cash, change, returns, deletions, and the rest of a credit', async () => {
    openShift()
    const first = sellBy('EF', COFFEE)
    expect(expectedCash()).toBe(FLOAT_CLP + 2_000)
    sellBy('TC', '101')
    expect(await move('in', 5_000, 'Sencillo')).toMatchObject({
      ok: true,
      value: { isDrawerOpen: true },
    })
    await move('out', 20_000, 'Depósito al banco')
    await fixture.until(() => receiptOf(till.api, first).folio !== null)
    must(giveBack(first))
    expect(expectedCash()).toBe(FLOAT_CLP + 5_000 - 20_000)
    const goOnline = await goOffline({ fixture, api: till.api })
    const deleted = sellBy('EF', '201')
    expect(
      await till.api.deleteReceipt({ saleId: deleted, reason: 'Se arrepintió' }),
    ).toMatchObject({ ok: true })
    goOnline()
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(expectedCash()).toBe(FLOAT_CLP + 5_000 - 20_000)
    expect(till.api.shift().open?.report).toMatchObject({
      sales: { count: 3 },
      returns: { count: 1, totalClp: 1_996 },
      deletions: { count: 1, totalClp: 1_600 },
      netClp: 1_890,
      pending: { count: 0 },
      methods: [
        { key: 'EF', cashInClp: 5_000, cashOutClp: -20_000 },
        { key: 'TC', expectedClp: 1_890, count: 1 },
      ],
    })
    expect(kicks).toBe(2)
  })

  it('writes a movement once, also when it is sent again, and refuses one beyond the drawer', async () => {
    openShift()
    const order = {
      movementId: till.api.shift().nextId,
      kind: 'out' as const,
      amountClp: 1_000,
      reason: 'Pan',
      approvalId: null,
    }
    await till.api.moveCash(order)
    expect(await till.api.moveCash(order)).toMatchObject({ ok: true })
    expect([till.api.shift().open?.movements.length, kicks]).toEqual([1, 1])
    expect(await till.api.moveCash({ ...order, amountClp: 2_000 })).toMatchObject({
      refusal: { code: 'CASH_MOVED_BEFORE', params: { amount: '$1.000' } },
    })
    expect(await move('out', FLOAT_CLP, 'Banco')).toMatchObject({
      refusal: { code: 'CASH_OUT_ABOVE_DRAWER', params: { there: '$29.000' } },
    })
    fixture.printer.kickDrawer = async () => ({
      kind: 'held',
      reason: 'PRINTER_NOT_FOUND',
      detail: '',
    })
    expect(await move('out', 1_000, 'Banco')).toMatchObject({
      ok: true,
      value: { isDrawerOpen: false },
    })
  })

  it('reads an X at any time, which changes nothing, and prints it', async () => {
    openShift()
    sellBy('EF', COFFEE)
    const x = must(till.api.readShift({ approvalId: null }))
    expect(x).toMatchObject({ kind: 'X', close: null, report: { sales: { count: 1 } } })
    await fixture.until(() => drawn.length === 1)
    expect(textOn(drawn[0] as ReportPaper)).toMatch(
      /INFORME X.*TURNO 1, ABIERTO.*Debe haber en el cajón \$32\.000/,
    )
    expect(till.api.shift().open?.report?.sales.count).toBe(1)
  })
})

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
    await fixture.until(() => drawn.length === 1)
    const z80 = textOn(drawn[0] as ReportPaper)
    expect(z80).toMatch(
      /INFORME Z.*CIERRE DEL TURNO 1.*3 × \$500 \$1\.500.*Faltante -\$500.*Motivo: Vuelto mal dado.*N° 1 a 2/,
    )
    openShift(0)
    expect(till.api.shift()).toMatchObject({ open: { number: 2, report: { sales: { count: 0 } } } })
    expect(expectedCash()).toBe(0)
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
    await fixture.until(() => drawn.length === 1)
    expect(textOn(drawn[0] as ReportPaper)).toMatch(
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

describe('who may', () => {
  const id = (name: string) =>
    till.api.staff().members.find((member) => member.name === name)?.id ?? ''
  const lend = async (
    right: 'moveCash' | 'acceptDifference',
    subject: string | null,
    sum: { readonly amountClp?: number } = {},
  ) =>
    must(
      await till.api.approve({
        staffId: id('Rodrigo'),
        pin: '1470',
        subject: { kind: 'right', right, subject, ...sum },
      }),
    ).approvalId

  beforeEach(async () => {
    for (const [name, role, pin] of CREW)
      must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  })

  it('turn shifts on is the owner; move cash a supervisor, also over the shoulder, once', async () => {
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    expect(await useShifts()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
    await till.api.signIn({ staffId: id('Paula'), pin: '3690' })
    must(await useShifts())
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    openShift()
    expect(await move('out', 1_000, 'Pan')).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const approvalId = await lend('moveCash', 'out', { amountClp: 1_000 })
    expect(await move('out', 1_000, 'Pan', approvalId)).toMatchObject({ ok: true })
    expect(await move('out', 1_000, 'Pan', approvalId)).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(till.api.shift().open?.movements).toMatchObject([
      { by: 'Camila', approvedBy: 'Rodrigo', amountClp: 1_000 },
    ])
  })

  it('close with more missing than the limit is a supervisor, named on the Z', async () => {
    must(await useShifts({ differenceLimitClp: 1_000 }))
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    const shiftId = openShift()
    expect(close(FLOAT_CLP - 1_001, 'No sé')).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const approvalId = await lend('acceptDifference', shiftId)
    expect(must(close(FLOAT_CLP - 1_001, 'No sé', { approvalId })).close).toMatchObject({
      closedBy: 'Camila',
      approvedBy: 'Rodrigo',
      reason: 'No sé',
    })
    await till.api.signIn({ staffId: id('Rodrigo'), pin: '1470' })
    const log = must(till.api.audit({ cursor: null, limit: 5 })).rows
    expect(log.find(({ action }) => action === 'shift-closed')).toMatchObject({
      staffName: 'Camila',
      approverName: 'Rodrigo',
      detail: { number: 1, totalClp: -1_001 },
    })
  })

  it('see what should be there in a blind count is nobody before it is counted, but a supervisor', async () => {
    must(await useShifts({ countsBlind: true }))
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    const shiftId = openShift()
    sellBy('EF', COFFEE)
    expect(till.api.shift().open).toMatchObject({ report: null, countable: [{ key: 'EF' }] })
    expect(till.api.readShift({ approvalId: null })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(till.api.shiftFile({ shiftId })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const lent = await lend('acceptDifference', shiftId)
    expect(must(till.api.shiftFile({ shiftId, approvalId: lent })).text).toContain('Efectivo')
    // Once, as every approval.
    expect(till.api.shiftFile({ shiftId, approvalId: lent })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(
      till.api.readShift({ approvalId: await lend('acceptDifference', shiftId) }),
    ).toMatchObject({ ok: true })
    expect(must(count(32_000)).result.lines).toMatchObject([{ expectedClp: 32_000 }])
    await till.api.signIn({ staffId: id('Rodrigo'), pin: '1470' })
    expect(till.api.shift().open?.report).not.toBeNull()
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
    expect(salvageSales(file(), into)).toEqual({ sales: 2, unreadable: 0 })
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
