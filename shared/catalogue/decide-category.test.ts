import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  CATEGORIES_MAX,
  CATEGORY_NAME_CHARS_MAX,
  decideCategoryName,
  withMovedCategory,
} from './decide-category.ts'

const shelves = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
})

it('a shelf that moves changes place with its neighbour, and moving back gives the old order', () => {
  fc.assert(
    fc.property(shelves, fc.nat(), fc.boolean(), (ids, nth, isLater) => {
      const id = ids[nth % ids.length] ?? ''
      const [there, back] = isLater
        ? (['later', 'earlier'] as const)
        : (['earlier', 'later'] as const)
      const moved = withMovedCategory(ids, id, there)
      expect(moved.toSorted()).toEqual(ids.toSorted())
      const [from, to] = [ids.indexOf(id), moved.indexOf(id)]
      const end = isLater ? ids.length - 1 : 0
      expect(to).toBe(from === end ? from : from + (isLater ? 1 : -1))
      if (from !== end) expect(withMovedCategory(moved, id, back)).toEqual(ids)
    }),
  )
  expect(withMovedCategory(['a', 'b'], 'gone', 'later')).toEqual(['a', 'b'])
})

const OTHERS = [
  { id: 'a', name: 'Panadería' },
  { id: 'b', name: 'Aseo' },
]

it.each([
  ['  Frutas   y verduras ', null, { ok: true, value: 'Frutas y verduras' }],
  ['PANADERIA', 'a', { ok: true, value: 'PANADERIA' }],
  ['PANADERIA', 'b', { refusal: { code: 'CATEGORY_TAKEN', params: { name: 'Panadería' } } }],
  // A list that is brought comes by no row of the contract, which would have cleared this away.
  ['\u202ePANADERIA\u3164', 'b', { refusal: { code: 'CATEGORY_TAKEN' } }],
  ['Be\u001b@bi\u200bdas\u2800', null, { ok: true, value: 'Be@bidas' }],
  ['\u3164\u2800\ufe0f', null, { refusal: { code: 'NAME_REQUIRED', field: 'name' } }],
  [' ', null, { refusal: { code: 'NAME_REQUIRED', field: 'name' } }],
  ['x'.repeat(CATEGORY_NAME_CHARS_MAX + 1), null, { refusal: { code: 'CATEGORY_NAME_TOO_LONG' } }],
  ['Otra', 'gone', { refusal: { code: 'CATEGORY_GONE' } }],
])('the name «%s» of %s', (typed, id, expected) =>
  expect(decideCategoryName(typed, id, OTHERS)).toMatchObject(expected),
)

it('there are only so many shelves, and one of them may still be renamed', () => {
  const many = Array.from({ length: CATEGORIES_MAX }, (_, index) => ({
    id: String(index),
    name: `Estante ${index}`,
  }))
  expect(decideCategoryName('Otra', null, many)).toMatchObject({
    refusal: { code: 'CATEGORIES_FULL' },
  })
  expect(decideCategoryName('Otra', '3', many)).toEqual({ ok: true, value: 'Otra' })
})
