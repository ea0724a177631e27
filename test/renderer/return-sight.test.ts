/** What a return has to be keyed with is in sight before anything else, on small screens too. */
import { describe, expect, inject, it } from 'vitest'
import { VOUCHER_CARD } from '../support/card-method.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { openCounter } from './counter-driver.ts'
import { realCore } from './real-core.ts'

const SCREENS = [
  { width: 1366, height: 768 },
  { width: 1024, height: 600 },
]

const IN_SIGHT = ['total', 'voucher', 'reference', 'reason'].map((name) => `return-${name}`)

describe.skipIf(NO_CHROMIUM !== null)(
  `a return by card${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()

    it.each(SCREENS)(
      'shows what is keyed on the terminal and typed off it: $width x $height',
      async (viewport) => {
        const opened = await core.open()
        const api = core.api()
        must(
          await api.saveSettings({
            emissionModel: 'card-voucher',
            paymentMethods: [...api.settings().paymentMethods, VOUCHER_CARD],
          }),
        )
        const order = commitOf(api, cartOf(api, '101'), 'TV')
        const payments = [{ method: 'TV', amountClp: null, reference: '4711' }]
        must(api.commitSale({ ...order, payments }))
        const counter = await openCounter(
          await sharedChromium(),
          inject('screenRoot'),
          { viewport },
          opened,
        )
        const { page } = counter
        await counter.press('F9').tap('receipt-row').find('return-receipt')
        await counter.press('F4').find('return-total').press('+')
        await counter.tap('refund-TV').find('return-reference')
        const boxOf = async (testId: string) =>
          (await page.getByTestId(testId).boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
        const foot = await page.getByTestId('confirm-return').locator('..').boundingBox()
        const footY = foot?.y ?? Number.NaN
        if (viewport.height > 700) {
          const last = await page.getByTestId('reason-preset').last().boundingBox()
          expect((last?.y ?? Number.NaN) + (last?.height ?? 0)).toBeLessThanOrEqual(footY)
        }
        for (const name of IN_SIGHT) {
          const { y, height } = await boxOf(name)
          expect(y, name).toBeGreaterThanOrEqual(0)
          expect(y + height, name).toBeLessThanOrEqual(footY)
        }
        expect(counter.complaints).toEqual([])
        await counter.close()
      },
    )
  },
)
