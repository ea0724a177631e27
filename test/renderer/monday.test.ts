/**
 * Twenty tasks of an owner on a Monday, played with a hand that counts: a key, a click, a field
 * typed whole, a list or page scrolled on by its height are an action each. `before` was counted
 * by such a hand at commit 577cf809, before the owner's screens were made anew; what eight products
 * cost by reading, as each had to be opened.
 */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { supportWorker } from '../support/support-per-test.ts'
import { BACKUP_WORKER } from '../support/backup-worker.ts'
import { openCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PRODUCTS } from './counter-shop.ts'

/** Below a scanner's pace. */
const FINGER_MS = 60
const DEAREST = formatClp(clp(Math.max(...PRODUCTS.map(({ unitGrossClp }) => unitGrossClp))))

interface Task {
  readonly before: number
  readonly now: number
  readonly play: (hand: Hand, page: Page) => Promise<unknown>
}

const TASKS: Readonly<Record<string, Task>> = {
  'finds a product': task(2, 2, (hand) => searched(hand)),
  'changes a price': task(5, 5, async (hand) => {
    await searched(hand)
    await hand.click('goods-price-key')
    await hand.type('goods-price-input', '1234')
    await hand.press('Enter')
  }),
  'changes five prices, one under another': task(16, 12, (hand) =>
    typedDown(hand, 'price', ['1001', '1002', '1003', '1004', '1005']),
  ),
  'corrects what there is of five': task(31, 12, (hand) =>
    typedDown(hand, 'stock', ['4', '4', '4', '4', '4']),
  ),
  'raises three chosen prices': task(10, 7, async (hand) => {
    await marked(hand)
    await hand.press('F3')
    await hand.type('bulk-percent', '10')
    await hand.press('Enter')
    await hand.see('bulk-told')
  }),
  'finds the dearest product': task(4, 2, async (hand, page) => {
    await hand.press('Shift+F9')
    await hand.click('order-price')
    await page.getByTestId('goods-row').first().filter({ hasText: DEAREST }).waitFor()
  }),
  'finds what there is least of': task(4, 2, async (hand) => {
    await hand.press('Shift+F9')
    await hand.click('order-stock')
  }),
  'names three neighbours anew': task(10, 8, async (hand) => {
    await hand.press('Shift+F9')
    await hand.click('goods-row')
    for (const [at, name] of ['Aceite uno', 'Agua dos', 'Arroz tres'].entries()) {
      if (at > 0) await hand.click('goods-after')
      await hand.type('goods-name', name)
    }
    await hand.press('Enter')
    await hand.gone('save-goods')
  }),
  'prints labels of three': task(13, 6, async (hand) => {
    await marked(hand)
    await hand.press('Shift+F5')
    await hand.see('labels-print')
    await hand.press('Enter')
    await hand.see('labels-told')
  }),
  'puts three on another shelf': task(13, 9, async (hand, page) => {
    await marked(hand)
    await hand.press('F3')
    await hand.click('bulk-kind-category')
    await hand.click('bulk-shelf')
    await hand.choose(page.getByRole('option').last())
    await hand.click('bulk-apply')
    await hand.see('bulk-told')
  }),
  'compares what eight of them cost': task(17, 4, async (hand, page) => {
    await hand.press('Shift+F9', 'Shift+F3')
    await hand.choose(page.getByText('Costo neto'))
    await hand.press('Escape')
    await page.getByRole('group', { name: 'Orden de la lista' }).getByText('Costo').waitFor()
  }),
  'saves the catalogue as a file': task(3, 3, async (hand) => {
    await hand.press('Shift+F9', 'F5')
    await hand.click('export-xlsx')
  }),
  'sees the day beside last week': task(1, 1, async (hand) => {
    await hand.press('Shift+F10')
    await hand.see('report-figures')
  }),
  'sees what sold best': task(2, 1, async (hand, page) => {
    await hand.press('Shift+F10')
    await page.getByText('Lo más vendido').last().waitFor()
  }),
  'sees what needs a person': task(2, 1, async (hand) => {
    await hand.press('Shift+F10')
    // Said under the figures, where something does.
    await hand.see('report-figures')
  }),
  'closes a month': task(3, 2, async (hand) => {
    await hand.press('Shift+F10')
    await hand.click('range-month')
    await hand.see('report-figures')
  }),
  'saves the month as a file': task(3, 3, async (hand) => {
    await hand.press('Shift+F10')
    await hand.click('range-month')
    await hand.see('report-figures')
    await hand.saves(() => hand.press('F5'))
  }),
  'hires a cashier': task(7, 6, async (hand) => {
    await hand.press('F10')
    await hand.typeAnywhere('settings-search', 'contratar')
    await hand.press('Enter')
    await hand.type('staff-name', 'Camila')
    await hand.type('staff-pin', '2580')
    await hand.press('Enter')
    await hand.gone('staff-pin')
  }),
  'finds a setting and changes it': task(6, 5, async (hand, page) => {
    await hand.press('F10')
    await hand.typeAnywhere('settings-search', 'turnos')
    await hand.press('Enter', 'Space')
    await page.getByTestId('section-state').filter({ hasText: 'sin guardar' }).waitFor()
    await hand.click('save-section')
  }),
  'backs up': task(4, 2, async (hand) => {
    await hand.press('F10', 'F5')
    await hand.see('support-ended')
  }),
}

