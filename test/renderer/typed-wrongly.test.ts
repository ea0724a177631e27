/** What a hurried hand types wrongly and must not become money: in Chromium, as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'
import { realCore } from './real-core.ts'

const COLAS = '1,5 L|2 L|3 L|350 cc|500 cc|zero 2 L|light 2 L|vidrio 1 L|mini 220 cc|sin azúcar'

describe.skipIf(NO_CHROMIUM !== null)(
  `typed wrongly in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    it('Enter sells no guess and none of ten: the list stays, and the arrows sell', async () => {
      for (const [at, kind] of COLAS.split('|').entries())
        counter.till.api.saveProduct({
          code: `COCA${at}`,
          name: `Coca-Cola ${kind}`,
          unitGrossClp: 1000 + at,
          isExempt: false,
          isFavourite: false,
          unit: null,
          categoryId: 'bebidas',
        })
      const tiles = counter.page.getByTestId('product-tile')
      for (const [typed, shown] of [
        ['mani', 'Manjar'],
        ['cocoa', 'Coca-Cola'],
        ['lechex', 'Leche'],
        ['coca', 'Coca-Cola'],
      ] as const) {
        await counter
          .type('search', typed)
          .see('product-tile', shown)
          .press('Enter')
          .see('search-trouble', '¿Quiso decir…?')
        expect(await counter.cart()).toEqual([])
        expect(await counter.page.getByTestId('search').inputValue()).toBe(typed)
      }
      await expect.poll(() => tiles.count(), PATIENT).toBe(10)
      await counter.isAccessible().press('ArrowDown', 'ArrowDown')
      const second = await tiles.nth(1).locator('span').first().textContent()
      await counter.press('Enter')
      await expect.poll(async () => (await counter.cart())[0], PATIENT).toContain(second)
      await counter.typeKeys('marraq').see('product-tile', 'Pan marraqueta').press('Enter')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(2)
    })

    it('draws a screenful of what is found while the hand types, and the rest once it rests', async () => {
      for (let at = 1; at <= 60; at += 1)
        counter.till.api.saveProduct({
          code: `MATE${at}`,
          name: `Yerba mate ${at}`,
          unitGrossClp: 1000 + at,
          isExempt: false,
          isFavourite: false,
          unit: null,
          categoryId: 'bebidas',
        })
      const { clock } = counter.page
      const found = counter.page.getByTestId('product-tile').filter({ hasText: 'Yerba mate' })
      const { world } = counter.till
      await clock.install({ time: world.now() })
      await clock.pauseAt(world.now() + 60_000)
      await counter.type('search', 'yerba mate')
      await expect.poll(() => found.count(), PATIENT).toBe(40)
      await clock.runFor(240)
      expect(await found.count()).toBe(40)
      await clock.runFor(20)
      await expect.poll(() => found.count(), PATIENT).toBe(60)
      // The same asked again, as any change of the catalogue does, is never drawn shorter: a tile
      // would come under another finger.
      await counter.page.evaluate(() => {
        const seen = globalThis as unknown as { fewest: number }
        seen.fewest = Number.POSITIVE_INFINITY
        new MutationObserver(() => {
          const tiles = document.querySelectorAll('[data-testid=product-tile]').length
          seen.fewest = Math.min(seen.fewest, tiles)
        }).observe(document.body, { childList: true, subtree: true })
      })
      counter.till.api.saveProduct({
        code: 'MATE61',
        name: 'Yerba mate 61',
        unitGrossClp: 1_061,
        isExempt: false,
        isFavourite: false,
        unit: null,
        categoryId: 'bebidas',
      })
      await clock.runFor(1_000)
      await expect.poll(() => found.count(), PATIENT).toBe(61)
      const fewest = () =>
        counter.page.evaluate(() => (globalThis as unknown as { fewest: number }).fewest)
      expect(await fewest()).toBeGreaterThanOrEqual(60)
    })

    it('a late frame takes no digit from the field where the hand is by now', async () => {
      const { page } = counter
      await counter.scan(PRODUCTS[0]?.code ?? '')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter.press('F12').find('tendered')
      await page.evaluate(holdFrames)
      await page.getByTestId('pay-card').click()
      await counter.type('tendered', '5')
      await page.getByTestId('reference').focus()
      await page.keyboard.type('4')
      await page.evaluate(() => (window as unknown as HeldFrames).releaseFrames())
      await page.keyboard.type('71')
      // Digits as quick as a scanner's are kept from the field until none follows.
      await expect.poll(() => page.getByTestId('reference').inputValue(), PATIENT).toBe('471')
      expect(await page.getByTestId('tendered').inputValue()).toBe('$5')
    })
  },
)

interface HeldFrames {
  releaseFrames(): void
}

/** Runs in the page: a computer so slow that no frame is drawn until told. */
function holdFrames(): void {
  const held: FrameRequestCallback[] = []
  const { requestAnimationFrame } = window
  window.requestAnimationFrame = (callback) => held.push(callback)
  Object.assign(window, {
    releaseFrames() {
      Object.assign(window, { requestAnimationFrame })
      for (const callback of held) callback(performance.now())
    },
  })
}

describe.skipIf(NO_CHROMIUM !== null)(
  `typed for another hour in Chromium, on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const COFFEE = '7801040000037'
    const BREAD = '201'

    it('what was typed as received stays behind when the sale is put aside', async () => {
      await counter.scan(COFFEE).press('F12').find('tendered').typeKeys('10000')
      await counter
        .see('live-change', '$8.000')
        .press('Escape')
        .press('Shift+F12')
        .type('parked-name', 'Sra. Rosa')
        .press('Enter')
        .see('parked-count', '1')
        .tap('parked-count')
        .press('Enter')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter.press('F12').find('tendered')
      expect(await counter.page.getByTestId('tendered').inputValue()).toBe('')
    })

    it('a card part above a sale that shrank is said as what it is', async () => {
      await counter.scan(COFFEE).scan(BREAD).press('F12').find('tendered').tap('pay-card')
      await counter.typeKeys('3000').tap('add-payment').see('payment-part', '$3.000')
      await counter.press('Escape', 'Delete')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter.press('F12').read('Pagado de más').tap('confirm-payment')
      await counter.read('sobran').isAccessible()
      expect(await counter.page.getByText('$0', { exact: true }).count()).toBe(0)
    })

    it('a page that is loaded again right after the charge still says the change', async () => {
      await counter.scan(COFFEE).press('F12').find('tendered').typeKeys('10000')
      await counter.see('live-change', '$8.000').press('Enter').see('change', '$8.000')
      await counter.page.reload()
      await counter.see('last-result', 'vuelto $8.000').isAccessible().tap('last-result')
      await counter.see('change', '$8.000').press('Enter').scan(BREAD)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      expect(await counter.page.getByTestId('last-result').count()).toBe(0)
    })
  },
)
