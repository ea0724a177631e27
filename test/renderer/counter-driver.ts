/**
 * A cashier in a real browser: what a story says in words, on the screen as it ships, over a core
 * in memory.
 */
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { systemClock } from '#till/adapters/system.ts'
import { sendScan } from '../support/scan-in-page.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { startMemoryHost, type MemoryHost } from './memory-host.ts'
import { createMemoryTill, type MemoryTill } from './memory-till.ts'

const STEP_TIMEOUT_MS = 20_000
/**
 * How long a finger holds a key; above the scan detector's longest gap, so that Enter right after
 * is not a terminator.
 */
const FINGER_MS = 60

export interface Counter {
  readonly page: Page
  readonly till: MemoryTill
  /** What the browser complained about: script errors and blocked content. Must stay empty. */
  readonly complaints: string[]
  /**
   * A code as a scanner sends it: keys a few microseconds apart, into whatever has the focus, with
   * Enter at the end.
   */
  scan(code: string): Promise<void>
  /**
   * Real keys, each the given milliseconds after the one before, whatever the machine takes to send
   * them.
   */
  keysAt(strokes: readonly (readonly [key: string, gapMs: number])[]): Promise<void>
  tap(testId: string, nth?: number): Promise<void>
  type(testId: string, text: string): Promise<void>
  /** Keys as fingers press them, into whatever has the focus: too slow to be taken for a scan. */
  typeKeys(text: string): Promise<void>
  press(...keys: string[]): Promise<void>
  see(testId: string, text: RegExp | string): Promise<void>
  /** Lines of the cart as `quantity name total`. */
  cart(): Promise<string[]>
  text(testId: string): Promise<string>
  /** What axe-core finds wrong on the screen as it is now. */
  accessibilityProblems(options?: { readonly isPopoverOpen?: boolean }): Promise<string[]>
  close(): Promise<void>
}

/** `core`: another than the one in memory, which is then there and not asked. */
export async function openCounter(
  browser: Browser,
  root: string,
  options: BrowserContextOptions = {},
  core?: Pick<MemoryTill, 'api' | 'paper'>,
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
  await page.getByTestId('product-tile').first().waitFor()

  return {
    page,
    till,
    complaints,
    scan: (code) => page.evaluate(sendScan, code),
    async keysAt(strokes) {
      const keyboard = await context.newCDPSession(page)
      let atMs: number = systemClock.now()
      for (const [key, gapMs] of strokes) {
        atMs += gapMs
        const isCharacter = key.length === 1
        const keyCode = key === 'Enter' ? 13 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0)
        const text = isCharacter ? key : key === 'Enter' ? '\r' : undefined
        await keyboard.send('Input.dispatchKeyEvent', {
          type: text === undefined ? 'rawKeyDown' : 'keyDown',
          key,
          windowsVirtualKeyCode: keyCode,
          timestamp: atMs / 1_000,
          ...(text === undefined ? {} : { text }),
        })
        await keyboard.send('Input.dispatchKeyEvent', {
          type: 'keyUp',
          key,
          windowsVirtualKeyCode: keyCode,
          timestamp: atMs / 1_000,
        })
      }
      await keyboard.detach()
    },
    tap: (testId, nth = 0) => page.getByTestId(testId).nth(nth).click(),
    type: (testId, text) => page.getByTestId(testId).fill(text),
    typeKeys: (text) => page.keyboard.type(text, { delay: FINGER_MS }),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    see: (testId, text) => page.getByTestId(testId).filter({ hasText: text }).first().waitFor(),
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
    accessibilityProblems: ({ isPopoverOpen = false } = {}) => findProblems(page, isPopoverOpen),
    async close() {
      await context.close()
      await host.stop()
    },
  }
}

/**
 * A popover hangs at the end of the document with its hidden close buttons, outside every landmark,
 * as popovers do.
 */
async function findProblems(page: Page, isPopoverOpen: boolean): Promise<string[]> {
  // Evaluated by the debugger, which the content security policy does not bind.
  await page.evaluate(axe.source)
  const results = await page.evaluate(
    (hasLandmarkRule) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        rules: { region: { enabled: hasLandmarkRule } },
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }),
    !isPopoverOpen,
  )
  return results.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
}
