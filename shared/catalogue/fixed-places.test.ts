import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsPlace, PLACES_MAX, withFixedPlaces } from './fixed-places.ts'

const tiles = fc
  .array(fc.option(fc.integer({ min: 1, max: 14 })), { maxLength: 12 })
  .map((places) =>
    places.map((place, at) => ({
      name: `p${at}`,
      fixedPlace: places.indexOf(place) === at ? place : null,
    })),
  )

it('each stands once, fixed ones at their place while the list is long enough, the others in their order', () => {
  fc.assert(
    fc.property(tiles, (before) => {
      const after = withFixedPlaces(before)
      expect(after.toSorted(byName)).toEqual(before.toSorted(byName))
      for (const tile of before)
        if (tile.fixedPlace !== null && tile.fixedPlace <= before.length)
          expect(after[tile.fixedPlace - 1]).toBe(tile)
      const flowing = (list: typeof before) => list.filter((tile) => !holdsPlace(tile, list.length))
      expect(flowing([...after])).toEqual(flowing(before))
    }),
  )
})

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

it('stays whatever comes or goes around it', () => {
  fc.assert(
    fc.property(tiles, fc.nat(12), (before, at) => {
      const more = withFixedPlaces(before.toSpliced(at, 0, { name: 'new', fixedPlace: null }))
      for (const [place, tile] of withFixedPlaces(before).entries())
        if (holdsPlace(tile, before.length)) expect(more[place]).toBe(tile)
    }),
  )
})

it('a list of none and one without fixed places stay as they are', () => {
  expect(withFixedPlaces([])).toEqual([])
  const plain = [{ name: 'a' }, { name: 'b', fixedPlace: PLACES_MAX }]
  expect(withFixedPlaces(plain)).toBe(plain)
})
