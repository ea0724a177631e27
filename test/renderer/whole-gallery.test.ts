/**
 * Nothing is cut, hidden, out of reach or beyond the window in any state of the gallery, which
 * shows every screen of the till and every dialog over it, at the sizes a shop has.
 */
import { describe, expect, inject, it } from 'vitest'
import type { Dialog, Screen } from '../../renderer/stores/screen-store.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { atEachSize } from './at-each-size.ts'
import type { Counter } from './counter-driver.ts'
import {
  findBroken,
  findCutWords,
  findSpilled,
  findTallBar,
  findUnreachable,
  findWide,
} from './out-of-hand.ts'
import { GALLERY_PARTS, showPart } from './whole-gallery.ts'

/** Whatever there is: the compiler names what is new and not written here. */
const SHOWN: Readonly<Record<Screen | Dialog['kind'], true>> = {
  ...{ sale: true, payment: true, result: true, receipts: true, return: true, returned: true },
  ...{ goods: true, customers: true, reports: true, settings: true, guide: true, shift: true },
  ...{ line: true, 'cart-discount': true, weigh: true, 'free-line': true, 'ask-price': true },
  ...{ product: true, price: true, 'clear-cart': true, whatsapp: true, tip: true, arrange: true },
  ...{ 'one-customer': true, 'mail-receipt': true, 'export-customers': true },
  ...{ 'import-customers': true, shelves: true, 'import-goods': true, 'change-goods': true },
  ...{ 'export-goods': true, stock: true, 'goods-columns': true, promotions: true },
  ...{ 'price-lists': true, 'label-goods': true, 'undo-return': true, 'change-document': true },
  ...{ 'delete-receipt': true, 'outside-receipt': true, credit: true, vale: true, vales: true },
  ...{ card: true, 'card-by-hand': true, manual: true, shortcuts: true, closing: true },
  ...{ park: true, parked: true, 'discard-parked': true, 'sign-in': true, audit: true },
  ...{ 'unsaved-settings': true, 'open-shift': true, cash: true, approval: true },
}

/** A part of the gallery on its way through thirty states and more. */
const PART_TIMEOUT_MS = 300_000

const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
  { width: 800, height: 600 },
] as const

describe.skipIf(NO_CHROMIUM !== null)('the gallery, in every window of a shop', () => {
  const seen = new Set<string>()
  const played: string[] = []
  it.each(GALLERY_PARTS)('%s', { timeout: PART_TIMEOUT_MS }, async (part) => {
    const found: Record<string, string[]> = {}
    played.push(part)
    const takeOf = (page: Counter['page']) => async (name: string) => {
      await page.evaluate(() => document.fonts.ready)
      const { screen, dialog } = await page.evaluate(
        () => document.querySelector<HTMLElement>('[data-screen]')?.dataset ?? {},
      )
      for (const one of [screen, dialog]) if (one !== undefined) seen.add(one)
      const problems = await atEachSize(page, WINDOWS, () => problemsOf(page))
      if (problems.length > 0) found[name] = problems
    }
    const browser = await sharedChromium()
    const options = { viewport: WINDOWS[3] }
    await showPart(
      {
        ...{ browser, options, takeOf, root: inject('screenRoot') },
        ...{ isEnglish: false, begin: async () => {} },
      },
      part,
    )
    expect(found).toEqual({})
  })

  it('leaves out no screen and no kind of dialog', ({ skip }) => {
    if (played.length < GALLERY_PARTS.length) skip('only a part of the gallery was played')
    expect(Object.keys(SHOWN).filter((kind) => !seen.has(kind))).toEqual([])
  })
})

async function problemsOf(page: Counter['page']): Promise<string[]> {
  // What hangs from a key that was pressed covers what is under it.
  const isHanging = (await page.locator('[data-trigger]').count()) > 0
  return [
    ...(await page.evaluate(findWide)),
    ...(await page.evaluate(findCutWords)),
    ...(await page.evaluate(findBroken)),
    ...(await page.evaluate(findSpilled)),
    ...(await page.evaluate(findTallBar)),
    ...(isHanging ? [] : await page.evaluate(findUnreachable)),
  ]
}
