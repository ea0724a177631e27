/** 1024 x 600, the smallest screen there is: what is decided and who serves are in sight. */
import { describe, expect, inject, it } from 'vitest'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { openCounter } from './counter-driver.ts'
import { realCore } from './real-core.ts'

const NAME = 'Maximiliano Fuentealba'

describe.skipIf(NO_CHROMIUM !== null)(
  `a screen of 1024 x 600${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()

    it('shows how money goes back above the key that gives it, and the whole name of who serves', async () => {
      const opened = await core.open()
      const api = core.api()
      must(await api.saveStaff({ staffId: null, name: NAME, role: 'owner', pin: '3690' }))
      must(api.commitSale(commitOf(api, cartOf(api, '101'), 'EF')))
      const size = { viewport: { width: 1024, height: 600 } }
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), size, opened)
      const { page } = counter
      await counter.press('F9').tap('receipt-row').find('return-receipt')
      await counter.press('F4').find('return-total').press('+')
      const boxOf = async (testId: string) =>
        (await page.getByTestId(testId).boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
      const key = await boxOf('confirm-return')
      for (const way of ['refund-EF', 'refund-PE', 'refund-NC']) {
        const { y, height } = await boxOf(way)
        expect(y + height, way).toBeLessThanOrEqual(key.y)
      }
      const name = page.getByTestId('nav-staff').getByText(NAME)
      // Less than half a line is the air above its letters.
      const fits = await name.evaluate(
        (element) =>
          element.scrollHeight - element.clientHeight < 6 &&
          element.scrollWidth <= element.clientWidth &&
          element.getBoundingClientRect().bottom <= innerHeight,
      )
      expect(fits).toBe(true)
      const help = await boxOf('nav-help')
      expect(help.y + help.height).toBeLessThanOrEqual(600)
      expect(counter.complaints).toEqual([])
      await counter.close()
    })
  },
)
