import { describe, expect, it } from 'vitest'
import {
  isConfirmed,
  lastFault,
  readAnswers,
  readAutoStatus,
  readOfflineCause,
  readPaperSensor,
  readPortStatus,
} from './status.ts'

describe('printer status', () => {
  it('reads the port status of the USB printer class', () => {
    expect(readPortStatus(0x18)).toEqual({ paperEmpty: false, selected: true, noError: true })
    expect(readPortStatus(0x30)).toEqual({ paperEmpty: true, selected: true, noError: false })
  })

  it('reads why a printer is offline', () => {
    expect([0x12, 0x16, 0x32, 0x52].map(readOfflineCause)).toEqual([
      null,
      'cover-open',
      'paper-out',
      'error',
    ])
  })

  it('reads the paper sensor', () => {
    expect(readPaperSensor(0x12)).toEqual({ end: false, nearEnd: false })
    expect(readPaperSensor(0x1e)).toEqual({ end: false, nearEnd: true })
    expect(readPaperSensor(0x7e)).toEqual({ end: true, nearEnd: true })
  })

  it('reads the four bytes of an automatic status', () => {
    expect(readAutoStatus(Uint8Array.of(0x10, 0, 0, 0))).toBeNull()
    expect(readAutoStatus(Uint8Array.of(0x38, 0, 0, 0))).toBe('cover-open')
    expect(readAutoStatus(Uint8Array.of(0x18, 0, 0x0c, 0))).toBe('paper-out')
    expect(readAutoStatus(Uint8Array.of(0x18, 0, 0, 0))).toBe('offline')
  })

  it("knows a printer's word that a paper is finished from a status made of the same bytes", () => {
    const word = [0x37, 0x22, 0x30, 0x31, 0x32, 0x33, 0x00]
    const answers = Uint8Array.of(0xff, 0x12, ...word, 0x16)
    expect(readAnswers(answers).map(({ kind }) => kind)).toEqual([
      'real-time',
      'printed',
      'real-time',
    ])
    expect(isConfirmed(answers, { kind: 'process-id', token: '0123' })).toBe(true)
    expect(isConfirmed(answers, { kind: 'process-id', token: '0124' })).toBe(false)
    expect(
      isConfirmed(Uint8Array.from(word.slice(0, 6)), { kind: 'process-id', token: '0123' }),
    ).toBe(false)
    expect(isConfirmed(answers, { kind: 'status' })).toBe(false)
    expect(isConfirmed(Uint8Array.of(0x12, 0x00), { kind: 'status' })).toBe(true)
  })

  it('finds the last news between stray bytes', () => {
    expect(lastFault(Uint8Array.of(0x00, 0xff, 0x16, 0x00, 0x18, 0x00, 0x0c, 0x00, 0x37))).toBe(
      'paper-out',
    )
    expect(lastFault(Uint8Array.of(0x16, 0x12))).toBeNull()
    expect(lastFault(Uint8Array.of(0x00, 0x80))).toBeUndefined()
  })
})
