/** A cashier in a real browser: what a story says in words, on the screen as it ships. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { accessibilityProblems, counterSteps, type CounterSteps } from './counter-steps.ts'
import { takePage } from './kept-pages.ts'
import type { HostedCore } from './screen-host.ts'

const STEP_TIMEOUT_MS = 20_000
export interface Counter<Core = unknown> extends CounterSteps {
  readonly page: Page
  readonly till: Core
  /** What the browser complained about: script errors and blocked content. Must stay empty. */
  readonly complaints: string[]
  /** Lines of the cart as `quantity name total`. */
  cart(): Promise<string[]>
  text(testId: string): Promise<string>
  /** What axe-core finds wrong on the screen as it is now. */
  accessibilityProblems(options?: { readonly isPopoverOpen?: boolean }): Promise<string[]>
  close(): Promise<void>
}

export interface OpenedCore extends HostedCore {
  /** What its first screen shows, where that is not the sale. */
  readonly shows?: string
  /** With its counter. */
  close?(): Promise<unknown>
}

export async function openCounter<Core extends OpenedCore>(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
  core: Core,
): Promise<Counter<Core>> {
  const { page, url, giveBack } = await takePage(browser, root, options, core)
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(url)
  await page
    .getByTestId(core.shows ?? 'product-tile')
    .first()
    .waitFor()

  return {
    page,
    till: core,
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
      await giveBack()
      await core.close?.()
    },
  }
}
