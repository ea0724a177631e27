/**
 * What every file of browser stories begins with: one build of the screen and one browser, and a
 * fresh counter a story.
 */
import { afterEach, beforeEach, expect, inject } from 'vitest'
import { sharedChromium } from '../support/chromium.ts'
import { readingAs } from '../support/reading-as.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import type { MemoryTill } from './memory-till.ts'

/** The machine may be busy; how long a step takes is not what these stories are about. */
export const PATIENT = { timeout: 20_000 }

/**
 * Call it inside `describe`: the counter of the present story. Each ends without a complaint of the
 * browser, but for those that match `expected`. `core` opens another than the one in memory.
 */
export function eachStory(
  expected: RegExp | null = null,
  core?: () => Promise<Pick<MemoryTill, 'api' | 'paper'>>,
): Counter {
  let counter: Counter

  beforeEach(async () => {
    counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, await core?.())
  })
  afterEach(async () => {
    const { complaints } = counter
    await counter.close()
    expect(complaints.filter((text) => expected === null || !expected.test(text))).toEqual([])
  })
  return readingAs(() => counter)
}
