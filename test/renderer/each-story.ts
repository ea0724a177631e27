/**
 * What every file of browser stories begins with: one build of the screen and one browser, and a
 * fresh counter a story.
 */
import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openChromium } from '../support/chromium.ts'
import { buildRenderer } from './build-renderer.ts'
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
  let browser: Browser | undefined
  let root: string | undefined
  let counter: Counter

  beforeAll(async () => {
    root = await buildRenderer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser?.close()
    if (root !== undefined) rmSync(root, { recursive: true, force: true })
  })
  beforeEach(async () => {
    if (browser === undefined || root === undefined) throw new Error('the browser did not start')
    counter = await openCounter(browser, root, {}, await core?.())
    begin(counter)
  })
  afterEach(async () => {
    const { complaints } = counter
    await counter.close()
    expect(complaints.filter((text) => expected === null || !expected.test(text))).toEqual([])
  })
}
