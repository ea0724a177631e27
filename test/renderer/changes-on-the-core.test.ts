/** "Necesito factura": a boleta becomes an invoice in Chromium over the real core, and back. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'

describe.skipIf(NO_CHROMIUM !== null)(
  `changes of document in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const sellOne = async (folio = 1) => {
      await counter.scan(COFFEE)
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('Control+Enter')
        .see('issue-state', 'Boleta emitida')
        .press('F7')
        .read(`Boleta N° ${folio}`)
    }

    it('by the keyboard: opened with its key, refused for its buyer, mended, issued, and back again', async () => {
      await sellOne()
      await counter.press('Shift+F8').read('No entra ni sale dinero')
      await counter.type('change-rut', INVOICE_BUYER.rut)
      for (const field of ['legalName', 'address', 'commune'] as const)
        await counter.type(`change-${field}`, INVOICE_BUYER[field])
      await counter.press('Enter').read('el giro')
      await counter
        .isAccessible()
        .type('change-activity', INVOICE_BUYER.activity)
        .press('Enter')
        .read('Factura N° 1')
        .read('Reemplaza a: Boleta N° 1')
        .isAccessible()
      expect(core.lastDocument()).toMatchObject({
        invoice_type: '33',
        recipient: { tax_information: { activity: INVOICE_BUYER.activity } },
      })
      await counter.tap('open-changed-from').read('La reemplaza: Factura N° 1').tap('open-return')
      await counter.read('Anula la boleta N° 1').read('No se devolvió dinero').isAccessible()
      expect(await counter.page.getByTestId('undo-return').count()).toBe(0)
      await counter.tap('open-original', 'open-changed-to').read('Reemplaza a: Boleta N° 1')
      await counter.press('Shift+F8').read('sale una boleta')
      await counter.tap('confirm-change').read('Boleta N° 2').read('Reemplaza a: Factura N° 1')
      expect(core.lastDocument()).toMatchObject({
        invoice_type: '39',
        recipient: { document_number: '66666666-6' },
      })
    })

    it('by touch, for a known buyer: what the till knows of them is filled in; pressed twice it is issued once', async () => {
      await sellOne()
      await counter.tap('change-document').type('change-rut', INVOICE_BUYER.rut)
      for (const field of ['legalName', 'activity', 'address', 'commune'] as const)
        await counter.type(`change-${field}`, INVOICE_BUYER[field])
      await counter.page.getByTestId('confirm-change').dblclick()
      await counter.read('Factura N° 1')
      const types = () => core.documents().map(({ invoice_type: type }) => type)
      await expect.poll(types, PATIENT).toEqual(['39', '61', '33'])
      await counter.press('F8')
      await sellOne(2)
      await counter.tap('change-document').type('change-rut', INVOICE_BUYER.rut)
      const address = counter.page.getByTestId('change-address')
      await expect.poll(() => address.inputValue(), PATIENT).toBe(INVOICE_BUYER.address)
      await counter.tap('confirm-change').read('Factura N° 2')
    })
  },
)
