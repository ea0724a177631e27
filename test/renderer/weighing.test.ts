/**
 * What is sold by weight, and what a hand does without looking: in Chromium, on the screen as it
 * ships.
 */
import { describe, expect, it } from 'vitest'
import type { WeightMg } from '#shared/devices/reading.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const [, hallulla, milk] = PRODUCTS.map(({ code }) => code)

describe.skipIf(NO_CHROMIUM !== null)(
  `weighing in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

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
      await counter.isAccessible().press('Enter')
      await lines(['0,35 Hallulla $767'])
      await counter.page.getByTestId('product-tile').filter({ hasText: 'Hallulla' }).click()
      for (const key of ['1', ',', '2'])
        await counter.page.getByRole('dialog').getByText(key, { exact: true }).click()
      await counter.tap('apply')
      await lines(['0,35 Hallulla $767', '1,2 Hallulla $2.628'])
      await counter.press('F6').type('quantity', '0,8').press('Enter')
      await lines(['0,35 Hallulla $767', '0,8 Hallulla $1.752'])
    })

    it('takes a weight typed before the code, and five of something at once, as the list of keys says', async () => {
      await counter.typeKeys(`0,250*${hallulla ?? ''}`).press('Enter')
      await lines(['0,25 Hallulla $548'])
      await counter.typeKeys(`5*${milk ?? ''}`).press('Enter')
      await lines(['0,25 Hallulla $548', '5 Leche entera Colún 1 L $6.450'])
      await counter.press('Control+F1')
      await see('5*código')
    })

    const weighs = (kg: number) =>
      counter.till.world.setScale({ kind: 'weight', weightMg: (kg * 1_000_000) as WeightMg })
    const field = () => counter.page.getByTestId('weight').inputValue()

    it('shows the weight of the scale by itself once it rests, and takes it with Enter; typed ones stay what was typed', async () => {
      weighs(0)
      await counter.scan(hallulla ?? '').see('scale-says', 'La balanza está en cero')
      counter.till.world.setScale({ kind: 'moving' })
      await counter.see('scale-says', 'El peso todavía se mueve').press('Enter')
      await see('Falta el peso.')
      weighs(0.35)
      await counter.see('scale-says', 'La balanza marca 0,350 kg')
      expect(await field()).toBe('0,35')
      await see('La línea queda en $767')
      await counter.isAccessible().press('Enter')
      await lines(['0,35 Hallulla $767'])
      // By touch, and typed over what the scale says.
      weighs(0)
      weighs(0.35)
      await counter.page.getByTestId('product-tile').filter({ hasText: 'Hallulla' }).click()
      await expect.poll(field, PATIENT).toBe('0,35')
      await counter.page.keyboard.type('1,2')
      await expect.poll(field, PATIENT).toBe('1,2')
      weighs(0.8)
      await counter.see('use-scale', 'Usar 0,800 kg de la balanza')
      expect(await field()).toBe('1,2')
      await counter.tap('use-scale')
      await expect.poll(field, PATIENT).toBe('0,8')
      await counter.tap('apply')
      await lines(['0,35 Hallulla $767', '0,8 Hallulla $1.752'])
    })

    it('never takes what still lies there from the line before for the next product, unless somebody says so', async () => {
      weighs(0.35)
      await counter.scan(hallulla ?? '')
      await expect.poll(field, PATIENT).toBe('0,35')
      await counter.press('Enter')
      await lines(['0,35 Hallulla $767'])
      await counter.scan(hallulla ?? '').see('weighed-already', 'Este peso ya se usó en una línea')
      expect(await field()).toBe('')
      await counter.press('Enter')
      await see('Falta el peso.')
      await counter.isAccessible()
      weighs(0.8)
      await expect.poll(field, PATIENT).toBe('0,8')
      await counter.press('Enter')
      await lines(['0,35 Hallulla $767', '0,8 Hallulla $1.752'])
      await counter
        .scan(hallulla ?? '')
        .see('use-scale', 'Usar 0,800 kg de la balanza')
        .tap('use-scale')
      await expect.poll(field, PATIENT).toBe('0,8')
      await counter.press('Enter')
      await lines(['0,35 Hallulla $767', '0,8 Hallulla $1.752', '0,8 Hallulla $1.752'])
    })

    it('never lends the weight of before: goods that move, or a silent scale, leave the field to be typed in', async () => {
      weighs(0.35)
      await counter.scan(hallulla ?? '')
      await expect.poll(field, PATIENT).toBe('0,35')
      counter.till.world.setScale({ kind: 'away', trouble: 'SCALE_NOT_FOUND' })
      await counter.see('scale-says', 'La balanza está desconectada')
      expect(await field()).toBe('')
      for (const [says, words] of [
        [{ kind: 'silent' }, 'La balanza no responde'],
        [{ kind: 'overload' }, 'demasiado peso'],
        [{ kind: 'below-zero' }, 'bajo cero'],
        [{ kind: 'other-unit', unit: 'lb' }, 'está en «lb»'],
        [{ kind: 'unclear' }, 'no se entiende'],
      ] as const) {
        counter.till.world.setScale(says)
        await counter.see('scale-says', words)
      }
      await counter.typeKeys('0,5').press('Enter')
      await lines(['0,5 Hallulla $1.095'])
    })

    it('a tap and then Enter adds once, and nothing looks ready to charge at $0', async () => {
      const pay = counter.page.getByTestId('pay-button')
      expect(await pay.getAttribute('aria-disabled')).toBe('true')
      await counter.press('F12').see('cart-trouble', 'La venta está vacía')
      await counter.page.getByTestId('product-tile').filter({ hasText: 'Leche entera' }).click()
      await lines(['1 Leche entera Colún 1 L $1.290'])
      expect(await pay.getAttribute('aria-disabled')).toBe('false')
      await counter.press('Enter', 'Enter').scan(milk ?? '')
      await lines(['2 Leche entera Colún 1 L $2.580'])
    })
  },
)
