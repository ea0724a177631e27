import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TypedGoods } from './goods.ts'
import { mergedGoods } from './merge-goods.ts'

const fields: fc.Arbitrary<TypedGoods> = fc.record({
  code: fc.constantFrom('1', '2'),
  name: fc.constantFrom('Té', 'Mate'),
  unitGrossClp: fc.constantFrom(0, 990),
  asksPrice: fc.boolean(),
  isExempt: fc.boolean(),
  unit: fc.constantFrom(null, 'kg'),
  categoryId: fc.constantFrom('a', 'b'),
  isFavourite: fc.boolean(),
  moreCodes: fc.constantFrom<string[]>([], ['7']),
  costNetClp: fc.constantFrom(null, 500),
  fixedPlace: fc.constantFrom(null, 3),
})

it('keeps what each of two people changed; where nobody else was, all that was typed', () => {
  fc.assert(
    fc.property(fields, fields, fields, (seen, stands, typed) => {
      const merged = mergedGoods(stands, seen, typed)
      for (const field of ['name', 'isExempt', 'categoryId', 'costNetClp'] as const)
        expect(merged[field]).toEqual(typed[field] === seen[field] ? stands[field] : typed[field])
      const price = ({ unitGrossClp, asksPrice }: TypedGoods) => [unitGrossClp, asksPrice]
      expect([price(stands), price(typed)]).toContainEqual(price(merged))
      expect(mergedGoods(seen, seen, typed)).toEqual(typed)
    }),
  )
})
