/** The shop's customers in Chromium on the real core: by keyboard, and axe finds nothing. */
import { describe, expect, it } from 'vitest'
import { rutCheckDigit } from '#shared/rut/rut.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const BLANK = {
  isNew: true,
  activity: '',
  address: '',
  commune: '',
  phone: '',
  email: '',
  notes: '',
}

describe.skipIf(NO_CHROMIUM !== null)(
  `customers in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const rows = () => counter.page.getByTestId('customer-row').allInnerTexts()
    const isClosed = (testId: string) =>
      counter.page.getByTestId(testId).waitFor({ state: 'detached' })

    it('one is written down by keyboard alone, found without accents, archived and brought back', async () => {
      const { page } = counter
      await counter.press('Shift+F11')
      await page.getByText('Aún no hay clientes').waitFor()
      await counter.press('F4')
      await counter.typeKeys('111111112')
      await counter.press('Tab')
      await counter.typeKeys('Comercial Ñuñoa Limitada')
      await counter.press('Enter')
      await page.getByText('dígito verificador').waitFor()
      await page.getByTestId('customer-rut').fill('111111111')
      await page.getByTestId('customer-email').fill('compras@nunoa.cl')
      await counter.press('Enter')
      await isClosed('save-customer')
      await expect.poll(rows, PATIENT).toHaveLength(1)
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.press('F2')
      await counter.typeKeys('nunoa 11.111')
      await expect.poll(rows, PATIENT).toEqual([expect.stringContaining('11.111.111-1')])
      await counter.press('ArrowDown', 'Enter')
      await page.getByText('Aún no hay documentos a su nombre.').waitFor()
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('archive-customer')
      await isClosed('archive-customer')
      await page.getByText('No hay clientes con esos datos').waitFor()
      await counter.tap('customers-archived')
      await counter.tap('customer-row')
      await counter.tap('archive-customer')
      await isClosed('archive-customer')
      await counter.tap('customers-active')
      await expect.poll(rows, PATIENT).toHaveLength(1)
    })

    it('is walked by keyboard alone, however long; from a dialog one comes back to the row', async () => {
      const { page } = counter
      for (let number = 1000; number < 1130; number += 1) {
        const rut = `1100${number}-${rutCheckDigit(`1100${number}`)}`
        must(core.api().saveCustomer({ ...BLANK, rut, legalName: `Cliente ${number}` }))
      }
      // Of a row: the words of the page itself, which has the focus in between, hold every row's.
      const stands = (words: string) =>
        expect
          .poll(() => page.locator('[data-index]:focus').allInnerTexts(), PATIENT)
          .toEqual([expect.stringContaining(words)])
      await counter.tap('nav-customers').find('customer-row').press('F2', 'ArrowDown')
      await stands('Cliente 1000')
      // Its page is still to be read when the row is drawn.
      await counter.press('End')
      await stands('Cliente 1129')
      await counter.press('ArrowUp')
      await stands('Cliente 1128')
      await counter.press('Enter').find('save-customer').press('Escape')
      await isClosed('save-customer')
      await stands('Cliente 1128')
      await counter.press('Home')
      await stands('Cliente 1000')
      await counter.press('PageDown', 'PageUp', 'ArrowDown')
      await stands('Cliente 1001')
      await counter.press('ArrowUp', 'ArrowUp').typeKeys('1077')
      await expect.poll(rows, PATIENT).toEqual([expect.stringContaining('Cliente 1077')])
      await counter.press('ArrowDown')
      await stands('Cliente 1077')
    })

    it('a list comes in from a file, its bad rows shown first, and stands in the list behind', async () => {
      const { page } = counter
      await counter.tap('nav-customers')
      await counter.press('F6')
      const text = 'RUT;Nombre\n11.111.111-1;Rosa Zurita\n11.111.111-2;Mal escrito'
      const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByTestId('import-row').getByText('dígito verificador').waitFor()
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('import-accept')
      await counter.see('import-done', '1 nuevos')
      await counter.tap('import-close')
      await expect.poll(rows, PATIENT).toEqual([expect.stringContaining('Rosa Zurita')])
    })
  },
)
