/** Money of a return goes back to the card of a Point, once, and by proof. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { Till } from '#till/till.ts'
import { createFileSecretStore } from '../adapters/system.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { COFFEE, LIMIT_MS, named, refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import {
  httpToPoint,
  playPointService,
  POINT_TERMINAL,
  POINT_TOKEN,
  type PlayedPoint,
} from '../../../test/support/point-service.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP, handsOf } from '../../../test/support/shift-till.ts'
import {
  cartOf,
  commitOf,
  keptOf,
  tillFixture,
  type TillFixture,
} from '../../../test/support/till-fixture.ts'

const POINT = { kind: 'point', method: 'TC', terminalId: POINT_TERMINAL } as const
let fixture: TillFixture
let service: PlayedPoint
let till: Till
const { useShifts, openShift, close } = handsOf(() => till.api)

async function reopen() {
  till = await fixture.open({
    accountHttp: httpToPoint(fixture.clock, service),
    cardSecret: createFileSecretStore(tillFolder(fixture.dataDir).cardToken),
  })
}
beforeEach(async () => {
  fixture = tillFixture()
  service = await playPointService({ nowMs: fixture.clock.monotonicMs })
  await reopen()
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: POINT_TOKEN })))
  must(await till.api.saveSettings({ cardTerminal: POINT }))
})
afterEach(async () => {
  await fixture.close()
  await service.stop()
})

const until = (isSo: () => boolean) => fixture.until(isSo, LIMIT_MS)
const shown = () => till.api.status().cardRefunds ?? []
const back = () => service.newest()?.refunds ?? []
const asks = () => service.asked.filter((line) => line.endsWith('/refund')).length
const CARD = { method: 'TC', reference: '', toCard: true } as const

async function sold(): Promise<SaleId> {
  const cart = cartOf(till.api, COFFEE, COFFEE)
  must(till.api.openSale(keptOf(cart)))
  const sale = commitOf(till.api, cart, 'TC')
  void till.api.chargeCard(sale)
  await until(() => service.newest()?.status === 'created')
  service.end('processed')
  await until(() => till.api.status().cards?.[0]?.state === 'approved')
  const [card] = till.api.status().cards ?? []
  must(till.api.commitSale(named(sale, card as NonNullable<typeof card>)))
  return sale.saleId
}
/** So many of what was sold; null: all of it. */
async function order(saleId: SaleId, refund: object = CARD, quantity: number | null = null) {
  const opening = till.api.openReturn(saleId)
  const sale = must(await fixture.clock.waitFor(Promise.resolve(opening)))
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

it('that nobody can prove for a day is not asked for any more, and a person looks', async () => {
  const { sale: _, ...command } = await order(await sold())
  service.faults.push(...Array.from({ length: 5_000 }, () => 'cut' as const))
  must(till.api.commitReturn(command))
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
