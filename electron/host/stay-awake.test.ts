import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stayAwake } from './stay-awake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('keeps the machine awake while something is unsent or printing, and no longer', () => {
  const asked: unknown[] = []
  const sleep = {
    start: (type: string) => asked.push(`start ${type}`),
    stop: (id: number) => asked.push(`stop ${id}`),
  }
  let isBusy = false
  const end = stayAwake(sleep, () => isBusy)
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual([])
  isBusy = true
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual(['start prevent-app-suspension'])
  isBusy = false
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual(['start prevent-app-suspension', 'stop 1'])
  isBusy = true
  vi.advanceTimersByTime(5_000)
  end()
  vi.advanceTimersByTime(60_000)
  expect(asked.slice(2)).toEqual(['start prevent-app-suspension', 'stop 3'])
})
