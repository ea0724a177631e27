/** What comes back over the counter: in Chromium, on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { PINS } from '../support/crew.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { PRODUCTS } from './counter-shop.ts'

const SIX_MONTHS_MS = 183 * DAY_MS
const NEWEST = { cursor: null, limit: 1, text: '', onlyPending: false }

const [bread, , milk] = PRODUCTS.map(({ code }) => code)

describe.skipIf(NO_CHROMIUM !== null)(
  `returns in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    /** Two loaves and a litre of milk, receipt N° 1042. */
    const sell = async () => {
      for (const code of [bread, bread, milk]) await counter.scan(code ?? '')
      await expect
        .poll(counter.cart, PATIENT)
        .toEqual(['2 Pan marraqueta $4.580', '1 Leche entera Colún 1 L $1.290'])
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'Boleta emitida')
    }
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '')

    it('by keyboard alone: the folio, the lines, the reason, the money; and nothing for axe to find on the way', async () => {
      await sell()
      await counter.press('F9', 'F2').typeKeys('1042').see('receipt-row', 'Boleta N° 1042')
      for (let tabs = 0; tabs < 6 && (await focused()) !== 'receipt-row'; tabs += 1)
        await counter.press('Tab')
      await counter
        .press('Enter')
        .find('return-receipt')
        .press('F4')
        .find('return-total')
        .press('+', '+', '-', 'ArrowDown', '+')
        .see('return-total', '$3.580')
        .press('F12')
        .read('Escriba el motivo')
        .isAccessible()
        .press('F6')
        .typeKeys('Venía aplastado')
        .press('Control+Enter')
        .see('handed-over', '$3.580')
        .see('issue-state', 'Nota de crédito emitida N° 1042')
        .isAccessible()
        .press('F7')
        .see('open-original', 'Ver la boleta')
        .isAccessible()
      expect(await counter.text('detail-state')).toContain('corrige su boleta')
      await counter.press('F8').find('search')
    })

    it('that was a mistake is undone: by whom, why and what with the money; the note says so, and it can come back again', async () => {
      await sell()
      await counter
        .press('F7', 'F4')
        .find('return-total')
        .press('F2', 'F6')
        .typeKeys('Venía aplastado')
        .press('Control+Enter')
        .see('issue-state', 'Nota de crédito emitida N° 1042')
        .press('F7')
        .find('undo-return')
        .press('Shift+F7')
        .read('Reciba $5.870 del cliente por el mismo medio: Efectivo')
        .isAccessible()
        .press('Enter')
        .read('Escriba el motivo')
        .typeKeys('Era de otra boleta')
        .press('Enter')
        .see('detail-state', 'Nota de débito emitida N° 1042')
        .read('Anula la nota de crédito N° 1042')
        .isAccessible()
      await counter.page.getByTestId('open-original').click()
      await counter.see('return-undone', 'Esta devolución se anuló')
      await expect.poll(() => counter.page.getByTestId('undo-return').count(), PATIENT).toBe(0)
      await counter.page.getByTestId('open-original').click()
      await counter.find('return-receipt')
    })

    it('by touch alone, scanned like a sale, kept for an exchange that costs less: the rest is change', async () => {
      await sell()
      await counter.page.getByText('Ver boleta').click()
      await counter
        .tap('return-receipt')
        .find('return-total')
        .scan(bread ?? '')
        .scan('7801234567895')
        .see('return-trouble', 'no está en esta boleta')
        .tapNth('back-more', 0)
        .see('return-total', '$4.580')
        .tapNth('reason-preset', 1)
        .tap('refund-NC', 'confirm-return')
        .see('handed-over', '$4.580')
        .tap('after-return')
        .scan(milk ?? '')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Leche entera Colún 1 L $1.290'])
      await counter
        .tap('pay-button', 'use-credit')
        .type('credit-name', '99')
        .tap('credit-use')
        .read('no quedó a favor del cliente en esta caja')
      const [note] = counter.till.api.listReceipts(NEWEST).rows
      await counter.page.getByTestId('credit-name').fill(String(note?.folio))
      await counter.page.getByText('Entregar el resto en efectivo').click()
      await counter
        .tap('credit-use')
        .see('live-change', '$3.290')
        .tap('confirm-payment')
        .see('change', '$3.290')
    })

    it('asks for a PIN over the shoulder, and says what is too much', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      await sell()
      await counter.press('F7').find('return-receipt').press('F4').find('return-total')
      await counter.page.getByTestId('back-quantity').first().fill('3')
      await counter.read('Puede devolver hasta 2 de')
      await counter.page.getByTestId('back-quantity').first().fill('2')
      await counter
        .tap('reason-preset', 'confirm-return')
        .see('needs', 'devolver o cambiar')
        .see('needs', '$4.580')
        .type('pin', PINS.owner)
        .press('Enter')
        .see('handed-over', '$4.580')
    })

    it('after six months says that the IVA no longer comes off, and gives the money back', async () => {
      await sell()
      counter.till.world.hasten(SIX_MONTHS_MS)
      await counter
        .press('F7')
        .find('return-receipt')
        .press('F4')
        .see('return-iva-late', /seis meses el 20-05-2027.*DL 825, art. 21/)
        .isAccessible()
        .press('F2')
        .tap('reason-preset')
        .press('F12')
        .find('handed-over')
    })

    it('that wait say so: the receipt has no folio yet', async () => {
      await counter.till.world.setOnline(false)
      await counter.see('connection', 'Sin conexión').scan(bread ?? '')
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'boleta pendiente')
        .press('F7')
        .find('return-receipt')
        .press('F4')
        .see('return-pending', 'la nota de crédito sale sola después de ella')
        .press('F2')
        .see('return-pending', 'también puede eliminar la boleta')
        .tap('reason-preset')
        .press('F12')
        .see('issue-state', /nota de crédito pendiente.*cuando su boleta tenga folio/)
    })

    it('of a sale that a voucher documents asks for its operation number, and says so when it is missing', async () => {
      await counter.till.world.takeVouchers()
      await counter.scan(bread ?? '')
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter.press('F12').tap('pay-TV', 'confirm-payment')
      await counter.page.getByText('Ver boleta').click()
      await counter
        .press('F4')
        .read('Devolver de una venta con voucher')
        .press('F2')
        .tap('reason-preset')
        .isAccessible()
        .tap('confirm-return')
        .read('Escriba el número de operación del voucher')
        .type('return-voucher', '4711')
        .tap('confirm-return')
        .see('handed-over', '$2.290')
    })

    it('of a receipt of another till: typed, compared with the service, an amount given back; by whoever may, offline as typed', async () => {
      await counter
        .press('F9', 'Shift+F4')
        .find('outside-folio')
        .press('Enter')
        .read('Escriba el folio (N°) de la boleta')
        .type('outside-folio', '9001')
        .type('outside-date', '19-11-2026')
        .type('outside-total', '9590')
        .isAccessible()
        .press('Enter')
        .read('En el servicio esa boleta tiene otros datos: total $5.990')
        .type('outside-total', '5990')
        .tap('outside-look')
        .see('outside-check', 'El servicio confirma esta boleta')
        .read('Tetera 1,7 L')
        .type('outside-amount', '6000')
        .tap('reason-preset')
        .press('F12')
        .read('Puede devolver hasta $5.990 de esta boleta')
        .isAccessible()
        .press('F2')
        .see('return-total', '$5.990')
        .press('F12')
        .see('handed-over', '$5.990')
        .see('issue-state', 'Nota de crédito emitida')
        .press('F7')
        .read('La boleta se emitió en otra caja')
        .isAccessible()
      // An invoice names its buyer; by keyboard alone, on a screen that does not hold its form.
      await counter.page.setViewportSize({ width: 800, height: 600 })
      const spaceUnderPx = (field: string) =>
        counter.page.evaluate(
          ([above, below]) => {
            const at = (id = '') =>
              document.querySelector(`[data-testid="${id}"]`)?.getBoundingClientRect()
            return (at(below)?.top ?? Number.NaN) - (at(above)?.bottom ?? Number.NaN)
          },
          [field, 'outside-look'],
        )
      await counter
        .press('Shift+F4')
        .find('outside-folio')
        .press('Shift+Tab', 'ArrowRight', 'ArrowRight')
        .type('outside-folio', '12')
        .type('outside-date', '19-11-2026')
        .type('outside-total', '11900')
        .type('outside-buyer', INVOICE_BUYER.rut)
      expect(await spaceUnderPx('outside-buyer')).toBeGreaterThan(0)
      await counter.press('Enter').read('Escriba un nombre')
      await expect.poll(() => spaceUnderPx('outside-legalName'), PATIENT).toBeGreaterThan(0)
      await counter
        .isAccessible()
        .type('outside-legalName', INVOICE_BUYER.legalName)
        .type('outside-activity', INVOICE_BUYER.activity)
        .type('outside-address', INVOICE_BUYER.address)
        .type('outside-commune', INVOICE_BUYER.commune)
        .press('Enter')
        .see('outside-check', 'El servicio no conoce esta factura')
        .read('Devolver de la factura N° 12')
        .tap('return-all', 'reason-preset')
        .press('F12')
        .see('issue-state', 'Nota de crédito emitida')
        .press('F7')
        .read('Devuelve de la factura N° 12')
        .read('La factura se emitió en otra caja')
      // The same paper, typed as another document: said before anything goes back.
      await counter
        .press('Shift+F4')
        .type('outside-folio', '12')
        .type('outside-date', '19-11-2026')
        .type('outside-total', '11900')
        .press('Enter')
        .see('outside-same-folio', /ya se devolvió \$11.900, como Factura/)
        .isAccessible()
      await counter.press('Escape').find('return-outside')
      await counter.till.world.hire()
      await counter.till.world.setOnline(false)
      await counter
        .see('nav-staff', 'Camila')
        .tap('return-outside')
        .type('outside-folio', '88')
        .type('outside-date', '19-11-2026')
        .type('outside-total', '1000')
        .press('Enter')
        .see('outside-check', 'El servicio no respondió')
        .tap('return-all', 'reason-preset', 'confirm-return')
        .see('needs', 'devolver o cambiar')
        .see('needs', '$1.000')
        .type('pin', PINS.owner)
        .press('Enter')
        .see('handed-over', '$1.000')
        .see('issue-state', 'nota de crédito pendiente')
    })
  },
)
