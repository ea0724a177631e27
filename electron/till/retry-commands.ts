/** A person presses: what waits is tried now. */
import { refusal } from '#shared/languages/refusals.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Workers } from './workers.ts'
import type { CoreParts } from './serving.ts'

export function retryCommands(
  parts: Pick<CoreParts, 'store' | 'workers'>,
  isDeleted: (saleId: SaleId) => boolean,
): Pick<TillApi, 'retryNow' | 'retryHeld'> {
  return {
    retryNow: (saleId) =>
      isDeleted(saleId) ? refuse(refusal('RECEIPT_DELETED')) : retryNow(parts, saleId),
    retryHeld() {
      tryAgain(parts.workers)
      return null
    },
  }
}

/** A person presses: whatever of this sale waits, for the service or for the printer, goes now. */
function retryNow(
  { store, workers }: Pick<CoreParts, 'store' | 'workers'>,
  saleId: SaleId,
): ReturnType<TillApi['retryNow']> {
  const found = store.receipts.detail(saleId)
  if (!found.ok) return found
  if (found.value.documentedBy === 'receipt') store.outbox.retryNow(saleId)
  store.printing.retryOriginal(saleId)
  tryAgain(workers)
  return ok(null)
}

/** Nothing is held against anybody any longer. */
function tryAgain(workers: Workers): void {
  workers.connection.check()
  workers.mended()
  workers.wake()
  workers.readNow()
}
