/** Rows of the catalogue that are marked and changed together; prices typed where they stand. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `marked products in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const goods = () =>
      must(core.api().goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 200 }))
        .rows
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    const marked = () => counter.page.locator('[role=row][aria-selected=true]').count()

    it('marks by keyboard, row by row and from here to there, and Escape takes the marks away', async () => {
      await counter.press('Shift+F9').find('goods-row').tabTo('goods-row').press('Space')
      await counter.see('pick-count', '1 marcado').press('Shift+ArrowDown', 'Shift+ArrowDown')
      await counter.see('pick-count', '3 marcados').press('Shift+ArrowUp')
      await counter.see('pick-count', '2 marcados').isAccessible()
      await expect.poll(marked, PATIENT).toBe(2)
      await counter.press('Escape')
      await expect.poll(marked, PATIENT).toBe(0)
      expect(await focused()).toBe('goods-row')
      await counter.press('Control+a').see('pick-count', `${goods().length} marcados`)
      await counter.type('goods-search', 'caf')
      await expect.poll(marked, PATIENT).toBe(0)
    })

    it('changes what is marked by a finger alone, and nothing else', async () => {
      const before = goods()
      await counter.press('Shift+F9').find('goods-row')
      const boxes = counter.page.getByTestId('pick')
      await boxes.nth(0).click()
      await boxes.nth(1).click({ modifiers: ['Shift'] })
      await counter.see('pick-count', '2 marcados').tap('change-picked', 'bulk-kind-price')
      await counter.type('bulk-price', '1500').isAccessible().tap('bulk-apply')
      await counter.see('bulk-told', '2 productos cambiados').press('Escape')
      expect(goods().map(({ unitGrossClp }) => unitGrossClp)).toEqual([
        1_500,
        1_500,
        ...before.slice(2).map(({ unitGrossClp }) => unitGrossClp),
      ])
      await expect.poll(marked, PATIENT).toBe(0)
    })

    it('leaves out what was unmarked of all that was found, and says why a price is none', async () => {
      await counter.press('Shift+F9').find('goods-row').tap('pick-all')
      await counter.page.getByTestId('pick').first().click()
      await counter.see('pick-count', `${goods().length - 1} marcados`).tap('change-picked')
      await counter.tap('bulk-kind-price').type('bulk-price', '0')
      const [first, second] = goods()
      const refused = counter.page.getByTestId('bulk-refusals')
      await expect.poll(() => refused.innerText(), PATIENT).toContain(second?.name ?? '')
      expect(await refused.innerText()).not.toContain(first?.name ?? '')
      expect(await counter.page.getByTestId('bulk-apply').getAttribute('aria-disabled')).toBe(
        'true',
      )
    })

    it('types one price under another: Enter saves and goes down, a wrong one says so, Escape leaves it', async () => {
      await counter.press('Shift+F9').find('goods-row').tabTo('goods-row').press('ArrowRight')
      expect(await focused()).toBe('goods-price-key')
      await counter.press('Enter').find('goods-price-input').typeKeys('2590')
      await counter.isAccessible().press('Enter')
      await expect.poll(() => goods()[0]?.unitGrossClp, PATIENT).toBe(2_590)
      const input = counter.page.getByTestId('goods-price-input')
      const second = `$${goods()[1]?.unitGrossClp.toLocaleString('es-CL') ?? ''}`
      await expect.poll(() => input.inputValue(), PATIENT).toBe(second)
      await counter.typeKeys('0').press('Enter').find('goods-price-wrong').isAccessible()
      await expect.poll(() => input.getAttribute('aria-invalid'), PATIENT).toBe('true')
      await counter.press('Escape')
      await expect.poll(focused, PATIENT).toBe('goods-row')
      expect(`$${goods()[1]?.unitGrossClp.toLocaleString('es-CL') ?? ''}`).toBe(second)
      // By a finger alone.
      await counter.page.getByTestId('goods-price-key').nth(1).click()
      await input.fill('990')
      await counter.tap('goods-price-save')
      await expect.poll(() => goods()[1]?.unitGrossClp, PATIENT).toBe(990)
    })
  },
)
