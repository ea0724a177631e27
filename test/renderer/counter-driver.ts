/**
 * A cashier in a real browser: what a story says in words, on the screen as it ships, over a core
 * in memory.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { wallClockMs } from '../support/wall-clock.ts'
import { accessibilityProblems, counterSteps, type CounterSteps } from './counter-steps.ts'
import { startMemoryHost, type MemoryHost } from './memory-host.ts'
import { createMemoryTill, type MemoryTill } from './memory-till.ts'

const STEP_TIMEOUT_MS = 20_000
export interface Counter extends CounterSteps {
  readonly page: Page
  readonly till: MemoryTill
  /** What the browser complained about: script errors and blocked content. Must stay empty. */
  readonly complaints: string[]
  /** Lines of the cart as `quantity name total`. */
  cart(): Promise<string[]>
  text(testId: string): Promise<string>
  /** What axe-core finds wrong on the screen as it is now. */
  accessibilityProblems(options?: { readonly isPopoverOpen?: boolean }): Promise<string[]>
  close(): Promise<void>
}

/** Another core than the one in memory, which is then there and not asked. */
export interface OtherCore extends Pick<MemoryTill, 'api' | 'paper'> {
  /** What its first screen shows, where that is not the sale. */
  readonly shows?: string
}

export async function openCounter(
  browser: Browser,
  root: string,
  options: BrowserContextOptions = {},
  core?: OtherCore,
): Promise<Counter> {
  const till = createMemoryTill({ now: wallClockMs })
  const host: MemoryHost = await startMemoryHost(root, core ?? till)
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(host.url)
  await page
    .getByTestId(core?.shows ?? 'product-tile')
    .first()
    .waitFor()

  return {
    page,
    till,
    complaints,
    ...counterSteps(page),
    cart: () =>
      page.getByTestId('cart-line').evaluateAll((lines) =>
        lines.map((line) => {
          const row = line.querySelector('button')
          const [quantity, name, total] = [
            row?.children[0],
            row?.children[1]?.children[0],
            row?.children[2],
          ].map((part) => part?.textContent)
          return `${quantity} ${name} ${total}`
        }),
      ),
    text: async (testId) => (await page.getByTestId(testId).first().textContent()) ?? '',
    accessibilityProblems: ({ isPopoverOpen = false } = {}) =>
      accessibilityProblems(page, isPopoverOpen),
    async close() {
      await context.close()
      await host.stop()
    },
  }
}
