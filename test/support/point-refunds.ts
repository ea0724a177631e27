/** A till whose returns go back to the card of a Point; answers can be bent on their way. */
import { afterEach, beforeEach } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { COFFEE, LIMIT_MS, named } from './card-counter.ts'
import { must } from './must.ts'
import {
  httpToPoint,
  playPointService,
  POINT_TERMINAL,
  POINT_TOKEN,
  type PlayedPoint,
} from './point-service.ts'
import { orderOf } from './return-till.ts'
import { handsOf } from './shift-till.ts'
import { cartOf, commitOf, keptOf, tillFixture, type TillFixture } from './till-fixture.ts'

export const POINT = { kind: 'point', method: 'TC', terminalId: POINT_TERMINAL } as const
export let fixture: TillFixture
export let service: PlayedPoint
export let till: Till
export const { useShifts, openShift, close } = handsOf(() => till.api)
/** What the service's answers are made into on their way. */
export const wire: { bend: (path: string, outcome: HttpOutcome) => HttpOutcome } = {
  bend: (_, outcome) => outcome,
}

export async function reopen() {
  const to = httpToPoint(fixture.clock, service)
  till = await fixture.open({
    accountHttp: (tokenOf) => {
      const http = to(tokenOf)
      return {
        exchange: async (asked, signal) =>
          wire.bend(asked.path, await http.exchange(asked, signal)),
      }
    },
    cardSecret: createFileSecretStore(tillFolder(fixture.dataDir).cardToken),
  })
}
/** Called by each file: files share their modules, so an import would hook only the first. */
export function usePointTill(): void {
  beforeEach(async () => {
    wire.bend = (_, outcome) => outcome
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
}

export const until = (isSo: () => boolean) => fixture.until(isSo, LIMIT_MS)
export const shown = () => till.api.status().cardRefunds ?? []
export const back = () => service.newest()?.refunds ?? []
export const asks = () => service.asked.filter((line) => line.endsWith('/refund')).length
export const isOver = () => shown().every(({ state }) => state !== 'asked')
export const CARD = { method: 'TC', reference: '', toCard: true } as const

export async function sold(): Promise<SaleId> {
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
/** As its return is begun. */
export async function openedSale(saleId: SaleId) {
  const opening = till.api.openReturn(saleId)
  return must(await fixture.clock.waitFor(Promise.resolve(opening)))
}

/** By hand, without `toCard`, the till sends nothing. */
interface SaidRefund {
  readonly method: string
  readonly reference: string
  readonly toCard?: true
}
export async function order(
  saleId: SaleId,
  refund: SaidRefund = CARD,
  quantity: number | null = null,
) {
  return orderOf(await openedSale(saleId), quantity === null ? null : { 1: quantity }, { refund })
}
/** As much of an order as is bent. */
export interface SaidOrder {
  id: unknown
  status: unknown
  transactions: {
    payments: { id: unknown; amount: unknown; tip_amount?: unknown }[]
    refunds?: { id: unknown; amount: unknown; status: unknown }[]
  }
}
/** Each answer that is an order, as JSON. */
export const bendOrders = (change: (order: SaidOrder) => void) => {
  wire.bend = (path, outcome) => {
    if (outcome.kind !== 'answered' || outcome.status >= 300 || !path.startsWith('/v1/orders/'))
      return outcome
    const said = JSON.parse(outcome.bodyText) as SaidOrder
    change(said)
    return { ...outcome, bodyText: JSON.stringify(said) }
  }
}
