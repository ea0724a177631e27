import { expect, test } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { createTileNodes } from './tile-nodes.ts'

const ids = (...each: string[]) => each as ProductId[]
const isFree = () => false

test('what another question finds is drawn into the nodes that are there, place by place', () => {
  const keysOf = createTileNodes()
  const before = keysOf('', ids('café', 'pan', 'té'), isFree)
  expect(keysOf('p', ids('pan', 'palta'), isFree)).toEqual(before.slice(0, 2))
})

test('while the same is asked a product keeps its node, and nobody gets one that is free', () => {
  const keysOf = createTileNodes()
  const [coffee, bread] = keysOf('', ids('café', 'pan'), isFree)
  const after = keysOf('', ids('azúcar', 'pan', 'café'), isFree)
  expect(after.slice(1)).toEqual([bread, coffee])
  expect([coffee, bread]).not.toContain(after[0])
})

test('under a hand all are made anew', () => {
  const keysOf = createTileNodes()
  const before = keysOf('', ids('café', 'pan'), isFree)
  const after = keysOf('p', ids('pan', 'palta'), () => true)
  expect(after.filter((key) => before.includes(key))).toEqual([])
  expect(new Set(after).size).toBe(2)
})
