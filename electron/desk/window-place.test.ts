import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_PLACES, placeOn, placesIn, remember, type Place } from './window-place.ts'

const COUNTER = { id: 1, workArea: { x: 0, y: 0, width: 1366, height: 768 } }
const SECOND = { id: 2, workArea: { x: 1366, y: 0, width: 1920, height: 1080 } }
const plain = { isMaximized: false, isFullScreen: false }
const onCounter: Place = { x: 40, y: 20, width: 1100, height: 700, ...plain }
const onSecond: Place = { x: 1500, y: 60, width: 1400, height: 900, ...plain, isFullScreen: true }

it('opens where it was on the screen it was on last', () => {
  const places = remember(remember(NO_PLACES, 1, onCounter), 2, onSecond)
  expect(placeOn([COUNTER, SECOND], places)).toEqual(onSecond)
})

it('takes what it knows of a screen that is there when the last one is gone', () => {
  const places = remember(remember(NO_PLACES, 1, onCounter), 2, onSecond)
  expect(placeOn([COUNTER], places)).toEqual(onCounter)
  expect(placeOn([COUNTER], remember(NO_PLACES, 2, onSecond))).toBeNull()
})

it('lets go of a place outside every screen', () => {
  // The same screen, now smaller or moved.
  expect(placeOn([COUNTER], remember(NO_PLACES, 1, { ...onCounter, x: 3_000 }))).toBeNull()
  expect(placeOn([COUNTER], remember(NO_PLACES, 1, { ...onCounter, y: -400 }))).toBeNull()
  expect(placeOn([], remember(NO_PLACES, 1, onCounter))).toBeNull()
})

it('never opens where nobody could take hold of it', () => {
  const px = fc.integer({ min: -5_000, max: 5_000 })
  const sizePx = fc.integer({ min: 1, max: 4_000 })
  fc.assert(
    fc.property(px, px, sizePx, sizePx, (x, y, width, height) => {
      const place = placeOn([COUNTER], remember(NO_PLACES, 1, { x, y, width, height, ...plain }))
      if (place === null) return
      const shownPx = Math.min(x + width, 1366) - Math.max(x, 0)
      expect(shownPx).toBeGreaterThanOrEqual(120)
      expect(y).toBeGreaterThanOrEqual(-1)
      expect(y).toBeLessThanOrEqual(768 - 120)
    }),
  )
})

it('believes no file that says something else, and keeps few screens', () => {
  expect(['', '{', 'null', '[]', '{"byScreen":7}'].map(placesIn)).toEqual(
    Array.from({ length: 5 }, () => NO_PLACES),
  )
  expect(placesIn('{"last":"1","byScreen":{"1":{"x":"a"},"2":null}}')).toEqual({
    last: '1',
    byScreen: {},
  })
  const many = Array.from({ length: 40 }, (_, id) => id).reduce(
    (places, id) => remember(places, id, onCounter),
    NO_PLACES,
  )
  expect(Object.keys(many.byScreen)).toHaveLength(16)
  expect(placesIn(JSON.stringify(many))).toEqual(many)
})
