/**
 * What every file of browser stories begins with: one build of the screen and one browser, and a
 * fresh counter a story.
 */
import { afterEach, beforeEach, expect, inject } from 'vitest'
import { sharedChromium } from '../support/chromium.ts'
import { readingAs } from '../support/reading-as.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter, type OpenedCore } from './counter-driver.ts'

/** The machine may be busy; how long a step takes is not what these stories are about. */
export const PATIENT = { timeout: 20_000 }

/**
 * Call it inside `describe`: the counter of the present story. Each ends without a complaint of the
 * browser, but for those that match `expected`. `open` opens another core than the shop's.
 */
export function eachStory(expected?: RegExp | null): Counter<CounterCore>
export function eachStory<Core extends OpenedCore>(
  expected: RegExp | null,
  open: () => Promise<Core>,
): Counter<Core>
export function eachStory(
  expected: RegExp | null = null,
  open: () => Promise<OpenedCore> = openCore,
): Counter<OpenedCore> {
  let counter: Counter<OpenedCore>

  beforeEach(async () => {
    counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, await open())
  })
  afterEach(async () => {
    const { complaints } = counter
    await counter.close()
    expect(complaints.filter((text) => expected === null || !expected.test(text))).toEqual([])
  })
  return readingAs(() => counter)
}
