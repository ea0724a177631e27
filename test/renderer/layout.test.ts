/**
 * Nothing needed is cut off, covered or out of reach: on the shop's usual screens, and magnified
 * for weak eyes.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { atEachSize } from './at-each-size.ts'
import { openCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PRODUCTS } from './counter-shop.ts'
import { findUnreachable, findWide } from './out-of-hand.ts'

const [bread, , milk, yogurt] = PRODUCTS.map(({ code }) => code ?? '')
const KEYS = '[role=group][aria-label="Teclado numérico"] button'

const WINDOWS = [
  { width: 1366, height: 768, showsWholeKeypad: true },
  { width: 1024, height: 600, showsWholeKeypad: true },
  // 1366 x 768 at 150 %.
  { width: 911, height: 512, showsWholeKeypad: false },
  { width: 1024, height: 768, showsWholeKeypad: true },
  // A tablet upright.
  { width: 768, height: 1024, showsWholeKeypad: true },
  { width: 800, height: 600, showsWholeKeypad: false },
] as const
type LookedAt = (typeof WINDOWS)[number]

describe.skipIf(NO_CHROMIUM !== null)('in every window of a shop', () => {
  let counter: Counter
  const found: Record<string, string[]> = {}
  beforeAll(async () => {
    counter = await openCounter(
      await sharedChromium(),
      inject('screenRoot'),
      { viewport: WINDOWS[5] },
      await openCore(),
    )
  })
  afterAll(() => counter?.close())

  const look = async (state: string, find: (window: LookedAt) => Promise<string[]>) => {
    const problems = await atEachSize(counter.page, WINDOWS, find)
    if (problems.length > 0) found[state] = problems
  }
  const outOfReach = async () => [
    ...(await counter.page.evaluate(findWide)),
    ...(await counter.page.evaluate(findUnreachable)),
  ]
  const check = (state: string) => look(state, outOfReach)
  const checkDialogs = async (keys: readonly (readonly [state: string, key: string])[]) => {
    for (const [state, key] of keys) {
      await counter.press(key)
      await counter.page.getByRole('dialog').waitFor()
      await check(state)
      await counter.press('Escape')
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  const keypad = (state: string) =>
    look(`keypad, ${state}`, async ({ showsWholeKeypad }) => [
      ...(showsWholeKeypad ? await counter.page.locator(KEYS).evaluateAll(findCut) : []),
      ...(await outOfReach()),
    ])

  it('shows the keypad whole with every combination of payments, and all else within reach', async () => {
    const { page } = counter
    for (const code of [bread, yogurt, milk]) await counter.scan(code ?? '')
    await expect.poll(async () => (await counter.cart()).length).toBe(3)
    await check('sale')
    await counter.press('F12')
    await page.getByTestId('tendered').waitFor()
    await keypad('payment')
    await counter.tap('pay-card')
    await keypad('card')
    for (const [index, method] of ['pay-card', 'pay-PE', 'pay-card'].entries()) {
      await counter.tap(method).type('tendered', '500').type('reference', `47${index}`)
      await keypad(`${method} typed, ${index} before`)
      await counter.tap('add-payment')
      await expect.poll(() => page.getByTestId('payment-part').count()).toBe(index + 1)
      await counter.tap('pay-cash')
      await keypad(`cash after ${index + 1}`)
      await counter.type('tendered', '100')
      await keypad(`too little cash after ${index + 1}`)
      await counter.type('tendered', '')
    }
    await counter.type('customer-rut', '1-1').press('Tab')
    await check('customer with trouble')
    expect(found).toEqual({})
  })

  it('shows amounts of nine and twelve digits whole', async () => {
    const { page } = counter
    const cut = async () => [
      ...(await page.getByTestId('tendered').evaluateAll(findCutText)),
      ...(await page.getByTestId('live-change').locator('*').evaluateAll(findCutText)),
      ...(await page.getByTestId('due').locator('*').evaluateAll(findCutText)),
    ]
    for (const method of ['pay-card', 'pay-cash'])
      for (const digits of ['100000000', '999999999', '999999999999']) {
        await counter.tap(method).type('tendered', digits)
        await look(`${method} ${digits}`, cut)
        await counter.type('tendered', '')
      }
    await counter.tap('pay-cash')
    expect(found).toEqual({})
  })

  it('keeps within reach what the other screens and dialogs hold', async () => {
    const { page } = counter
    await counter
      .type('customer-rut', '')
      .tap('pay-cash')
      .type('tendered', '')
      .tap('confirm-payment')
      .see('issue-state', 'emitida')
    await look('change', () => page.getByTestId('change').evaluateAll(findCut))
    await check('result')
    await counter.press('F7')
    await page.getByTestId('return-receipt').waitFor()
    await check('receipt')
    await counter.tap('return-receipt')
    await page.getByTestId('return-total').waitFor()
    await check('return')
    await counter.press('Escape', 'F10')
    await page.getByText('Epson').first().waitFor()
    await check('settings')
    await counter.press('F8').scan(bread ?? '')
    await expect.poll(async () => (await counter.cart()).length).toBe(1)
    await checkDialogs([
      ['free amount', 'F4'],
      ['prices', 'F5'],
      ['quantity', 'F6'],
      ['discount', 'F7'],
      ['discount of the sale', 'Shift+F7'],
      ['note', 'Shift+F4'],
      ['price of the line', 'Shift+F6'],
      ['park', 'Shift+F12'],
      ['manual', 'F1'],
      ['shortcuts', 'Control+F1'],
    ])
    expect(found).toEqual({})
  })

  it('keeps within reach the catalogue and what is done to all of it', async () => {
    const { page } = counter
    await counter.press('Shift+F9')
    await page.getByTestId('goods-row').first().waitFor()
    await check('catalogue')
    await page.getByTestId('pick').first().click()
    await check('catalogue, marked')
    await page.getByTestId('pick-none').click()
    await checkDialogs([
      ['columns', 'Shift+F3'],
      ['bulk change', 'F3'],
      ['import', 'F6'],
      ['export', 'F5'],
      ['labels', 'Shift+F5'],
      ['product', 'F4'],
    ])
    await counter.press('F8')
    expect(found).toEqual({})
  })

  it('keeps amount, keypad and the warning of a split sale in sight together, also with a payment taken', async () => {
    const { page } = counter
    if ((await counter.cart()).length > 0) {
      await counter.press('Shift+Delete').tap('apply')
      await expect.poll(async () => (await counter.cart()).length).toBe(0)
    }
    const large = async () => {
      await counter.press('F4').type('free-price', '3000000').press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await counter.press('F12')
      await page.getByTestId('tendered').waitFor()
    }
    await large()
    await counter.tap('confirm-payment').see('issue-state', 'emitida').press('Enter')
    await large()
    await page.getByTestId('split-sale').waitFor()
    const inSight = async () => {
      // As the screen opens: looking for what is out of reach has scrolled it.
      await page
        .getByTestId('due')
        .evaluate((due) => due.closest('section')?.scrollTo({ top: 0, behavior: 'instant' }))
      const cut = ['split-sale', 'due'].map((name) => page.getByTestId(name).evaluateAll(findCut))
      return (await Promise.all(cut)).flat()
    }
    await look('amount and warning', inSight)
    await keypad('split sale')
    await counter
      .tap('pay-card')
      .type('tendered', '500')
      .type('reference', '471')
      .tap('add-payment', 'pay-cash')
    await look('amount and warning, a payment taken', inSight)
    await keypad('split sale, a payment taken')
    expect(found).toEqual({})
  })
})

/** Runs in the page: whose own text is wider than the box it stands in. */
function findCutText(elements: readonly Element[]): string[] {
  return elements
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map((element) => `${(element as HTMLInputElement).value ?? element.textContent} is cut`)
}

/** Runs in the page, before anything is scrolled: which of these are not whole in sight. */
function findCut(elements: readonly Element[]): string[] {
  if (elements.length === 0) return ['not there']
  return elements.flatMap((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    // The middle of its edges: its corners are round.
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const edges = [
      [x, top + 2],
      [x, bottom - 2],
      [left + 2, y],
      [right - 2, y],
    ] as const
    if (edges.every(([atX, atY]) => element.contains(document.elementFromPoint(atX, atY))))
      return []
    const name = element.textContent || element.getAttribute('aria-label')
    return [`${name} ends at ${Math.round(bottom)} of ${innerHeight}`]
  })
}
