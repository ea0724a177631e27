/** An invoice in Chromium over the real core, by the keyboard: charged, refused, put right. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'

describe.skipIf(NO_CHROMIUM !== null)(
  `invoices in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    it('is charged, refused for its buyer, mended where it stands, issued and taken back: an invoice by name all the way', async () => {
      core.refuseDocuments(true)
      await counter.scan(COFFEE)
      await counter.press('F12').find('confirm-payment').press('Shift+F6').find('customer-activity')
      await counter.type('customer-rut', INVOICE_BUYER.rut).press('Enter')
      for (const field of ['legalName', 'activity', 'address', 'commune'] as const)
        await counter.type(`customer-${field}`, INVOICE_BUYER[field])
      await counter
        .press('Control+Enter')
        .see('issue-state', 'factura requiere atención')
        .press('F7')
        .read('Corrija los datos del comprador que el servicio no aceptó')
      const activity = counter.page.getByTestId('mend-activity')
      await expect.poll(() => activity.inputValue(), PATIENT).toBe(INVOICE_BUYER.activity)
      await counter.isAccessible().type('mend-activity', '').press('Enter').read('el giro')
      core.refuseDocuments(false)
      await counter
        .isAccessible()
        .type('mend-activity', 'Venta de herramientas')
        .press('Enter')
        .read('Factura N° 1')
        .find('return-receipt')
        .press('F4')
        .read('Devolver de la factura N° 1')
        .press('F2')
        .tap('reason-preset')
        .press('F12')
        .see('issue-state', 'Nota de crédito emitida')
        .press('F7')
        .read('Devuelve de la factura N° 1')
        .read('corrige su factura ante el SII')
      expect(core.lastDocument().recipient.tax_information?.activity).toBe('Venta de herramientas')
    })

    it('of a supermarket asks who buys and what for, at their fields, and says both', async () => {
      await core.api().saveSettings({ asksPurpose: true })
      await counter.page.reload()
      await counter.find('product-tile')
      await counter.scan(COFFEE)
      await counter
        .find('cart-line')
        .press('F12')
        .find('confirm-payment')
        .press('Shift+F6')
        .find('customer-purpose')
      await counter.type('customer-rut', INVOICE_BUYER.rut)
      for (const field of ['legalName', 'activity', 'address', 'commune'] as const)
        await counter.type(`customer-${field}`, INVOICE_BUYER[field])
      await counter.press('Control+Enter').read('Escriba el RUT de quien compra')
      await counter
        .isAccessible()
        .type('customer-bearerRut', '12345678-5')
        .type('customer-purpose', 'Insumos de la obra')
        .press('Control+Enter')
        .see('issue-state', 'Factura emitida')
      expect(core.lastDocument()).toMatchObject({
        items: [{ description: 'Café molido - Motivo: Insumos de la obra' }],
      })
    })
  },
)
