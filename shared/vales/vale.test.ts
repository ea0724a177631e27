import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { clp, type Clp } from '../money/clp.ts'
import { refundLimits, NOTHING_GIVEN, rightToGiveBack } from '../returns/refund-limits.ts'
import { backSchema, DEFAULT_BACK } from './back-settings.ts'
import {
  makeValeCode,
  readValeCode,
  scannedVale,
  valeCodeText,
  valeMark,
} from '../text/vale-code.ts'
import { useProblem, VALE_MOVES, valeEnd, valeNow, type ValeFacts } from './vale.ts'

const days = fc
  .integer({ min: 0, max: 1_500 })
  .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10) as IsoDate)
const facts = fc
  .tuple(fc.integer({ min: 1, max: 900_000 }), fc.constantFrom(0, 0.3, 0.7, 1))
  .chain(([amount, share]) =>
    fc.record<ValeFacts>({
      number: fc.integer({ min: 1, max: 9_999 }),
      amountClp: fc.constant(clp(amount)),
      usedClp: fc.constant(clp(Math.round(amount * share))),
      expiresOn: fc.option(days),
      hasEnded: fc.boolean(),
      isVoided: fc.boolean(),
      isDoubtful: fc.boolean(),
    }),
  )

it('is worth its amount to the peso, whatever happened: used, left, ended or voided', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(facts, days, (vale, today) => {
      const { state, balanceClp, expiredClp, voidedClp } = valeNow(vale, today)
      seen.add(state)
      expect(vale.usedClp + balanceClp + expiredClp + voidedClp).toBe(vale.amountClp)
      expect([balanceClp, expiredClp, voidedClp].filter((sum) => sum > 0).length).toBeLessThan(2)
      const pays = (amountClp: number) => useProblem(vale, amountClp, today) === null
      expect(pays(balanceClp + 1)).toBe(false)
      expect(pays(balanceClp)).toBe(balanceClp > 0 && !vale.isDoubtful)
    }),
    { numRuns: 400 },
  )
  expect(seen).toEqual(new Set(Object.keys(VALE_MOVES)))
})

it('ends for good: from what is used up, ended or voided no move leads on', () => {
  for (const end of ['used', 'expired', 'voided'] as const) expect(VALE_MOVES[end]).toEqual({})
})

it('ends after whole months, or never', () => {
  expect(valeEnd('2026-11-30' as IsoDate, 3)).toBe('2027-02-28')
  expect(valeEnd('2026-11-30' as IsoDate, 0)).toBeNull()
})

it('has a code that is read as it is shown, typed or scanned, and no slip of the hand is another', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.nat(12),
      fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
      (bytes, at, letter) => {
        const code = makeValeCode(bytes)
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
        const shown = valeCodeText(code)
        for (const typed of [code, shown, shown.toLowerCase(), valeMark(code)])
          expect(readValeCode(typed)).toBe(code)
        expect(scannedVale(valeMark(code))).toBe(code)
        // A product's code is none, also where its digits would fit.
        expect(scannedVale(code)).toBe(code.startsWith('V') ? scannedVale(code) : null)
        const slipped = code.slice(0, at) + letter + code.slice(at + 1)
        expect(readValeCode(slipped)).toBe(slipped === code ? code : null)
      },
    ),
  )
})

it('keeps what a shop decided before there was a sum for a day', () => {
  const { valeDayLimitClp, ...before } = { ...DEFAULT_BACK, givesVales: false, valeMonths: 3 }
  expect(backSchema.parse(before)).toEqual({ ...before, valeDayLimitClp })
})

it('gives in vales no more than the shop allows for one and for a day, whatever was given before', () => {
  const sums = fc.nat(300_000)
  fc.assert(
    fc.property(sums, sums, fc.array(sums, { maxLength: 12 }), (valeLimitClp, dayClp, asked) => {
      const settings = { ...DEFAULT_BACK, valeLimitClp, valeDayLimitClp: dayClp }
      const given = asked.reduce<Clp>((inValesClp, valeClp) => {
        const limits = refundLimits(settings, null, { ...NOTHING_GIVEN, inValesClp })
        const wanted = { totalClp: clp(valeClp), cashClp: clp(0), valeClp: clp(valeClp) }
        const isGiven = rightToGiveBack(wanted, limits) === 'refund'
        expect(isGiven).toBe(
          valeClp <= valeLimitClp && inValesClp + valeClp <= Math.max(dayClp, inValesClp),
        )
        return isGiven ? clp(inValesClp + valeClp) : inValesClp
      }, clp(0))
      expect(given).toBeLessThanOrEqual(dayClp)
    }),
  )
})
