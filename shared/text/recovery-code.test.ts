import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_BYTES, makeCode, parseCode } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES })
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

describe('the code that opens a copy', () => {
  it('is five groups of five, and reads back however it is typed', () => {
    fc.assert(
      fc.property(bytes, (chance) => {
        const code = makeCode(chance)
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
        const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
        for (const spelling of [code, typed, typed.replaceAll('-', ' '), code.replaceAll('-', '')])
          expect(parseCode(spelling)).toEqual({ ok: true, value: code })
      }),
    )
  })

  it('is another for other chance', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        fc.pre(Buffer.compare(one, other) !== 0)
        expect(makeCode(one)).not.toBe(makeCode(other))
      }),
    )
  })

  it('with one letter wrong is no code', () => {
    fc.assert(
      fc.property(bytes, fc.nat(24), fc.integer({ min: 1, max: 31 }), (chance, at, by) => {
        const letters = [...makeCode(chance).replaceAll('-', '')]
        const wrong = LETTERS[(LETTERS.indexOf(letters[at] ?? '') + by) % LETTERS.length] ?? ''
        letters[at] = wrong
        expect(parseCode(letters.join(''))).toMatchObject({
          refusal: { code: 'RECOVERY_CODE_NOT_VALID' },
        })
      }),
    )
  })

  it.each(['', 'ABCDE', '🔑'.repeat(25), 'U'.repeat(25)])('%j is none', (typed) => {
    expect(parseCode(typed)).toMatchObject({ ok: false })
  })
})
