/** A receipt of this till as the tills of its shop have it: by what stands on its paper. */
import { z } from 'zod'
import type { SaleId } from '#shared/core/brand.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { PESOS } from '#shared/fleet/worth-contract.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { leftOfReceipt, receiptOf, type ReceiptName } from '../returns/ask-elsewhere.ts'
import { createOriginalReader } from '../returns/original-sale.ts'
import type { WorthSource } from './shop-worths.ts'

/** What a till that did not sell it has to know, beyond what is typed. */
const soldFacts = z.object({ exempt_clp: z.int().min(0) })

/** The part without IVA; null where nothing can be so much of that receipt. */
export function readSoldFacts(facts: string, { documentType, totalClp }: ReceiptName): Clp | null {
  const read = soldFacts.safeParse(parseJson(facts))
  const exemptClp = read.success ? read.data.exempt_clp : -1
  const leastClp = isExemptType(documentType) ? totalClp : 0
  return exemptClp < leastClp || exemptClp > totalClp ? null : clp(exemptClp)
}

interface SoldReceipt extends ReceiptName {
  readonly exemptClp: Clp
  /** As this till knows it. */
  readonly leftClp: Clp
}

/** `later`: it comes back then; null: it does not, or not by its folio. */
export function createSoldReader(db: TillDatabase) {
  const original = createOriginalReader(db)
  const changed = db.prepare<[SaleId]>(
    'SELECT 1 FROM sale WHERE original_id = ? AND change_of IS NOT NULL',
  )
  return (saleId: SaleId): SoldReceipt | 'later' | null => {
    const sale = original(saleId)
    if (sale === null) return null
    const isOver = sale.isOverTrial || (sale.deletion ?? 'refused') !== 'refused'
    if (isOver || changed.get(saleId) !== undefined) return null
    const receipt = receiptOf(sale)
    if (receipt === null) return null
    return sale.pendingUndoId ? 'later' : { ...receipt, leftClp: leftOfReceipt(sale.lines) }
  }
}

/** Told once it has its folio. */
export function createSoldSource(db: TillDatabase): WorthSource {
  const sold = createSoldReader(db)
  const spent = db
    .prepare<[string], number>(`SELECT coalesce(sum(json_extract(takes_json, '$.${PESOS}')), 0)
      FROM fleet_worth_claim WHERE kind = 'sale' AND worth_id = ? AND state = 'used'`)
    .pluck()
  return {
    said(saleId) {
      const receipt = sold(saleId as SaleId)
      if (receipt === null || receipt === 'later') return receipt
      const worthId = soldWorthId(receipt)
      const pesos = Math.min(receipt.totalClp, receipt.leftClp + (spent.get(worthId) ?? 0))
      if (pesos <= 0) return null
      const facts: z.input<typeof soldFacts> = { exempt_clp: receipt.exemptClp }
      return {
        ...{ kind: 'sale', worth_id: worthId, names: [], parts: { [PESOS]: pesos } },
        facts: JSON.stringify(facts),
      }
    },
  }
}
