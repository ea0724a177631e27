/**
 * The gift receipt of a sale: what was bought, without a price, and the code that opens its return.
 * No fact: nothing is kept of it, and one that did not come out is asked for again.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { printOnce, type OncePorts } from './print-once.ts'
import { createSlipReader } from './slip.ts'

interface GiftPorts extends OncePorts {
  readonly db: TillDatabase
  readonly shop: () => ShopView
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  readonly isPractice: boolean
}

export function createGiftCommand(ports: GiftPorts): Pick<TillApi, 'printGift'> {
  const slipOf = createSlipReader(ports.db, ports.shop)
  const problemOf = createProblemOf(ports.db)
  return {
    async printGift(saleId) {
      const problem = problemOf(saleId)
      if (problem !== null) return refuse(problem)
      const printed = await printOnce(ports, {
        draw(printer) {
          const { saleDiscount: _, about: __, ...slip } = slipOf(saleId, printer)
          const gift: SlipPaper = { ...slip, standsFor: 'gift', payments: [] }
          return ports.drawSlip({ ...gift, isPractice: ports.isPractice })
        },
      })
      return printed.ok ? ok(null) : printed
    },
  }
}

/** Of a sale whose goods can still come back, and of nothing else. */
function createProblemOf(db: TillDatabase): (saleId: SaleId) => Refusal | null {
  const facts = db.prepare<[SaleId], { isReturn: number; isDeleted: number }>(`SELECT
      document_type IN ('56', '61') AS isReturn,
      EXISTS (SELECT 1 FROM receipt_deletion d
        WHERE d.sale_id = sale.id AND d.state IN ('asked', 'done')) AS isDeleted
    FROM sale WHERE id = ?`)
  return (saleId) => {
    const sale = facts.get(saleId)
    if (sale === undefined) return refusal('SALE_NOT_FOUND')
    if (sale.isReturn === 1) return refusal('GIFT_OF_RETURN')
    return sale.isDeleted === 1 ? refusal('RECEIPT_DELETED') : null
  }
}
