/** What the counter is told of the queue besides its length: the hour of the law, folios that run low, clocks apart. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import type { Counter } from './counter-driver.ts'
import { eachStory, PATIENT } from './each-story.ts'

let counter: Counter

describe.skipIf(NO_CHROMIUM !== null)(`warnings at the counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`, () => {
  eachStory((fresh) => { counter = fresh })

  it('says how much of the hour is left, that folios run low, and that the clocks differ', async () => {
    const deadlineIn = (minutes: number) => ({ issueDeadlineAt: (Date.now() + minutes * 60_000 - 5_000) as never })
    const stock = (left: number, isLow: boolean) => ({ folioStock: [{ documentType: '39' as const, left, isLow, expiresOn: null }] })
    const { setStatus } = counter.till.world
    setStatus({ pendingCount: 3, oldestPendingAt: Date.now() as never, ...deadlineIn(37), ...stock(199, true), clockSkewMs: -5 * 60_000 })
    await counter.see('issue-deadline', 'quedan 37 min para emitirlas')
    await counter.see('clock-warning', 'Revise la hora')
    await counter.tap('folio-stock')
    await counter.page.getByText('Pida un nuevo rango de folios').waitFor()
    await counter.press('Escape')
    setStatus({ ...deadlineIn(-1), ...stock(900, false), clockSkewMs: 60_000 })
    await counter.see('issue-deadline', 'plazo de 1 hora vencido')
    for (const gone of ['folio-stock', 'clock-warning']) await expect.poll(() => counter.page.getByTestId(gone).count(), PATIENT).toBe(0)
  })
})
