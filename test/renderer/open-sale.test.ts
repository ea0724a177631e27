/**
 * The open sale in Chromium: payment and customer belong to it and to no other, and one screen at a
 * time has it.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { sendScan } from '../support/scan-in-page.ts'
import type { CounterCore } from './counter-core.ts'
import type { Counter } from './counter-driver.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)
let counter: Counter<CounterCore>

/** Card $1.000 taken, then on the sale screen again. */
async function takeCard(): Promise<void> {
  await counter
    .scan(bread ?? '')
    .press('F12')
    .tap('pay-card')
    .type('tendered', '1000')
    .tap('add-payment')
    .press('Escape')
    .see('cart-taken', 'Tarjeta $1.000')
}

async function expectCleanPayment(): Promise<void> {
  await counter.press('F12').see('due', /\$/)
  const text = (testId: string) => counter.page.getByTestId(testId).inputValue()
  expect([
    await text('tendered'),
    await text('customer-rut'),
    await text('customer-legalName'),
  ]).toEqual(['', '', ''])
  expect(await counter.page.getByTestId('payment-part').count()).toBe(0)
}

describe.skipIf(NO_CHROMIUM !== null)(
  `the open sale in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    counter = eachStory()

    describe('payment and customer end with their sale', () => {
      beforeEach(async () => {
        await counter
          .scan(bread ?? '')
          .press('F12')
          .type('tendered', '20000')
          .type('customer-rut', '12.345.678-5')
          .type('customer-legalName', 'Ana Pérez')
          .press('Escape')
          .find('search')
      })

      it('when it is cleared', async () => {
        await counter
          .press('Shift+Delete')
          .tap('apply')
          .scan(milk ?? '')
        await expectCleanPayment()
      })

      it('when its only line is removed', async () => {
        await counter.press('Delete')
        await expect.poll(counter.cart, PATIENT).toEqual([])
        await counter.scan(milk ?? '')
        await expectCleanPayment()
      })

      it('and wait with it when it is parked', async () => {
        await counter.press('Shift+F12').tap('apply')
        await expect.poll(counter.cart, PATIENT).toEqual([])
        await counter.scan(milk ?? '')
        await expectCleanPayment()
        await counter.press('Escape', 'Shift+F8').tap('parked-sale')
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
        await counter.press('F12').find('tendered')
        expect(await counter.page.getByTestId('tendered').inputValue()).toBe('')
        expect(await counter.page.getByTestId('customer-rut').inputValue()).toBe('12.345.678-5')
      })
    })

    it('a split payment outlives a reload, and does not reach the next sale', async () => {
      await takeCard()
      await expect
        .poll(() => counter.till.api.loadDraft().sale?.paying.given.length, PATIENT)
        .toBe(1)
      await counter.page.reload()
      await counter
        .see('cart-taken', 'Tarjeta $1.000')
        .press('F12')
        .see('payment-part', '$1.000')
        .tap('pay-cash', 'confirm-payment')
        .see('change', /\$/)
        .press('Enter')
        .scan(milk ?? '')
      await expectCleanPayment()
    })

    it('what was taken by card is said before the sale ends', async () => {
      await takeCard()
      await counter.press('Delete').see('clear-taken', 'Tarjeta $1.000')
      await counter.page.getByRole('button', { name: 'Conservar' }).click()
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
      await counter.isAccessible()
    })

    it('another cashier says so before going on with payments that were taken', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      await takeCard()
      await expect
        .poll(() => counter.till.api.loadDraft().sale?.paying.given.length, PATIENT)
        .toBe(1)
      await counter.press('Shift+F1')
      await counter.page.getByText('Rodrigo', { exact: true }).click()
      await counter.type('pin', '1470').tap('pin-submit', 'hand-over')
      await expect.poll(() => counter.till.api.staff().current?.name, PATIENT).toBe('Rodrigo')
      await counter.see('cart-taken', 'Tarjeta $1.000')
    })

    it('a second screen shows whose the sale is, takes it with one press, and the first charges nothing', async () => {
      await counter.scan(bread ?? '')
      await expect.poll(() => counter.till.api.loadDraft().sale?.cart.lines.length, PATIENT).toBe(1)
      const second: Page = await counter.page.context().newPage()
      await second.goto(`${new URL(counter.page.url()).origin}/#token=test-token`)
      await second.getByTestId('sale-elsewhere').filter({ hasText: '$2.290' }).waitFor(PATIENT)
      await second.evaluate(sendScan, milk ?? '')
      await second.getByTestId('elsewhere-trouble').waitFor(PATIENT)
      await second.getByTestId('take-sale').click()
      await second.getByTestId('cart-line').waitFor(PATIENT)
      await counter.page.getByTestId('sale-elsewhere').waitFor(PATIENT)
      await second.keyboard.press('F12')
      await second.getByTestId('confirm-payment').click()
      await second.getByTestId('change').waitFor(PATIENT)
      await expect.poll(() => counter.till.sales().length, PATIENT).toBe(1)
      await counter.see('cart-total', '$0')
      expect(await counter.page.getByTestId('cart-line').count()).toBe(0)
      await second.close()
    })
  },
)
