import { expect, it } from 'vitest'
import { SharedReads } from './shared-reads.ts'

it('is one reading for all who ask at one moment', async () => {
  const shared = new SharedReads<number>()
  let reads = 0
  const read = async () => (reads += 1)
  expect(await Promise.all([1, 2, 3].map(() => shared.once('shop', read)))).toEqual([1, 1, 1])
  expect(await shared.once('shop', read)).toBe(2)
})

it('tells nobody what was read before he asked', async () => {
  const shared = new SharedReads<number>()
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let version = 5
  const first = shared.once('shop', async () => {
    const seen = version
    begun.resolve()
    await goesOn.promise
    return seen
  })
  await begun.promise
  version = 6
  const second = shared.once('shop', async () => version)
  goesOn.resolve()
  expect(await Promise.all([first, second])).toEqual([5, 6])
})

it('asks again after a reading that failed', async () => {
  const shared = new SharedReads<number>()
  await expect(shared.once('shop', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await shared.once('shop', async () => 1)).toBe(1)
})
