import { describe, expect, it } from 'vitest'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { STAMP_BYTES_MAX } from '#shared/paper/stamp-arrangement.ts'
import { sampleTed } from '../../test/support/paper-samples.ts'
import { encodeQr, encodeStamp } from './codes.ts'

const stampOf = (bytes: number, widthMm: PaperWidthMm = 80) =>
  encodeStamp(Buffer.from(sampleTed(bytes), 'latin1'), widthMm)

describe('the stamp', () => {
  it.each<[number, PaperWidthMm, number, number]>([
    [620, 80, 7, 84],
    [700, 80, 8, 82],
    [763, 80, 8, 88],
    [816, 80, 9, 83],
    [931, 80, 10, 85],
    [984, 80, 10, 89],
    [1034, 80, 11, 85],
    [620, 58, 8, 73],
    [700, 58, 9, 73],
    [763, 58, 10, 71],
    [816, 58, 10, 75],
    [931, 58, 12, 71],
    [984, 58, 12, 74],
    [1034, 58, 12, 78],
  ])(
    'of %i bytes has on %i mm paper %i columns and %i rows',
    (bytes, widthMm, dataColumns, rows) => {
      expect(stampOf(bytes, widthMm)).toMatchObject({ columns: 69 + 17 * dataColumns, rows })
    },
  )

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
    expect(() => encodeStamp(new Uint8Array(0), 80)).toThrow('assertion failed')
    expect(() => encodeStamp(new Uint8Array(STAMP_BYTES_MAX).fill(0xe9), 80)).toThrow()
  })
})

it('makes a QR code of the reference', () => {
  const { columns, rows, cells } = encodeQr('P01-01JD2M8ZK3X0V5T7Q9R4W6Y8AB')
  expect([columns, rows]).toEqual([25, 25])
  expect(cells.subarray(0, 8).join('')).toBe('11111110')
})
