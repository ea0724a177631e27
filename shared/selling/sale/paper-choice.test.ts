import fc from 'fast-check'
import { expect, it } from 'vitest'
import { goesOnPaper, mayGoWithoutPaper, PAPER_RULES, type PaperFacts } from './paper-choice.ts'

const facts: fc.Arbitrary<PaperFacts> = fc.record({
  rule: fc.constantFrom(...PAPER_RULES),
  documentType: fc.constantFrom('33', '34', '39', '41'),
  documentedBy: fc.constantFrom('receipt', 'voucher'),
  isOffline: fc.boolean(),
  hasPage: fc.boolean(),
  isMailed: fc.boolean(),
})
const said = fc.constantFrom(true, false, null)

it('leaves nobody without the document: no paper only where it is shown, or mailed at once', () => {
  fc.assert(
    fc.property(facts, said, (given, wanted) => {
      if (goesOnPaper(given, wanted)) return
      expect(given.hasPage || (given.isMailed && !given.isOffline)).toBe(true)
      expect(given.rule).not.toBe('always')
      expect(given).toMatchObject({ documentedBy: 'receipt' })
      expect(['39', '41']).toContain(given.documentType)
    }),
  )
})

it('prints whatever somebody wants printed, and follows the shop where nobody says a word', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(goesOnPaper(given, true)).toBe(true)
      if (!mayGoWithoutPaper(given)) return
      expect(goesOnPaper(given, false)).toBe(false)
      expect(goesOnPaper(given, null)).toBe(given.rule === 'ask')
    }),
  )
})
