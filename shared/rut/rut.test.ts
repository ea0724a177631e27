import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRut, parseRut, rutCheckDigit, type Rut } from './rut.ts'

describe('RUT', () => {
  it.each([
    '66666666-6',
    '76192083-9',
    '60803000-K',
    '12345678-5',
    '11111111-1',
    '6-K',
    '76000006-K',
    '76000000-0',
  ])('accepts %s', (rut) => expect(parseRut(rut)).toEqual({ ok: true, value: rut }))

  it.each(['76.192.083-9', '761920839', ' 76.192.083 - 9 ', '076192083-9'])(
    'reads «%s» as people write it',
    (text) => {
      expect(parseRut(text)).toEqual({ ok: true, value: '76192083-9' })
    },
  )

  it('accepts a small k', () =>
    expect(parseRut('60.803.000-k')).toEqual({ ok: true, value: '60803000-K' }))

  it('knows no RUT of zeros', () => {
    for (const text of ['0-0', '00', '00.000.000-0'])
      expect(parseRut(text)).toEqual({ ok: false, refusal: 'RUT_FORMAT' })
  })

  it('tells a wrong check digit from a wrong shape', () => {
    expect(parseRut('55.666.777-8')).toEqual({ ok: false, refusal: 'RUT_CHECK_DIGIT' })
    for (const text of ['', 'abc', '123456789012', '12-34-5x'])
      expect(parseRut(text)).toEqual({ ok: false, refusal: 'RUT_FORMAT' })
  })

  it('survives being shown and read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (body) => {
        const rut = `${body}-${rutCheckDigit(String(body))}` as Rut
        expect(parseRut(formatRut(rut))).toEqual({ ok: true, value: rut })
      }),
    )
  })

  it('notices any single wrong digit', () => {
    const bodies = fc.integer({ min: 1_000_000, max: 99_999_999 })
    fc.assert(
      fc.property(bodies, fc.nat(7), fc.integer({ min: 1, max: 9 }), (body, position, step) => {
        const digits = [...String(body)]
        const index = position % digits.length
        digits[index] = String((Number(digits[index]) + step) % 10)
        const changed = digits.join('')
        fc.pre(!changed.startsWith('0'))
        expect(parseRut(`${changed}-${rutCheckDigit(String(body))}`).ok).toBe(false)
      }),
    )
  })
})
