/**
 * Nothing is cut, hidden, out of reach or beyond the window in any state of the gallery, which
 * shows every screen of the till and every dialog over it, at the sizes a shop has.
 */
import { describe, expect, inject, it } from 'vitest'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import type { Counter } from './counter-driver.ts'
import { findBroken, findCutWords, findUnreachable, findWide } from './out-of-hand.ts'
import { GALLERY_PARTS, showPart } from './whole-gallery.ts'

/** A part of the gallery on its way through thirty states and more. */
const PART_TIMEOUT_MS = 300_000

describe.skipIf(NO_CHROMIUM !== null).each([
  [1366, 768, 'light'],
  [1024, 600, 'dark'],
  [800, 600, 'light'],
  [1920, 1080, 'dark'],
] as const)('the gallery at %i x %i, %s', (width, height, colorScheme) => {
  it.each(GALLERY_PARTS)('%s', { timeout: PART_TIMEOUT_MS }, async (part) => {
    const found: Record<string, string[]> = {}
    const takeOf = (page: Counter['page']) => async (name: string) => {
      await page.evaluate(() => document.fonts.ready)
      // What hangs from a key that was pressed covers what is under it.
      const isHanging = (await page.locator('[data-trigger]').count()) > 0
      const problems = [
        ...(await page.evaluate(findWide)),
        ...(await page.evaluate(findCutWords)),
        ...(await page.evaluate(findBroken)),
        ...(isHanging ? [] : await page.evaluate(findUnreachable)),
      ]
      if (problems.length > 0) found[name] = problems
    }
    const browser = await sharedChromium()
    const options = { viewport: { width, height }, colorScheme }
    await showPart(
      {
        ...{ browser, options, takeOf, root: inject('screenRoot') },
        ...{ isEnglish: false, begin: async () => {} },
      },
      part,
    )
    expect(found).toEqual({})
  })
})
