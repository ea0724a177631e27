/**
 * What every file of browser stories begins with: one build of the screen and one browser, and a
 * fresh counter a story.
 */
import { afterEach, beforeEach, expect, inject } from 'vitest'
import { sharedChromium } from '../support/chromium.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import type { MemoryTill } from './memory-till.ts'

/** The machine may be busy; how long a step takes is not what these stories are about. */
export const PATIENT = { timeout: 20_000 }

/**
 * Call it inside `describe`. Each story ends without a complaint of the browser, but for those that
 * match `expected`. `core` opens another than the one in memory.
 */
export function eachStory(
  begin: (counter: Counter) => void,
  expected: RegExp | null = null,
  core?: () => Promise<Pick<MemoryTill, 'api' | 'paper'>>,
): void {
  let counter: Counter

  beforeEach(async () => {
    counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, await core?.())
    begin(counter)
  })
  afterEach(async () => {
    const { complaints } = counter
    await counter.close()
    expect(complaints.filter((text) => expected === null || !expected.test(text))).toEqual([])
  })
}
