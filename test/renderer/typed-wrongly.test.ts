/** What a hurried hand types wrongly and must not become money: in Chromium, as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'

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
      const second = (await tiles.nth(1).innerText()).split('\n')[0]
      await counter.press('Enter')
      await expect.poll(async () => (await counter.cart())[0], PATIENT).toContain(second)
      await counter.typeKeys('marraq').see('product-tile', 'Pan marraqueta').press('Enter')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(2)
    })
  },
)
