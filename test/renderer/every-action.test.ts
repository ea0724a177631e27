/** What a key does, a finger and a mouse do as well: in Chromium, on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `every action in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    it('is pressed without a keyboard: drawer, lock, what the list of keys holds, and categories out of sight', async () => {
      const {
        page,
        till: { world },
      } = counter
      await counter.tap('open-drawer')
      await expect.poll(world.drawerOpened, PATIENT).toBe(1)
      await counter.tap('product-tile')
      await page.getByTestId('open-drawer').waitFor({ state: 'detached' })
      await counter.tap('nav-help', 'manual-shortcuts', 'do-openDrawer')
      await expect.poll(world.drawerOpened, PATIENT).toBe(2)
      await counter.tap('nav-help', 'manual-shortcuts', 'do-search')
      await expect
        .poll(
          () => page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
          PATIENT,
        )
        .toBe('search')
      const last = page.getByText('Aseo', { exact: true })
      const isInSight = () =>
        last.evaluate(
          (chip) =>
            chip.getBoundingClientRect().right <=
            (chip.closest('section')?.getBoundingClientRect().right ?? 0),
        )
      expect(await isInSight()).toBe(false)
      for (let presses = 0; presses < 5 && !(await isInSight()); presses += 1)
        await counter.tap('chips-after')
      await expect.poll(isInSight, PATIENT).toBe(true)
      await counter.tap('chips-before')
      await expect.poll(isInSight, PATIENT).toBe(false)
      await page.getByText('Todos', { exact: true }).hover()
      await page.mouse.wheel(0, 2_000)
      await expect.poll(isInSight, PATIENT).toBe(true)
      await world.hire()
      await counter.tap('nav-staff', 'lock')
      await page.getByText('¿Quién atiende?').waitFor()
    })

    it('reads prices by name, and leaves nothing in the amount when a code is scanned with the focus on a button', async () => {
      const { page } = counter
      await counter.press('F5')
      await page.getByTestId('price-code').waitFor()
      await counter.typeKeys('leche').press('Enter')
      await page.getByTestId('price-add').waitFor()
      expect(await page.getByRole('dialog').innerText()).toMatch(
        /Leche entera Colún 1 L\s+\$1\.290/,
      )
      await counter.tap('price-add').press('F12')
      await page.getByTestId('pay-card').focus()
      await counter.scan(PRODUCTS[3]?.code ?? '').see('due', '$1.680')
      expect(await page.getByTestId('tendered').inputValue()).toBe('')
    })

    it('goes on with Enter through the customer to the money, and a name that was found is typed over', async () => {
      await counter
        .tap('product-tile')
        .press('F12')
        .find('tendered')
        .press('F6')
        .typeKeys('76192083-9')
        .press('Enter')
        .see('customer-hint', 'SII')
      const marked = () =>
        counter.page
          .getByTestId('customer-legalName')
          .evaluate((field: HTMLInputElement) =>
            field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
          )
      await expect.poll(marked, PATIENT).toBe('Comercial Los Aromos SpA')
      const focused = () =>
        counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
      const path: unknown[] = []
      for (let step = 0; step < 4; step += 1) {
        path.push(await focused())
        await counter.press('Enter')
      }
      expect(path).toEqual(['customer-legalName', 'customer-phone', 'customer-email', 'tendered'])
      await counter.see('issue-state', 'Boleta emitida')
    })
  },
)
