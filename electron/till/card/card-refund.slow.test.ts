/** Money of a return goes back to the card of a Point, once, and by proof. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { roundForCash } from '#shared/money/clp.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import type { HttpOutcome } from '../kernel/ports.ts'
import { refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import { POINT_TOKEN } from '../../../test/support/point-service.ts'
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
  wire,
} from '../../../test/support/point-refunds.ts'

usePointTill()

const UNHEARD: HttpOutcome = { kind: 'unanswered', detail: 'lost' }

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

it.each([
  ['cash', 'en efectivo', 'Devolución en efectivo del cobro'],
  ['account', 'en la cuenta', null],
  ['other', 'por otro medio', null],
] as const)(
  'that was refused and given back by %s is so on the Z, and cash leaves its drawer once',
  async (way, words, movement) => {
    must(await useShifts())
    openShift()
    const { sale, ...command } = await order(await sold())
    service.refundsAs = 'failed'
    must(till.api.commitReturn(command))
    await until(() => shown()[0]?.state === 'refused')
    const [{ refundId = '', ticket = '' } = {}] = shown()
    const cashClp = way === 'cash' ? roundForCash(sale.totalClp) : 0
    for (const code of ['ok', 'CARD_MOVED_ON'])
      expect(refused(till.api.checkCard({ attemptId: refundId, way, approvalId: null }))).toBe(code)
    const z = must(close(FLOAT_CLP - cashClp))
    expect(z.close).toMatchObject({ result: { differenceClp: 0 } })
    expect(z.report.movements.map(({ kind, amountClp }) => [kind, amountClp])).toEqual(
      cashClp === 0 ? [] : [['out', cashClp]],
    )
    const paper = JSON.stringify(reportPaper(z, { tradeName: 'X', rut: '76192083-9' }, 80))
    expect(paper).toContain(`Devolución del cobro ${ticket}`)
    expect(paper).toContain(words)
    if (movement !== null) expect(paper).toContain(movement)
    expect(paper).not.toContain('está por resolver')
  },
)

it('that a person has found in the account is over with what the order shows later', async () => {
  const { sale: _, ...command } = await order(await sold())
  const shows = wire.bend
  wire.bend = (path, outcome) =>
    path.startsWith('/v1/orders/') && asks() > 0 ? UNHEARD : shows(path, outcome)
  must(till.api.commitReturn(command))
  await until(() => back().length === 1)
  fixture.clock.jumpWallClock(86_400_000)
  await until(() => shown()[0]?.state === 'person')
  const attemptId = shown()[0]?.refundId ?? ''
  must(till.api.checkCard({ attemptId, way: 'account', approvalId: null }))
  wire.bend = shows
  await fixture.clock.advance(300_000)
  expect([shown(), asks()]).toEqual([[], 1])
})

it('is of what no return by hand has given back before', async () => {
  const saleId = await sold()
  const { sale, ...first } = await order(saleId, {}, 1_000)
  const { toCard: _, ...byHand } = { ...first.refund, toCard: true, reference: '4711' }
  const { payments } = must(till.api.commitReturn({ ...first, refund: byHand }))
  const { cards } = await openedSale(saleId)
  const leftClp = sale.totalClp - (payments[0]?.totalClp ?? 0)
  expect(cards).toMatchObject([{ refundableClp: leftClp }])
  const { returnId } = first
  must(till.api.undoReturn({ returnId, reason: 'error', approvalId: null }))
  await until(() => till.api.status().pendingCount === 0)
  expect((await openedSale(saleId)).cards).toMatchObject([{ refundableClp: sale.totalClp }])
})

it('of a sale that is deleted leaves by itself, and a token of another account gives none back', async () => {
  const saleId = await sold()
  const deleted = till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })
  expect(refused(await fixture.clock.waitFor(deleted))).toBe('ok')
  expect(shown()).toMatchObject([{ state: 'asked' }])
  await until(() => shown().length === 0)
  expect(back()).toMatchObject([{ status: 'processed' }])

  const other = await sold()
  service.token = POINT_TOKEN.replace(/42$/, '43')
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: service.token })))
  const refusedFor = till.api.deleteReceipt({ saleId: other, reason: 'x', approvalId: null })
  expect(refused(await fixture.clock.waitFor(refusedFor))).toBe('CARD_NOT_REFUNDABLE')
})

it('that is open holds the account, the terminal and the return it is of', async () => {
  const { sale: _, ...command } = await order(await sold())
  service.faults.push(...Array.from({ length: 100 }, () => 'busy' as const))
  must(till.api.commitReturn(command))
  const { returnId } = command
  const token = till.api.linkCardAccount({ token: null })
  const all = [
    await fixture.clock.waitFor(token),
    await till.api.saveSettings({ cardTerminal: null }),
    till.api.undoReturn({ returnId, reason: 'error', approvalId: null }),
  ]
  expect(all.map(refused)).toEqual(all.map(() => 'CARD_REFUND_OPEN'))
  service.faults.length = 0
  await until(() => shown().length === 0)
  const undone = till.api.undoReturn({ returnId, reason: 'error', approvalId: null })
  expect(refused(undone)).toBe('CARD_REFUND_MADE')
})
