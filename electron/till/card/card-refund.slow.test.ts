/** Money of a return goes back to the card of a Point, once, and by proof. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP } from '../../../test/support/shift-till.ts'
import {
  asks,
  back,
  CARD,
  close,
  fixture,
  openedSale,
  openShift,
  reopen,
  service,
  shown,
  sold,
  till,
  until,
  useShifts,
  usePointTill,
} from '../../../test/support/point-refunds.ts'

usePointTill()

/** So many of what was sold; null: all of it. */
async function order(saleId: SaleId, refund: object = CARD, quantity: number | null = null) {
  const sale = await openedSale(saleId)
  return {
    ...orderOf(sale, quantity === null ? null : { 1: quantity }, {
      refund: { ...CARD, ...refund },
    }),
    sale,
  }
}

it('is made once, of all that was charged, and named by its charge', async () => {
  const saleId = await sold()
  const { sale, ...command } = await order(saleId)
  expect(sale.cards).toMatchObject([{ isVoidable: false, refundableClp: sale.totalClp }])
  const made = must(till.api.commitReturn(command))
  expect(made.payments).toMatchObject([{ method: 'TC', reference: 'Débito Op. 123456789012' }])
  expect(shown()).toMatchObject([{ state: 'asked', amountClp: sale.totalClp }])
  must(till.api.commitReturn(command))
  await until(() => shown().length === 0)
  expect(back()).toMatchObject([{ amountClp: sale.totalClp, status: 'processed' }])
  expect(asks()).toBe(1)
})

it.each(['lost', 'cut', 'busy', 'odd'] as const)(
  'that was %s on its way is made once, also by a till that fell',
  async (fault) => {
    const { sale, ...command } = await order(await sold())
    service.faults.push(null, fault)
    must(till.api.commitReturn(command))
    await until(
      () => asks() + service.faults.length === 1 || asks() === 1 || service.faults.length === 0,
    )
    await till.stop()
    await fixture.clock.advance(60_000)
    await reopen()
    await until(() => shown().length === 0)
    expect(back()).toMatchObject([{ amountClp: sale.totalClp }])
  },
)

it('that was refused is told until somebody has seen to it, and on the Z', async () => {
  must(await useShifts())
  openShift()
  const { sale, ...command } = await order(await sold())
  service.refundsAs = 'failed'
  must(till.api.commitReturn(command))
  await until(() => shown()[0]?.state === 'refused')
  const [{ refundId = '', ticket = '' } = {}] = shown()
  expect(must(close(FLOAT_CLP)).cardWords?.refunds).toEqual([
    { ticket, amountClp: sale.totalClp, isRefused: true },
  ])
  must(till.api.checkCard({ attemptId: refundId, approvalId: null }))
  expect(shown()).toEqual([])
  expect(refused(till.api.checkCard({ attemptId: refundId, approvalId: null }))).toBe(
    'CARD_MOVED_ON',
  )
  const { rows } = must(till.api.audit({ cursor: null, limit: 1 }))
  expect(rows).toMatchObject([{ action: 'card-checked' }])
})

it('that has not left for a day is nothing a person looks for: it leaves when it can', async () => {
  const { sale: _, ...command } = await order(await sold())
  service.faults.push(...Array.from({ length: 5_000 }, () => 'cut' as const))
  must(till.api.commitReturn(command))
  await till.stop()
  await fixture.clock.advance(86_400_000)
  await reopen()
  await fixture.clock.advance(60_000)
  expect([asks(), shown()[0]?.state]).toEqual([0, 'asked'])
  service.faults.length = 0
  await until(() => shown().length === 0)
  expect([asks(), back().length]).toEqual([1, 1])
})

it('that nobody can prove for a day is not asked for any more, and a person looks', async () => {
  const { sale: _, ...command } = await order(await sold())
  service.faults.push(null, ...Array.from({ length: 5_000 }, () => 'cut' as const))
  must(till.api.commitReturn(command))
  await until(() => service.faults.length < 4_999)
  await till.stop()
  await fixture.clock.advance(86_400_000)
  await reopen()
  await until(() => shown()[0]?.state === 'person')
  service.faults.length = 0
  await fixture.clock.advance(300_000)
  expect([asks(), shown()[0]?.state]).toEqual([0, 'person'])
})

it('is refused in advance where no charge has so much left, and where it is kept by hand', async () => {
  const saleId = await sold()
  const { sale: _, ...command } = await order(saleId)
  must(await till.api.saveSettings({ cardTerminal: null }))
  expect(refused(till.api.commitReturn(command))).toBe('CARD_NOT_REFUNDABLE')
  const { toCard: __, ...byHand } = { ...CARD, reference: '4711' }
  must(till.api.commitReturn({ ...command, refund: byHand }))
  expect([asks(), shown()]).toEqual([0, []])
})
