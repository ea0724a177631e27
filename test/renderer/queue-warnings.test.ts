/**
 * What the counter is told of the queue besides its length: the hour of the law, folios that run
 * low, clocks apart.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { answered } from '../support/service-answers.ts'
import { sellOf } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'
import { sellFirst } from './sell-first.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `warnings at the counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    it('says how much of the hour is left, that folios run low, and that the clocks differ', async () => {
      const deadlineIn = (minutes: number) => ({
        issueDeadlineAt: (wallClockMs() + minutes * 60_000 - 5_000) as never,
      })
      const stock = (left: number, isLow: boolean) => ({
        folioStock: [{ documentType: '39' as const, left, isLow, expiresOn: null }],
      })
      const { setStatus } = counter.till.world
      setStatus({
        pendingCount: 3,
        oldestPendingAt: wallClockMs(),
        ...deadlineIn(37),
        ...stock(199, true),
        clockSkewMs: -5 * 60_000,
      })
      await counter
        .see('issue-deadline', 'quedan 37 min para emitirlas')
        .see('clock-warning', 'Revise la hora')
        .tap('folio-stock')
        .read('Pida un nuevo rango de folios')
        .press('Escape')
      setStatus({ ...deadlineIn(-1), ...stock(900, false), clockSkewMs: 60_000 })
      await counter.see('issue-deadline', 'plazo de 1 hora vencido')
      for (const gone of ['folio-stock', 'clock-warning'])
        await expect.poll(() => counter.page.getByTestId(gone).count(), PATIENT).toBe(0)
    })

    it('says days ahead that the certificate ends, and why receipts wait once it is over', async () => {
      const { setStatus } = counter.till.world
      setStatus({ certificateEndsAt: (wallClockMs() + 9.5 * DAY_MS) as never })
      await counter
        .see('certificate-ending', 'vence en 9 días')
        .tap('certificate-ending')
        .read('entréguelo a su proveedor')
        .press('Escape')
      const held = { kind: 'certificate' as const, documentTypes: ['39' as const], detail: '' }
      setStatus({
        certificateEndsAt: (wallClockMs() - DAY_MS) as never,
        connection: 'trouble',
        connectionCause: 'CERTIFICATE_EXPIRED',
        heldTogether: [{ ...held, count: 2 }],
      })
      await counter
        .see('certificate-ending', 'venció')
        .tap('held')
        .read('2 documentos esperan: el certificado digital')
    })

    it('shows what became of an issued receipt, and has one that ended badly settled by a person', async () => {
      const { world } = counter.till
      world.setAuthority('PEN')
      await sellFirst(counter, 'emitida').press('F7').tap('receipt-row')
      world.setAuthority('EMS')
      await world.hearAuthority('EMS')
      await counter.see('later-state', 'Enviada al SII')
      for (const [authorityStatus, testId, words] of [
        ['APR', 'later-state', 'Aceptada por el SII'],
        ['MISSING', 'detail-state', 'pregunte al proveedor por este folio'],
        ['DELETED', 'detail-state', 'Eliminada fuera de la caja'],
      ] as const) {
        world.amendNewest({ authorityStatus })
        await counter.see(testId, words)
      }
      world.setAuthority('RCH')
      await world.hearAuthority('RCH')
      world.amendNewest({ authorityStatus: 'RCH' })
      await counter
        .press('F8')
        .tap('attention-count', 'receipt-row')
        .see('detail-state', 'el papel del cliente no vale')
        .see('receipt-state', 'Rechazo del SII')
        .type('mend-reason', 'La reemplaza la boleta 1050')
        .tap('set-aside')
        .see('is-aside', 'Resuelta: La reemplaza la boleta 1050')
      expect(counter.till.api.status().attentionCount).toBe(0)
      await expect.poll(() => counter.page.getByTestId('attention-count').count(), PATIENT).toBe(0)
      await counter.read('Nada por revisar')
    })

    /** Nine receipts of a company that may not issue; the service takes them all once it may. */
    async function suspend(): Promise<() => void> {
      const { api, fixture, world } = counter.till
      const { answer } = fixture.service
      const code = 'EMPRESA_INACTIVA'
      const validation_errors = [
        { field: 'issuer', code, message: 'Empresa sin autorización vigente' },
      ]
      fixture.service.answer = (request) =>
        request.method === 'POST'
          ? answered(400, { valid: false, validation_errors, error: { codigo: code } })
          : answer(request)
      for (let sale = 0; sale < 9; sale += 1) sellOf(api, PRODUCTS[0]?.code ?? '')
      await world.until(() => api.status().heldTogether[0]?.count === 9)
      return () => {
        fixture.service.answer = answer
      }
    }

    it('shows what holds several receipts: what, how many, what to do, and one button on every screen', async () => {
      const mend = await suspend()
      await counter.see('held', '9 detenidas').tap('held')
      const explanation = counter.page.getByRole('dialog')
      await explanation.getByText('9 documentos esperan: el servicio los rechaza todos').waitFor()
      await explanation.getByText('«Empresa sin autorización vigente»').waitFor()
      await explanation.getByText('Resuélvalo con el proveedor').waitFor()
      expect(await counter.accessibilityProblems({ isPopoverOpen: true })).toEqual([])
      mend()
      await counter.tap('retry-held-here')
      await expect.poll(() => counter.page.getByTestId('held').count(), PATIENT).toBe(0)
    })

    it('shows it above the receipts too, where a key tries again and the answer is waited for in sight', async () => {
      const mend = await suspend()
      await counter
        .press('F9')
        .see('held-together', 'Empresa sin autorización vigente')
        .isAccessible()
      mend()
      await counter.press('Shift+F3')
      await expect.poll(() => counter.page.getByTestId('held-together').count(), PATIENT).toBe(0)
    })
  },
)
