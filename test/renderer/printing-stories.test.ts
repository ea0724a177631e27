/**
 * What a cashier does about paper: saves the receipt as a file, sends the papers elsewhere, reads
 * what a queue may do.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { givePages } from '../support/give-pages.ts'
import { must } from '../support/must.ts'
import { PRINTED } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRINTERS, PRODUCTS } from './counter-shop.ts'
import { sellFirst } from './sell-first.ts'

const [, epson] = PRINTERS.map(({ config }) => config)

describe.skipIf(NO_CHROMIUM !== null)(
  `paper at the counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/404 \(/)

    describe('the receipt as a file', () => {
      beforeEach(async () => {
        await sellFirst(counter, 'emitida').press('F9').tap('receipt-row').find('save-pdf')
      })

      it('is saved as the service drew it, under its type and folio', async () => {
        const saving = counter.page.waitForEvent('download')
        await counter.page.getByRole('button', { name: 'Guardar PDF' }).click()
        const saved = await saving
        expect(saved.suggestedFilename()).toBe('boleta-39-001042.pdf')
        expect(readFileSync(await saved.path(), 'utf8')).toBe('%PDF-1.7 receipt')
        await counter.isAccessible()
      })

      it('says so when it is not there yet, and is saved with the next press', async () => {
        await counter.page.route('**/paper/receipt/**', (route) => route.fulfill({ status: 404 }), {
          times: 1,
        })
        await counter.tap('save-pdf').see('save-pdf-trouble', 'El PDF aún no llega del servicio')
        const saving = counter.page.waitForEvent('download')
        await counter.tap('save-pdf')
        expect(readFileSync(await (await saving).path(), 'utf8')).toContain('%PDF-')
        await expect
          .poll(() => counter.page.getByTestId('save-pdf-trouble').count(), PATIENT)
          .toBe(0)
      })
    })

    it('sends what waits to the other printer with one press, and only while there is trouble', async () => {
      const { api, fixture, world } = counter.till
      world.setPrinterTrouble('PAPER_OUT')
      for (const _ of [1, 2]) {
        await sellFirst(counter, 'emitida')
        await counter.press('Enter').find('search')
      }
      await counter.see('printer', 'Revisar impresora').tap('printer').read('2 papeles en cola')
      expect(await counter.page.getByTestId('print-elsewhere').count()).toBe(0)
      must(await api.saveSettings({ fallbackPrinterId: epson?.id ?? '' }))
      const printed: string[] = []
      const { answer } = fixture.printer
      // The first one has no paper, however often it is tried meanwhile.
      fixture.printer.answer = (job) => {
        if (job.printer.id !== epson?.id) return answer(job)
        printed.push(job.printer.id)
        return PRINTED
      }
      await counter.page.getByRole('button', { name: `Imprimir en ${epson?.name}` }).click()
      await expect.poll(() => printed, PATIENT).toEqual([epson?.id, epson?.id])
      await expect.poll(() => counter.page.getByText('papeles en cola').count(), PATIENT).toBe(0)
    })

    it('the key to the next sale stays under the finger while the result is filled in', async () => {
      await counter.page.evaluate(() => {
        const places = new Set<string>()
        Object.assign(window, { placesOfNext: places })
        const look = () => {
          const next = document.querySelector('[data-testid="next-sale"]')?.getBoundingClientRect()
          if (next !== undefined) places.add(`${next.x},${next.y},${next.width},${next.height}`)
          requestAnimationFrame(look)
        }
        look()
      })
      must(await counter.till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
      await sellFirst(counter, 'emitida').find('mail-receipt')
      await counter.tap('copy').find('copy-told')
      const places = () =>
        counter.page.evaluate(() => [
          ...(window as never as { placesOfNext: Set<string> }).placesOfNext,
        ])
      expect(await places()).toEqual([expect.any(String)])
    })

    it('prints the slip of a sale without paper whose receipt has no folio, once, from result and list', async () => {
      const { api, fixture, world } = counter.till
      givePages(fixture.service, 'https://boletas.almacen.cl')
      must(await api.saveSettings({ paperRule: 'ask' }))
      await world.until(() => api.status().hasPages === true)
      await world.setOnline(false)
      const sellWithoutPaper = () =>
        counter
          .scan(PRODUCTS[0]?.code ?? '')
          .press('F12')
          .find('paper-choice')
          .press('Shift+F12', 'Enter')
          .see('issue-state', 'boleta pendiente')
      await sellWithoutPaper()
      await counter.see('copy', 'Imprimir el comprobante').tap('copy').find('paper-image')
      expect(await counter.page.getByTestId('copy').isDisabled()).toBe(true)
      await counter.press('Enter').find('search')
      await sellWithoutPaper()
      await counter.press('F7').see('reprint', 'Imprimir el comprobante').tap('reprint')
      await counter.find('paper-image')
      expect(await counter.page.getByTestId('reprint').isDisabled()).toBe(true)
    })

    it('finds network printers when it is asked to look again, and not before', async () => {
      await counter.tap('nav-settings').find('set-up-virtual-80')
      expect(await counter.page.getByText('Red 192.168.1.50').count()).toBe(0)
      await counter.tap('look-everywhere').find('set-up-tcp-192-168-1-50-9100')
      await counter.page.getByRole('radio', { name: /Red 192\.168\.1\.50/ }).click({ force: true })
      await counter.tap('save-section')
      await expect
        .poll(() => counter.till.api.settings().printerId, PATIENT)
        .toBe('tcp-192-168-1-50-9100')
    })

    it('names a queue that prints again by itself, with the one thing to do', async () => {
      await counter.tap('nav-settings', 'add-printer')
      await counter.page
        .getByRole('radio', { name: 'Impresora del sistema' })
        .click({ force: true })
      await counter
        .type('printer-address', 'Caja 1')
        .tap('add-printer-save')
        .read('podría salir otra boleta sin la palabra COPIA')
        .read('lpadmin -p "Caja 1" -o printer-error-policy=abort-job')
        .isAccessible()
    })
  },
)