describe.skipIf(NO_CHROMIUM !== null)('an owner on a Monday', () => {
  let counter: Counter
  beforeEach(async () => {
    counter = await openCounter(
      await sharedChromium(),
      inject('screenRoot'),
      { viewport: { width: 1366, height: 768 } },
      await openShop(),
    )
  })
  afterEach(() => counter.close())

  it.each(Object.entries(TASKS))('%s', async (_, { now, play }) => {
    const hand = createHand(counter.page)
    await play(hand, counter.page)
    expect(hand.actions()).toBe(now)
  })
})

it('no task takes more than before, and all of them three fifths', () => {
  const tasks = Object.values(TASKS)
  const sum = (of: 'before' | 'now') => tasks.reduce((total, each) => total + each[of], 0)
  expect(Object.entries(TASKS).filter(([, { before, now }]) => now > before)).toEqual([])
  expect(tasks.length).toBe(20)
  expect(sum('now') / sum('before')).toBeLessThanOrEqual(3 / 5)
})

function task(before: number, now: number, play: Task['play']): Task {
  return { before, now, play }
}

/** Stock of every product, some sales of today. */
async function openShop() {
  const core = await openCore({
    support: supportWorker(),
    makeBackup: createBackupClient(BACKUP_WORKER),
  })
  const { api } = core
  const question = { text: '', filter: 'sold', categoryId: null, offset: 0, limit: 200 } as const
  const { rows } = must(api.goods(question))
  const lines = rows.map(({ id }, at) => ({ productId: id, milli: (5 + (at % 7)) * 1_000 }))
  must(api.moveStock({ moveId: 'first', kind: 'counted', lines, reason: '', switchesOn: true }))
  for (const { code } of PRODUCTS.slice(0, 3)) sellOf(api, code ?? '')
  return core
}

async function searched(hand: Hand): Promise<void> {
  await hand.press('Shift+F9')
  await hand.typeAnywhere('goods-search', 'leche')
  await hand.see('goods-row')
}

async function marked(hand: Hand): Promise<void> {
  await hand.press('Shift+F9')
  for (const nth of [0, 2, 4]) await hand.click('pick', nth)
}

async function typedDown(hand: Hand, column: string, typed: readonly string[]): Promise<void> {
  await hand.press('Shift+F9')
  await hand.click(`goods-${column}-key`)
  for (const text of typed) {
    await hand.isAtNext(`goods-${column}-input`)
    await hand.type(`goods-${column}-input`, text)
    await hand.press('Enter')
  }
}

type Hand = ReturnType<typeof createHand>

function createHand(page: Page) {
  let actions = 0
  let wasAt: string | null = null
  const named = (testId: string, nth = 0) => page.getByTestId(testId).nth(nth)
  /** Scrolled to, where it is not in sight. */
  const reach = async (testId: string, nth = 0) => {
    const target = named(testId, nth)
    await target.waitFor()
    const pages = await target.evaluate(pagesAway)
    actions += pages
    if (pages > 0) await target.scrollIntoViewIfNeeded()
    return target
  }
  return {
    actions: () => actions,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      actions += keys.length
    },
    async click(testId: string, nth = 0) {
      await (await reach(testId, nth)).click()
      actions += 1
    },
    async choose(target: ReturnType<Page['getByRole']>) {
      await target.click()
      actions += 1
    },
    /** Into the field that has the cursor, or is touched on the way. */
    async type(testId: string, text: string) {
      await (await reach(testId)).fill(text)
      actions += 1
    },
    /** Into whatever has the keyboard: the field that leads the screen takes it. */
    async typeAnywhere(testId: string, text: string) {
      await named(testId).waitFor()
      await page.keyboard.type(text, { delay: FINGER_MS })
      await expect.poll(() => named(testId).inputValue()).toBe(text)
      actions += 1
    },
    see: reach,
    gone: (testId: string) => named(testId).waitFor({ state: 'detached' }),
    async saves(act: () => Promise<unknown>) {
      const [download] = await Promise.all([page.waitForEvent('download'), act()])
      await download.delete()
    },
    /** The field of another product than the one it was at. */
    async isAtNext(testId: string) {
      const name = () => named(testId).getAttribute('aria-label')
      await expect.poll(name, { timeout: 20_000 }).not.toBe(wasAt)
      wasAt = await name()
    },
  }
}

/** Runs in the page: by how many heights of what scrolls it is out of sight; 0 = in sight. */
function pagesAway(element: Element): number {
  let box = element.parentElement
  while (box !== null && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
  if (box === null) return 0
  const [own, around] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
  const hit = document.elementFromPoint((own.left + own.right) / 2, (own.top + own.bottom) / 2)
  if (hit !== null && (element.contains(hit) || hit.contains(element))) return 0
  const away = Math.max(0, own.bottom - around.bottom, around.top - own.top)
  return Math.ceil(away / box.clientHeight)
}
