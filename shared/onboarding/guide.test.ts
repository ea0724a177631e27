import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SET_UP_STEPS } from './set-up.ts'
import { GUIDE_ANSWERS, GUIDE_STEPS, guideView, nextStep, type GuideStep } from './guide.ts'

const NOTHING = {
  missing: SET_UP_STEPS,
  hasAnswered: false,
  hasPrinter: false,
  hasOwner: false,
  productCount: 0,
}
const answers = fc.dictionary(fc.constantFrom(...GUIDE_STEPS), fc.constantFrom(...GUIDE_ANSWERS))
const facts = fc.record({
  missing: fc.subarray([...SET_UP_STEPS]),
  hasAnswered: fc.boolean(),
  hasPrinter: fc.boolean(),
  hasOwner: fc.boolean(),
  productCount: fc.nat(),
})

it('takes nobody’s word for what the till can see: shop, service, emission model, printer and owner', () => {
  const said = Object.fromEntries(GUIDE_STEPS.map((step) => [step, 'done' as const]))
  const { steps } = guideView({ phase: 'open', answers: said }, NOTHING)
  const open = steps.filter(({ state }) => state === 'open').map(({ step }) => step)
  expect(open).toEqual(['service', 'shop', 'emission', 'printer', 'owner'])
})

it('goes through each open step once, from wherever it begins, and ends', () => {
  const from = fc.option(fc.constantFrom(...GUIDE_STEPS), { nil: null })
  fc.assert(
    fc.property(answers, facts, from, (given, seen, begin) => {
      let kept = given
      const gone: GuideStep[] = []
      for (let at = begin; gone.length <= GUIDE_STEPS.length; ) {
        const next = nextStep(guideView({ phase: 'open', answers: kept }, seen).steps, at)
        if (next === null) break
        gone.push(next)
        kept = { ...kept, [next]: 'later' }
        at = next
      }
      const open = guideView({ phase: 'open', answers: given }, seen).steps.filter(
        ({ state }) => state === 'open',
      )
      const wanted = open.map(({ step }) => step).filter((step) => step !== begin)
      expect(new Set(gone).size).toBe(gone.length)
      expect(gone).toEqual(expect.arrayContaining(wanted))
    }),
  )
})
