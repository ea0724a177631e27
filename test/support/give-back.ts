import type { TillApi } from '#shared/bridge/contract.ts'
import type { CommittedReturn } from '#shared/bridge/returns.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from './must.ts'
import { receiptOf } from './till-fixture.ts'

/** The whole of a sale comes back. */
export function giveWholeBack(api: TillApi, saleId: SaleId, method = 'EF'): CommittedReturn {
  const { returnId, lines } = must(api.startReturn(saleId))
  return must(
    api.commitReturn({
      returnId,
      originalId: saleId,
      reason: 'Producto fallado',
      refund: { method, reference: '' },
      approvalId: null,
      lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      expectedTotalClp: receiptOf(api, saleId).totalClp,
    }),
  )
}
