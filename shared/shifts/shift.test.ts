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

  const OPEN = { open: SHIFT, report }
  const BLIND = { open: SHIFT, report: null }
  const SHUT = { open: null, report: null }
  it.each([
    ['cash in', 'in', 1_000, 'Sencillo', OPEN, null],
    ['all of the drawer out', 'out', 30_000, 'Banco', OPEN, null],
    ['more than there is', 'out', 30_001, 'Banco', OPEN, 'CASH_OUT_ABOVE_DRAWER'],
    ['more than there is, blind', 'out', 30_001, 'Banco', BLIND, null],
    ['without a shift', 'in', 1, 'x', SHUT, 'SHIFT_REQUIRED'],
    ['nothing', 'in', 0, 'x', OPEN, 'CASH_AMOUNT_NOT_VALID'],
    ['without a reason', 'in', 1, ' ', OPEN, 'CASH_REASON_REQUIRED'],
    ['with a reason no paper can carry', 'in', 1, '銀行', OPEN, 'NAME_NOT_LATIN1'],
    ['with a novel for a reason', 'in', 1, 'x'.repeat(81), OPEN, 'TEXT_TOO_LONG'],
  ] as const)('moves cash: %s', (_, kind, amountClp, reason, context, code) =>
    expect(decideMovement({ kind, amountClp, reason }, context)).toMatchObject(
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
