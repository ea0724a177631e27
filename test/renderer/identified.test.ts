/**
 * The 135 UF in the settings, in Chromium: this year's figure, and the register of a year that has
 * ended.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)('the 135 UF in the settings', () => {
  const counter = eachStory()

  it('asks for the figure where only its source was typed, and shows last year’s register as well', async () => {
    const { page, till } = counter
    const asked: number[] = []
    till.alter('identifiedSales', (own) => (input) => {
      asked.push(input.year)
      return own(input)
    })
    await counter
      .press('F10')
      .tap('settings-nav-identified')
      .type('buyer-limit-source', 'SII, 31-12')
      .press('Enter')
    await page.getByText('Escriba un monto en pesos para cada año, una sola vez.').waitFor()
    const [thisYear = 0] = asked
    await page.getByText(`Registro ${thisYear - 1}`, { exact: true }).click()
    await expect.poll(() => asked.at(-1), PATIENT).toBe(thisYear - 1)
    await page
      .getByTestId('register-empty')
      .filter({ hasText: `Ninguna venta de ${thisYear - 1}` })
      .waitFor()
    await counter.isAccessible()
  })
})
