/** What takes the core a moment says that it was heard, and is sent once however often asked. */
import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PINS } from '../support/crew.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `a busy key in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    /** Keeps the answer back while the key is looked at, and Enter is pressed once more. */
    async function isBusy(command: string, key: string): Promise<void> {
      const { page } = counter
      const held: Route[] = []
      await page.route(new RegExp(`/trpc/${command}\\b`), (route) => void held.push(route))
      const words = () => page.getByTestId(key).innerText()
      expect(await words()).not.toBe('Un momento…')
      await page.keyboard.press('Enter')
      await expect.poll(words, PATIENT).toBe('Un momento…')
      expect(await page.getByTestId(key).isDisabled()).toBe(true)
      await expect.poll(() => held.length, PATIENT).toBe(1)
      await page.keyboard.press('Enter')
      expect(held).toHaveLength(1)
      await held[0]?.continue()
      await page.unroute(new RegExp(`/trpc/${command}\\b`))
      await page.getByText('Un momento…').waitFor({ state: 'detached' })
    }

    it('a PIN, and a person saved with one', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      await counter.press('F10').tap('settings-more').type('pin', PINS.owner)
      await isBusy('approve', 'pin-submit')
      await counter.tap('settings-nav-staff', 'add-staff')
      await counter.type('staff-name', 'Eva').type('staff-pin', '4826')
      await isBusy('saveStaff', 'save-staff')
    })

    it('a sheet with two keys', async () => {
      await counter.press('Shift+F11', 'F4')
      await counter.type('customer-rut', '111111111').type('customer-legalName', 'Rosa Díaz')
      await isBusy('saveCustomer', 'save-customer')
    })

    it('a sheet left while its answer is out closes no other', async () => {
      const { page } = counter
      const held: Route[] = []
      await counter.press('Shift+F11', 'F4')
      await counter.type('customer-rut', '222222222').type('customer-legalName', 'Rosa Díaz')
      await page.route(/\/trpc\/saveCustomer\b/, (route) => void held.push(route))
      await page.keyboard.press('Enter')
      await expect.poll(() => held.length, PATIENT).toBe(1)
      await page.keyboard.press('Escape')
      await page.getByTestId('customer-rut').waitFor({ state: 'detached', timeout: 5000 })
      await counter.press('F4').type('customer-legalName', 'Luis')
      // What the answer does, it has done before the list is read again.
      const readAgain = page.waitForResponse(/\/trpc\/customers\b/)
      await held[0]?.continue()
      await readAgain
      expect(await page.getByTestId('customer-legalName').inputValue()).toBe('Luis')
    })
  },
)
