/** A shift is opened, sold in and read; cash goes in and out of it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'

const {
  fixture,
  till,
  desk,
  options,
  query,
  useShifts,
  openShift,
  move,
  expectedCash,
  close,
  sellBy,
  giveBack,
} = shiftTillPerTest()

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
    expect(await giveBack(saleId)).toMatchObject({ refusal: { code: 'SHIFT_REQUIRED' } })
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
    desk.freeBytes = 150_000_000
    expect(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 0 })).toMatchObject({
      refusal: { code: 'SHIFT_DISK_LOW', params: { free: '150', least: '200' } },
    })
    desk.freeBytes = 250_000_000
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
    must(await giveBack(first))
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
    expect(desk.kicks).toBe(2)
  })

  it('opens once, also when it is sent again, and not with another float', () => {
    const order = { shiftId: till.api.shift().nextId, floatClp: 5_000 }
    for (let turn = 0; turn < 2; turn += 1)
      expect(must(till.api.openShift(order)).open?.floatClp).toBe(5_000)
    expect(till.api.openShift({ ...order, floatClp: 8_000 })).toMatchObject({
      refusal: { code: 'SHIFT_ALREADY_OPEN', params: { number: '1' } },
    })
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
    expect([till.api.shift().open?.movements.length, desk.kicks]).toEqual([1, 1])
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
    await fixture.until(() => desk.drawn.length === 1)
    expect(textOn(desk.drawn[0] as ReportPaper)).toMatch(
      /INFORME X.*TURNO 1, ABIERTO.*Debe haber en el cajón \$32\.000/,
    )
    expect(till.api.shift().open?.report?.sales.count).toBe(1)
  })
})
