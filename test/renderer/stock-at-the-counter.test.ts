/** What is left of a product, where a cashier looks: the price look-up, the keys of the sale. */
import { beforeEach, describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'

describe.skipIf(NO_CHROMIUM !== null)(
  `stock at the counter${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const tile = () =>
      counter.page.getByTestId('product-tile').filter({ hasText: 'Café molido' }).first()
    const left = () => tile().getByTestId('tile-stock')

    beforeEach(() => {
      const api = core.api()
      const { id: productId } = must(api.productByCode(COFFEE))
      must(api.setStock({ productId, hasStock: true, lowMilli: 3_000 }))
      const lines = [{ productId, milli: 4_000 }]
      must(
        api.moveStock({
          ...{ moveId: 'm1', kind: 'received', lines, reason: '', switchesOn: true },
        }),
      )
    })

    it('the price look-up always says it, and nothing of what nobody counts', async () => {
      await counter.press('F5').type('price-code', COFFEE).press('Enter')
      await counter.see('stock-left', 'Quedan 4').isAccessible()
      await counter.type('price-code', 'pan').press('Enter')
      await expect.poll(() => counter.page.getByTestId('stock-left').count(), PATIENT).toBe(0)
      expect(await counter.page.getByTestId('tile-stock').count()).toBe(0)
    })

    it('the keys say it once the owner wants it, and follow each sale at once', async () => {
      await counter.press('F10').tap('settings-nav-appearance')
      await counter.page.getByText('Mostrar cuánto queda en las teclas de la venta').click()
      await counter.isAccessible().press('F8')
      await expect.poll(() => left().getAttribute('data-level'), PATIENT).toBe('enough')
      await counter.isAccessible()
      await counter.scan(COFFEE).press('F12').tap('confirm-payment').find('change')
      await counter.press('Enter')
      await expect.poll(() => left().textContent(), PATIENT).toBe('3Quedan pocos: 3')
      expect(await left().getAttribute('data-level')).toBe('low')
      // Whoever counts elsewhere is followed as well.
      const { id: productId } = must(core.api().productByCode(COFFEE))
      const counted = [{ productId, milli: 0 }]
      must(
        core
          .api()
          .moveStock({
            ...{ moveId: 'm2', kind: 'counted', lines: counted, reason: '', switchesOn: true },
          }),
      )
      await expect.poll(() => left().textContent(), PATIENT).toBe('0Sin stock (0)')
      await counter.isAccessible()
    })
  },
)
