import { describe, expect, it } from 'vitest'
import { sampleTed } from '../../test/support/paper-samples.ts'
import { encodeQr, encodeStamp, STAMP_BYTES_MAX } from './codes.ts'

const stampOf = (bytes: number) => encodeStamp(Buffer.from(sampleTed(bytes), 'latin1'))

describe('the stamp', () => {
  it.each([[700, 55], [763, 59], [816, 63], [931, 71], [984, 74], [1034, 78]])('of %i bytes has 12 columns and %i rows', (bytes, rows) => {
    expect(stampOf(bytes)).toMatchObject({ columns: 273, rows })
  })

  it('opens every row with the start pattern of a PDF417 and closes it with the stop pattern', () => {
    const { columns, rows, cells } = stampOf(763)
    for (let row = 0; row < rows; row += 1) {
      const modules = cells.subarray(row * columns, (row + 1) * columns).join('')
      expect(modules.startsWith('11111111010101000')).toBe(true)
      expect(modules.endsWith('111111101000101001')).toBe(true)
    }
  })

  it('keeps error level 5 or refuses: nothing beyond the limit is weakened in silence', () => {
    expect(() => stampOf(STAMP_BYTES_MAX + 1)).toThrow('assertion failed')
    expect(() => encodeStamp(new Uint8Array(0))).toThrow('assertion failed')
    expect(() => encodeStamp(new Uint8Array(STAMP_BYTES_MAX).fill(0xe9))).toThrow()
  })
})

it('makes a QR code of the reference', () => {
  const { columns, rows, cells } = encodeQr('P01-01JD2M8ZK3X0V5T7Q9R4W6Y8AB')
  expect([columns, rows]).toEqual([25, 25])
  expect(cells.subarray(0, 8).join('')).toBe('11111110')
})
