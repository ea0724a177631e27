/** A vale in Chromium over the real core, by the keyboard: given, spent in part, found, voided. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'
const FARE = '201'
/** More than there are ways to give money back. */
const WAYS_MAX = 12

describe.skipIf(NO_CHROMIUM !== null)(
  `vales in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    /** The screen of the return of the newest receipt, all of it marked. */
    const takeBack = async () => {
      await counter.press('F12').find('confirm-payment').press('Enter').find('change')
      await counter.press('F7').find('return-receipt').press('F4').find('return-total').press('F2')
    }
    const chooseVale = async () => {
      const way = counter.page.getByTestId('refund-vc')
      for (let step = 0; step < WAYS_MAX; step += 1) {
        if ((await way.getAttribute('aria-pressed')) === 'true') return
        await counter.press('F7')
      }
      throw new Error('the key never came to the vale')
    }

    it('a return is given as a vale, which pays a part, goes back into another, and is voided', async () => {
      await counter.scan(COFFEE)
      await takeBack()
      await counter.press('F6').typeKeys('no gusta')
      await chooseVale()
      await counter.isAccessible().press('F12').see('given-vale', 'Vale V1 por $1.996')
      await counter.isAccessible().press('Enter').scan(FARE).press('F12').find('confirm-payment')
      await counter.press('Shift+F7').find('vale-code')
      await counter.type('vale-code', 'V2 2').press('Enter').read('no es de un vale')
      await counter
        .isAccessible()
        .scan(`V${core.valeCode(1)}`)
        .see('payment-part', '$1.600')
      // The scan closed the question for the code.
      await expect.poll(() => counter.page.getByTestId('vale-code').count(), PATIENT).toBe(0)
      // Scanned again it is the same part, and nobody is told that $0 are missing.
      await counter
        .scan(`V${core.valeCode(1)}`)
        .see('payment-part', '$1.600')
        .isAccessible()
      expect(await counter.page.getByTestId('payment-part').count()).toBe(1)
      await counter.press('Enter')
      expect(await counter.page.getByText(/faltan solo/).count()).toBe(0)
      await counter
        .find('change')
        .press('F9')
        .scan(`V${core.valeCode(1)}`)
      await counter.see('vale-row', /V1 · usado en parte.*\$396/s).isAccessible()
      await counter.press('Escape', 'F8')
    })

    it('what was paid with a vale goes back into one: no other way is offered, and a void needs its reason', async () => {
      await counter.scan(COFFEE)
      await takeBack()
      await counter.tap('reason-preset')
      await chooseVale()
      await counter.press('F12').find('given-vale').press('Enter').scan(FARE).press('F12')
      await counter
        .find('confirm-payment')
        .scan(`V${core.valeCode(1)}`)
        .see('payment-part', '$1.600')
      await takeBack()
      await counter.see('vale-due', '$1.600')
      expect(await counter.page.getByTestId('refund-EF').count()).toBe(0)
      await counter.tap('reason-preset').press('F12').see('given-vale', 'Vale V2 por $1.600')
      await counter.see('handed-over', '$1.600').press('F9').find('receipt-row')
      await counter.press('Shift+F2').see('vale-row', 'V2').tap('vale-void', 'vale-void-now')
      await counter.see('vales-trouble', /motivo/i).type('vale-reason', 'Dado por error')
      await counter
        .press('Enter')
        .see('vale-row', /V2 · anulado.*Dado por error/s)
        .isAccessible()
      await counter.page.getByTestId('vales-open').locator('..').click()
      await expect.poll(() => counter.page.getByTestId('vale-row').count(), PATIENT).toBe(1)
      await counter.press('Escape')
      await expect.poll(() => counter.page.getByTestId('vales-search').count(), PATIENT).toBe(0)
    })
  },
)
