/** The rows of a sale, in the caller's one transaction. */
import type { PrintJobId } from '#shared/core/brand.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PaperKind } from '#shared/receipts/views.ts'
import type { SaleContext, SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import { chainOf } from '../audit/chain.ts'
import { createStockMoves } from '../catalogue/stock/stock-moves.ts'
import { customerWriter } from '../customers/customers.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import { createPaperless } from '../printing/paperless.ts'
import { createSaleRows } from './sale-rows.ts'

interface WriteContext {
  readonly onPaper: boolean
  readonly printer: PrinterConfig
  readonly context: SaleContext
  readonly jobId: () => PrintJobId
  readonly writeAudit: () => void
}

/**
 * In the caller's ONE transaction: sale, lines, stock, payments, outbox row, print jobs, customer,
 * journal, and the cart emptied.
 */
export function createSaleWriter(
  db: TillDatabase,
  journal: Journal,
): (decision: SaleDecision, around: WriteContext) => void {
  const rows = createSaleRows(db)
  const stock = createStockMoves(db)
  const rememberCustomer = customerWriter(db)
  const paperless = createPaperless(db)
  const countSold = db.prepare('UPDATE product SET sold_count = sold_count + 1 WHERE id = ?')
  const closeDraft = db.prepare(
    'UPDATE draft SET sale_json = NULL, open_sale_id = NULL, open_reference = NULL, served_by = NULL',
  )

  return (decision, { onPaper, printer, context, jobId, writeAudit }) => {
    const { saleId, externalReference, documentType, totals, recipient, documentedBy } = decision
    const body =
      decision.request === null ? null : Buffer.from(JSON.stringify(decision.request), 'utf8')
    const queuePaper = (kind: PaperKind, state: StoredPrintState, opensDrawer: boolean) =>
      rows.paper({ id: jobId(), saleId, kind, printer, opensDrawer, state, at: decision.soldAt })
    const seq = rows.sale({
      saleId,
      externalReference,
      documentType,
      date: decision.date,
      at: decision.soldAt,
      registerName: context.registerName,
      cashierName: context.cashierName,
      recipient,
      totals,
      soldOffline: isSoldOffline(decision),
      documentedBy,
      discount: decision.discount,
      originalId: null,
      reason: null,
    })
    decision.lines.forEach((line, index) => {
      rows.line(saleId, index + 1, { ...line, name: line.description, originalLine: null })
      for (const offer of line.offers) rows.offer(saleId, index + 1, offer)
      if (line.productId !== null) countSold.run(line.productId)
    })
    for (const part of decision.parts) rows.part(saleId, part)
    stock.ofSale(saleId)
    decision.payments.forEach((payment, index) => rows.payment(saleId, index + 1, payment))
    chainOf(db).add('sale', saleId)
    if (body !== null)
      rows.receipt({ saleId, seq, externalReference, documentType, body, dependsOn: null })
    // The drawer opens with the first paper of a cash sale, whichever that is.
    if (!onPaper) paperless.note(saleId)
    if (onPaper && decision.printsSlip) queuePaper('slip', 'queued', decision.opensDrawer)
    if (onPaper && body !== null)
      queuePaper('receipt', 'waiting', decision.opensDrawer && !decision.printsSlip)
    rememberCustomer(recipient, decision.soldAt)
    writeAudit()
    closeDraft.run()
    journal.append('sale', saleId, { totalClp: totals.totalClp, documentType, documentedBy })
  }
}

export function isSoldOffline({
  printsSlip,
  documentedBy,
}: Pick<SaleDecision, 'printsSlip' | 'documentedBy'>): boolean {
  return printsSlip && documentedBy === 'receipt'
}
