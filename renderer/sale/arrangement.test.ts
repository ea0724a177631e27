import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { stepFor } from '../kit/tile-step.ts'
import { moved } from './arrangement.ts'

const grid = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}` as ProductId }))

it('puts the tile at its place, beside the one that stood there, and the others close up in their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(), (count, one, other) => {
      const order = grid(count)
      const [from, to] = [one % count, other % count]
      const product = order[from]
      if (product === undefined) throw new Error('no tile')
      const next = moved(order, { product, to })
      if (from === to) {
        expect(next).toBeNull()
        return
      }
      expect(next?.order.indexOf(product)).toBe(to)
      expect(next?.order.filter((each) => each !== product)).toEqual(
        order.filter((each) => each !== product),
      )
      // What the core is told leads to the same order.
      const rest = order.filter((each) => each !== product)
      const beside = rest.findIndex(({ id }) => id === next?.besideId)
      expect(rest.toSpliced(beside + (next?.side === 'after' ? 1 : 0), 0, product)).toEqual(
        next?.order,
      )
    }),
  )
})

it('leaves those with a place of their own where they are, and goes to the next place beside them', () => {
  const order = grid(6).map((tile, at) => (at === 2 ? { ...tile, fixedPlace: 3 } : tile))
  const names = (place: number, to: number) =>
    moved(order, { product: order[place]!, to })?.order.map(({ id }) => id)
  expect(names(0, 2)).toEqual(['p1', 'p3', 'p2', 'p0', 'p4', 'p5'])
  expect(names(5, 2)).toEqual(['p0', 'p5', 'p2', 'p1', 'p3', 'p4'])
  expect(names(2, 0)).toBeUndefined()
  const beyond = order.map((tile, at) => (at === 5 ? { ...tile, fixedPlace: 6 } : tile))
  expect(moved(beyond, { product: beyond[4]!, to: 5 })).toBeNull()
})

it.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 3, 7],
  ['ArrowUp', 3, 3],
  ['ArrowUp', 5, 1],
  ['ArrowDown', 9, 9],
  ['Home', 9, 0],
  ['End', 0, 9],
  ['a', 3, null],
])('%s at place %i leads to %s', (key, at, to) => expect(stepFor(key, at, 10, 4)).toBe(to))
