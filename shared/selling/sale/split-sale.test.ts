import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '../../core/brand.ts'
import { clp } from '../../money/clp.ts'
import { decideSplit, NAMELESS_WITHIN_MS, namedRut, type EarlierSale } from './split-sale.ts'

const LIMIT = clp(5_000_000)
const NOW = 1_800_000_000_000 as EpochMs
const MINUTE = 60_000
const sale = (totalClp: number, part: Partial<EarlierSale> = {}): EarlierSale => ({
  rut: null,
  cashierName: 'Camila',
  at: NOW,
  totalClp: clp(totalClp),
  ...part,
})
const ago = (minutes: number) => (NOW - minutes * MINUTE) as EpochMs
const ANA = '12345678-5'
const LUIS = '60803000-K'

describe('a sale split below 135 UF', () => {
  it.each<[string, EarlierSale, EarlierSale[], ReturnType<typeof decideSplit>]>([
    [
      'the same RUT twice today',
      sale(2_500_000, { rut: ANA }),
      [sale(2_500_000, { rut: ANA, at: ago(400) })],
      { kind: 'buyer', count: 2, sumClp: clp(5_000_000), limitClp: LIMIT },
    ],
    [
      'a small rest of the same RUT',
      sale(10_000, { rut: ANA }),
      [sale(4_990_000, { rut: ANA, at: ago(1) })],
      { kind: 'buyer', count: 2, sumClp: clp(5_000_000), limitClp: LIMIT },
    ],
    ['a peso less', sale(2_499_999, { rut: ANA }), [sale(2_500_000, { rut: ANA })], null],
    ['two customers', sale(4_000_000, { rut: ANA }), [sale(4_000_000, { rut: LUIS })], null],
    [
      'nobody twice, by one cashier, within minutes',
      sale(3_000_000),
      [sale(3_000_000, { at: ago(5) })],
      { kind: 'nameless', count: 2, sumClp: clp(6_000_000), limitClp: LIMIT },
    ],
    [
      'nobody, then somebody',
      sale(3_000_000, { rut: ANA }),
      [sale(3_000_000, { at: ago(5) })],
      { kind: 'nameless', count: 2, sumClp: clp(6_000_000), limitClp: LIMIT },
    ],
    [
      'nobody twice, by another cashier',
      sale(3_000_000),
      [sale(3_000_000, { cashierName: 'Luis' })],
      null,
    ],
    ['nobody twice, an hour apart', sale(3_000_000), [sale(3_000_000, { at: ago(31) })], null],
    [
      'one that named its buyer by law, and a second one',
      sale(100_000, { rut: ANA }),
      [sale(6_000_000, { rut: ANA })],
      null,
    ],
    [
      'one that is over the limit itself',
      sale(5_000_000, { rut: ANA }),
      [sale(4_000_000, { rut: ANA })],
      null,
    ],
    ['one that came back whole', sale(4_000_000, { rut: ANA }), [sale(0, { rut: ANA })], null],
    [
      'a busy morning of small sales',
      sale(900_000),
      Array.from({ length: 40 }, (_, nth) => sale(900_000, { at: ago(nth % 30) })),
      null,
    ],
  ])('%s', (_, now, earlier, expected) =>
    expect(decideSplit(now, earlier, LIMIT)).toEqual(expected),
  )

  it('reads a RUT as it is typed, and knows that the generic one is nobody', () => {
    expect([
      namedRut('12.345.678-5'),
      namedRut('12.345.678-4'),
      namedRut('66.666.666-6'),
      namedRut(''),
      namedRut(null),
    ]).toEqual([ANA, null, null, null, null])
  })

  it('says nothing below the limit, and always tells the sum of what it counted', () => {
    const any = fc.record({
      rut: fc.constantFrom(null, ANA, LUIS),
      cashierName: fc.constantFrom('Camila', 'Luis'),
      at: fc
        .integer({ min: 0, max: 2 * NAMELESS_WITHIN_MS })
        .map((before) => (NOW - before) as EpochMs),
      totalClp: fc.integer({ min: 0, max: 6_000_000 }).map(clp),
    })
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 12 }), (now, earlier) => {
        const warning = decideSplit(now, earlier, LIMIT)
        const most = [now, ...earlier].reduce((sum, { totalClp }) => sum + totalClp, 0)
        if (warning === null) return
        expect(warning.sumClp).toBeGreaterThanOrEqual(LIMIT)
        expect(warning.sumClp).toBeLessThanOrEqual(most)
        expect(warning.count).toBeGreaterThan(1)
        // Who stands alone is never warned about.
        expect(decideSplit(now, [], LIMIT)).toBeNull()
      }),
    )
  })
})
