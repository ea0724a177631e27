import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { screenFirst } from './screen-first.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Whether what waits for the screen has begun. */
function waiting() {
  const { handle, shown } = screenFirst(() => Promise.resolve(new Response('answer')))
  const state = { hasBegun: false }
  void shown(2_000).then(() => {
    state.hasBegun = true
  })
  return {
    state,
    ask: async (path: string) => (await handle(new Request(`http://127.0.0.1:1${path}`))).text(),
  }
}

it('lets the rest begin once the screen has its first answer, and not with the page alone', async () => {
  const { state, ask } = waiting()
  expect(await ask('/')).toBe('answer')
  await vi.advanceTimersByTimeAsync(100)
  expect(state.hasBegun).toBe(false)
  expect(await ask('/trpc/opening')).toBe('answer')
  await vi.advanceTimersByTimeAsync(100)
  expect(state.hasBegun).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(state.hasBegun).toBe(true)
})

it('waits for no screen that does not come', async () => {
  const { state } = waiting()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(state.hasBegun).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.hasBegun).toBe(true)
})
