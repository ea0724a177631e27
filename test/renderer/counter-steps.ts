/** What a cashier does and reads at a counter, a step after the other. */
import { deepEqual } from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { systemClock } from '#till/adapters/system.ts'
import { sendScan } from '../support/scan-in-page.ts'

/**
 * How long a finger holds a key; above the scan detector's longest gap, so that Enter right after
 * is not a terminator.
 */
const FINGER_MS = 60

type Stroke = readonly [key: string, gapMs: number]

/** Each waits for the one before: `await counter.press('F12').see('due', '$0').tap('pay-card')`. */
export interface CounterSteps {
  /**
   * A code as a scanner sends it: keys a few microseconds apart, into whatever has the focus, with
   * Enter at the end.
   */
  scan(code: string): CounterChain
  /**
   * Real keys, each the given milliseconds after the one before, whatever the machine takes to send
   * them.
   */
  keysAt(strokes: readonly Stroke[]): CounterChain
  /** One after the other; of several that are named alike, the first. */
  tap(...testIds: string[]): CounterChain
  tapNth(testId: string, nth: number): CounterChain
  type(testId: string, text: string): CounterChain
  /** Keys as fingers press them, into whatever has the focus: too slow to be taken for a scan. */
  typeKeys(text: string): CounterChain
  press(...keys: string[]): CounterChain
  see(testId: string, text: RegExp | string): CounterChain
  /** With the Tab key alone, until it has the focus. */
  tabTo(testId: string): CounterChain
  /** Words, wherever they stand. */
  read(words: RegExp | string): CounterChain
  /** That it is there, whatever it says. */
  find(testId: string): CounterChain
  /** That axe-core finds nothing wrong on the screen as it is now. */
  isAccessible(): CounterChain
}

export interface CounterChain extends CounterSteps, PromiseLike<void> {}

export function counterSteps(
  page: Page,
  before: Promise<unknown> = Promise.resolve(),
): CounterSteps {
  const next = (step: () => Promise<unknown>): CounterChain => {
    const asked = new Error('asked for here')
    const done = before.then(() => step().catch((error: unknown) => failAt(error, asked)))
    return {
      ...counterSteps(page, done),
      then: (onDone, onFailed) => done.then(() => {}).then(onDone, onFailed),
    }
  }
  const named = (testId: string) => page.getByTestId(testId).first()
  return {
    scan: (code) => next(() => page.evaluate(sendScan, code)),
    keysAt: (strokes) => next(() => pressAt(page, strokes)),
    tap: (...testIds) =>
      next(async () => {
        for (const testId of testIds) {
          await openListOf(page, testId)
          await named(testId).click()
        }
      }),
    tapNth: (testId, nth) => next(() => page.getByTestId(testId).nth(nth).click()),
    type: (testId, text) => next(() => page.getByTestId(testId).fill(text)),
    typeKeys: (text) => next(() => page.keyboard.type(text, { delay: FINGER_MS })),
    press: (...keys) =>
      next(async () => {
        for (const key of keys) await page.keyboard.press(key)
      }),
    tabTo: (testId) => next(() => tabTo(page, testId)),
    see: (testId, text) =>
      next(() => page.getByTestId(testId).filter({ hasText: text }).first().waitFor()),
    read: (words) => next(() => page.getByText(words).first().waitFor()),
    find: (testId) => next(() => named(testId).waitFor()),
    isAccessible: () => next(async () => deepEqual(await accessibilityProblems(page), [])),
  }
}

/** Choices that stand in a list, by the name of its key, where the screen is narrow. */
const LISTS = ['settings-nav', 'range', 'goods-filter'] as const

async function openListOf(page: Page, testId: string): Promise<void> {
  const name = LISTS.find((list) => testId.startsWith(`${list}-`))
  if (name === undefined) return
  const list = page.getByTestId(name)
  await list.or(page.getByTestId(testId)).first().waitFor()
  if (await list.isVisible()) await list.click()
}

/** A failed step points at the line of its story, not into this file. */
function failAt(error: unknown, asked: Error): never {
  if (error instanceof Error) {
    const [, ...frames] = asked.stack?.split('\n') ?? []
    const outside = frames.filter((frame) => !frame.includes(import.meta.filename))
    error.stack = [`${error.name}: ${error.message}`, ...outside].join('\n')
  }
  throw error
}

async function pressAt(page: Page, strokes: readonly Stroke[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  let atMs: number = systemClock.now()
  for (const [key, gapMs] of strokes) {
    atMs += gapMs
    const isCharacter = key.length === 1
    const keyCode = key === 'Enter' ? 13 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0)
    const text = isCharacter ? key : key === 'Enter' ? '\r' : undefined
    const stroke = { key, windowsVirtualKeyCode: keyCode, timestamp: atMs / 1_000 }
    await keyboard.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...stroke,
      ...(text === undefined ? {} : { text }),
    })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke })
  }
  await keyboard.detach()
}

/** A colour on its way to another is neither. */
async function atRest(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/**
 * A popover hangs at the end of the document with its hidden close buttons, outside every landmark,
 * as popovers do.
 */
export async function accessibilityProblems(page: Page, isPopoverOpen = false): Promise<string[]> {
  // Evaluated by the debugger, which the content security policy does not bind; once a page, for
  // reading half a megabyte takes as long as looking.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  await page.evaluate(atRest)
  const results = await page.evaluate(
    (hasLandmarkRule) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        rules: { region: { enabled: hasLandmarkRule } },
        // Of what is well it would name every element with all its ancestors.
        resultTypes: ['violations'],
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

/** More than any screen has keys and fields. */
const TABS_MAX = 80

async function tabTo(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).first().waitFor()
  const focused = () => document.activeElement?.getAttribute('data-testid')
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await page.evaluate(focused)) === testId) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never comes to ${testId}`)
}
