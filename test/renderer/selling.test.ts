/**
 * Several customers at one counter, and who may do what: in Chromium, on the screen as it ships.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)

describe.skipIf(NO_CHROMIUM !== null)(
  `the counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/ERR_|500 \(/)

    const lines = (expected: string[]) => expect.poll(counter.cart, PATIENT).toEqual(expected)

    it('parks a sale by keyboard, serves the next one, and swaps them, also after a reload', async () => {
      await counter.scan(bread ?? '')
      await lines(['1 Pan marraqueta $2.290'])
      await counter.press('Shift+F12').type('parked-name', 'Sra. Rosa').press('Enter')
      await lines([])
      await counter.see('parked-count', '1').scan(milk ?? '')
      await lines(['1 Leche entera Colún 1 L $1.290'])
      await expect.poll(() => counter.till.api.loadDraft().sale?.cart.lines.length, PATIENT).toBe(1)
      await counter.page.reload()
      await lines(['1 Leche entera Colún 1 L $1.290'])
      await counter
        .press('Shift+F8')
        .see('parked-sale', /Sra\. Rosa.*1 línea.*Pan marraqueta.*\$2\.290/)
        .press('Enter')
      await lines(['1 Pan marraqueta $2.290'])
      await counter
        .tap('parked-count')
        .see('parked-sale', /Venta \d.*Leche entera/)
        .tap('discard-parked')
        .read('No hay ventas en espera')
    })

    it('shows and sounds a scan that went wrong, wherever the focus was, and takes nothing of it for a quantity', async () => {
      const { page } = counter
      await page.evaluate(() => {
        AudioContext.prototype.createOscillator = new Proxy(
          AudioContext.prototype.createOscillator,
          {
            apply(make, context: AudioContext) {
              document.body.dataset['tones'] = String(
                Number(document.body.dataset['tones'] ?? 0) + 1,
              )
              return Reflect.apply(make, context, [])
            },
          },
        )
      })
      const tones = () => page.evaluate(() => Number(document.body.dataset['tones'] ?? 0))
      await counter.scan(`]E0${bread}`)
      await lines(['1 Pan marraqueta $2.290'])
      expect(await tones()).toBe(0)
      const misread = `${milk?.slice(0, -1)}${(Number(milk?.at(-1)) + 1) % 10}`
      for (const [heard, [code, words]] of [
        [misread, 'se leyó mal'],
        [milk?.slice(0, 6) ?? '', 'No hay ningún producto'],
        [milk?.slice(0, 3) ?? '', 'No hay ningún producto'],
      ].entries()) {
        await counter
          .tap('edit-quantity')
          .scan(code ?? '')
          .see('search-trouble', words ?? '')
        await expect.poll(tones, PATIENT).toBe(heard + 1)
        await lines(['1 Pan marraqueta $2.290'])
      }
    })

    it('changes the price of a line and notes something on it, and shows both', async () => {
      await counter.scan(bread ?? '')
      await lines(['1 Pan marraqueta $2.290'])
      await counter.press('Shift+F6')
      for (const key of ['1', '9', '9', '0'])
        await counter.page.getByRole('button', { name: key, exact: true }).click()
      await counter.tap('apply')
      await lines(['1 Pan marraqueta $1.990'])
      await counter
        .press('Shift+F4')
        .type('line-note', 'Bien tostado')
        .press('Enter')
        .see('note-shown', 'Bien tostado')
        .scan(bread ?? '')
      await lines(['1 Pan marraqueta $1.990', '1 Pan marraqueta $2.290'])
    })

    describe('with people', () => {
      beforeEach(async () => {
        must(await counter.till.api.saveSettings({ lockAfterMinutes: 5 }))
        await counter.till.world.hire()
        await counter.see('nav-staff', 'Camila')
      })

      it('announces the percent that was given, also typed among pesos, and on the cart beside that of the sale', async () => {
        await counter
          .scan(bread ?? '')
          .find('cart-line')
          .press('F7')
          .type('discount', '15%')
          .read('Descuento (%)')
          .press('Enter')
        // 15 % of $2.290 is $343,5.
        await counter
          .see('needs', '15 % de descuento en 1 × «Pan marraqueta» (-$344)')
          .type('pin', PINS.owner)
          .press('Enter')
          .see('line-discount', 'Descuento 15 % -$344')
        // The dialog of the line leaves first: what is typed while it does is nobody's.
        await counter.page.getByRole('dialog').waitFor({ state: 'detached' })
        await counter.press('Shift+F7')
        await counter.page.getByRole('dialog').getByText('Descuento a la venta').waitFor()
        await counter
          .type('discount', '10%')
          .press('Enter')
          // Together they take off more than was allowed.
          .see('needs', 'descuento')
          .type('pin', PINS.owner)
          .press('Enter')
          .see('sale-discount', 'Descuento a la venta 10 %-$195')
          .see('cart-total', '$1.751')
      })

      it('asks for a PIN over the shoulder beyond the limit; the cashier stays and the sale goes on', async () => {
        await counter
          .scan(bread ?? '')
          .tap('edit-discount')
          .read('Hasta 10 % sin autorización')
          .type('discount', '229')
          .press('Enter')
          .see('cart-total', '$2.061')
          .press('F7')
          .type('discount', '1000')
          .press('Enter')
          .see('needs', '$1.000 de descuento, 44 %, en 1 × «Pan marraqueta» (-$1.000)')
        // Whoever cannot allow it is not even offered.
        expect(await counter.page.getByTestId('person').allTextContents()).toEqual([
          'PPaulaDueño',
          'RRodrigoSupervisor',
        ])
        await counter
          .type('pin', '0000')
          .press('Enter')
          .read('El PIN no es correcto')
          .type('pin', PINS.owner)
          .press('Enter')
          .see('cart-total', '$1.290')
          .see('nav-staff', 'Camila')
          .press('F12')
          .find('confirm-payment')
          .tap('confirm-payment')
          .find('change')
        expect(counter.till.sales()).toHaveLength(1)
        await counter.press('F7').see('allowed', /Autorizó Paula.*\$1.000 de descuento, 44 %/)
      })

      it('locks itself when nobody touches it, with the sale as it was', async () => {
        await counter.scan(bread ?? '')
        await lines(['1 Pan marraqueta $2.290'])
        await counter.page.clock.install()
        await counter.press('F10').find('settings-nav-printer').press('F8')
        await counter.page.clock.fastForward(5 * 60_000 + 1_000)
        await counter
          .find('pin')
          .type('pin', PINS.cashier)
          .press('Enter')
          .see('nav-staff', 'Camila')
        expect(await counter.cart()).toEqual(['1 Pan marraqueta $2.290'])
      })

      it('locks, sells nothing meanwhile, and opens for whoever knows their PIN, by touch', async () => {
        await counter.scan(bread ?? '')
        await lines(['1 Pan marraqueta $2.290'])
        await counter
          .press('Control+l')
          .read('¿Quién atiende?')
          .scan(milk ?? '')
          .see('locked-scan', 'Se escaneó 1 código con la caja bloqueada y no se agregó')
          .press('Escape', 'F12')
        expect(await counter.page.getByTestId('pin').isVisible()).toBe(true)
        await counter.page.getByText('Paula', { exact: true }).click()
        for (const key of PINS.owner)
          await counter.page.getByRole('button', { name: key, exact: true }).click()
        await counter.tap('pin-submit').see('nav-staff', 'Paula')
        expect(await counter.cart()).toEqual(['1 Pan marraqueta $2.290'])
      })

      it('opens the drawer without a sale with a PIN, and the owner reads it in the log', async () => {
        await counter
          .press('Shift+F2')
          .see('needs', 'abrir el cajón sin venta')
          .type('pin', PINS.owner)
          .press('Enter')
        await expect.poll(() => counter.till.world.drawerOpened(), PATIENT).toBe(1)
        await counter.press('Shift+F1', 'ArrowDown')
        await counter.page.getByText('Paula', { exact: true }).click()
        await counter
          .type('pin', PINS.owner)
          .press('Enter')
          .see('nav-staff', 'Paula')
          .press('F10')
          .tap('settings-nav-staff', 'open-audit')
          .see('audit', 'Cajón abierto sin venta')
      })
    })

    it('is not closed over a receipt that has not gone out without being told, and then only by choice', async () => {
      const {
        page,
        till: { world },
      } = counter
      await world.setOnline(false)
      await counter.scan(bread ?? '').press('F12')
      await page.getByTestId('tendered').waitFor()
      await counter.press('Enter').see('pending-count', '1 boleta pendiente').tap('next-sale')
      await page.getByTestId('search').waitFor()
      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const dialog = await asked
      expect(dialog.type()).toBe('beforeunload')
      await dialog.dismiss()
      await page.getByText('Queda 1 boleta por emitir').waitFor()
      await counter.press('Enter')
      await page.getByTestId('keep-open').waitFor({ state: 'detached' })
      await world.setOnline(true)
      await counter.see('pending-count', 'Sin boletas pendientes')
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
    })

    it('shows a shelf by key and by finger, and only what stands on it', async () => {
      const tiles = () => counter.page.getByTestId('product-tile').count()
      const onShelf = (holds: (product: (typeof PRODUCTS)[number]) => boolean) =>
        PRODUCTS.filter(holds).length
      await counter.press('F3')
      await expect.poll(tiles, PATIENT).toBe(onShelf(({ isFavourite }) => isFavourite))
      await counter.page.getByText('Bebidas', { exact: true }).click()
      await expect.poll(tiles, PATIENT).toBe(onShelf(({ categoryId }) => categoryId === 'bebidas'))
      await counter.tap('product-tile')
      await lines(['1 Bebida cola 1,5 L retornable $1.690'])
    })

    it('divides the labels of the shop’s scale as its owner says, and shows how one is read before it is saved', async () => {
      await counter
        .press('F10')
        .tap('settings-nav-scale')
        .find('scale-try')
        .scan('2000101003502')
        .see('scale-reading', /producto 00101, 0,35 kg.*no está en el catálogo/)
        .tap('scale-part-1')
        .type('scale-item-1', '4')
        .see('scale-sum-1', '12 de 13')
        .tap('save-section')
        .see('section-trouble', 'deben sumar 13 dígitos')
        .type('scale-value-1', '6')
        .see('scale-reading', 'producto 0010, 100,35 kg')
        .type('scale-prefixes-1', '20, 24')
        .tap('save-section')
        .see('section-trouble', 'El prefijo 24 está en dos etiquetas')
        .type('scale-prefixes-1', '20')
        .tap('save-section')
      await expect
        .poll(() => counter.till.api.scaleLayouts()[0], PATIENT)
        .toEqual({
          prefixes: ['20'],
          carries: 'weight',
          itemDigits: 4,
          valueDigits: 6,
          decimals: 3,
        })
    })

    it('tells assistive technology the keys of its buttons', async () => {
      expect(await counter.page.getByTestId('pay-button').getAttribute('aria-keyshortcuts')).toBe(
        'F12 Control+Enter',
      )
    })
  },
)
