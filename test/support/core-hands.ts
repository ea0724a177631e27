/** Hands of the till driver at the core of a test's own process, on its real database. */
import { expect } from 'vitest'
import type { Till } from '#till/till.ts'
import { portHands } from './port-hands.ts'
import type { Hands } from './till-driver.ts'
import type { TillFixture } from './till-fixture.ts'

export interface CoreWays {
  /** Without it time is the fixture's, and moves only while something is waited for. */
  readonly eventually?: Hands['eventually']
  /** Opens the till again on the same data; the earlier one has been stopped. */
  readonly reopen?: () => Promise<Till>
}

export function coreHands(fixture: TillFixture, opened: Till, ways: CoreWays = {}): Hands {
  const honest = fixture.service.answer
  const eventually = ways.eventually ?? ((look, expected) => inTillTime(fixture, look, expected))
  let till = opened
  return portHands(till.api, {
    eventually,
    async restart() {
      await till.stop()
      till = await (ways.reopen ?? fixture.open)()
      return till.api
    },
    async setOnline(isOnline) {
      fixture.service.answer = isOnline
        ? honest
        : () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
      await eventually(() => till.api.status().connection, isOnline ? 'online' : 'offline')
    },
  })
}

const STEP_MS = 50
const TILL_TIME_MS_MAX = 120_000
/** How long real files are waited for once the till's time is used up. */
const REAL_PATIENCE_MS = 30_000

/** Moves the fixture's time until it is seen; else what is seen instead is told. */
async function inTillTime(
  fixture: TillFixture,
  look: () => unknown,
  expected: unknown,
): Promise<void> {
  const isSeen = async () => {
    const seen: unknown = await look()
    try {
      expect(seen).toEqual(expected)
      return true
    } catch {
      return false
    }
  }
  for (let waitedMs = 0; waitedMs <= TILL_TIME_MS_MAX; waitedMs += STEP_MS) {
    if (await isSeen()) return
    await fixture.clock.advance(STEP_MS)
  }
  for (
    const patienceEndsMs = performance.now() + REAL_PATIENCE_MS;
    performance.now() < patienceEndsMs;
  ) {
    if (await isSeen()) return
    await fixture.clock.advance(0)
  }
  expect(await look()).toEqual(expected)
}
