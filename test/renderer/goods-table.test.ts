/** The catalogue as a table: its order, and its products one after another beside it. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the catalogue's table in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    it('goes from product to product in the order of the list, and saves what was typed on the way', async () => {
      await counter.press('Shift+F9').tap('order-price', 'order-price')
      const names = () => counter.page.getByTestId('goods-row').allInnerTexts()
      await expect.poll(async () => (await names())[0], PATIENT).toContain('$1.996')
      await counter.tap('goods-row').find('goods-name')
      expect(await counter.page.getByTestId('goods-before').getAttribute('aria-disabled')).toBe(
        'true',
      )
      await counter.type('goods-price', '5000').isAccessible().tap('goods-after')
      await expect.poll(() => counter.page.getByTestId('goods-price').inputValue()).toBe('$1.890')
      await counter.tap('goods-before')
      await expect.poll(() => counter.page.getByTestId('goods-price').inputValue()).toBe('$5.000')
      // What cannot be saved stays where it is, with what is wrong.
      await counter.type('goods-name', '').tap('goods-after').find('goods-name')
      await counter.page.locator('[aria-invalid=true]').first().waitFor()
      await counter.press('Escape').see('goods-row', '$5.000')
    })
  },
)
