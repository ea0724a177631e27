import { expect, it } from 'vitest'
import type { WeightMg } from '#shared/devices/reading.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import { createHandTimers, settle } from '../stores/test-port.ts'
import { followScale, LATE_MS } from './use-scale.ts'

const BAG: ScaleView = { says: { kind: 'weight', weightMg: 350_000 as WeightMg }, lastStable: null }

it('shows no weight any more that a core which hangs has not confirmed, and the next one once it answers', async () => {
  const timers = createHandTimers()
  const shown: (ScaleView | null)[] = []
  let answer: (view: ScaleView) => void = () => undefined
  const stop = followScale(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    (view) => shown.push(view),
    timers,
  )
  answer(BAG)
  await settle()
  timers.pass(LATE_MS - 1)
  expect(shown).toEqual([BAG])
  timers.pass(LATE_MS)
  expect(shown).toEqual([BAG, null])
  answer(BAG)
  await settle()
  expect(shown).toEqual([BAG, null, BAG])
  stop()
  timers.pass(10 * LATE_MS)
  expect(shown).toHaveLength(3)
})

it('asks no more where there is no scale, nor after a dialog that is gone', async () => {
  const timers = createHandTimers()
  let asked = 0
  const none: ScaleView = { says: { kind: 'none' }, lastStable: null }
  followScale(
    () => {
      asked += 1
      return Promise.resolve(none)
    },
    () => undefined,
    timers,
  )
  await settle()
  timers.pass(60_000)
  expect(asked).toBe(1)
})
