/** Hands of the till driver at the screen: what a cashier scans, types and presses, and reads. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { PaperKind } from '#shared/bridge/views.ts'
import { CREDIT_ID } from '#shared/payment/payment-method.ts'
import { sendScan } from '../support/scan-in-page.ts'
import type { Hands } from '../support/till-driver.ts'
import type { Counter } from './counter-driver.ts'

/** The machine may be busy; how long a step takes is not what a story is about. */
const PATIENT = { timeout: 30_000 }
const BUTTONS: Readonly<Record<string, string>> = { EF: 'pay-cash', TC: 'pay-card' }

/** What a screen does not show, or cannot bring about. */
export interface BehindTheScreen {
  /** Papers of the newest sale that are out of the printer. */
  printed(): Promise<readonly PaperKind[]>
  setOnline(isOnline: boolean): Promise<void> | void
}

/** On the core in memory. */
export function counterHands({ page, till }: Counter): Hands {
  return screenHands(page, {
    async printed() {
      const row = till.api.listReceipts({ cursor: null, limit: 1, text: '', onlyPending: false }).rows[0]
      const found = row === undefined ? null : till.api.receipt(row.saleId)
      return found?.ok ? found.value.papers.map(({ kind }) => kind) : []
    },
    setOnline: (isOnline) => till.world.setOnline(isOnline),
  })
}

/** On any core. */
export function screenHands(page: Page, behind: BehindTheScreen): Hands {
  const at = (testId: string) => page.getByTestId(testId)
  const isShown = (testId: string) => at(testId).isVisible()
  const cart = async () => (await at('cart-line').allInnerTexts()).join('|')
  return {
    async scan(code) {
      const before = await isShown('search') ? await cart() : ''
      await page.evaluate(sendScan, code)
      await expect.poll(cart, PATIENT).not.toBe(before)
    },
    async pay(parts) {
      if (!await isShown('tendered')) await page.keyboard.press('F12')
      await at('tendered').waitFor()
      for (const [index, { method, amountClp, reference }] of parts.entries()) {
        if (method === CREDIT_ID) {
          await at('use-credit').first().click()
          continue
        }
        await at(BUTTONS[method] ?? `pay-${method}`).click()
        if (reference !== '') await at('reference').fill(reference)
        await at('tendered').fill(amountClp === null ? '' : String(amountClp))
        if (index < parts.length - 1) await at('add-payment').click()
      }
      await at('confirm-payment').click()
      const refused = page.getByRole('alert').first()
      await expect.poll(async () => await isShown('change') || await refused.isVisible(), PATIENT).toBe(true)
      if (!await isShown('change')) return { ok: false, message: (await refused.textContent()) ?? '' }
      const hasChange = await page.getByRole('heading', { name: 'Su vuelto' }).isVisible()
      return { ok: true, changeClp: hasChange ? Number(((await at('change').textContent()) ?? '').replace(/\D/g, '')) : 0 }
    },
    async giveBack(pieces, method) {
      await page.keyboard.press('F9')
      await at('receipt-row').filter({ hasNotText: 'Nota de crédito' }).first().click()
      await at('return-receipt').click()
      await at('return-total').waitFor()
      if (pieces === 'all') await at('return-all').click()
      else for (const [line, count] of pieces.entries()) await at('back-quantity').nth(line).fill(count === 0 ? '' : String(count))
      await at('reason-preset').first().click()
      await at(`refund-${method}`).click()
      await at('confirm-return').click()
      await at('handed-over').waitFor()
      return { ok: true, givenBackClp: Number(((await at('handed-over').textContent()) ?? '').replace(/\D/g, '')) }
    },
    reprint: () => page.keyboard.press('F6'),
    async eventually(holds) {
      await expect.poll(async () => {
        const text = await isShown('issue-state') ? await at('issue-state').textContent() : ''
        const pending = Number(await at('pending-count').getAttribute('data-count'))
        return holds({ isIssued: /(Boleta|Nota de crédito) emitida/.test(text ?? ''), pendingCount: pending, printed: await behind.printed() })
      }, PATIENT).toBe(true)
    },
    async setOnline(isOnline) {
      await behind.setOnline(isOnline)
      await at('connection').filter({ hasText: isOnline ? 'En línea' : 'Sin conexión' }).waitFor()
    },
  }
}
