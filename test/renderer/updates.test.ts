/** Other versions of the program, on the screen: found, fetched, ordered, taken back, refused. */
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `updates in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    beforeEach(async () => {
      await counter.press('F10').tap('settings-nav-updates')
    })

    it('are found, fetched and ordered, with what stands in the way beside the key', async () => {
      const { page } = counter
      await counter.see('version-here', '0.1.0')
      expect(await page.getByTestId('look-for-update').isDisabled()).toBe(true)
      await counter.type('update-place', 'pendrive').tap('save-update-place')
      await page.getByText('Escriba una carpeta completa').waitFor()
      await counter
        .type('update-place', '/media/pendrive')
        .tap('save-update-place', 'look-for-update')
        .see('update-found', /0\.2\.0.*98 MB/)
        .tap('fetch-update')
        .see('update-ready', '0.2.0')
        .see('no-way-back', '0.1.0')
        .isAccessible()
        .tap('order-way-back')
        .see('updates-refused', 'Hay una venta abierta')
        .tap('order-update')
        .see('update-ordered', '0.2.0')
      expect(await page.getByTestId('updates-refused').count()).toBe(0)
      await counter.isAccessible().tap('cancel-update').see('update-ready', '0.2.0')
    })
  },
)
