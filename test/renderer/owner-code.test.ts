/** The owner's forgotten PIN in Chromium over the real core: from the locked counter to a PIN. */
import { describe, expect, inject, it } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { fixturePerTest } from '../support/till-per-test.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PATIENT } from './each-story.ts'

const { fixture } = fixturePerTest()
const NEW_PIN = '8642'

/** For whoever wants to look at it: `OWNER_CODE_PICTURES=/folder`. */
async function pictures({ page }: Counter): Promise<void> {
  const folder = process.env['OWNER_CODE_PICTURES']
  if (folder === undefined) return
  await page.setViewportSize({ width: 1024, height: 600 })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => {
      document.documentElement.dataset['theme'] = to
    }, theme)
    await page.screenshot({ path: `${folder}/owner-code-${theme}.png` })
  }
}

describe.skipIf(NO_CHROMIUM !== null)(
  `the owner's code in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('gives whoever forgot the PIN a new one by keyboard alone, and says what a wrong code is', async () => {
      const till = await fixture.open({ pinCost: 4, clock: systemClock })
      must(await till.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
      const { code } = must(await till.api.makeOwnerCode())
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, till)
      try {
        till.api.signOut()
        await counter.find('pin-forgotten')
        await counter.page.getByTestId('pin-forgotten').focus()
        await counter.press('Enter').find('owner-code').press('Escape').find('pin-forgotten')
        await counter.page.getByTestId('pin-forgotten').focus()
        await counter.press('Enter').type('owner-code', '00000-00000').isAccessible()
        await counter.type('owner-code-pin', NEW_PIN).press('Enter')
        const field = counter.page.getByTestId('owner-code')
        await expect.poll(() => field.getAttribute('aria-invalid'), PATIENT).toBe('true')
        await counter.isAccessible()
        await pictures(counter)
        await counter.type('owner-code', code.toLowerCase()).press('Enter')
        await counter.find('pin').type('pin', NEW_PIN).press('Enter')
        await expect.poll(() => till.api.staff().current?.name, PATIENT).toBe('Paula')
        expect(must(till.api.ownerCode())).toEqual({ madeAt: null })
        expect(counter.complaints).toEqual([])
      } finally {
        await counter.close()
      }
    })
  },
)
