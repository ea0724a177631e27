/** A receipt of this till as the tills of its shop have it: by what stands on its paper. */
import { z } from 'zod'
import type { SaleId } from '#shared/core/brand.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { EXEMPT, PESOS } from '#shared/fleet/worth-contract.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { exemptLeftInLines } from '#shared/returns/exempt-left.ts'
import type { PaidAs } from '#shared/returns/outside-paid.ts'
import type { OriginalSale } from '#shared/returns/return-decision.ts'
import type { LeftOfReceipt } from '#shared/returns/return-shares.ts'
import { namesSomebody } from '#shared/returns/outside-answer.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { sha256 } from '../sold/sha256.ts'
import {
  leftOfReceipt,
  receiptOf,
  type ReceiptName,
  type SoldFacts,
} from '../returns/ask-elsewhere.ts'
import { createOriginalReader } from '../returns/original-sale.ts'
import type { WorthSource } from './shop-worths.ts'

const soldFacts = z.object({
  exempt_clp: z.int().min(0),
  /** As its document says it. */
  paid: z.object({ code: z.string(), description: z.string() }).partial().default({}),
  /** One in 256 of all RUTs has it: it tells a mistake, and nobody. Empty: none is named. */
  buyer: z.string().default(''),
})

/** Null where nothing can be so much of that receipt. */
export function readSoldFacts(facts: string, receipt: ReceiptName): SoldFacts | null {
  const read = soldFacts.safeParse(parseJson(facts))
  if (!read.success) return null
  const { documentType, totalClp } = receipt
  const { exempt_clp: exemptClp, paid, buyer } = read.data
  const leastClp = isExemptType(documentType) ? totalClp : 0
  if (exemptClp < leastClp || exemptClp > totalClp) return null
  const isBuyer = (rut: Rut) => buyer === '' || buyer === buyerSign(receipt, rut)
  return { exemptClp: clp(exemptClp), paidAs: asPaid(paid), isBuyer }
}

const SIGN_CHARS = 2
const buyerSign = (receipt: ReceiptName, rut: string): string =>
  sha256(Buffer.from(`${soldWorthId(receipt)} ${rut}`, 'utf8')).slice(0, SIGN_CHARS)

const asPaid = ({ code = '', description = '' }: PaidAs) => ({ code, description })

interface SoldReceipt extends ReceiptName, Pick<OriginalSale, 'recipient' | 'paidAs'> {
  readonly exemptClp: Clp
  /** As this till knows it. */
  readonly left: LeftOfReceipt
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
    const isOver = sale.isOverTrial || sale.deletion === 'done'
    if (isOver || changed.get(saleId) !== undefined) return null
    const receipt = receiptOf(sale)
    if (receipt === null) return null
    // The service may keep its document.
    if (sale.pendingUndoId || sale.deletion === 'asked') return 'later'
    const { lines, paidAs } = sale
    const left = { clp: leftOfReceipt(lines), exemptClp: exemptLeftInLines(lines) }
    return { ...receipt, paidAs, left }
  }
}

/** Told once it has its folio. */
export function createSoldSource(db: TillDatabase): WorthSource {
  const sold = createSoldReader(db)
  const spent = db
    .prepare<[part: string, worthId: string], number>(`SELECT
        coalesce(sum(json_extract(takes_json, '$.' || ?)), 0)
      FROM fleet_worth_claim WHERE kind = 'sale' AND worth_id = ? AND state = 'used'`)
    .pluck()
  return {
    said(saleId) {
      const receipt = sold(saleId as SaleId)
      if (receipt === null || receipt === 'later') return receipt
      const worthId = soldWorthId(receipt)
      const { totalClp, exemptClp, left } = receipt
      const pesos = Math.min(totalClp, left.clp + (spent.get(PESOS, worthId) ?? 0))
      if (pesos <= 0) return null
      const exempt = Math.min(exemptClp, left.exemptClp + (spent.get(EXEMPT, worthId) ?? 0))
      const { rut } = receipt.recipient
      const facts: z.input<typeof soldFacts> = {
        ...{ exempt_clp: exemptClp, paid: asPaid(receipt.paidAs ?? {}) },
        ...(namesSomebody(receipt.recipient) && { buyer: buyerSign(receipt, rut) }),
      }
      return {
        ...{
          kind: 'sale',
          worth_id: worthId,
          names: [],
          parts: { [PESOS]: pesos, [EXEMPT]: exempt },
        },
        facts: JSON.stringify(facts),
      }
    },
  }
}
