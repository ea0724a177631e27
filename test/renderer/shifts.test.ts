/**
 * A day at the counter with shifts: in Chromium, on the screen as it ships, over the real core and
 * its database.
 */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { systemClock } from '#till/adapters/system.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import type { Till } from '#till/till.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { PRINTED, tillFixture, UNREACHABLE, type TillFixture } from '../support/till-fixture.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PATIENT } from './each-story.ts'

const COFFEE = '7801040000037'
const BREAD = '101'
describe.skipIf(NO_CHROMIUM !== null)(
  `shifts in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let fixture: TillFixture
    let till: Till
    let counter: Counter
    const drawn: ReportPaper[] = []

    beforeEach(async () => {
      drawn.length = 0
      fixture = tillFixture()
      fixture.printer.keepsPictures = true
      fixture.printer.kickDrawer = async () => PRINTED
      till = await fixture.open({
        clock: systemClock,
        pinCost: 4,
        makeBackup: async (order) => makeBackup(order),
        drawReport: async (report) => {
          drawn.push(report)
          return Buffer.from('%PDF-1.7 report')
        },
      })
      counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, till)
    })
    afterEach(async () => {
      const { complaints } = counter
      await counter.close()
      await fixture.close()
      expect(complaints).toEqual([])
    })
    const useShifts = async () => {
      expect(await till.api.saveSettings({ usesShifts: true })).toMatchObject({ ok: true })
      await counter.find('nav-shift')
    }

    /** Bread is sold by weight, which the till asks for. */
    const scanKilo = async () => {
      await counter.scan(BREAD).find('weight').typeKeys('1').press('Enter')
    }

    it('by keyboard alone: the first sale asks for the float, two ways to pay, cash out, counted, a difference, closed, the Z on paper', async () => {
      await useShifts()
      await counter.see('shift-status', 'Sin turno').scan(COFFEE)
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Café molido $1.996'])
      await counter.press('F12').find('shift-float').isAccessible()
      await scanKilo()
      await expect.poll(counter.cart, PATIENT).toHaveLength(2)
      await counter
        .press('F12')
        .find('shift-float')
        .typeKeys('30000')
        .press('Enter')
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'Boleta emitida')
      await scanKilo()
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('F4', 'Enter')
        .see('issue-state', 'Boleta emitida')
        .press('F11')
        .see('expected-cash', '$33.890')
        .isAccessible()
        .press('F3')
        .find('movement-amount')
      // An empty amount is said; what is typed beside the field goes into it.
      await counter.press('Enter')
      await counter.page.getByRole('dialog').getByText('Escriba el monto').waitFor()
      await counter.page.getByRole('dialog').getByRole('button').first().focus()
      await counter.typeKeys('90000')
      await counter.page.getByTestId('movement-amount').focus()
      await counter
        .press('Enter')
        .read('Escriba para qué es')
        .type('movement-reason', 'Depósito al banco')
        .press('Enter')
        .read('En el cajón debe haber $33.890')
        .isAccessible()
        .type('movement-amount', '20000')
        .press('Enter')
        .see('movement', 'Depósito al banco')
        .see('expected-cash', '$13.890')
        .press('F12')
        .find('piece-20000')
        .press('Tab')
        .typeKeys('1')
        .type('piece-1000', '3')
        .type('piece-500', '1')
        .see('pieces-sum', '$13.500')
        .type('count-TC', '1890')
        .isAccessible()
        .press('F12')
        .see('count-verdict', 'Faltan $390')
        .see('counted-TC', '$1.890')
        .press('F12')
        .read('Hay una diferencia de -$390')
        .isAccessible()
        .typeKeys('Vuelto mal dado')
        .press('F12')
        .see('shift-title', 'Turno 1 cerrado')
        .see('report', /Debe haber en el cajón\$13\.890.*Faltante-\$390.*Motivo: Vuelto mal dado/)
        .see('shift-backup', 'Respaldo guardado y revisado')
      await expect
        .poll(() => drawn.map(({ title }) => title), PATIENT)
        .toEqual(['CIERRE DEL TURNO 1'])
      await counter.see('shift-status', 'Sin turno').isAccessible()
    })

    it('by touch alone, offline: opened on its own screen, an X, counted as a sum, closed with a note; the Z of history prints again', async () => {
      await counter.tap('nav-settings')
      await counter.page
        .getByRole('navigation', { name: 'Partes de los ajustes' })
        .getByText('Turnos')
        .click()
      await counter.page.getByText('Usar turnos').click()
      await counter.tap('save-section').see('section-state', 'Guardado')
      expect(await counter.page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
      await counter.tap('nav-shift', 'open-shift').read('Escriba el monto en pesos enteros')
      await counter.page.getByRole('button', { name: '5', exact: true }).click()
      await counter.page.getByRole('button', { name: '000', exact: true }).click()
      await counter
        .tap('open-shift')
        .see('shift-status', 'Turno 1')
        .tap('read-shift')
        .see('report', /Fondo inicial\$5\.000/)
        .isAccessible()
      await expect.poll(() => drawn.map(({ heading }) => heading), PATIENT).toEqual(['INFORME X'])
      fixture.service.answer = () => UNREACHABLE
      await counter.scan(COFFEE)
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter
        .tap('pay-button', 'confirm-payment')
        .see('issue-state', 'Venta guardada')
        .tap('shift-status', 'count-shift')
      await counter.page.getByTestId('by-sum').click()
      for (const key of ['7', '00', '0'])
        await counter.page.getByRole('button', { name: key, exact: true }).click()
      await counter
        .tap('compare-count')
        .see('count-verdict', 'Todo calza')
        .see('shift-pending', 'Queda 1 boleta')
        .isAccessible()
        .type('shift-note', 'Sin internet')
        .tap('close-shift')
        .see('report', /Nota: Sin internet/)
      await counter.page.getByText('Volver al turno').click()
      await counter.see('shift-row', /Turno 1.*\$1\.996/).tap('shift-row', 'reprint-report')
      await expect
        .poll(() => fixture.printer.printed.map(({ banner }) => banner), PATIENT)
        .toContain('COPIA')
      const download = counter.page.waitForEvent('download')
      await counter.tap('save-csv')
      expect((await download).suggestedFilename()).toMatch(/^turno-0001-.*\.csv$/)
    })

    it('blind: the PIN of an X says what it shows, and a second count is a supervisor’s, asked over the shoulder', async () => {
      const people = [
        ['Paula', 'owner', '3690'],
        ['Rodrigo', 'supervisor', '1470'],
        ['Camila', 'cashier', '2580'],
      ] as const
      for (const [name, role, pin] of people) {
        expect(await till.api.saveStaff({ staffId: null, name, role, pin })).toMatchObject({
          ok: true,
        })
      }
      await till.api.saveSettings({ usesShifts: true, countsBlind: true })
      const camila = till.api.staff().members.find(({ name }) => name === 'Camila')?.id ?? ''
      expect(await till.api.signIn({ staffId: camila, pin: '2580' })).toMatchObject({ ok: true })
      expect(
        till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 30_000 }),
      ).toMatchObject({ ok: true })
      await counter
        .see('nav-staff', 'Camila')
        .see('shift-status', 'Turno 1')
        .press('F11')
        .find('read-shift')
        .press('F4')
      const needs = counter.page.getByTestId('needs')
      await expect
        .poll(() => needs.innerText(), PATIENT)
        .toBe('ver el informe X: lo vendido y lo que debe haber en el cajón')
      await counter.press('Escape')
      const countTwenty = async () => {
        await counter.type('piece-20000', '1').press('F12')
      }
      await counter.press('F12')
      await countTwenty()
      await counter
        .see('count-verdict', 'Faltan $10.000')
        .tap('recount')
        .find('recount-lead')
        .isAccessible()
      await countTwenty()
      await expect.poll(() => needs.isVisible(), PATIENT).toBe(true)
      expect(till.api.shift().open).toMatchObject({ recountNeedsSupervisor: true })
      await counter.page.getByTestId('person').filter({ hasText: 'Rodrigo' }).click()
      await counter.type('pin', '1470').press('Enter').see('count-verdict', 'Faltan $10.000')
      expect(await needs.isVisible()).toBe(false)
    })

    it('what is typed stands instead of the suggested float, and one far from it is asked about', async () => {
      await useShifts()
      const shiftId = till.api.shift().nextId
      must(till.api.openShift({ shiftId, floatClp: 5000 }))
      const countId = till.api.shift().nextId
      const counted = { pieces: null, amounts: [{ key: 'EF', amountClp: 5000 }], approvalId: null }
      must(till.api.countShift({ countId, shiftId, ...counted }))
      must(till.api.closeShift({ shiftId, countId, reason: '', note: '', approvalId: null }))
      await counter.press('F11').find('shift-float')
      const float = counter.page.getByTestId('shift-float')
      expect(await float.getAttribute('placeholder')).toBe('$5.000')
      await counter.typeKeys('80000').press('Enter').read('¿Abre con $80.000?').isAccessible()
      await float.fill('8000')
      await counter.press('Enter').see('shift-status', 'Turno 2')
      expect(till.api.shift().open?.floatClp).toBe(8000)
    })
  },
)
