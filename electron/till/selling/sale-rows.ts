/**
 * The rows of a sale and of a return: the same tables, written in the caller's transaction, in the
 * shift that is open.
 */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import type { StoredTotals } from '#shared/issuing/receipt-lines.ts'
import type { DiscountRule } from '#shared/money/discount.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { LineOffer } from '#shared/promotions/promotion.ts'
import type { PaperKind } from '#shared/receipts/views.ts'
import type { Payment } from '#shared/selling/payment/payment.ts'
import type { SalePart } from '#shared/selling/sale/voucher-part.ts'
import { prepareEntry } from '../issuing/outbox/receipt-moves.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createPaperOrders } from '../printing/print-orders.ts'
import { sha256 } from '../sold/sha256.ts'

interface SaleRow {
  readonly saleId: SaleId
  readonly externalReference: string
  readonly documentType: string
  readonly date: string
  readonly at: EpochMs
  readonly registerName: string
  readonly cashierName: string
  readonly recipient: { readonly rut: string; readonly legalName: string }
  readonly totals: StoredTotals
  readonly soldOffline: boolean
  readonly documentedBy: string
  /** The rule on the whole sale; a return has none. */
  readonly discount: DiscountRule | null
  /** Of a return. */
  readonly originalId: SaleId | null
  readonly reason: string | null
  /** Of a change of document: the sale that was paid. */
  readonly changeOf?: SaleId
}

interface SaleLineRow {
  readonly productId: string | null
  readonly code: string
  readonly name: string
  readonly unit: string | null
  readonly quantity: number
  readonly unitGrossClp: number
  /** All that comes off. */
  readonly discountClp: number
  /** The line's own rule. */
  readonly discount: DiscountRule | null
  /** The part of `discountClp` that is its share of the discount on the whole sale. */
  readonly saleDiscountClp: number
  readonly grossClp: number
  readonly isExempt: boolean
  readonly note: string | null
  readonly listGrossClp: number | null
  readonly originalLine: number | null
  /** The part of `grossClp` that a voucher documents beside a boleta. */
  readonly voucherClp: number
}

interface OutboxEntry {
  readonly saleId: SaleId
  readonly seq: number | bigint
  readonly externalReference: string
  readonly documentType: string
  readonly body: Buffer
  /** The sale whose receipt must have its folio before this one is sent. */
  readonly dependsOn: SaleId | null
}

interface PaperOrder {
  readonly id: PrintJobId
  readonly saleId: SaleId
  readonly kind: PaperKind
  readonly printer: PrinterConfig
  readonly opensDrawer: boolean
  readonly state: StoredPrintState
  readonly at: EpochMs
}

interface SaleRows {
  /** The sequence number it got. */
  sale(row: SaleRow): number | bigint
  line(saleId: SaleId, lineNumber: number, row: SaleLineRow): void
  /** All lines of another sale once more, with what they cost on its day: the same goods. */
  copyLines(from: SaleId, to: SaleId): void
  /** What a promotion took off that line. */
  offer(saleId: SaleId, lineNumber: number, offer: LineOffer): void
  payment(saleId: SaleId, position: number, payment: Payment): void
  /** One of the two documents of that sale. */
  part(saleId: SaleId, part: SalePart): void
  receipt(entry: OutboxEntry): void
  paper(order: PaperOrder): void
}

export function createSaleRows(db: TillDatabase): SaleRows {
  const { insertSale, insertLine } = prepareSale(db)
  const insertReceipt = prepareEntry(db)
  const papers = createPaperOrders(db)
  return {
    sale: ({ totals, recipient, ...row }) =>
      insertSale.run(
        row.saleId,
        row.externalReference,
        row.documentType,
        row.date,
        row.at,
        row.registerName,
        row.cashierName,
        recipient.rut,
        recipient.legalName,
        totals.netoClp,
        totals.exentoClp,
        totals.ivaClp,
        totals.totalClp,
        Number(row.soldOffline),
        row.documentedBy,
        row.originalId,
        row.reason,
        jsonOf(row.discount),
        row.changeOf ?? null,
      ).lastInsertRowid,
    line: (saleId, lineNumber, row) =>
      void insertLine.run(
        saleId,
        lineNumber,
        row.productId,
        row.code,
        row.name,
        row.unit,
        row.quantity,
        row.unitGrossClp,
        row.discountClp,
        row.grossClp,
        Number(row.isExempt),
        row.note,
        row.listGrossClp,
        row.originalLine,
        jsonOf(row.discount),
        row.saleDiscountClp,
        row.voucherClp,
        row.originalLine,
        row.productId,
        row.originalLine,
        saleId,
      ),
    copyLines: prepareCopy(db),
    offer: prepareOffer(db),
    payment: preparePayment(db),
    part: preparePart(db),
    receipt: (entry) => void insertReceipt.run({ ...entry, sha256: sha256(entry.body) }),
    paper: ({ printer, ...paper }) =>
      papers.enqueue({ ...paper, printerId: printer.id, widthMm: printer.widthMm }),
  }
}

