import type { TillApi } from '#shared/bridge/contract.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from './must.ts'
import { orderOf } from './return-till.ts'

/** The whole of a sale comes back. */
export function giveWholeBack(api: TillApi, saleId: SaleId, method = 'EF'): CommittedReturn {
  const refund = { method, reference: '' }
  return must(api.commitReturn(orderOf(must(api.startReturn(saleId)), null, { refund })))
}
