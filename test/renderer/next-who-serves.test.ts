/** What one person was shown is not there for the next who serves. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { PINS } from '../support/crew.ts'
import { eachStory, PATIENT } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the next who serves, in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    const signIn = async (name: string, pin: string) => {
      await counter.press('Shift+F1').find('pin')
      await counter.page.getByTestId('person').filter({ hasText: name }).click()
      await counter.type('pin', pin).press('Enter').see('nav-staff', name)
    }

    it('without the right to reports sees no figure of the one before, and saves none', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      await signIn('Paula', PINS.owner)
      await counter.press('Shift+F10').find('report-figures')
      await signIn('Camila', PINS.cashier)
      const figures = counter.page.getByTestId('report-figures')
      await expect.poll(() => figures.count(), PATIENT).toBe(0)
      expect(await counter.page.getByTestId('more').isDisabled()).toBe(true)
    })
  },
)
