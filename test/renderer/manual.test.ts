/** The manual in Chromium: F1 from any screen, its search, its way to a screen, and its paper. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the manual in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    const shown = () =>
      counter.page
        .locator('[data-testid=manual-page] [data-manual-id]')
        .evaluate((page) => ({
          id: page.getAttribute('data-manual-id'),
          lang: page.closest('[lang]')?.getAttribute('lang'),
        }))
    const isAway = () => counter.page.getByRole('dialog').waitFor({ state: 'detached' })
    /** Wider than what shows it, or out of the window. */
    const overflowing = () =>
      counter.page.locator('[role=dialog], [role=dialog] *').evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.checkVisibility() && !one.matches('.visually-hidden, label, label *, svg *'),
          )
          .filter(
            (one) =>
              one.getBoundingClientRect().right > innerWidth ||
              (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1),
          )
          .map((one) => one.outerHTML.slice(0, 120)),
      )

    it('opens over a sale at its page, is searched by any word without accents, and leaves sale and focus as they were', async () => {
      await counter.tap('product-tile').press('F2')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      const sale = await counter.cart()
      await counter.press('F1')
      await expect.poll(focused, PATIENT).toBe('manual-search')
      expect(await shown()).toEqual({ id: 'vender', lang: 'es-CL' })
      await counter.isAccessible()
      await counter.typeKeys('DEVOLUCION').press('Enter')
      await expect.poll(shown, PATIENT).toMatchObject({ id: 'devolver' })
      await expect
        .poll(() => counter.page.evaluate(() => document.activeElement?.textContent), PATIENT)
        .toBe('Devolver o cambiar lo vendido')
      await counter.isAccessible()
      await counter.tap('manual-see-anular')
      await expect.poll(shown, PATIENT).toMatchObject({ id: 'anular' })
      await counter.type('manual-search', 'submarino').see('manual-none', 'Ninguna página')
      await counter.press('Escape')
      await isAway()
      await expect.poll(focused, PATIENT).toBe('search')
      expect(await counter.cart()).toEqual(sale)
    })

    it('opens each screen at its own page and leads to the screen a page is about, asking first for what is typed there', async () => {
      const opensAt = async (id: string) => {
        await counter.press('F1').find('manual-page')
        expect((await shown()).id).toBe(id)
        await counter.press('Escape')
        await isAway()
      }
      await counter.tap('product-tile').press('F12').find('tendered')
      await opensAt('cobrar')
      await counter.press('F9').find('nav-receipts')
      await opensAt('copia')
      await counter.press('F1').type('manual-search', 'transbank').press('Enter').tap('manual-go')
      await isAway()
      await counter.find('card-terminal')
      await opensAt('terminal')
      await counter.tap('settings-nav-shifts')
      await opensAt('turno')
      await counter.page.getByText('Usar turnos').click()
      await counter
        .see('section-state', 'Cambios sin guardar')
        .tap('nav-help', 'manual-to-impresora', 'manual-go')
        .read('Todavía no guarda lo que cambió en «Turnos»')
        .tap('unsaved-discard')
        .find('look-everywhere')
      await counter.press('F8')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
    })

    it('has the list of keys beside it, for a finger and by its own key', async () => {
      await counter.tap('nav-help', 'manual-shortcuts').find('do-openDrawer')
      await counter.press('Escape')
      await isAway()
      await counter.press('Control+F1').find('do-openDrawer')
    })

    it('says the keys in the language of the screen', async () => {
      await counter.press('F10').tap('settings-nav-appearance')
      await counter.page.getByText('English', { exact: true }).click()
      await counter.press('F8', 'F1').read('Manual (in Spanish)')
      const label = counter.page.getByTestId('manual-page').locator('b[lang=en-US]').first()
      await expect.poll(() => label.textContent(), PATIENT).toContain('Sale')
      expect((await shown()).id).toBe('vender')
      await counter.isAccessible()
    })

    it.each([
      [1366, 768],
      [800, 600],
      [600, 900],
    ])('is whole at %i x %i', async (width, height) => {
      await counter.page.setViewportSize({ width, height })
      await counter.press('F1').find('manual-page')
      expect(await overflowing()).toEqual([])
      await counter.type('manual-search', 'caja').tap('manual-to-caja-en-duda')
      await expect.poll(shown, PATIENT).toMatchObject({ id: 'caja-en-duda' })
      expect(await overflowing()).toEqual([])
      await counter.type('manual-search', 'pago mixto').press('Enter')
      await expect.poll(shown, PATIENT).toMatchObject({ id: 'cobrar' })
      expect(await overflowing()).toEqual([])
      await counter.isAccessible()
    })

    it('prints the page that is read, or all of them, and nothing of the screen around', async () => {
      const { page } = counter
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      const onPaper = async () => {
        await page.locator('body[data-printed]').waitFor()
        await page.emulateMedia({ media: 'print' })
        const seen = await page.evaluate(() => ({
          pages: [...document.querySelectorAll('[data-manual-id]')].filter((one) =>
            one.checkVisibility(),
          ).length,
          around: ['[data-testid=pay-button]', '[data-testid=manual-search]', '#root', 'button']
            .flatMap((names) => [...document.querySelectorAll(names)])
            .filter((one) => one.checkVisibility())
            .map((one) => one.outerHTML.slice(0, 120)),
          // A page that is cut off by what scrolls on the screen.
          hidden: [...document.querySelectorAll('[data-manual-id]')]
            .filter((one) => one.checkVisibility())
            .flatMap((one) => {
              const cutting: Element[] = []
              for (let at = one.parentElement; at !== null; at = at.parentElement)
                if (getComputedStyle(at).overflowY !== 'visible') cutting.push(at)
              return cutting.map((at) => at.outerHTML.slice(0, 120))
            }),
        }))
        await page.emulateMedia({ media: null })
        await page.evaluate(() => {
          document.body.removeAttribute('data-printed')
          window.dispatchEvent(new Event('afterprint'))
        })
        return seen
      }
      await counter.press('F1').tap('manual-print')
      expect(await onPaper()).toEqual({ pages: 1, around: [], hidden: [] })
      await counter.tap('manual-print-all')
      expect(await onPaper()).toEqual({ pages: 38, around: [], hidden: [] })
      await expect.poll(() => page.locator('[data-manual-id]').count(), PATIENT).toBe(1)
    })
  },
)
