/**
 * Paying and afterwards as a cashier meets them, in Chromium: several payments, customers,
 * vouchers, finding and deleting.
 */
import { describe, expect, it } from 'vitest'
import { applyToCart, EMPTY_CART } from '#shared/cart/cart.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { commitOf } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './memory-shop.ts'
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
      await counter.press('F12')
      await counter.page.getByTestId('tendered').waitFor()
    }
    const nextSale = async () => {
      await counter.press('Enter')
      await counter.page.getByTestId('search').waitFor()
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
      await counter.type('tendered', '1000')
      await counter.press('F2')
      await counter.page.getByText('Escriba el número de operación de Transferencia').waitFor()
      await counter.type('reference', '4711')
      await counter.press('F2')
      await counter.see('payment-part', /Transferencia 4711\s*\$1\.000/)
      await counter.see('due', '$2.580')
      await counter.press('F4')
      await counter.type('tendered', '9000')
      await counter.press('Enter')
      await counter.page.getByText('Con Tarjeta no se da vuelto: faltan solo $2.580').waitFor()
      await counter.type('tendered', '584')
      await counter.see('live-change', /Falta.*\$1\.996/)
      await counter.press('F2')
      await counter.see('due', '$2.000')
      await counter.see('rounding', '+$4')
      await counter.tap('remove-part', 1)
      await counter.see('due', '$2.580')
      await counter.page.getByTestId('tendered').focus()
      await counter.typeKeys('3000')
      await counter.see('live-change', '$420')
      await counter.press('Enter')
      await counter.see('change', '$420')
      await counter.see('issue-state', 'Boleta emitida N° 1042')
      await counter.press('F7')
      await counter.page.getByText('Transferencia 4711').waitFor()
      expect(counter.till.commits).toHaveLength(1)
    })

    it('knows a customer again, asks the service for a new one, and stops at 135 UF for the law', async () => {
      await charge(bread)
      await counter.press('F6')
      await counter.type('customer-rut', '76.192.083-9')
      await counter.see('customer-hint', 'Nombre según el SII')
      expect(await counter.page.getByTestId('customer-legalName').inputValue()).toBe(
        'Comercial Los Aromos SpA',
      )
      await counter.type('customer-phone', '+56 2 2345')
      await counter.tap('confirm-payment')
      await counter.see('issue-state', 'emitida')
      await nextSale()
      await counter.press('F4')
      await counter.type('free-price', '5186253')
      await counter.press('Enter')
      await counter.see('cart-total', '$5.186.253')
      await counter.press('F12')
      await counter.see('customer-need', 'obligatorio desde $5.186.253')
      await counter.tap('pay-card')
      await counter.tap('confirm-payment')
      await counter.page.getByText('la ley pide el RUT y el nombre del comprador').waitFor()
      await counter.type('customer-legalName', 'aromos')
      await counter.tap('customer-suggestion')
      expect(await counter.page.getByTestId('customer-phone').inputValue()).toBe('+56 2 2345')
      await counter.tap('confirm-payment')
      await counter.see('issue-state', 'emitida')
      await counter.press('F9')
      await counter.type('receipts-search', 'aromos')
      await expect.poll(() => counter.page.getByTestId('receipt-row').count(), PATIENT).toBe(2)
    })

    it('issues nothing for a voucher that is the receipt, and says so; never mixed', async () => {
      await charge(milk)
      await counter.tap('pay-TV')
      await counter.type('tendered', '290')
      await counter.tap('add-payment')
      await counter.tap('confirm-payment')
      await counter.see('payment-trouble', 'ya es la boleta de lo que paga')
      await counter.tap('remove-part')
      await counter.tap('pay-TV')
      await counter.tap('confirm-payment')
      await counter.see('issue-state', 'el voucher es la boleta')
      await counter.see('pending-count', 'Sin boletas pendientes')
      await counter.scan(bread ?? '')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Pan marraqueta $2.290'])
    })

    it('pays the way the shop has named it', async () => {
      await counter.press('F10')
      await counter.tap('settings-nav-payment')
      await counter.type('method-TC', 'Débito')
      await counter.tap('add-method')
      await counter.type('method-M1', 'Tarjeta de regalo')
      await counter.tap('save-section')
      await counter.see('section-state', 'Guardado')
      await expect
        .poll(() => counter.till.api.settings().paymentMethods.map(({ name }) => name), PATIENT)
        .toEqual([
          'Efectivo',
          'Débito',
          'Transferencia',
          'Vale',
          'Tarjeta con voucher',
          'Tarjeta de regalo',
        ])
      await counter.press('F8')
      await charge(milk)
      await counter.see('pay-card', 'Débito')
      await counter.tap('pay-M1')
      await counter.see('due', '$1.290')
      await counter.tap('confirm-payment')
      await counter.see('issue-state', 'emitida')
      await counter.press('F9')
      await counter.see('receipt-row', 'Tarjeta de regalo')
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
        await counter.tap('product-tile')
        await counter.press('F12')
        await counter.page.getByTestId('tendered').waitFor()
        await counter.press('Enter')
        await counter.page.getByTestId('next-sale').waitFor()
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
      await counter.press('Enter')
      await counter.see('issue-state', 'emitida')
      sellElsewhere(990)
      await counter.press('F9')
      await rows(2)
      const box = await page.getByTestId('receipt-row').first().boundingBox()
      const first = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 }
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      const isRead = page.waitForEvent('requestfinished', (request) =>
        request.url().includes('listReceipts'),
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
      const pressed = await page.evaluateHandle(pressAsListMoves, first)
      sellElsewhere(700)
      expect(await pressed.evaluate(({ words }) => words)).toContain('$450')
      await chosen('$450')
    })

    it('deletes what is pending with a reason, and explains why it cannot', async () => {
      counter.till.world.setOnline(false)
      await charge(bread)
      await counter.press('Enter')
      await counter.see('issue-state', 'Venta guardada, boleta pendiente')
      await counter.press('F9')
      await counter.tap('receipt-row')
      await counter.see('detail-state', 'Pendiente')
      await counter.press('Shift+Delete')
      await counter.tap('delete-confirm')
      await counter.page.getByText('Escriba el motivo').waitFor()
      await counter.type('delete-reason', 'se equivocó')
      counter.till.world.amendNewest({ issueState: 'sending' })
      await counter.press('Enter')
      await counter.see('delete-trouble', 'Aún no se sabe si el servicio recibió esta boleta')
      counter.till.world.amendNewest({ issueState: 'queued' })
      await counter.tap('delete-confirm')
      await counter.see('detail-state', /Eliminada.*se equivocó/)
      await counter.see('pending-count', 'Sin boletas pendientes')
      expect([
        await counter.page.getByTestId('delete-receipt').count(),
        await counter.page.getByTestId('reprint').isDisabled(),
      ]).toEqual([0, true])
      expect(await counter.accessibilityProblems()).toEqual([])
    })
  },
)
