import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeScan, scanProblem, eanCheckDigit } from '../catalogue/barcode.ts'
import { backoffMs, PATIENT_CAP_MS } from '../issuing/backoff.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../text/latin1.ts'
import { santiagoDate, santiagoTime } from '../time/santiago.ts'
import type { EpochMs } from './brand.ts'
import { createIds } from '../text/ids.ts'
import { makeExternalReference, makeUlid } from './ulid.ts'

describe('ids', () => {
  it('sort by time and keep every random bit', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(fc.nat(), fc.nat(), bytes, bytes, (earlier, later, a, b) => {
        fc.pre(earlier < later)
        expect(makeUlid(earlier as EpochMs, a) < makeUlid(later as EpochMs, b)).toBe(true)
        expect(makeUlid(earlier as EpochMs, a) === makeUlid(earlier as EpochMs, b)).toBe(
          Buffer.from(a).equals(Buffer.from(b)),
        )
      }),
    )
  })

  it('make references of at most 40 safe characters', () => {
    expect(makeExternalReference(9999, 1.9e12 as EpochMs, new Uint8Array(10).fill(255))).toMatch(
      /^P9999-[0-9A-Z]{26}$/,
    )
  })

  it('are made of the hour and the next ten bytes, whatever they name', () => {
    let byte = 0
    const hour = 1.8e12 as EpochMs
    const ids = createIds(
      { now: () => hour },
      { bytes: (count) => new Uint8Array(count).fill((byte += 1)) },
    )
    const made = [ids.next(), ids.saleId(), ids.printJobId(), ids.externalReference(7)]
    const ulids = [1, 2, 3, 4].map((fill) => makeUlid(hour, new Uint8Array(10).fill(fill)))
    expect(made).toEqual([...ulids.slice(0, 3), `P7-${ulids[3]}`])
  })
})

describe('scanned codes', () => {
  it('lose control characters and symbology prefixes', () => {
    expect(normalizeScan(']E07801040000037\r\n')).toBe('7801040000037')
    expect(normalizeScan(' 101 ')).toBe('101')
  })

  it('report a wrong check digit only where there is one', () => {
    const body = '780104000003'
    expect(scanProblem(body + eanCheckDigit(body))).toBeNull()
    expect(scanProblem(body + ((eanCheckDigit(body) + 1) % 10))).toBe('BARCODE_CHECK_DIGIT')
    expect(scanProblem('101')).toBeNull()
  })
})

it('waits between a quarter of a second and five minutes', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, random) => {
      expect(backoffMs(tries, random)).toBeGreaterThanOrEqual(250)
      expect(backoffMs(tries, random)).toBeLessThanOrEqual(PATIENT_CAP_MS)
    }),
  )
})

it('keeps Latin-1 and names what is not', () => {
  expect(foldToLatin1('Ñandú “x” …')).toBe('Ñandú "x" ...')
  expect(firstOutsideLatin1('Ñandú ¿qué? °')).toBeNull()
  expect(firstOutsideLatin1('a\u0007b')).toBe('\u0007')
  expect(firstOutsideLatin1('caja 你')).toBe('你')
})

it("dates a sale by the counter's calendar, summer time included", () => {
  expect(santiagoDate(Date.UTC(2026, 10, 21, 2, 30) as EpochMs)).toBe('2026-11-20')
  expect(santiagoTime(Date.UTC(2026, 10, 21, 2, 30) as EpochMs)).toBe('23:30:00')
  expect(santiagoTime(Date.UTC(2026, 6, 1, 12, 0) as EpochMs)).toBe('08:00:00')
})
