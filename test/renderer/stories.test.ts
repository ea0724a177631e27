/** The counter as a cashier meets it, in Chromium, on the screen as it ships. */
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS, UNKNOWN_CODE as unknown } from './counter-shop.ts'

const MINUTE_MS = 60_000
const [bread, , milk, , , , cola] = PRODUCTS.map(({ code }) => code)

describe.skipIf(NO_CHROMIUM !== null)(
  `the screen in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/ERR_|500 \(/)

    describe('selling', () => {
      it('goes from the first key to the next sale without the mouse', async () => {
        await counter.typeKeys('marraq').see('product-tile', 'Pan marraqueta').press('Enter')
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
        await counter.typeKeys('3*azucar').press('Enter')
        await expect
          .poll(counter.cart, PATIENT)
          .toEqual(['1 Pan marraqueta $2.290', '3 Azúcar granulada 1 kg $4.188'])
        await counter.press('+', '+', '-', 'ArrowUp', 'Delete')
        await expect.poll(counter.cart, PATIENT).toEqual(['4 Azúcar granulada 1 kg $5.584'])
        await counter
          .press('F6')
          .find('quantity')
          .typeKeys('5')
          .press('Enter', 'F7')
          .find('discount')
          .typeKeys('96')
          .press('Enter')
        await expect.poll(counter.cart, PATIENT).toEqual(['5 Azúcar granulada 1 kg $6.884'])
        await counter
          .press('F12')
          .see('due', '$6.880')
          .see('rounding', '-$4')
          .typeKeys('10000')
          .see('live-change', '$3.120')
          .press('Enter')
          .see('change', '$3.120')
          .see('issue-state', 'Boleta emitida N° 1042')
          .find('paper-image')
          .press('Enter')
          .see('cart-total', '$0')
      })

      it('works by touch alone', async () => {
        await counter.tapNth('product-tile', 6).tap('edit-quantity')
        for (const key of ['1', '2'])
          await counter.page.getByRole('button', { name: key, exact: true }).click()
        await counter.tap('apply')
        await expect
          .poll(counter.cart, PATIENT)
          .toEqual(['12 Bebida cola 1,5 L retornable $20.280'])
        await counter.tap('edit-discount')
        for (const key of ['2', '8', '0'])
          await counter.page.getByRole('button', { name: key, exact: true }).click()
        await counter
          .tap('apply')
          .see('cart-total', '$20.000')
          .tap('pay-button', 'pay-card', 'confirm-payment')
          .see('change', '$20.000')
          .tap('next-sale')
          .find('product-tile')
      })

      it('presses a button once however long its key is held, and marks it while the mouse is over it', async () => {
        const tile = counter.page.getByTestId('product-tile').nth(6)
        await tile.focus()
        for (let held = 0; held < 4; held += 1) await counter.page.keyboard.down('Enter')
        await counter.page.keyboard.up('Enter')
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Bebida cola 1,5 L retornable $1.690'])
        await tile.hover()
        await expect.poll(() => tile.getAttribute('data-hovered'), PATIENT).toBe('true')
        await counter.page.getByTestId('search').hover()
        await expect.poll(() => tile.getAttribute('data-hovered'), PATIENT).toBeNull()
      })

      it('hears the scanner on every screen of the sale, wherever the focus is', async () => {
        await counter.scan(bread ?? '').scan(bread ?? '')
        await expect.poll(counter.cart, PATIENT).toEqual(['2 Pan marraqueta $4.580'])
        expect(await counter.page.getByTestId('search').inputValue()).toBe('')

        await counter
          .tap('edit-quantity')
          .type('quantity', '5')
          .scan(milk ?? '')
        await expect
          .poll(counter.cart, PATIENT)
          .toEqual(['2 Pan marraqueta $4.580', '1 Leche entera Colún 1 L $1.290'])

        await counter
          .press('F12')
          .type('tendered', '9000')
          .type('customer-legalName', 'Ana')
          .scan(cola ?? '')
          .see('due', '$7.560')
        expect([
          await counter.page.getByTestId('tendered').inputValue(),
          await counter.page.getByTestId('customer-legalName').inputValue(),
        ]).toEqual(['$9.000', 'Ana'])
        await counter.type('customer-legalName', '').tap('confirm-payment').see('change', '$1.440')

        await counter.scan(bread ?? '')
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
      })

      it('creates an unknown product from its barcode and puts it in the sale', async () => {
        await counter
          .scan(unknown)
          .see('search-trouble', `No hay ningún producto con el código ${unknown}`)
          .tap('create-product')
          .type('product-name', 'Alfajor de maicena')
          .type('product-price', '450')
        await counter.page.getByRole('dialog').getByText('Abarrotes', { exact: true }).click()
        await counter.tap('save-product')
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Alfajor de maicena $450'])
        await counter.scan(unknown)
        await expect.poll(counter.cart, PATIENT).toEqual(['2 Alfajor de maicena $900'])
      })

      it('adds a free amount, exempt, and discounts the whole sale to the peso', async () => {
        await counter.press('F4').type('free-price', '1000')
        await counter.page.getByText('Exento de IVA').click()
        await counter.press('Enter').scan(milk ?? '')
        await counter.page.getByRole('button', { name: 'Descuento a toda la venta' }).click()
        await counter
          .type('discount', '291')
          .tap('apply')
          .see('cart-total', '$1.999')
          .press('Shift+F7')
        await counter.page.getByText('En porcentaje').click()
        await counter.page.getByText('20 %', { exact: true }).click()
        await counter.tap('apply').see('cart-total', '$1.832')
      })

      it('reads a price without touching the sale', async () => {
        await counter.press('F5').scan(milk ?? '')
        await counter.page.getByText('$1.290').last().waitFor()
        await counter.press('Escape')
        expect(await counter.cart()).toEqual([])
      })

      it('has the cart back after a reload', async () => {
        await counter.scan(bread ?? '')
        await expect
          .poll(() => counter.till.api.loadDraft().sale?.cart.lines.length, PATIENT)
          .toBe(1)
        await counter.page.reload()
        await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
        expect(new URL(counter.page.url()).hash).toBe('')
      })
    })

    describe('bad input is answered at its field and leaves the cart as it was', () => {
      it('what is typed in the search field', async () => {
        await counter.scan(bread ?? '')
        for (const [typed, message] of [
          [unknown, 'No hay ningún producto'],
          [`${unknown.slice(0, -1)}${(Number(unknown.at(-1)) + 1) % 10}`, 'se leyó mal'],
          ['0*pan', 'mayor que cero'],
          // What names nothing sells nothing; least of all what sells best and would come first.
          ['.', 'Ningún producto'],
          ['--', 'Ningún producto'],
          ['¿?', 'Ningún producto'],
          ['%%%', 'Ningún producto'],
          ['🛒', 'Ningún producto'],
          ['خبز', 'Ningún producto'],
          ['3*¿?', 'Ningún producto'],
          ['zapatos', 'Ningún producto'],
          ['780', 'Elija uno'],
          // A guess is shown, and sold by nobody's Enter.
          ['mani', '¿Quiso decir…?'],
          ['lechex', '¿Quiso decir…?'],
          ['to', '¿Quiso decir…?'],
        ] as const) {
          await counter.type('search', typed).press('Enter').see('search-trouble', message)
          expect(await counter.page.getByTestId('search').getAttribute('aria-invalid')).toBe('true')
          expect(await counter.cart()).toEqual(['1 Pan marraqueta $2.290'])
        }
      })

      it('what the arrows picked among the results is what Enter adds, and a name is found without its space', async () => {
        await counter.type('search', 'a')
        const tiles = counter.page.getByTestId('product-tile')
        await expect.poll(() => tiles.count(), PATIENT).toBeLessThan(PRODUCTS.length)
        await counter.press('ArrowDown', 'ArrowDown')
        const second = (await tiles.nth(1).locator('span').first().textContent()) ?? 'none'
        await counter.press('Enter')
        await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
        expect((await counter.cart())[0]).toContain(second)
        await counter.type('search', 'bebida cola 1,5l').press('Enter')
        await expect
          .poll(async () => (await counter.cart())[1], PATIENT)
          .toBe('1 Bebida cola 1,5 L retornable $1.690')
      })

      it('zero, a negative number, letters and far too many as quantity', async () => {
        await counter.scan(bread ?? '').tap('edit-quantity')
        for (const [typed, message] of [
          ['0', 'mayor que cero'],
          ['dos', 'Escriba una cantidad'],
          ['-1', 'mayor que cero'],
          ['100000', 'cantidad máxima'],
        ] as const) {
          await counter.type('quantity', typed).press('Enter')
          await counter.page.getByRole('dialog').getByText(message).waitFor()
        }
        await counter.press('Escape')
        expect(await counter.cart()).toEqual(['1 Pan marraqueta $2.290'])
      })

      it('a discount above the line', async () => {
        await counter
          .scan(bread ?? '')
          .tap('edit-discount')
          .type('discount', '2291')
          .press('Enter')
        await counter.page
          .getByRole('dialog')
          .getByText('no puede superar el valor de la línea ($2.290)')
          .waitFor()
        await counter.press('Escape')
        expect(await counter.cart()).toEqual(['1 Pan marraqueta $2.290'])
      })

      it('an empty cart', async () => {
        await counter
          .press('F12')
          .see('cart-trouble', 'La venta está vacía')
          .scan(bread ?? '')
        await expect.poll(() => counter.page.getByTestId('cart-trouble').count(), PATIENT).toBe(0)
      })

      it('money below what is due, and a RUT with the wrong check digit', async () => {
        await counter
          .scan(bread ?? '')
          .press('F12')
          .type('tendered', '2000')
          .type('customer-rut', '76192083-8')
          .type('customer-legalName', 'Ana Pérez')
          .read('El dígito verificador no corresponde')
          .tap('confirm-payment')
          .read('Faltan $290 para completar el pago.')
        expect(counter.till.sales()).toEqual([])
        await counter
          .type('tendered', '3000')
          .type('customer-rut', '76192083-9')
          .tap('confirm-payment')
          .see('change', '$710')
      })

      it('a phone and e-mail that do not fit, while typing', async () => {
        await counter
          .scan(bread ?? '')
          .press('F12')
          .type('customer-phone', '9'.repeat(70))
          .type('customer-email', 'ana@ejemplo.cl')
          .read('87 de 80')
          .read('juntos admiten hasta 80 caracteres')
      })

      it('a product name that no receipt can carry', async () => {
        await counter
          .scan(unknown)
          .tap('create-product')
          .type('product-name', 'Té 茶')
          .tap('save-product')
          .read('El carácter «茶» no se puede imprimir')
          .press('Escape')
        expect(await counter.cart()).toEqual([])
      })
    })

    describe('when things go wrong', () => {
      it('charges once however often the key is pressed', async () => {
        await counter
          .scan(bread ?? '')
          .press('F12')
          .find('tendered')
        await counter.page.getByTestId('confirm-payment').dblclick()
        await counter.find('change')
        expect(counter.till.sales()).toHaveLength(1)
      })

      it('says that nobody answered, and the next press completes the same sale', async () => {
        await counter.scan(bread ?? '')
        counter.till.world.failCommits(true)
        await counter
          .press('F12')
          .find('tendered')
          .press('Enter')
          .see('payment-unanswered', 'nunca se cobra dos veces')
        counter.till.world.failCommits(false)
        await counter.tap('confirm-payment').find('change')
        expect(counter.till.sales()).toHaveLength(1)
      })

      it('sells offline, says so, and shows the folio the moment it exists', async () => {
        await counter.till.world.setOnline(false)
        await counter
          .see('connection', 'Sin conexión')
          .scan(bread ?? '')
          .press('F12')
          .find('tendered')
          .press('Enter')
          .see('issue-state', 'Venta guardada, boleta pendiente')
          .see('pending-count', '1 boleta pendiente')
        await counter.till.world.setOnline(true)
        await counter
          .see('issue-state', 'Boleta emitida N° 1042')
          .see('pending-count', 'Sin boletas pendientes')
      })

      it('shows connection and backlog apart: online with receipts still pending', async () => {
        counter.till.world.setStatus({
          pendingCount: 12,
          oldestPendingAt: (wallClockMs() - 42 * 60_000) as never,
        })
        await counter
          .see('pending-count', /12 boletas pendientes.*hace 42 min/)
          .see('connection', 'En línea')
        counter.till.world.setPrinterTrouble('PAPER_OUT')
        await counter
          .tap('printer')
          .read('Sin papel. Cambie el rollo')
          .press('Escape')
          .scan(bread ?? '')
        for (const [key, first] of [
          ['F12', 'tendered'],
          ['F9', 'receipts-search'],
          ['F10', 'settings-nav-printer'],
        ] as const) {
          await counter.press(key).find(first)
          for (const always of ['connection', 'pending-count', 'printer'])
            expect(await counter.page.getByTestId(always).isVisible()).toBe(true)
        }
      })
    })

    describe('receipts', () => {
      beforeEach(async () => {
        await counter
          .scan(bread ?? '')
          .press('F12')
          .find('tendered')
          .press('Enter')
          .see('issue-state', 'emitida')
          .press('F9')
      })

      it('lists the sale in words, shows its paper and prints a copy', async () => {
        await counter
          .see('receipt-state', 'Emitida')
          .tap('receipt-row')
          .find('paper-image')
          .press('F6')
        await expect.poll(() => counter.page.getByTestId('paper-image').count(), PATIENT).toBe(2)
        await counter.read('Copia · 80 mm')
      })

      it('finds by folio and by product, and says when there is nothing', async () => {
        await counter
          .type('receipts-search', '1042')
          .see('receipt-row', 'N° 1042')
          .type('receipts-search', 'marraqueta')
          .see('receipt-row', 'N° 1042')
          .type('receipts-search', 'zapatos')
          .read('Ninguna boleta coincide')
      })

      it('explains a receipt that needs a person and says what not to do', async () => {
        const { world } = counter.till
        world.forgetDocuments()
        await counter
          .press('F8')
          .scan(bread ?? '')
          .press('F12')
          .find('tendered')
          .press('Enter')
          .see('issue-state', 'pendiente')
        await world.until(() => counter.till.api.status().attentionCount === 1, MINUTE_MS)
        await world.setOnline(false)
        await counter
          .see('issue-state', 'requiere atención')
          .tap('attention-count', 'receipt-row')
          .see('detail-state', 'NO la emita de nuevo')
        await world.setOnline(true)
        await counter
          .see('connection', 'En línea')
          .tap('retry')
          .see('detail-state', 'Boleta emitida N° 1043')
      })
    })
  },
)
