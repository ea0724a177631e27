import { describe, expect, it } from 'vitest'
import { printOf } from './print-label.ts'

const FOLIO = 7 as never
const SOLD = {
  receiptPrintState: 'unwanted',
  deletion: null,
  folio: null,
  documentedBy: 'receipt',
} as const

describe('the key that prints', () => {
  it('gives the slip of a sale without paper that has no folio, and then its original', () => {
    expect(printOf(SOLD)).toBe('slip')
    expect(printOf({ ...SOLD, folio: FOLIO })).toBe('original')
  })

  it('gives a copy of what is issued, and nothing of what is still to be printed by itself', () => {
    const printed = { ...SOLD, receiptPrintState: 'sent' } as const
    expect(printOf({ ...printed, folio: FOLIO })).toBe('copy')
    expect(printOf({ ...printed, documentedBy: 'voucher' })).toBe('copy')
    expect(printOf({ ...printed, receiptPrintState: 'waiting' })).toBeNull()
  })

  it.each(['asked', 'done'] as const)('gives nothing of what is deleted (%s)', (deletion) => {
    expect(printOf({ ...SOLD, deletion })).toBeNull()
    expect(printOf({ ...SOLD, folio: FOLIO, deletion })).toBeNull()
  })
})
