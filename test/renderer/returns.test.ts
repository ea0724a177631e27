/** What comes back over the counter: in Chromium, on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import type { Counter } from './counter-driver.ts'
import { PINS } from './memory-counter.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './memory-shop.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)

let counter: Counter

describe.skipIf(NO_CHROMIUM !== null)(`returns in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`, () => {
  eachStory((fresh) => { counter = fresh })

  /** Two loaves and a litre of milk, receipt N° 1042. */
  const sell = async () => {
    for (const code of [bread, bread, milk]) await counter.scan(code ?? '')
    await expect.poll(counter.cart, PATIENT).toEqual(['2 Pan marraqueta $4.580', '1 Leche entera Colún 1 L $1.290'])
    await counter.press('F12')
    await counter.page.getByTestId('confirm-payment').waitFor()
    await counter.press('Enter')
    await counter.see('issue-state', 'Boleta emitida')
  }
  const focused = () => counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '')
  const problems = async () => expect(await counter.accessibilityProblems()).toEqual([])

  it('by keyboard alone: the folio, the lines, the reason, the money; and nothing for axe to find on the way', async () => {
    await sell()
    await counter.press('F9', 'F2')
    await counter.typeKeys('1042')
    await counter.see('receipt-row', 'Boleta N° 1042')
    for (let tabs = 0; tabs < 6 && await focused() !== 'receipt-row'; tabs += 1) await counter.press('Tab')
    await counter.press('Enter')
    await counter.page.getByTestId('return-receipt').waitFor()
    await counter.press('F4')
    await counter.page.getByTestId('return-total').waitFor()
    await counter.press('+', '+', '-', 'ArrowDown', '+')
    await counter.see('return-total', '$3.580')
    await counter.press('F12')
    await counter.page.getByText('Escriba el motivo').waitFor()
    await problems()
    await counter.press('F6')
    await counter.typeKeys('Venía aplastado')
    await counter.press('Control+Enter')
    await counter.see('handed-over', '$3.580')
    await counter.see('issue-state', 'Nota de crédito emitida N° 1043')
    await problems()
    await counter.press('F7')
    await counter.see('open-original', 'Ver la boleta')
    await problems()
    expect(await counter.text('detail-state')).toContain('corrige su boleta')
    await counter.press('F8')
    await counter.page.getByTestId('search').waitFor()
  })

  it('by touch alone, scanned like a sale, kept for an exchange that costs less: the rest is change', async () => {
    await sell()
    await counter.page.getByText('Ver boleta').click()
    await counter.tap('return-receipt')
    await counter.page.getByTestId('return-total').waitFor()
    await counter.scan(bread ?? '')
    await counter.scan('7801234567895')
    await counter.see('return-trouble', 'no está en esta boleta')
    await counter.tap('back-more', 0)
    await counter.see('return-total', '$4.580')
    await counter.tap('reason-preset', 1)
    await counter.tap('refund-NC')
    await counter.tap('confirm-return')
    await counter.see('handed-over', '$4.580')
    await counter.tap('after-return')
    await counter.scan(milk ?? '')
    await expect.poll(counter.cart, PATIENT).toEqual(['1 Leche entera Colún 1 L $1.290'])
    await counter.tap('pay-button')
    await counter.tap('use-credit')
    await counter.see('live-change', '$3.290')
    await counter.tap('confirm-payment')
    await counter.see('change', '$3.290')
    expect(counter.till.api.credits()).toEqual([])
  })

  it('asks for a PIN over the shoulder, and says what is too much', async () => {
    counter.till.world.hire()
    await counter.see('nav-staff', 'Camila')
    await sell()
    await counter.press('F7')
    await counter.page.getByTestId('return-receipt').waitFor()
    await counter.press('F4')
    await counter.see('needs', 'devolver o cambiar')
    await counter.type('pin', PINS.supervisor)
    await counter.press('Enter')
    await counter.page.getByTestId('return-total').waitFor()
    await counter.page.getByTestId('back-quantity').first().fill('3')
    await counter.page.getByText('se puede devolver hasta 2').waitFor()
    await counter.page.getByTestId('back-quantity').first().fill('2')
    await counter.tap('reason-preset')
    await counter.tap('confirm-return')
    await counter.see('handed-over', '$4.580')
  })

  it('that wait say so: the receipt has no folio yet', async () => {
    counter.till.world.setOnline(false)
    await counter.see('connection', 'Sin conexión')
    await counter.scan(bread ?? '')
    await expect.poll(counter.cart, PATIENT).toHaveLength(1)
    await counter.press('F12')
    await counter.page.getByTestId('confirm-payment').waitFor()
    await counter.press('Enter')
    await counter.see('issue-state', 'boleta pendiente')
    await counter.press('F7')
    await counter.page.getByTestId('return-receipt').waitFor()
    await counter.press('F4')
    await counter.see('return-pending', 'la nota de crédito sale sola después de ella')
    await counter.press('F2')
    await counter.see('return-pending', 'también puede eliminar la boleta')
    await counter.tap('reason-preset')
    await counter.press('F12')
    await counter.see('issue-state', /nota de crédito pendiente.*Espera a que su boleta/)
  })
})
