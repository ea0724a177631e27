import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCuit, isUruguayanRut, readTaxNumber } from './tax-numbers.ts'

describe('tax numbers', () => {
  it.each(['20267565393', '30500010912', '30712345671'])('CUIT %s is sound', (number) => {
    expect(isCuit(number)).toBe(true)
  })

  it.each(['211003420017', '210000000019'])('Uruguayan RUT %s is sound', (number) => {
    expect(isUruguayanRut(number)).toBe(true)
  })

  it('are read as people write them', () => {
    expect([
      readTaxNumber('CHL', '76.192.083-9'),
      readTaxNumber('ARG', '30-71234567-1'),
      readTaxNumber('URY', '21.000.000.0019'),
    ]).toEqual(['76192083-9', '30712345671', '210000000019'])
    expect([
      readTaxNumber('CHL', ''),
      readTaxNumber('ARG', '3071234567'),
      readTaxNumber('URY', 'x'),
    ]).toEqual([null, null, null])
  })

  it('notice every single wrong digit', () => {
    const places = fc.record({ at: fc.nat(10), digit: fc.nat(9) })
    fc.assert(
      fc.property(places, ({ at, digit }) => {
        const right = '30712345671'
        const wrong = right.slice(0, at) + String(digit) + right.slice(at + 1)
        expect(isCuit(wrong)).toBe(wrong === right)
      }),
    )
  })
})
