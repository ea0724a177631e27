/** The picture of a till that is never closed. */
import { expect, it } from 'vitest'
import type { Bootstrap } from '#shared/bridge/views.ts'
import { createStatusStore } from './status-store.ts'
import { createHandTimers, portOf, settle } from './test-port.ts'

it('is read again on another day: on New Year’s Day the figure of 135 UF is missing', async () => {
  const timers = createHandTimers()
  let day = '2026-12-31'
  let asked = 0
  const store = createStatusStore(
    portOf({
      bootstrap: () => {
        asked += 1
        return Promise.resolve({
          missingLimitYear: day.startsWith('2027') ? 2027 : null,
        } as Bootstrap)
      },
      watch: () => () => undefined,
    }),
    timers,
    () => day,
  )
  const stop = store.getState().follow()
  timers.pass(3_600_000)
  expect(asked).toBe(0)
  day = '2027-01-01'
  timers.pass(60_000)
  await settle()
  expect(store.getState().bootstrap).toMatchObject({ missingLimitYear: 2027 })
  timers.pass(3_600_000)
  expect(asked).toBe(1)
  stop()
  day = '2027-01-02'
  timers.pass(3_600_000)
  expect(asked).toBe(1)
})
