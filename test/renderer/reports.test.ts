/**
 * Reports in Chromium on the real core: the chart by keyboard, the way from a listed document to
 * its receipt and back, the paper. What they add up to is proven on the core.
 */
import { describe, expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { printDate } from '#shared/time/calendar.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { sellOf } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'
/** The day of the fixture. */
const DAY = '2026-11-20'
const RECEIPTS = 24

describe.skipIf(NO_CHROMIUM !== null)(
  `reports in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    let api: TillApi
    const counter = eachStory(null, async () => {
      const opened = await core.open()
      api = opened.api
      return opened
    })
    const askFor = async (day: string) => {
      await counter.tap('range-days')
      for (const end of ['from', 'to']) await counter.page.getByTestId(`report-${end}`).fill(day)
    }
    const focused = () =>
      counter.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['sale'])
    const scrolled = () =>
      counter.page.getByTestId('report-tables').evaluate(({ scrollTop }) => scrollTop)

    it('walks along the chart with the arrows, says what there is to compare with, and prints', async () => {
      sellOf(api, COFFEE)
      const { page } = counter
      await counter.press('Shift+F10')
      await askFor(DAY)
      await counter.see('report-remarks', 'en esos días (19-11-2026)').find('report-chart')
      const points = page.getByTestId('chart-points')
      const said = () => points.getAttribute('aria-valuetext')
      // The newest hour with a sale, on an axis of the usual hours.
      await expect.poll(said, PATIENT).toMatch(/^\d\d:00: \$1\.996$/)
      await points.focus()
      await counter.press('Home')
      await expect.poll(said, PATIENT).toBe('08:00: $0')
      await counter.see('figure-sold', /\$1\.996.*1 venta/s).see('figure-average', '$1.996')
      await counter
        .see('table-short-products', 'Café molido')
        .see('table-short-methods', 'Efectivo')
      await counter
        .isAccessible()
        .tap('more')
        .isAccessible()
        .tap('report-print')
        .see('report-printed', 'Informe impreso.')
      // The day after is held against this one, and sold nothing.
      await askFor('2026-11-21')
      await counter.see('report-remarks', 'Comparado con: 20-11-2026.')
      await counter.see('table-sales', /Queda.*\$0\$1\.996-\$1\.996-100%/)
      // By its key too, with the focus wherever it is.
      await counter.press('Shift+F5').see('report-printed', 'Informe impreso.')
      // Day first whatever the browser's language, moved by the arrows; no such day is told.
      const from = page.getByTestId('report-from')
      expect(await from.inputValue()).toBe('21-11-2026')
      await from.press('ArrowDown')
      await expect.poll(() => from.inputValue(), PATIENT).toBe('20-11-2026')
      await from.fill('12-31-2026')
      await counter.press('Enter').read('Ese día no existe')
      expect(await from.inputValue()).toBe('20-11-2026')
      await counter.isAccessible()
    })

    it('leads from a listed document to its receipt, and back to where the report was', async () => {
      await core.hands(counter).setOnline(false)
      for (let sold = 0; sold < RECEIPTS; sold += 1) sellOf(api, COFFEE)
      const { page } = counter
      await counter.press('Shift+F10')
      await askFor(DAY)
      await counter.tap('part-documents').find('open-receipt')
      const last = page.getByTestId('open-receipt').last()
      await last.scrollIntoViewIfNeeded()
      const [saleId, place] = [await last.getAttribute('data-sale'), await scrolled()]
      expect(place).toBeGreaterThan(0)
      await last.press('Enter')
      await counter.find('back-to-report')
      await expect.poll(() => page.getByRole('main').innerText(), PATIENT).toContain('Café molido')
      await counter.press('Escape').find('open-receipt')
      await expect.poll(focused, PATIENT).toBe(saleId)
      expect(await scrolled()).toBe(place)
      expect(await page.getByTestId('report-from').inputValue()).toBe(printDate(DAY))
      // Whoever goes another way is not led back to the report.
      await counter.press('F9').find('receipts-search')
      expect(await page.getByTestId('back-to-report').count()).toBe(0)
    })
  },
)
