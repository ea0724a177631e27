/** Other versions of the program, on the screen: found, fetched, ordered, taken back, refused. */
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `updates in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    beforeEach(async () => {
      await counter.press('F10')
      await counter.tap('settings-nav-updates')
    })

    it('are found, fetched and ordered, with what stands in the way beside the key', async () => {
      const { page } = counter
      await counter.see('version-here', '0.1.0')
      expect(await page.getByTestId('look-for-update').isDisabled()).toBe(true)
      await counter.type('update-place', 'pendrive')
      await counter.tap('save-update-place')
      await page.getByText('Escriba una carpeta completa').waitFor()
      await counter.type('update-place', '/media/pendrive')
      await counter.tap('save-update-place')
      await counter.tap('look-for-update')
      await counter.see('update-found', /0\.2\.0.*98 MB/)
      await counter.tap('fetch-update')
      await counter.see('update-ready', '0.2.0')
      await counter.see('no-way-back', '0.1.0')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('order-way-back')
      await counter.see('updates-refused', 'Hay una venta abierta')
      await counter.tap('order-update')
      await counter.see('update-ordered', '0.2.0')
      expect(await page.getByTestId('updates-refused').count()).toBe(0)
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('cancel-update')
      await counter.see('update-ready', '0.2.0')
    })
  },
)
