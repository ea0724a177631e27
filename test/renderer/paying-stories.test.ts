/**
 * Paying and afterwards as a cashier meets them, in Chromium: several payments, customers,
 * vouchers, finding and deleting.
 */
import { describe, expect, it } from 'vitest'
import { applyToCart, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { REACTION_MS } from '../../renderer/receipts/steady-rows.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { stillPending } from '../support/still-pending.ts'
import { givePages } from '../support/give-pages.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { must } from '../support/must.ts'
import { commitOf, LOST, UNREACHABLE } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'
import { pressAsListMoves } from './press-in-page.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)

describe.skipIf(NO_CHROMIUM !== null)(
  `paying in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    const charge = async (...codes: (string | undefined)[]) => {
      for (const code of codes) await counter.scan(code ?? '')
      await expect
        .poll(async () => (await counter.cart()).length, PATIENT)
        .toBe(new Set(codes).size)
      await counter.press('F12').find('tendered')
    }
    const nextSale = async () => {
      await counter.press('Enter').find('search')
    }

    it('splits a payment by keyboard: transfer, card, and the rest rounded in cash', async () => {
      await charge(bread, milk)
      await counter.press('F5')
      await expect
        .poll(
          () => counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
          PATIENT,
        )
        .toBe('reference')
      await counter
        .type('tendered', '1000')
        .press('F2')
        .read('Escriba el número de operación de Transferencia')
        .type('reference', '4711')
        .press('F2')
        .see('payment-part', /Transferencia 4711\s*\$1\.000/)
        .see('due', '$2.580')
        .press('F4')
        .type('tendered', '9000')
        .press('Enter')
        .read('Con Tarjeta no se da vuelto: faltan solo $2.580')
        .type('tendered', '584')
        .see('live-change', /Falta.*\$1\.996/)
        .press('F2')
        .see('due', '$2.000')
        .see('rounding', '+$4')
        .tapNth('remove-part', 1)
        .see('due', '$2.580')
      await counter.page.getByTestId('tendered').focus()
      await counter
        .typeKeys('3000')
        .see('live-change', '$420')
        .press('Enter')
        .see('change', '$420')
        .see('issue-state', 'Boleta emitida N° 1042')
        .press('F7')
        .read('Transferencia 4711')
      expect(counter.till.sales()).toHaveLength(1)
    })

    it('loses no cash that was typed before another method was chosen', async () => {
      await charge(bread, milk)
      await counter
        .typeKeys('500')
        .see('live-change', /Falta.*\$3\.080/)
        .tap('pay-card')
        .see('payment-part', /Efectivo\s*\$500/)
        .see('due', '$3.080')
        .tap('remove-part', 'pay-cash')
        .typeKeys('20000')
        .press('F4')
        .read('Con Efectivo quedó escrito $20.000')
        .isAccessible()
      expect(await counter.page.getByTestId('tendered').inputValue()).toBe('$20.000')
      await counter.press('F4').see('due', '$3.580')
      expect(await counter.page.getByTestId('tendered').inputValue()).toBe('')
      await counter.press('Enter').see('issue-state', 'emitida').press('F7').read('Tarjeta')
      expect(counter.till.sales()).toHaveLength(1)
    })

    it('knows a customer again, asks the service for a new one, and stops at 135 UF for the law', async () => {
      await charge(bread)
      await counter
        .press('F6')
        .type('customer-rut', '76.192.083-9')
        .see('customer-hint', 'Nombre según el SII')
      expect(await counter.page.getByTestId('customer-legalName').inputValue()).toBe(
        'Comercial Los Aromos SpA',
      )
      await counter
        .type('customer-phone', '+56 2 2345')
        .tap('confirm-payment')
        .see('issue-state', 'emitida')
      await nextSale()
      await counter
        .press('F4')
        .type('free-price', '5186253')
        .press('Enter')
        .see('cart-total', '$5.186.253')
        .press('F12')
        .see('customer-need', 'obligatorio desde $5.186.253')
        .tap('pay-card', 'confirm-payment')
        .read('la ley pide el RUT y el nombre del comprador')
        .type('customer-legalName', 'aromos')
        .tap('customer-suggestion')
      expect(await counter.page.getByTestId('customer-phone').inputValue()).toBe('+56 2 2345')
      await counter
        .tap('confirm-payment')
        .see('issue-state', 'emitida')
        .press('F9')
        .type('receipts-search', 'aromos')
      await expect.poll(() => counter.page.getByTestId('receipt-row').count(), PATIENT).toBe(2)
    })

    it('suggests a tip beside the total, by key and by finger, and adds it to what is paid alone', async () => {
      await counter.till.api.saveSettings({ tips: { isOn: true, percents: [10] } })
      await charge(milk)
      await counter
        .find('tip-none')
        .press('Shift+F3')
        .see('due', '$1.420')
        .see('tip', '$129')
        .press('Shift+F3')
        .see('due', '$1.290')
        .press('Shift+F4')
        .type('tip-amount', '20001')
        .press('Enter')
        .read('máximo es $20.000')
        .type('tip-amount', '500')
        .press('Enter')
        .see('due', '$1.790')
        .tap('tip-percent', 'pay-card')
        .see('due', '$1.419')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter
        .tap('confirm-payment')
        .see('change', '$1.419')
        .see('issue-state', 'Boleta emitida')
        .press('F7')
        .read('Propina')
    })

    it('issues nothing for a voucher that is the receipt, and says so; beside cash a boleta has the rest', async () => {
      await counter.till.world.takeVouchers()
      await charge(milk)
      await counter
        .tap('pay-TV')
        .type('tendered', '290')
        .tap('add-payment', 'confirm-payment')
        .see('issue-state', 'Boleta emitida')
        .read('Va en el voucher')
        .press('Enter')
        .find('search')
        .scan(milk ?? '')
      await counter
        .press('F12')
        .find('tendered')
        .tap('pay-TV', 'confirm-payment')
        .see('issue-state', 'el voucher es la boleta')
        .see('pending-count', 'Sin boletas pendientes')
        .scan(bread ?? '')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
    })

    it('offers the voucher that counts at card terminals only, and nowhere once all is declared', async () => {
      await counter.till.world.takeVouchers()
      await counter.press('F10').tap('settings-nav-payment').find('method-PE')
      const ticks = counter.page.getByText('El voucher es la boleta', { exact: true })
      await expect.poll(() => ticks.count(), PATIENT).toBe(2)
      await counter
        .tap('settings-nav-emission')
        .see('emission-since', '20-11-2026')
        .tap('emission-every-sale', 'save-section')
        .see('section-state', 'Guardado')
      await counter.isAccessible()
      await counter.tap('settings-nav-payment').find('method-PE')
      expect(await ticks.count()).toBe(0)
    })

    it('pays the way the shop has named it', async () => {
      await counter
        .press('F10')
        .tap('settings-nav-payment')
        .type('method-TC', 'Débito')
        .tap('add-method')
        .type('method-M1', 'Tarjeta de regalo')
        .tap('save-section')
        .see('section-state', 'Guardado')
      await expect
        .poll(() => counter.till.api.settings().paymentMethods.map(({ name }) => name), PATIENT)
        .toEqual(['Efectivo', 'Débito', 'Transferencia', 'Cupón', 'Tarjeta de regalo'])
      await counter.press('F8')
      await charge(milk)
      await counter
        .see('pay-card', 'Débito')
        .tap('pay-M1')
        .see('due', '$1.290')
        .tap('confirm-payment')
        .see('issue-state', 'emitida')
        .press('F9')
        .see('receipt-row', 'Tarjeta de regalo')
    })

    it('keeps nothing of a sale in the page once the next has begun', async () => {
      const cdp = await counter.page.context().newCDPSession(counter.page)
      await cdp.send('Performance.enable')
      const nodes = async () => {
        await cdp.send('HeapProfiler.collectGarbage')
        const { metrics } = await cdp.send('Performance.getMetrics')
        return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN
      }
      const sellOnce = async () => {
        await counter
          .tap('product-tile')
          .press('F12')
          .find('tendered')
          .press('Enter')
          .find('next-sale')
        await nextSale()
      }
      await sellOnce()
      const before = await nodes()
      for (let sale = 0; sale < 8; sale += 1) await sellOnce()
      // A sale's screens are about 250 nodes; a screen may still be held for its last frame.
      expect(await nodes()).toBeLessThan(before + 600)
    })

    it('opens the row that was seen, though another sale moves the list under the finger', async () => {
      const { page, till } = counter
      const chosen = (total: string) =>
        page
          .locator('[data-testid=receipt-row][aria-current=true]')
          .filter({ hasText: total })
          .waitFor()
      const rows = (count: number) =>
        expect.poll(() => page.getByTestId('receipt-row').count(), PATIENT).toBe(count)
      const sellElsewhere = (unitGrossClp: number) => {
        const added = applyToCart(EMPTY_CART, {
          type: 'add-free-line',
          name: 'Vecino',
          unitGrossClp,
          isExempt: false,
        })
        if (!added.ok) throw new Error(added.refusal.code)
        expect(till.api.commitSale(commitOf(till.api, added.value)).ok).toBe(true)
      }
      await charge(bread)
      await counter.press('Enter').see('issue-state', 'emitida')
      sellElsewhere(990)
      await counter.press('F9')
      await rows(2)
      const box = await page.getByTestId('receipt-row').first().boundingBox()
      const first = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 }
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      // Of the list with that sale: one without it may still be on its way.
      const isRead = page.waitForResponse(
        async (response) =>
          response.url().includes('listReceipts') &&
          (await response.text()).includes('"totalClp":450'),
      )
      sellElsewhere(450)
      await isRead
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      await page.mouse.up()
      await chosen('$990')
      await rows(3)
      // And a finger that comes down in the moment the list has moved.
      await page.mouse.move(5, 5)
      const isSeenAtMs = (await page.evaluate(() => performance.now())) + REACTION_MS
      await page.waitForFunction((atMs) => performance.now() >= atMs, isSeenAtMs)
      const pressed = await page.evaluateHandle(pressAsListMoves, first)
      sellElsewhere(700)
      expect(await pressed.evaluate(({ words }) => words)).toContain('$450')
      await chosen('$450')
    })

    it('a receipt that left by e-mail says so in its row, and by WhatsApp in words', async () => {
      const { till, page } = counter
      const { fixture, world } = till
      // What is sold from here on has a place where its customer sees it.
      givePages(fixture.service, 'https://boletas.almacen.cl')
      await world.until(() => till.api.status().hasPages === true)
      await charge(bread)
      await counter.press('Enter').find('next-sale').press('F9').find('receipt-row')
      expect(await page.getByTestId('receipt-mail').count()).toBe(0)
      const everything = { cursor: null, limit: 1, onlyPending: false, text: '' }
      const saleId = till.api.listReceipts(everything).rows[0]?.saleId as SaleId
      must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
      const { mail } = fixture
      const says = (words: string) => page.getByRole('button', { name: words }).waitFor()
      const send = () => must(till.api.mailReceipt({ saleId, address: 'rosa@correo.cl' }))
      const detail = ''
      mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_PUT_OFF', detail })
      send()
      await says('correo en espera')
      mail.answer = () => ({ kind: 'unknown', detail })
      await world.until(() => mail.tried.length === 2, 60_000)
      await says('correo por revisar')
      mail.answer = () => ({ kind: 'taken', detail })
      const [{ mailId } = { mailId: '' }] = must(till.api.saleMails(saleId)).mails
      must(till.api.answerMail({ mailId, word: 'again' }))
      await world.until(() => mail.tried.length === 3, 60_000)
      await says('correo enviado')
      await counter.tap('receipt-row').find('whatsapp').isAccessible().press('Shift+F12')
      await counter.type('whatsapp-phone', '9 8765 432').tap('whatsapp-send')
      await counter.read('Revise el teléfono').isAccessible()
      await counter.type('whatsapp-phone', '9 8765 4321').tap('whatsapp-send')
      await counter.find('whatsapp-code').isAccessible()
      await counter.tap('whatsapp-open').find('whatsapp-opened').isAccessible()
    })

    it('deletes what is pending with a reason, and explains why it cannot', async () => {
      const { till } = counter
      await till.world.setOnline(false)
      await charge(bread)
      await counter
        .press('Enter')
        .see('issue-state', 'Venta guardada, boleta pendiente')
        .press('F9')
        .tap('receipt-row')
        .see('detail-state', 'Pendiente')
        .press('Shift+Delete')
        .tap('delete-confirm')
        .read('Escriba el motivo')
        .type('delete-reason', 'se equivocó')
      const release = till.world.holdDocuments()
      const { listReceipts } = till.api
      await till.world.until(
        () =>
          listReceipts({ cursor: null, limit: 1, text: '', onlyPending: true }).rows[0]
            ?.issueState === 'sending',
      )
      await counter
        .press('Enter')
        .see('delete-trouble', 'Aún no se sabe si el servicio recibió esta boleta')
      release(UNREACHABLE)
      await till.world.setOnline(false)
      await counter
        .tap('delete-confirm')
        .see('detail-state', /Eliminada.*se equivocó/)
        .see('pending-count', 'Sin boletas pendientes')
      expect([
        await counter.page.getByTestId('delete-receipt').count(),
        await counter.page.getByTestId('reprint').isDisabled(),
      ]).toEqual([0, true])
      await counter.isAccessible()
    })

    it('says that a deletion waits, and why it came to nothing in the end', async () => {
      const { service } = counter.till.fixture
      const honest = service.answer
      const pending = stillPending(honest, () => LOST)
      service.answer = pending
      await charge(bread)
      await counter.press('Enter').see('issue-state', /N° \d/).press('F9').tap('receipt-row')
      service.answer = () => UNREACHABLE
      await counter
        .press('Shift+Delete')
        .type('delete-reason', 'se equivocó')
        .tap('delete-confirm')
        .see('delete-trouble', /no se eliminó nada.*Devolver o cambiar/)
      service.answer = pending
      await counter
        .tap('delete-confirm')
        .see('detail-state', /Eliminándose.*todavía no devuelva el dinero/)
        .see('deleting-count', '1 eliminación por confirmar')
        .tap('deleting-count')
      service.answer = honest
      await counter
        .see('detail-state', /ya salió al SII.*Devolver o cambiar/)
        .find('return-receipt')
    })
  },
)
