/** What is only read: the status, receipts and settings, as they are now. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Bootstrap } from '#shared/bridge/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import { createSettingsHistory } from './settings/settings-history.ts'
import type { CoreParts } from './serving.ts'
import { heldTogether, readStatus, withHeldReason } from './till-status.ts'

interface Read {
  readonly bootstrap: () => Bootstrap
  readonly openSaleId: () => SaleId | null
}

export function openReadings({ store, workers, fleet }: CoreParts, now: Read) {
  const { catalogue, receipts, settings } = store
  return {
    bootstrap: now.bootstrap,
    status: () =>
      readStatus(store, workers, { openSaleId: now.openSaleId(), fleet: fleet.trouble() }),
    searchProducts: catalogue.search,
    productByCode: catalogue.byCode,
    bestSellers: catalogue.bestSellers,
    productSlice: catalogue.slice,
    productPictures: catalogue.tiles.pictures,
    listReceipts: receipts.list,
    receipt(saleId) {
      const found = receipts.detail(saleId)
      const held = () => heldTogether(store.outbox, workers)
      return found.ok ? ok(withHeldReason(found.value, held)) : found
    },
    settings: settings.view,
    ...createSettingsHistory(store.db, () => settings.read().emission),
  } satisfies Partial<TillApi>
}
