/**
 * A sale that a voucher and a boleta document together, in Chromium over the real core: the shares
 * stand on the screen before the money is taken, and again when it goes back.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'
const FARE = '201'

describe.skipIf(NO_CHROMIUM !== null)(
  `two documents of a sale in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const byVoucher = async () =>
      must(await core.api().saveSettings({ emissionModel: 'card-voucher' }))
    const charge = async (...codes: string[]) => {
      for (const code of codes) await counter.scan(code)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(codes.length)
      await counter.press('F12').find('tendered')
    }

    it('shows both before charging, on the result, in the list and when it comes back', async () => {
      await byVoucher()
      await charge(COFFEE, FARE)
      await counter
        .press('F4')
        .type('tendered', '2000')
        .press('F2')
        .see('sale-documents', /Boleta por \$1\.596, voucher por \$2\.000/)
        .see('sale-documents', /Exento: \$710 en la boleta, \$890 en el voucher/)
        .see('sale-documents', /En el terminal digite \$1\.110 afecto y \$890 exento\./)
        .isAccessible()
      await counter.press('Enter').see('issue-state', 'Boleta emitida').read('Va en el voucher')
      expect(core.lastDocument()).toMatchObject({ invoice_type: '39', totals: { total: 1_596 } })
      await counter.press('F7').read('Boleta N° 1').read('Con voucher (Exento $890)')
      await counter
        .isAccessible()
        .tap('return-receipt')
        .find('confirm-return')
        .tap('return-all')
        .see('return-documents', /nota de crédito es por \$1\.596.*\$2\.000.*Tarjeta/)
        .isAccessible()
      await counter.type('return-reason', 'Fallado').tap('confirm-return')
      // The drawer's part and the terminal's are never one figure.
      await counter
        .see('handed-over', '$1.600')
        .see('other-ways', /Devuelva por Tarjeta\s*\$2\.000/)
      const types = () => core.documents().map(({ invoice_type: type }) => type)
      await expect.poll(types, PATIENT).toEqual(['39', '61'])
      expect(core.lastDocument()).toMatchObject({
        billing_reference: [{ invoice_type: '39', number: 1 }],
        totals: { total: 1_596 },
      })
    })

    it('says what to key in where the card pays all, and that an invoice leaves it no document', async () => {
      await byVoucher()
      await charge(COFFEE, FARE)
      await counter
        .press('F4')
        .see('sale-documents', /En el terminal digite \$1\.996 afecto y \$1\.600 exento\./)
        .tap('document-invoice')
        .see('sale-documents', /La factura documenta toda la venta/)
        .isAccessible()
    })

    it('shares the exempt goods as the owner has set it, shown once the voucher is the receipt', async () => {
      await counter.press('F10').tap('settings-nav-emission').find('emission-card-voucher')
      expect(await counter.page.getByTestId('exempt-receipt-first').count()).toBe(0)
      await counter
        .tap('emission-card-voucher', 'save-section')
        .see('section-state', 'Guardado')
        .tap('exempt-receipt-first', 'save-section')
        .see('section-state', 'Guardado')
        .isAccessible()
      expect(core.api().settings()).toMatchObject({ exemptShare: 'receipt-first' })
      await counter.press('F8').find('search')
      await charge(COFFEE, FARE)
      await counter
        .press('F4')
        .type('tendered', '2000')
        .press('F2')
        .see('sale-documents', /Exento: \$1\.596 en la boleta, \$4 en el voucher/)
    })

    it('and the card key issues what the declared model says', async () => {
      await charge(COFFEE)
      await counter.press('F4').press('Enter').see('issue-state', 'Boleta emitida').press('Enter')
      await byVoucher()
      await counter.find('search')
      await charge(COFFEE)
      await counter.press('F4').press('Enter').see('issue-state', 'el voucher es la boleta')
      expect(core.documents()).toHaveLength(1)
    })
  },
)
