/** A document changed for another as the screen does it. */
import type { ChangedSale } from '#shared/returns/changes.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { INVOICE_BUYER } from './invoice-buyer.ts'
import { must } from './must.ts'

/** Opened, and confirmed under the id it was opened with. A boleta goes back to nobody. */
export async function changeDocument(
  api: TillApi,
  saleId: SaleId,
  recipient = INVOICE_BUYER,
  approvalId: string | null = null,
): Promise<Result<ChangedSale, Refusal>> {
  const { changeId, originalId, to } = must(await api.openChange(saleId))
  return api.changeDocument({
    changeId,
    originalId,
    to,
    recipient: to === 'invoice' ? recipient : null,
    approvalId,
  })
}
