/** The list of receipts as the screen shows it: reads only. */
import type { Clp } from '#shared/money/clp.ts'
import type { EpochMs, Folio, IsoDate, PrintJobId, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { sumPayments, type PaymentSums } from '#shared/selling/payment/payment.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { SalePart } from '#shared/selling/sale/voucher-part.ts'
import { parseReceiptQuery, type ReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { UNPRINTED_SALES } from '../printing/print-statements.ts'
import { CHANGED_TO } from '../returns/changeable-sale.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import { BUYER_NAME, BUYER_RUT } from '../sold/buyer-of-sale.ts'
import { createReceiptFinder, findSeen } from './find-receipts.ts'
import { METHOD_NAME, PAID_AS, paymentReader } from '../sold/payments.ts'
import type { ReceiptVisibility } from '../sold/receipt-visibility.ts'
import { atListPrice, LIST_PRICE, ruleIn } from '../sold/priced-lines.ts'
import { mailMark, type MailState } from '#shared/delivery/mail-moves.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { namesTaxpayer, partyOf } from '#shared/issuing/party-of.ts'
import type { SaleType } from '#shared/core/document-type.ts'
import { readAuditDetail } from '#shared/staff/audit-detail.ts'
import { storedFieldErrors } from '#shared/issuing/field-errors.ts'
import type {
  AllowedAction,
  OtherDocument,
  PaperView,
  ReceiptDetail,
  ReceiptLineView,
  ReceiptPage,
  ReceiptRow,
  ReturnOfSale,
} from '#shared/receipts/views.ts'

/** What the printer itself confirmed is more than sent. */
const SHOWN_STATE =
  "CASE WHEN state = 'sent' AND printed_at_ms IS NOT NULL THEN 'printed' ELSE state END"
const COLUMNS = `s.seq, s.id AS saleId, s.external_reference AS externalReference, s.document_type AS documentType,
    r.folio, s.total_clp AS totalClp, s.sold_at_ms AS soldAt, coalesce(r.issue_state, 'none') AS issueState,
    r.authority_status AS authorityStatus, r.last_error_code AS lastErrorCode, r.last_error_text AS lastErrorText,
    coalesce((SELECT ${SHOWN_STATE} FROM print_job j WHERE j.sale_id = s.id AND j.kind = iif(s.documented_by = 'voucher', 'slip', 'receipt')),
      iif(EXISTS (SELECT 1 FROM sale_paperless n WHERE n.sale_id = s.id), 'unwanted', 'waiting')) AS receiptPrintState, s.id IN (${UNPRINTED_SALES}) AS isUnprinted,
    (SELECT json_group_array(json_object('method', method, 'name', ${METHOD_NAME})) FROM sale_payment WHERE sale_id = ${PAID_AS}) AS paymentsJson,
    (SELECT json_group_array(state) FROM mail_job m WHERE m.sale_id = s.id) AS mailStatesJson,
    (SELECT count(*) FROM sale_line l WHERE l.sale_id = s.id) AS lineCount,
    s.documented_by AS documentedBy, d.state AS deletion,
    (SELECT coalesce(sum(back.total_clp), 0) FROM sale back WHERE back.original_id = s.id AND ${RETURN_STANDS}) AS returnedClp,
    s.change_of IS NOT NULL AS isChange, r.is_trial IS 1 AND r.folio IS NOT NULL AS isTrial,
    EXISTS (SELECT 1 FROM sale n WHERE n.original_id = s.id AND n.change_of IS NOT NULL) AS isChanged,
    s.documented_by = 'receipt' AND (s.sold_offline = 1
      OR EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = s.id AND k.kind = 'slip')) AS soldOffline`
const TABLES = `FROM sale s
  LEFT JOIN receipt r ON r.sale_id = s.id
  LEFT JOIN receipt_deletion d ON d.sale_id = s.id`

type StoredRow = Omit<
  ReceiptRow,
  'soldOffline' | 'isUnprinted' | 'isTrial' | 'isChange' | 'isChanged' | 'payments' | 'mail'
> & {
  readonly isTrial: number
  readonly isChange: number
  readonly isChanged: number
  readonly seq: number
  readonly soldOffline: number
  readonly isUnprinted: number
  readonly paymentsJson: string
  readonly mailStatesJson: string
}
interface StoredDetail
  extends StoredRow,
    Pick<
      ReceiptDetail,
      'date' | 'exentoClp' | 'netoClp' | 'ivaClp' | 'attempts' | 'setAsideReason' | 'soldBy'
    > {
  readonly fieldErrors: string | null
  readonly refusedBody: Buffer | null
  readonly hasPage: number
  readonly buyerRut: string
  readonly buyerName: string
  readonly saleDiscountJson: string | null
  readonly originalId: SaleId | null
  readonly returnReason: string
  readonly originalFolio: Folio | null
  readonly originalType: SaleType | '61'
  readonly deletionReason: string | null
  readonly deletionBy: string
  readonly deletionAt: EpochMs
  readonly deletionProblem: string | null
}

interface Receipts {
  list: TillApi['listReceipts']
  detail: TillApi['receipt']
}

interface ReceiptsPorts {
  readonly db: TillDatabase
  /** The day at the counter. */
  readonly today: () => IsoDate
  readonly sight: ReceiptVisibility
}

export function createReceipts({ db, today, sight }: ReceiptsPorts): Receipts {
  const findAny = createReceiptFinder(db)
  const rowsOf = db.prepare<[string], StoredRow>(`SELECT ${COLUMNS} ${TABLES}
    WHERE s.seq IN (SELECT value FROM json_each(?)) ORDER BY s.seq DESC`)
  const detail = createDetailReader(db)
  return {
    list({ cursor, limit, text, ...only }): ReceiptPage {
      const query = parseReceiptQuery(text, today())
      const seen = sight.among()
      const find: typeof findAny =
        seen === null ? findAny : (asked, page) => findSeen(findAny, seen, asked, page)
      const seqs = find(query, {
        before: cursor ?? Number.MAX_SAFE_INTEGER,
        limit: limit + 1,
        ...only,
      })
      const shown = seqs.slice(0, limit)
      const rows = rowsOf.all(JSON.stringify(shown))
      return {
        rows: rows.map(toRow),
        nextCursor: seqs.length > limit ? (shown.at(-1) ?? null) : null,
        ...sightOf(sight, cursor === null ? text : '', query),
      }
    },
    detail,
  }
}

function sightOf(
  sight: ReceiptVisibility,
  text: string,
  query: ReceiptQuery | null,
): Pick<ReceiptPage, 'sight'> {
  const view = sight.view()
  return view === null ? {} : { sight: { ...view, inHand: sight.inHand(text, query) } }
}

function createDetailReader(db: TillDatabase): Receipts['detail'] {
  const { one, returns, lines, parts, changedTo, changedFrom } = prepareDetail(db)
  const papers = createPaperReader(db)
  const allowed = createAllowedReader(db)
  const paymentsOf = paymentReader(db)
  return (saleId): Result<ReceiptDetail, Refusal> => {
    const row = one.get(saleId)
    if (!row) return refuse(refusal('SALE_NOT_FOUND'))
    const {
      fieldErrors,
      seq: _seq,
      paymentsJson: _names,
      mailStatesJson,
      buyerRut,
      buyerName,
      deletionReason: _reason,
      deletionBy: _by,
      deletionAt: _at,
      deletionProblem: _problem,
      saleDiscountJson,
      originalId,
      returnReason,
      originalFolio,
      originalType,
      refusedBody,
      ...rest
    } = row
    const payments = paymentsOf(saleId)
    const { totalClp: _total, ...sums }: PaymentSums = sumPayments(payments)
    return ok({
      ...rest,
      ...sums,
      payments,
      mail: markIn(mailStatesJson),
      soldOffline: row.soldOffline === 1,
      isUnprinted: row.isUnprinted === 1,
      ...kindOf(row),
      changedTo: changedTo.get(saleId),
      changedFrom: changedFrom.get(saleId),
      hasPage: row.hasPage === 1,
      taxpayer: taxpayerIn(refusedBody),
      customer: buyerRut === ANONYMOUS_RUT ? null : { rut: buyerRut, legalName: buyerName },
      deletionNote: noteOf(row),
      lines: lines
        .all(saleId)
        .map(({ discountJson, listClp, ...line }) => ({
          ...atListPrice(line, listClp),
          isExempt: line.isExempt === 1,
          discount: ruleIn(discountJson),
        })),
      saleDiscount: ruleIn(saleDiscountJson),
      returns: returns.all(saleId),
      returnOf:
        returnReason === null
          ? null
          : {
              saleId: originalId,
              documentType: originalType,
              folio: originalFolio,
              reason: returnReason,
            },
      papers: papers(saleId),
      parts: parts.all(saleId),
      allowed: allowed(saleId),
      fieldErrors: fieldErrors === null ? [] : storedFieldErrors.parse(JSON.parse(fieldErrors)),
    })
  }
}

function noteOf(row: StoredDetail): ReceiptDetail['deletionNote'] {
  const { deletionReason, deletionBy, deletionAt, deletionProblem } = row
  return deletionReason === null
    ? null
    : {
        reason: deletionReason,
        askedBy: deletionBy,
        askedAt: deletionAt,
        problemCode: deletionProblem,
      }
}

/** Of a document that must name one. */
function taxpayerIn(body: Buffer | null): ReceiptDetail['taxpayer'] {
  if (body === null) return undefined
  const document = JSON.parse(body.toString('utf8')) as DocumentRequest
  if (!namesTaxpayer(document)) return undefined
  const {
    rut,
    legalName,
    phone = '',
    email = '',
    activity = '',
    place,
  } = partyOf(document.recipient)
  const { address, commune } = place ?? { address: '', commune: '' }
  return { rut, legalName, phone, email, activity, address, commune }
}

function prepareDetail(db: TillDatabase) {
  const one = db.prepare<
    [SaleId],
    StoredDetail
  >(`SELECT ${COLUMNS}, s.date, s.exento_clp AS exentoClp,
    s.neto_clp AS netoClp, s.iva_clp AS ivaClp, coalesce(r.tries, 0) AS attempts, r.field_errors_json AS fieldErrors,
    r.set_aside_reason AS setAsideReason, iif(r.issue_state = 'rejected', r.body, NULL) AS refusedBody, s.cashier_name AS soldBy, ${BUYER_RUT} AS buyerRut, ${BUYER_NAME} AS buyerName,
    s.discount_json AS saleDiscountJson, EXISTS (SELECT 1 FROM sale_page p WHERE p.sale_id = s.id) AS hasPage,
    s.original_id AS originalId, s.reason AS returnReason, coalesce(o.folio, x.folio) AS originalFolio,
    coalesce(o.document_type, x.document_type) AS originalType,
    d.reason AS deletionReason, d.asked_by AS deletionBy, d.asked_at_ms AS deletionAt, d.problem_code AS deletionProblem
    ${TABLES} LEFT JOIN receipt o ON o.sale_id = s.original_id LEFT JOIN outside_receipt x ON x.sale_id = s.id
    WHERE s.id = ?`)
  const returns = db.prepare<
    [SaleId],
    ReturnOfSale
  >(`SELECT b.id AS saleId, r.folio, b.total_clp AS totalClp, b.sold_at_ms AS soldAt
    FROM sale b JOIN receipt r ON r.sale_id = b.id WHERE b.original_id = ? ORDER BY b.seq`)
  const lines = db.prepare<[SaleId], StoredLine>(`SELECT name, code,
    quantity_milli AS quantity, unit_gross_clp AS unitGrossClp, discount_clp AS discountClp, gross_clp AS grossClp,
    discount_json AS discountJson, sale_discount_clp AS saleDiscountClp, ${LIST_PRICE} AS listClp,
    is_exempt AS isExempt FROM sale_line WHERE sale_id = ? ORDER BY line_number`)
  const parts = db.prepare<[SaleId], SalePart>(`SELECT documented_by AS documentedBy,
    document_type AS documentType, neto_clp AS netoClp, exento_clp AS exentoClp, iva_clp AS ivaClp,
    total_clp AS totalClp FROM sale_part WHERE sale_id = ? ORDER BY documented_by`)
  const other = 't.id AS saleId, t.document_type AS documentType, w.folio'
  const changedTo = db.prepare<[SaleId], OtherDocument>(
    `SELECT ${other} FROM sale s JOIN ${CHANGED_TO} AND s.id = ?`,
  )
  const changedFrom = db.prepare<[SaleId], OtherDocument>(
    `SELECT ${other} FROM receipt r JOIN sale n ON n.id = r.depends_on JOIN sale t ON t.id = n.original_id
      LEFT JOIN receipt w ON w.sale_id = t.id
    WHERE r.sale_id = ? AND n.change_of IS NOT NULL AND n.document_type = '61'`,
  )
  return { one, returns, lines, parts, changedTo, changedFrom }
}

interface StoredLine extends Omit<ReceiptLineView, 'isExempt' | 'discount'> {
  readonly isExempt: number
  readonly discountJson: string | null
  readonly listClp: Clp | null
}

/** The actions themselves; what was asked for and not done in the end is in the log alone. */
function createAllowedReader(db: TillDatabase): (saleId: SaleId) => AllowedAction[] {
  const select = db.prepare<
    [SaleId],
    Omit<AllowedAction, 'detail'> & { readonly detailJson: string }
  >(`SELECT action,
    approver_name AS approverName, detail_json AS detailJson FROM audit
    WHERE sale_id = ? AND approver_name IS NOT NULL AND action NOT IN ('approval', 'approval-refused') ORDER BY seq`)
  return (saleId) =>
    select
      .all(saleId)
      .map(({ detailJson, ...deed }) => ({ ...deed, detail: readAuditDetail(detailJson) }))
}

function createPaperReader(db: TillDatabase): (saleId: SaleId) => PaperView[] {
  interface StoredPaper extends Omit<PaperView, 'imagePath' | 'isShrunk'> {
    readonly isShrunk: number
    readonly escposSha256: string | null
    readonly jobId: PrintJobId
    readonly printedAt: EpochMs | null
  }
  const select = db.prepare<
    [SaleId],
    StoredPaper
  >(`SELECT id AS jobId, kind, ${SHOWN_STATE} AS state, width_mm AS widthMm,
    printer_id AS printerId, coalesce(trouble, detail) AS detail, trouble, is_shrunk AS isShrunk,
    finished_at_ms AS printedAt, escpos_sha256 AS escposSha256
    FROM print_job WHERE sale_id = ? ORDER BY seq`)
  return (saleId) =>
    select
      .all(saleId)
      .map(({ escposSha256, isShrunk, ...paper }) => ({
        ...paper,
        isShrunk: isShrunk === 1,
        imagePath: escposSha256 === null ? null : `/paper/${paper.jobId}.png`,
      }))
}

function toRow({
  soldOffline,
  isUnprinted,
  paymentsJson,
  mailStatesJson,
  seq: _seq,
  ...row
}: StoredRow): ReceiptRow {
  return {
    ...row,
    soldOffline: soldOffline === 1,
    isUnprinted: isUnprinted === 1,
    ...kindOf(row),
    payments: JSON.parse(paymentsJson) as ReceiptRow['payments'],
    mail: markIn(mailStatesJson),
  }
}

const kindOf = (row: Pick<StoredRow, 'isTrial' | 'isChange' | 'isChanged'>) => ({
  isTrial: row.isTrial === 1,
  isChange: row.isChange === 1,
  isChanged: row.isChanged === 1,
})

const markIn = (statesJson: string) => mailMark(JSON.parse(statesJson) as MailState[])
