/** What may be done in a shift, and what is refused with which word. */
import { describe, expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { decideClose, decideMovement, decideOpening } from './shift.ts'
import { SHIFT, reportOf } from '../../test/support/shift-days.ts'

describe('what may be done', () => {
  const report = reportOf({ moved: [], movements: [], floatClp: clp(30_000) })
  const opening = { isUsed: true, open: null, freeBytes: 5e9 }

  it.each([
    ['opens with a float', 30_000, opening, null],
    ['opens with nothing', 0, { ...opening, freeBytes: null }, null],
    ['does not open twice', 0, { ...opening, open: SHIFT }, 'SHIFT_ALREADY_OPEN'],
    ['does not open where none are used', 0, { ...opening, isUsed: false }, 'SHIFTS_NOT_USED'],
    ['does not open on a full disk', 0, { ...opening, freeBytes: 199_999_999 }, 'SHIFT_DISK_LOW'],
    ['opens with just enough disk', 0, { ...opening, freeBytes: 200_000_000 }, null],
    ['takes no float below nothing', -1, opening, 'CASH_AMOUNT_NOT_VALID'],
    ['takes no fraction', 0.5, opening, 'CASH_AMOUNT_NOT_VALID'],
    ['takes no fortune', 100_000_001, opening, 'CASH_AMOUNT_TOO_LARGE'],
  ])('%s', (_, floatClp, context, code) =>
    expect(decideOpening(floatClp, context)).toMatchObject(
      code === null ? { ok: true } : { refusal: { code } },
    ),
  )

  it.each([
    [
      'cash in',
      { kind: 'in' as const, amountClp: 1_000, reason: 'Sencillo' },
      { open: SHIFT, report },
      null,
    ],
    [
      'all of the drawer out',
      { kind: 'out' as const, amountClp: 30_000, reason: 'Banco' },
      { open: SHIFT, report },
      null,
    ],
    [
      'more than there is',
      { kind: 'out' as const, amountClp: 30_001, reason: 'Banco' },
      { open: SHIFT, report },
      'CASH_OUT_ABOVE_DRAWER',
    ],
    [
      'more than there is, blind',
      { kind: 'out' as const, amountClp: 30_001, reason: 'Banco' },
      { open: SHIFT, report: null },
      null,
    ],
    [
      'without a shift',
      { kind: 'in' as const, amountClp: 1, reason: 'x' },
      { open: null, report: null },
      'SHIFT_REQUIRED',
    ],
    [
      'nothing',
      { kind: 'in' as const, amountClp: 0, reason: 'x' },
      { open: SHIFT, report },
      'CASH_AMOUNT_NOT_VALID',
    ],
    [
      'without a reason',
      { kind: 'in' as const, amountClp: 1, reason: ' ' },
      { open: SHIFT, report },
      'CASH_REASON_REQUIRED',
    ],
    [
      'with a reason no paper can carry',
      { kind: 'in' as const, amountClp: 1, reason: '銀行' },
      { open: SHIFT, report },
      'NAME_NOT_LATIN1',
    ],
    [
      'with a novel for a reason',
      { kind: 'in' as const, amountClp: 1, reason: 'x'.repeat(81) },
      { open: SHIFT, report },
      'TEXT_TOO_LONG',
    ],
  ])('moves cash: %s', (_, order, context, code) =>
    expect(decideMovement(order, context)).toMatchObject(
      code === null ? { ok: true } : { refusal: { code } },
    ),
  )

  it('closes with any count: a difference wants a reason, a large one a supervisor, none wants neither', () => {
    const close = (amountClp: number, reason: string) =>
      decideClose(
        { reason, note: '' },
        { report, count: { amounts: [{ key: 'EF', amountClp }] }, differenceLimitClp: 2_000 },
      )
    expect(close(30_000, '')).toMatchObject({
      ok: true,
      value: { reason: null, needsSupervisor: false },
    })
    expect(close(29_000, '')).toMatchObject({
      refusal: { code: 'SHIFT_DIFFERENCE_REASON', params: { difference: '-$1.000' } },
    })
    expect(close(28_000, 'Vuelto mal dado')).toMatchObject({
      ok: true,
      value: { reason: 'Vuelto mal dado', needsSupervisor: false },
    })
    expect(close(27_999, 'Vuelto mal dado')).toMatchObject({
      ok: true,
      value: { needsSupervisor: true },
    })
    expect(close(0, 'Robo')).toMatchObject({
      ok: true,
      value: { result: { differenceClp: -30_000 }, needsSupervisor: true },
    })
  })
})
