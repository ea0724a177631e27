/**
 * A state of the screen looked at in every window a shop has, where it stands: what leads to it is
 * played once, in the last of the windows.
 */
import type { Page } from 'playwright-core'

export interface ShopWindow {
  readonly width: number
  readonly height: number
  /** The theme has colours and shadows alone: whoever looks for neither has nothing new to see. */
  readonly colorScheme?: 'light' | 'dark'
}

/** What a window of another size has not laid out anew by then, it shows for good. */
const LAID_OUT_MS = 3_000

/** What `find` has found, each with its window. */
export async function atEachSize<Window extends ShopWindow>(
  page: Page,
  windows: readonly Window[],
  find: (window: Window) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const window of windows) {
    const { width, height, colorScheme } = window
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    const found = await onceLaidOut(page, () => find(window))
    const where = [`${width} x ${height}`, colorScheme ?? []].flat().join(', ')
    problems.push(...found.map((one) => `${where}: ${one}`))
  }
  return problems
}

/** Nothing, or what is still found when there was time enough; at least one whole look. */
async function onceLaidOut(page: Page, find: () => Promise<readonly string[]>) {
  const endsAtMs = performance.now() + LAID_OUT_MS
  for (;;) {
    await page.evaluate(twoFrames)
    const found = await find()
    if (found.length === 0 || performance.now() > endsAtMs) return found
  }
}

/** In the first the page learns its size, in the second it is drawn. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
