/** What is sold by weight, and what a hand does without looking: in Chromium, on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import type { Counter } from './counter-driver.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './memory-shop.ts'

const [, hallulla, milk] = PRODUCTS.map(({ code }) => code)

let counter: Counter

describe.skipIf(NO_CHROMIUM !== null)(`weighing in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`, () => {
  eachStory((fresh) => { counter = fresh })

  const lines = (expected: string[]) => expect.poll(counter.cart, PATIENT).toEqual(expected)
  const see = (text: string) => counter.page.getByText(text).first().waitFor()

  it('asks for the weight, says when it is missing, and makes a line of each weighing', async () => {
    await counter.scan(hallulla ?? '')
    await see('Peso (kg)')
    await counter.press('Enter')
    await see('Falta el peso.')
    await counter.scan(milk ?? '')
    await see('Primero el peso de «Hallulla»')
    await counter.typeKeys('0,350')
    await see('La línea queda en $767')
    expect(await counter.accessibilityProblems()).toEqual([])
    await counter.press('Enter')
    await lines(['0,35 Hallulla $767'])
    await counter.page.getByTestId('product-tile').filter({ hasText: 'Hallulla' }).click()
    for (const key of ['1', ',', '2']) await counter.page.getByRole('dialog').getByText(key, { exact: true }).click()
    await counter.tap('apply')
    await lines(['0,35 Hallulla $767', '1,2 Hallulla $2.628'])
    await counter.press('F6')
    await counter.type('quantity', '0,8')
    await counter.press('Enter')
    await lines(['0,35 Hallulla $767', '0,8 Hallulla $1.752'])
  })

  it('takes a weight typed before the code, and five of something at once, as F1 says', async () => {
    await counter.typeKeys(`0,250*${hallulla ?? ''}`)
    await counter.press('Enter')
    await lines(['0,25 Hallulla $548'])
    await counter.typeKeys(`5*${milk ?? ''}`)
    await counter.press('Enter')
    await lines(['0,25 Hallulla $548', '5 Leche entera Colún 1 L $6.450'])
    await counter.press('F1')
    await see('5*código')
  })

  it('a tap and then Enter adds once, and nothing looks ready to charge at $0', async () => {
    const pay = counter.page.getByTestId('pay-button')
    expect(await pay.getAttribute('aria-disabled')).toBe('true')
    await counter.press('F12')
    await counter.see('cart-trouble', 'La venta está vacía')
    await counter.page.getByTestId('product-tile').filter({ hasText: 'Leche entera' }).click()
    await lines(['1 Leche entera Colún 1 L $1.290'])
    expect(await pay.getAttribute('aria-disabled')).toBe('false')
    await counter.press('Enter')
    await counter.press('Enter')
    await counter.scan(milk ?? '')
    await lines(['2 Leche entera Colún 1 L $2.580'])
  })
})
