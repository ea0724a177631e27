/** The list of receipts as the screen shows it: reads only. */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { PaperView, ReceiptDetail, ReceiptLineView, ReceiptPage, ReceiptRow } from '#shared/bridge/views.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { TillDatabase } from '../db/open-database.ts'

const ROW = `SELECT s.seq, s.id AS saleId, s.external_reference AS externalReference, s.document_type AS documentType,
    r.folio, s.total_clp AS totalClp, s.sold_at_ms AS soldAt, r.issue_state AS issueState,
    r.authority_status AS authorityStatus, r.last_error_code AS lastErrorCode, r.last_error_text AS lastErrorText,
    coalesce(j.state, 'waiting') AS receiptPrintState, p.method AS paymentMethod,
    (SELECT count(*) FROM sale_line l WHERE l.sale_id = s.id) AS lineCount, 
    (s.sold_offline = 1 OR EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = s.id AND k.kind = 'slip')) AS soldOffline
  FROM sale s
  JOIN receipt r ON r.sale_id = s.id
  JOIN sale_payment p ON p.sale_id = s.id AND p.position = 1
  LEFT JOIN print_job j ON j.sale_id = s.id AND j.kind = 'receipt'`

type StoredRow = Omit<ReceiptRow, 'soldOffline'> & { readonly seq: number; readonly soldOffline: number }
type StoredDetail = StoredRow & Pick<ReceiptDetail,
  'date' | 'exentoClp' | 'netoClp' | 'ivaClp' | 'roundingClp' | 'toCollectClp' | 'tenderedClp' | 'changeClp' | 'attempts' | 'setAsideReason'>
  & { readonly fieldErrors: string | null }

export interface Receipts {
  list: TillApi['listReceipts']
  detail: TillApi['receipt']
}

export function createReceipts(db: TillDatabase): Receipts {
  const list = db.prepare<[{ before: number; limit: number; onlyPending: number; text: string; like: string }], StoredRow>(`${ROW}
    WHERE s.seq < @before AND (@onlyPending = 0 OR r.issue_state <> 'numbered')
      AND (@text = '' OR CAST(r.folio AS TEXT) = @text OR CAST(s.total_clp AS TEXT) = @text OR s.recipient_rut = @text
        OR s.external_reference LIKE @like OR s.recipient_name LIKE @like
        OR EXISTS (SELECT 1 FROM sale_line l WHERE l.sale_id = s.id AND l.name LIKE @like))
    ORDER BY s.seq DESC LIMIT @limit`)
  const one = db.prepare<[SaleId], StoredDetail>(`${ROW.replace('s.seq,', `s.seq, s.date, s.exento_clp AS exentoClp,
    s.neto_clp AS netoClp, s.iva_clp AS ivaClp, p.rounding_clp AS roundingClp, p.to_collect_clp AS toCollectClp,
    p.tendered_clp AS tenderedClp, p.change_clp AS changeClp, r.tries AS attempts, r.field_errors_json AS fieldErrors,
    r.set_aside_reason AS setAsideReason,`)} WHERE s.id = ?`)
  const lines = db.prepare<[SaleId], Omit<ReceiptLineView, 'isExempt'> & { isExempt: number }>(`SELECT name, code,
    quantity_milli AS quantity, unit_gross_clp AS unitGrossClp, discount_clp AS discountClp, gross_clp AS grossClp,
    is_exempt AS isExempt FROM sale_line WHERE sale_id = ? ORDER BY line_number`)
  const papers = createPaperReader(db)

  return {
    list({ cursor, limit, text, onlyPending }): ReceiptPage {
      const wanted = text.trim().replace(/^\$/, '').replace(/(?<=\d)\.(?=\d{3})/g, '')
      const rows = list.all({
        before: cursor ?? Number.MAX_SAFE_INTEGER, limit: limit + 1, onlyPending: Number(onlyPending), text: wanted,
        like: `%${wanted.replace(/[%_]/g, '')}%`,
      })
      const shown = rows.slice(0, limit)
      const lastShown = shown.at(-1)
      return { rows: shown.map(toRow), nextCursor: rows.length > limit && lastShown ? lastShown.seq : null }
    },
    detail(saleId): Result<ReceiptDetail, Refusal> {
      const row = one.get(saleId)
      if (!row) return refuse(refusal('SALE_NOT_FOUND'))
      const { soldOffline, fieldErrors, seq: _seq, ...rest } = row
      return ok({
        ...rest,
        soldOffline: soldOffline === 1,
        lines: lines.all(saleId).map((line) => ({ ...line, isExempt: line.isExempt === 1 })),
        papers: papers(saleId),
        fieldErrors: fieldErrors === null ? [] : JSON.parse(fieldErrors) as ReceiptDetail['fieldErrors'],
      })
    },
  }
}

function createPaperReader(db: TillDatabase): (saleId: SaleId) => PaperView[] {
  interface StoredPaper extends Omit<PaperView, 'imagePath'> { readonly escposSha256: string | null; readonly jobId: PrintJobId; readonly printedAt: EpochMs | null }
  const select = db.prepare<[SaleId], StoredPaper>(`SELECT id AS jobId, kind, state, width_mm AS widthMm,
    printer_id AS printerId, coalesce(trouble, detail) AS detail, finished_at_ms AS printedAt, escpos_sha256 AS escposSha256
    FROM print_job WHERE sale_id = ? ORDER BY seq`)
  return (saleId) => select.all(saleId).map(({ escposSha256, ...paper }) => ({
    ...paper,
    imagePath: escposSha256 === null ? null : `/paper/${paper.jobId}.png`,
  }))
}

function toRow({ soldOffline, seq: _seq, ...row }: StoredRow): ReceiptRow {
  return { ...row, soldOffline: soldOffline === 1 }
}
