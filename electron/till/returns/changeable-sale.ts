/** Reads a sale as a change of its document needs it, beyond what a return of it does. */
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { StoredTotals } from '#shared/issuing/receipt-lines.ts'
import type { ChangeableOriginal } from '#shared/returns/decide-change.ts'
import type { SoldOriginal } from '#shared/returns/returnable.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PAID_AS } from '../sold/payments.ts'
import { ruleIn } from '../sold/priced-lines.ts'
import { createOriginalReader } from './original-sale.ts'
import { RETURN_STANDS } from './undone.ts'

/** SQL: the note that took the sale `s` back for another document, and that document. */
export const CHANGED_TO = `sale n JOIN receipt w ON w.depends_on = n.id JOIN sale t ON t.id = w.sale_id
  WHERE n.original_id = s.id AND n.change_of IS NOT NULL AND t.change_of IS NOT NULL`

interface Facts extends StoredTotals {
  readonly body: Buffer | null
  readonly paidId: SaleId
  readonly paidOn: IsoDate
  readonly returnCount: number
  readonly discountJson: string | null
}

export type ChangeableSold = ChangeableOriginal & SoldOriginal

export function createChangeableReader(
  db: TillDatabase,
): (saleId: SaleId) => ChangeableSold | null {
  const original = createOriginalReader(db)
  const facts = db.prepare<[SaleId], Facts>(
    `SELECT r.body, p.id AS paidId, p.date AS paidOn, s.neto_clp AS netoClp, s.exento_clp AS exentoClp,
      s.iva_clp AS ivaClp, s.total_clp AS totalClp, s.discount_json AS discountJson,
      (SELECT count(*) FROM sale back WHERE back.original_id = s.id AND ${RETURN_STANDS}) AS returnCount
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id JOIN sale p ON p.id = ${PAID_AS} WHERE s.id = ?`,
  )
  const changedTo = db.prepare<[SaleId], NonNullable<ChangeableOriginal['changedTo']>>(
    `SELECT t.document_type AS documentType, w.folio FROM sale s JOIN ${CHANGED_TO} AND s.id = ?`,
  )
  return (saleId) => {
    const sale = original(saleId)
    const row = facts.get(saleId)
    if (sale === null || row === undefined) return null
    const { body, discountJson, netoClp, exentoClp, ivaClp, totalClp, ...rest } = row
    return {
      ...sale,
      ...rest,
      totals: { netoClp, exentoClp, ivaClp, totalClp },
      discount: ruleIn(discountJson),
      body: body === null ? null : documentRequestSchema.parse(JSON.parse(body.toString('utf8'))),
      changedTo: changedTo.get(saleId) ?? null,
    }
  }
}
