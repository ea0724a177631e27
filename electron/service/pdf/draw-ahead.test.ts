import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DrawAhead } from './draw-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const QUIET_MS = 20

it('draws the last one first, one at a time, when it has been quiet for a moment', async () => {
  const ahead = new DrawAhead()
  const drawn: string[] = []
  for (const name of ['first', 'second']) {
    ahead.offer(() => {
      drawn.push(name)
      return name === 'second' ? Promise.reject(new Error('no page')) : Promise.resolve()
    })
  }
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
  expect(drawn).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(drawn).toEqual(['second', 'first'])
})

it('begins none while a document is created, and waits for quiet again after it', async () => {
  const ahead = new DrawAhead()
  const draw = vi.fn(() => Promise.resolve())
  const creation = Promise.withResolvers<string>()
  ahead.offer(draw)
  const created = ahead.during(() => creation.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(draw).not.toHaveBeenCalled()
  creation.resolve('created')
  expect(await created).toBe('created')
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
  expect(draw).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(draw).toHaveBeenCalledTimes(1)
})

it('stops between two when work comes', async () => {
  const ahead = new DrawAhead()
  const creation = Promise.withResolvers<void>()
  const drawn: string[] = []
  ahead.offer(() => Promise.resolve(drawn.push('first')))
  ahead.offer(() => {
    drawn.push('second')
    void ahead.during(() => creation.promise)
    return Promise.resolve()
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drawn).toEqual(['second'])
  creation.resolve()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(drawn).toEqual(['second', 'first'])
})

it('lets the oldest go when too many wait, and draws nothing once it is stopped', async () => {
  const ahead = new DrawAhead()
  const drawn: number[] = []
  for (let at = 0; at < 150; at += 1) ahead.offer(() => Promise.resolve(drawn.push(at)))
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(drawn).toHaveLength(100)
  expect(Math.min(...drawn)).toBe(50)
  ahead.offer(() => Promise.resolve(drawn.push(-1)))
  await ahead.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drawn).not.toContain(-1)
})
