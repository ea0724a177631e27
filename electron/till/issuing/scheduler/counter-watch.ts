/**
 * The customer at the counter. Whatever becomes of the receipt, some paper is in hand soon after
 * the sale: a slip that says it is not the receipt yet hangs on the time since the sale, not on any
 * answer.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { offerSlip, type SyncPorts } from '../steps/exchange.ts'

/**
 * Drawing and printing a slip take their time too: the paper is promised within 15 s of the sale.
 */
const SLIP_AFTER_SALE_MS = 12_000
/** Who is present is asked of the disk no more often. */
const LOOK_MS = 500

export function createCounterWatch(ports: SyncPorts) {
  const { store, clock, log } = ports
  let cancelTimer: (() => void) | null = null
  let isStopped = false
  let present = { atMs: -Infinity, sales: new Set<SaleId>() }
  const look = () => {
    cancelTimer = null
    if (isStopped) return
    try {
      const now = clock.now()
      let nextMs = Infinity
      for (const { saleId, soldAtMs } of store.present.slipless(now)) {
        // Set back, the clock would have a sale lie in the future; its customer waits all the same.
        const waitMs = Math.min(SLIP_AFTER_SALE_MS, soldAtMs + SLIP_AFTER_SALE_MS - now)
        if (waitMs <= 0) offerSlip(ports, { saleId })
        else nextMs = Math.min(nextMs, waitMs)
      }
      again(nextMs)
    } catch (error) {
      log('slips not looked at', { error: String(error) })
      again(SLIP_AFTER_SALE_MS)
    }
  }
  const again = (delayMs: number) => {
    if (delayMs < Infinity && !isStopped) cancelTimer ??= clock.after(delayMs, look)
  }
  return {
    /** Something was sold, or the till has started. */
    look: () => again(SLIP_AFTER_SALE_MS),
    isPresent(saleId: SaleId): boolean {
      if (clock.monotonicMs() - present.atMs >= LOOK_MS) {
        present = {
          atMs: clock.monotonicMs(),
          sales: new Set(store.present.sales(clock.now()).map((sale) => sale.saleId)),
        }
      }
      return present.sales.has(saleId)
    },
    stop() {
      isStopped = true
      cancelTimer?.()
    },
  }
}