function jsonOf(rule: DiscountRule | null): string | null {
  return rule === null ? null : JSON.stringify(rule)
}

/**
 * The catalogue's, of what is sold; of what comes back or is undone, its original line's. Without a
 * join: SQLite compiles a statement with one anew for each value that is bound, three times the
 * work of writing a line.
 */
const COST_OF_DAY = `iif(? IS NULL, (SELECT cost_net_clp FROM product WHERE id = ?),
  (SELECT cost_net_clp FROM sale_line WHERE line_number = ?
    AND sale_id = (SELECT original_id FROM sale WHERE id = ?)))`

function prepareSale(db: TillDatabase) {
  const insertSale =
    db.prepare(`INSERT INTO sale (id, external_reference, document_type, date, sold_at_ms, register_name,
    cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by, original_id, reason,
    discount_json, change_of, shift_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM open_shift))`)
  const insertLine =
    db.prepare(`INSERT INTO sale_line (sale_id, line_number, product_id, code, name, unit, quantity_milli,
    unit_gross_clp, discount_clp, gross_clp, is_exempt, note, list_gross_clp, original_line, discount_json, sale_discount_clp, voucher_clp,
    cost_net_clp) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${COST_OF_DAY})`)
  return { insertSale, insertLine }
}

/** A note says which line each of its own takes back. */
function prepareCopy(db: TillDatabase): SaleRows['copyLines'] {
  const same = `line_number, product_id, code, name, unit, quantity_milli, unit_gross_clp, discount_clp,
    gross_clp, is_exempt, note, list_gross_clp, discount_json, sale_discount_clp, cost_net_clp`
  const lines = db.prepare<[{ from: SaleId; to: SaleId }]>(
    `INSERT INTO sale_line (sale_id, original_line, ${same})
    SELECT @to, (SELECT iif(document_type = '61', line_number, NULL) FROM sale WHERE id = @to), ${same}
    FROM sale_line WHERE sale_id = @from ORDER BY line_number`,
  )
  const offer = 'line_number, promotion_id, name, discount_clp, unit_gross_clp'
  const offers = db.prepare<[{ from: SaleId; to: SaleId }]>(
    `INSERT INTO sale_line_promotion (sale_id, ${offer})
    SELECT @to, ${offer} FROM sale_line_promotion WHERE sale_id = @from`,
  )
  return (from, to) => {
    lines.run({ from, to })
    offers.run({ from, to })
  }
}

function preparePayment(db: TillDatabase): SaleRows['payment'] {
  const insert = db.prepare(`INSERT INTO sale_payment (sale_id, position, method, total_clp,
    tip_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code, reference,
    credit_id, is_voucher) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  return (saleId, position, payment) =>
    void insert.run(
      saleId,
      position,
      payment.method,
      payment.totalClp,
      payment.tipClp,
      payment.roundingClp,
      payment.toCollectClp,
      payment.tenderedClp,
      payment.changeClp,
      payment.name,
      payment.siiCode,
      payment.reference,
      payment.creditId ?? null,
      Number(payment.isVoucher === true),
    )
}

function preparePart(db: TillDatabase): SaleRows['part'] {
  const insert = db.prepare(`INSERT INTO sale_part (sale_id, documented_by, document_type, neto_clp,
    exento_clp, iva_clp, total_clp) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  return (saleId, { documentedBy, documentType, netoClp, exentoClp, ivaClp, totalClp }) =>
    void insert.run(saleId, documentedBy, documentType, netoClp, exentoClp, ivaClp, totalClp)
}

function prepareOffer(db: TillDatabase): SaleRows['offer'] {
  const insert =
    db.prepare(`INSERT INTO sale_line_promotion (sale_id, line_number, promotion_id, name,
    discount_clp, unit_gross_clp) VALUES (?, ?, ?, ?, ?, ?)`)
  return (saleId, lineNumber, { id, name, discountClp, unitGrossClp = null }) =>
    void insert.run(saleId, lineNumber, id, name, discountClp, unitGrossClp)
}
