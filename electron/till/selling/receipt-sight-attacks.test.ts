/** Who wants to see more receipts than the owner lets them: by the clock, by raw commands. */
import { describe, expect, it } from 'vitest'
import type { ReceiptsSeen } from '#shared/selling/sale/receipts-seen.ts'
import { must } from '../../../test/support/must.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { receiptOf, sellOf } from '../../../test/support/till-fixture.ts'

const { api, fixture, serve, auditRows } = crewTillPerTest()
const DAY_MS = 86_400_000
const COFFEE = '7801040000037'
const NOT_SEEN = { ok: false, refusal: { code: 'RECEIPT_NOT_SEEN' } }

const list = (text = '') => api.listReceipts({ cursor: null, limit: 40, text, onlyPending: false })
const shown = () => list().rows.map(({ saleId }) => saleId)
async function show(by: ReceiptsSeen['by'], days = 7) {
  await serve('owner')
  must(await api.saveSettings({ receiptsSeen: { by, days } }))
  await serve('cashier')
}
async function oldAndNew() {
  const old = sellOf(api, COFFEE)
  await fixture.until(() => receiptOf(api, old).folio !== null)
  const folio = String(receiptOf(api, old).folio)
  fixture.clock.jumpWallClock(8 * DAY_MS)
  return { old, folio, fresh: sellOf(api, COFFEE) }
}

describe('what is not shown', () => {
  it.each(['days', 'shift'] as const)(
    'does not come back with the clock: by %s it is counted from the last day that sold',
    async (by) => {
      const { old, fresh } = await oldAndNew()
      await show(by, 2)
      fixture.clock.jumpWallClock(-8 * DAY_MS)
      expect(shown()).toEqual([fresh])
      expect(api.receipt(old)).toMatchObject(NOT_SEEN)
    },
  )

  it('by a clock that was ahead for one sale is right again with the next', async () => {
    const { fresh } = await oldAndNew()
    await show('days', 2)
    fixture.clock.jumpWallClock(365 * DAY_MS)
    const ahead = sellOf(api, COFFEE)
    fixture.clock.jumpWallClock(-365 * DAY_MS)
    const next = sellOf(api, COFFEE)
    expect(shown()).toEqual([next, ahead, fresh])
  })

  it('is opened with its paper in hand by no command that leaves no word', async () => {
    const { old, folio } = await oldAndNew()
    await show('days', 2)
    expect(list(folio).sight?.inHand).toMatchObject([{ saleId: old }])
    expect(api.startReturn(old)).toMatchObject(NOT_SEEN)
    must(await api.openReturn(old))
    await serve('owner')
    expect(auditRows().map(({ action }) => action)).toContain('receipt-by-paper')
  })
})
