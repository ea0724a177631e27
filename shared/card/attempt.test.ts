import { describe, expect, it } from 'vitest'
import { canMove, CARD_STATES, isOpen, isPaid, voucherText } from './attempt.ts'

describe('an attempt', () => {
  it('is never sent twice, and ends once', () => {
    expect(CARD_STATES.filter((from) => canMove(from, 'asked'))).toEqual([])
    expect(CARD_STATES.filter((from) => canMove(from, 'settled'))).toEqual(
      CARD_STATES.filter(isPaid),
    )
    for (const end of ['settled', 'given-back'] as const)
      expect(CARD_STATES.filter((to) => canMove(end, to))).toEqual([])
  })

  it('leaves what nobody knows by proof or by a word alone', () => {
    const ends = CARD_STATES.filter((to) => !isOpen(to))
    for (const from of CARD_STATES.filter(isOpen))
      expect(ends.filter((to) => canMove(from, to))).not.toContain('settled')
    // A person's word needs somebody to have been asked first.
    expect(canMove('asked', 'approved-by-hand')).toBe(false)
    expect(canMove('asked', 'declined-by-hand')).toBe(false)
  })

  it('says on paper how it was paid, and fits where the number of an operation does', () => {
    const voucher = {
      kind: 'CR',
      last4: '0042',
      authorization: '123456',
      operation: '123456',
      ticket: '1',
      installments: 0,
    }
    expect(voucherText(voucher)).toBe('Crédito ****0042 Aut. 123456 Op. 123456')
    expect(voucherText(voucher).length).toBeLessThanOrEqual(40)
    expect(voucherText({ ...voucher, operation: '101', installments: 12 })).toBe(
      '12 cuotas ****0042 Aut. 123456 Op. 101',
    )
    expect(voucherText({ ...voucher, kind: '', last4: '', operation: '' })).toBe('Aut. 123456')
  })

  it('says it within what a payment takes, by whatever numbers, and never nothing', () => {
    const longest = {
      ticket: '123456',
      installments: 12,
      authorization: 'A12345678901',
      operation: '123456789012',
    }
    const eight = { ...longest, authorization: '123456', operation: '12345678' }
    const ofCard = { kind: 'CR', last4: '0042' }
    expect(voucherText({ ...ofCard, ...eight })).toBe('****0042 Aut. 123456 Op. 12345678')
    expect(voucherText({ ...ofCard, ...longest })).toBe('Aut. A12345678901 Op. 123456789012')
    const nothing = { installments: 0, kind: '', last4: '', authorization: '', operation: '' }
    expect(voucherText({ ...nothing, ticket: '123456' })).toBe('N° 123456')
  })
})
