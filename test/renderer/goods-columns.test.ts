/** What the catalogue's table shows, and stock corrected where it stands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { ROOT } from '../support/source-files.ts'
import { sellOf } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the catalogue's columns in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const goods = () =>
      must(core.api().goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 200 }))
        .rows
    const there = () => goods().map(({ stock }) => stock?.milli ?? null)
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    /** Ten of the first, five of the third; of the second none is kept. */
    const keepStock = () => {
      const [first, , third] = goods().map(({ id }) => id)
      if (first === undefined || third === undefined) throw new Error('three products')
      must(
        core.api().moveStock({
          moveId: 'first',
          kind: 'counted',
          lines: [
            { productId: first, milli: 10_000 },
            { productId: third, milli: 5_000 },
          ],
          reason: '',
          switchesOn: true,
        }),
      )
    }

    it('shows the chosen ones, also after the next start, by keyboard alone', async () => {
      await counter.press('Shift+F9').find('order-code').press('Shift+F3').find('columns-done')
      await counter.page.getByRole('switch', { name: 'Código' }).press('Space')
      await counter.page.getByRole('switch', { name: 'Costo neto' }).press('Space')
      await counter.isAccessible().press('Escape')
      const heads = () => counter.page.getByRole('group', { name: 'Orden de la lista' }).innerText()
      await expect.poll(heads, PATIENT).toContain('Costo neto')
      expect(await heads()).not.toContain('Código')
      await counter.isAccessible()
      await counter.page.reload()
      await counter.find('product-tile').press('Shift+F9').find('order-stock')
      await expect.poll(heads, PATIENT).toContain('Costo neto')
      expect(await heads()).not.toContain('Código')
    })

    it('has the picture of the tile beside its product', async () => {
      const picture = readFileSync(join(ROOT, 'resources/icons/linux/48x48.png')).toString('base64')
      must(core.api().setProductPicture({ productId: goods()[1]?.id ?? ('' as never), picture }))
      await counter.press('Shift+F9').find('tile-picture')
      const row = counter.page.getByTestId('goods-row').nth(1)
      const { width, height } = (await row.getByTestId('tile-picture').boundingBox()) ?? {}
      expect([width, height]).toEqual([40, 40])
    })

    it('corrects by what differs: what is sold meanwhile stays sold, and the reason is kept', async () => {
      keepStock()
      await counter.press('Shift+F9').find('goods-stock-key').tabTo('goods-row')
      await counter.press('ArrowRight')
      expect(await focused()).toBe('goods-stock-key')
      await counter.press('Enter').find('goods-stock-input')
      sellOf(core.api(), goods()[0]?.code ?? '')
      await counter.typeKeys('8').isAccessible().press('Tab').typeKeys('Merma').press('Enter')
      // Two fewer than the ten it said, and the one that was sold.
      await expect.poll(there, PATIENT).toEqual([7_000, null, 5_000])
      const moves = must(core.api().stockMoves({ productId: goods()[0]?.id ?? ('' as never) }))
      expect(moves[0]).toMatchObject({ kind: 'corrected', milli: -2_000, reason: 'Merma' })
      // On to the next one of which stock is kept, for the same reason.
      const input = counter.page.getByTestId('goods-stock-input')
      await expect.poll(() => input.inputValue(), PATIENT).toBe('5')
      expect(await counter.page.getByTestId('goods-stock-reason').inputValue()).toBe('Merma')
      await counter.typeKeys('mucho').press('Enter').find('goods-stock-wrong').isAccessible()
      await expect.poll(() => input.getAttribute('aria-invalid'), PATIENT).toBe('true')
      await counter.press('Escape')
      await expect.poll(focused, PATIENT).toBe('goods-row')
      expect(there()).toEqual([7_000, null, 5_000])
    })

    it('asks why, and moves nothing until it is said', async () => {
      keepStock()
      await counter.press('Shift+F9').find('goods-stock-key').tap('goods-stock-key')
      await counter.type('goods-stock-input', '12').type('goods-stock-reason', '')
      await counter.tap('goods-stock-save').see('goods-stock-wrong', /\S/)
      expect(there()).toEqual([10_000, null, 5_000])
      await counter.type('goods-stock-reason', 'Apareció').tap('goods-stock-save')
      await expect.poll(there, PATIENT).toEqual([12_000, null, 5_000])
    })
  },
)
