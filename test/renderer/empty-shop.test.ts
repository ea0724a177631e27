/**
 * A shop on its first day, in Chromium: a counter without products says how to begin, by key and by
 * finger.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { openCore } from './counter-core.ts'
import { CATEGORIES } from './counter-shop.ts'
import { eachStory, PATIENT } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)('a counter without products', () => {
  const counter = eachStory(null, async () => ({
    ...(await openCore({ demoCatalogue: { categories: CATEGORIES, products: [] }, printers: [] })),
    shows: 'no-products',
  }))

  it('leads to the first product and to a free amount, and says that the printer is missing', async () => {
    const { page, till } = counter
    const category = till.api.bootstrap().categories[0]?.name ?? ''
    await page.getByText(category, { exact: true }).click()
    await page.getByText('Aún no hay productos en esta categoría').waitFor()
    await page.getByText('Todos', { exact: true }).click()
    await page.getByText('Aún no hay productos', { exact: true }).waitFor()
    await page.getByText('Lista para vender').waitFor()
    await counter.see('printer', 'Falta la impresora').isAccessible()
    for (const begin of [() => counter.tap('new-product'), () => counter.press('Shift+F5')]) {
      await begin()
      await page.getByTestId('product-name').waitFor()
      await counter.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByTestId('no-products').getByText('Monto libre').click()
    await counter.type('free-price', '1500').press('Enter')
    await expect.poll(() => counter.cart(), PATIENT).toEqual([expect.stringMatching(/\$1\.500$/)])
  })
})
