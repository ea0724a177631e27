/**
 * What the counter is told of the queue besides its length: the hour of the law, folios that run
 * low, clocks apart.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './memory-shop.ts'

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
      await counter.see('issue-deadline', 'quedan 37 min para emitirlas')
      await counter.see('clock-warning', 'Revise la hora')
      await counter.tap('folio-stock')
      await counter.page.getByText('Pida un nuevo rango de folios').waitFor()
      await counter.press('Escape')
      setStatus({ ...deadlineIn(-1), ...stock(900, false), clockSkewMs: 60_000 })
      await counter.see('issue-deadline', 'plazo de 1 hora vencido')
      for (const gone of ['folio-stock', 'clock-warning'])
        await expect.poll(() => counter.page.getByTestId(gone).count(), PATIENT).toBe(0)
    })

    it('shows what became of an issued receipt, and has one that ended badly settled by a person', async () => {
      await counter.press('F8')
      await counter.scan(PRODUCTS[0]?.code ?? '')
      await counter.press('F12')
      await counter.page.getByTestId('tendered').waitFor()
      await counter.press('Enter')
      await counter.see('issue-state', 'emitida')
      await counter.press('F7')
      await counter.tap('receipt-row')
      await counter.see('later-state', 'Aceptada por el SII')
      counter.till.world.amendNewest({ authorityStatus: 'EMS' })
      await counter.see('later-state', 'Enviada al SII')
      counter.till.world.amendNewest({ authorityStatus: 'MISSING' })
      await counter.see('detail-state', 'Ya no está')
      await counter.see('detail-state', 'pregunte al proveedor por este folio')
      counter.till.world.amendNewest({ authorityStatus: 'DELETED' })
      await counter.see('detail-state', 'Eliminada afuera')
      counter.till.world.amendNewest({ authorityStatus: 'RCH' })
      await counter.press('F8')
      await counter.tap('attention-count')
      await counter.see('detail-state', 'el papel del cliente no vale')
      await counter.see('receipt-state', 'Rechazo del SII')
      await counter.type('mend-reason', 'La reemplaza la boleta 1050')
      await counter.tap('set-aside')
      await counter.see('is-aside', 'Resuelta: La reemplaza la boleta 1050')
      await expect.poll(() => counter.page.getByTestId('attention-count').count(), PATIENT).toBe(0)
      await counter.page.getByText('Nada por revisar').waitFor()
    })

    const SUSPENDED = {
      kind: 'refused' as const,
      documentTypes: ['39' as const, '41' as const],
      count: 9,
      detail: 'Empresa sin autorización vigente',
    }

    it('shows what holds several receipts: what, how many, what to do, and one button on every screen', async () => {
      counter.till.world.setStatus({ heldTogether: [SUSPENDED], pendingCount: 9 })
      await counter.see('held', '9 detenidas')
      await counter.tap('held')
      const explanation = counter.page.getByRole('dialog')
      await explanation.getByText('9 documentos esperan juntos').waitFor()
      await explanation.getByText('«Empresa sin autorización vigente»').waitFor()
      await explanation.getByText('Resuélvalo con el proveedor').waitFor()
      expect(await counter.accessibilityProblems({ isPopoverOpen: true })).toEqual([])
      await counter.tap('retry-held-here')
      await expect.poll(() => counter.page.getByTestId('held').count(), PATIENT).toBe(0)
    })

    it('shows it above the receipts too, where a key tries again and the answer is waited for in sight', async () => {
      counter.till.world.setStatus({
        heldTogether: [SUSPENDED, { kind: 'type', documentTypes: ['61'], count: 1, detail: '' }],
      })
      await counter.press('F9')
      await counter.see('held-together', 'el servicio no conoce el tipo 61')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.press('Shift+F3')
      await expect.poll(() => counter.page.getByTestId('held-together').count(), PATIENT).toBe(0)
    })
  },
)
