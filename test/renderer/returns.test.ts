/** What comes back over the counter: in Chromium, on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import type { Counter } from './counter-driver.ts'
import { PINS } from './memory-counter.ts'
import { eachStory, PATIENT } from './each-story.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { PRODUCTS } from './memory-shop.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)

let counter: Counter

describe.skipIf(NO_CHROMIUM !== null)(
  `returns in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    eachStory((fresh) => {
      counter = fresh
    })

    /** Two loaves and a litre of milk, receipt N° 1042. */
    const sell = async () => {
      for (const code of [bread, bread, milk]) await counter.scan(code ?? '')
      await expect
        .poll(counter.cart, PATIENT)
        .toEqual(['2 Pan marraqueta $4.580', '1 Leche entera Colún 1 L $1.290'])
      await counter.press('F12')
      await counter.page.getByTestId('confirm-payment').waitFor()
      await counter.press('Enter')
      await counter.see('issue-state', 'Boleta emitida')
    }
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '')
    const problems = async () => expect(await counter.accessibilityProblems()).toEqual([])

    it('by keyboard alone: the folio, the lines, the reason, the money; and nothing for axe to find on the way', async () => {
      await sell()
      await counter.press('F9', 'F2')
      await counter.typeKeys('1042')
      await counter.see('receipt-row', 'Boleta N° 1042')
      for (let tabs = 0; tabs < 6 && (await focused()) !== 'receipt-row'; tabs += 1)
        await counter.press('Tab')
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

    it('that was a mistake is undone: by whom, why and what with the money; the note says so, and it can come back again', async () => {
      await sell()
      await counter.press('F7', 'F4')
      await counter.page.getByTestId('return-total').waitFor()
      await counter.press('F2', 'F6')
      await counter.typeKeys('Venía aplastado')
      await counter.press('Control+Enter')
      await counter.see('issue-state', 'Nota de crédito emitida N° 1043')
      await counter.press('F7')
      await counter.page.getByTestId('undo-return').waitFor()
      await counter.press('Shift+F7')
      await counter.page
        .getByText('Reciba $5.870 del cliente, por donde se devolvió: Efectivo')
        .waitFor()
      await problems()
      await counter.press('Enter')
      await counter.page.getByText('Escriba el motivo').waitFor()
      await counter.typeKeys('Era de otra boleta')
      await counter.press('Enter')
      await counter.see('detail-state', 'Nota de débito emitida N° 1044')
      await counter.page.getByText('Anula la nota de crédito N° 1043').waitFor()
      await problems()
      await counter.page.getByTestId('open-original').click()
      await counter.see('return-undone', 'Esta devolución se anuló')
      await expect.poll(() => counter.page.getByTestId('undo-return').count(), PATIENT).toBe(0)
      await counter.page.getByTestId('open-original').click()
      await counter.page.getByTestId('return-receipt').waitFor()
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

    it('after six months says that the IVA no longer comes off, and gives the money back', async () => {
      const { startReturn } = counter.till.api
      Object.assign(counter.till.api, {
        startReturn: (saleId: SaleId) => {
          const opened = startReturn(saleId)
          return opened.ok
            ? { ...opened, value: { ...opened.value, ivaTooLateSince: '2026-05-20' } }
            : opened
        },
      })
      await sell()
      await counter.press('F7')
      await counter.page.getByTestId('return-receipt').waitFor()
      await counter.press('F4')
      await counter.see('return-iva-late', /seis meses el 20-05-2026.*DL 825, art. 21/)
      await problems()
      await counter.press('F2')
      await counter.tap('reason-preset')
      await counter.press('F12')
      await counter.page.getByTestId('handed-over').waitFor()
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
      await counter.see('issue-state', /nota de crédito pendiente.*cuando su boleta tenga folio/)
    })

    it('of a sale that a voucher documents asks for its operation number, and says so when it is missing', async () => {
      await counter.scan(bread ?? '')
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter.press('F12')
      await counter.tap('pay-TV')
      await counter.tap('confirm-payment')
      await counter.page.getByText('Ver boleta').click()
      await counter.press('F4')
      await counter.page.getByText('Devolver de una venta con voucher').waitFor()
      await counter.press('F2')
      await counter.tap('reason-preset')
      await problems()
      await counter.tap('confirm-return')
      await counter.page.getByText('Escriba el número de operación del voucher').waitFor()
      await counter.type('return-voucher', '4711')
      await counter.tap('confirm-return')
      await counter.see('handed-over', '$2.290')
    })

    it('of a receipt of another till: typed, compared with the service, an amount given back; by whoever may, offline as typed', async () => {
      await counter.press('F9', 'Shift+F4')
      await counter.page.getByTestId('outside-folio').waitFor()
      await counter.press('Enter')
      await counter.page.getByText('Escriba el folio (N°) de la boleta').waitFor()
      await counter.type('outside-folio', '9001')
      await counter.type('outside-date', '19-11-2026')
      await counter.type('outside-total', '9590')
      await problems()
      await counter.press('Enter')
      await counter.page
        .getByText('En el servicio esa boleta dice otra cosa: total $5.990')
        .waitFor()
      await counter.type('outside-total', '5990')
      await counter.tap('outside-look')
      await counter.see('outside-check', 'El servicio confirma esta boleta')
      await counter.page.getByText('Tetera 1,7 L').waitFor()
      await counter.type('outside-amount', '6000')
      await counter.tap('reason-preset')
      await counter.press('F12')
      await counter.page.getByText('De esta boleta se puede devolver hasta $5.990').waitFor()
      await problems()
      await counter.press('F2')
      await counter.see('return-total', '$5.990')
      await counter.press('F12')
      await counter.see('handed-over', '$5.990')
      await counter.see('issue-state', 'Nota de crédito emitida')
      await counter.press('F7')
      await counter.page.getByText('La boleta se emitió en otra caja').waitFor()
      await problems()
      counter.till.world.hire()
      counter.till.world.setOnline(false)
      await counter.see('nav-staff', 'Camila')
      await counter.tap('return-outside')
      await counter.type('outside-folio', '88')
      await counter.type('outside-date', '19-11-2026')
      await counter.type('outside-total', '1000')
      await counter.press('Enter')
      await counter.see('needs', 'devolver o cambiar')
      await counter.type('pin', PINS.supervisor)
      await counter.press('Enter')
      await counter.see('outside-check', 'El servicio no respondió')
      await counter.tap('return-all')
      await counter.tap('reason-preset')
      await counter.tap('confirm-return')
      await counter.see('handed-over', '$1.000')
      await counter.see('issue-state', 'nota de crédito pendiente')
    })
  },
)
