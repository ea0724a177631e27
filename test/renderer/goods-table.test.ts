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
      await counter.press('Shift+F9').tap('order-price')
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
      // What was refused leads nowhere later: nothing else is opened, or archived, in its place.
      await counter.tap('archive-goods')
      await counter.page.getByTestId('save-goods').waitFor({ state: 'detached' })
      await expect.poll(async () => (await names()).length, PATIENT).toBe(2)
      expect((await names()).join()).not.toContain('$5.000')
    })

    it('a key that opens a dialog closes the menu that is open over the list', async () => {
      await counter
        .press('Shift+F9')
        .tap('more')
        .find('import-goods')
        .press('F4')
        .find('save-goods')
      await counter.page.getByTestId('import-goods').waitFor({ state: 'detached' })
      await counter.press('Escape')
      await counter.page.getByTestId('save-goods').waitFor({ state: 'detached' })
      expect(await counter.page.getByTestId('import-goods').count()).toBe(0)
    })

    it('is walked by keyboard: the key keeps the focus, and Escape leads back to the row', async () => {
      await counter.press('Shift+F9').tabTo('order-price').press('Enter')
      const head = counter.page.getByTestId('order-price')
      await expect.poll(() => head.getAttribute('aria-label'), PATIENT).toMatch(/mayor a menor/)
      await counter.press('Enter')
      await expect.poll(() => head.getAttribute('aria-label'), PATIENT).toMatch(/menor a mayor/)
      await counter.tabTo('goods-row').press('Enter').tabTo('goods-after').press('Enter')
      const focused = () => counter.page.evaluate(() => document.activeElement?.ariaLabel ?? '')
      await expect.poll(() => counter.page.getByTestId('goods-price').inputValue()).toBe('$1.890')
      expect(await focused()).toBe('Producto siguiente')
      await counter.press('Escape')
      await counter.page.getByTestId('save-goods').waitFor({ state: 'detached' })
      await expect
        .poll(() =>
          counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
        )
        .toBe('goods-row')
    })
  },
)
