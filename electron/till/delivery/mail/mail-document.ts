/** The document of a sale as it goes out: its PDF as the service drew it, and its figures. */
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import type { ReportView } from '#shared/reports/views.ts'
import type { ShiftReportView } from '#shared/shifts/views.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import { daysPaper } from '#shared/reports/range-paper.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { pdfFileName } from '#shared/issuing/pdf-file-name.ts'
import type { MailedLogo } from '#shared/delivery/receipt-html.ts'
import type { MailedDocument, MailedLine, MailText } from '#shared/delivery/receipt-mail.ts'
import { assert } from '#shared/core/result.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { closingMailText } from '#shared/delivery/closing-mail.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { readStoredReport } from '#shared/shifts/stored-report.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { MailedFile } from '../../../mail/mail-port.ts'
import type { PdfStore } from '../../printing/pdf-store.ts'
import { PART, RECEIPT_PART, savedClp } from '../../sold/sale-parts.ts'

interface MailDocument extends Omit<MailedDocument, 'shop'> {
  readonly pdf: Uint8Array
}

interface Row extends Omit<MailDocument, 'fileName' | 'pdf' | 'lines' | 'isTrial'> {
  readonly isTrial: 0 | 1
  readonly storedName: string
  readonly sha256: string
  readonly widthMm: PaperWidthMm
}

/** A discount of what a voucher pays was not given on this document. */
const SAVED = `iif(part.sale_id IS NULL, ${savedClp('s')}, 0)`

export type MailDocuments = ReturnType<typeof createMailDocuments>

export function createMailDocuments(
  db: TillDatabase,
  pdfs: Pick<PdfStore, 'read'>,
  /** The stored file is no use: it is forgotten and asked for again. */
  onUseless: (saleId: SaleId, widthMm: PaperWidthMm) => void,
) {
  // The widest: it is read on a screen.
  const select = db.prepare<[SaleId], Row>(`SELECT d.file_name AS storedName, d.sha256,
      d.width_mm AS widthMm, r.document_type AS documentType, r.folio, s.date,
      ${PART.totalClp} AS totalClp, ${PART.netoClp} AS netoClp, ${PART.ivaClp} AS ivaClp,
      ${PART.exentoClp} AS exentoClp, coalesce(r.is_trial, 0) AS isTrial, ${SAVED} AS savedClp
    FROM receipt_pdf d JOIN receipt r ON r.sale_id = d.sale_id JOIN sale s ON s.id = d.sale_id
    ${RECEIPT_PART}
    WHERE d.sale_id = ? AND r.folio IS NOT NULL ORDER BY d.width_mm DESC LIMIT 1`)
  const linesOf = db.prepare<[SaleId], MailedLine>(`SELECT name, unit,
      quantity_milli AS quantity, gross_clp - voucher_clp AS grossClp
    FROM sale_line WHERE sale_id = ? AND (voucher_clp = 0 OR gross_clp > voucher_clp)
    ORDER BY line_number`)
  /** Null: it is not here, or was of no use, and comes again. */
  return async (saleId: SaleId): Promise<MailDocument | null> => {
    const row = select.get(saleId)
    if (row === undefined) return null
    const { storedName, sha256, widthMm, isTrial, ...facts } = row
    const pdf = await pdfs.read(storedName, sha256)
    if (pdf === null) {
      onUseless(saleId, widthMm)
      return null
    }
    return {
      ...facts,
      isTrial: isTrial === 1,
      lines: linesOf.all(saleId),
      fileName: pdfFileName(facts.documentType, facts.folio),
      pdf,
    }
  }
}

/** As it goes out, whatever it is of. */
export interface MailContent extends MailText {
  readonly logo: MailedLogo | null
  readonly files: readonly MailedFile[]
}

interface ReportPorts {
  readonly shop: () => ShopView
  readonly isPractice: boolean
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
  /** The reports' screen of these days; rejects where none can be read. */
  readonly read: (range: DayRange) => Promise<readonly ReportView[]>
  readonly now: () => EpochMs
  readonly log: Log
}

/**
 * The Z of a closed shift, as it was stored with the closing, and what the shop sold on its days,
 * as it stands when it goes out. The Z waits for no report that cannot be read.
 */
export function createReportContents(db: TillDatabase, ports: ReportPorts) {
  const stored = db
    .prepare<[string], string>('SELECT report_json FROM shift_report WHERE id = ?')
    .pluck()
  const dates = db.prepare<[string], { from: IsoDate | null; to: IsoDate | null }>(
    'SELECT min(date) AS "from", max(date) AS "to" FROM sale WHERE shift_id = ?',
  )
  /** As its sales are dated: two days where it went past midnight. */
  const soldOn = ({ shift: { shiftId, openedAt } }: ShiftReportView): DayRange => {
    const { from, to } = dates.get(shiftId) ?? { from: null, to: null }
    const opened = santiagoDate(openedAt)
    return { from: from ?? opened, to: to ?? opened }
  }
  return async (reportId: string): Promise<MailContent> => {
    const json = stored.get(reportId)
    assert(json !== undefined, `report ${reportId} is stored whole`)
    const report = readStoredReport(json)
    const range = soldOn(report)
    const views = await ports.read(range).catch((error: unknown) => {
      ports.log('the report of a closing was not read', { error: String(error) })
      return null
    })
    const [isPractice, shop] = [ports.isPractice, ports.shop()]
    const z = { ...reportPaper(report, shop, 80), isPractice }
    const sold = views && {
      ...daysPaper(views, factsOf(report, shop, ports.now()), 80),
      isPractice,
    }
    const file = async (fileName: string, paper: ReportPaper) => ({
      fileName,
      pdf: await ports.drawReport(paper),
    })
    return {
      ...closingMailText(z, sold),
      logo: null,
      files: [
        await file(`cierre-${String(report.shift.number).padStart(4, '0')}.pdf`, z),
        ...(sold === null ? [] : [await file(`informe-${range.to}.pdf`, sold)]),
      ],
    }
  }
}

const factsOf = ({ shift, madeBy }: ShiftReportView, shop: ShopView, madeAt: EpochMs) => ({
  shop,
  registerName: shift.register,
  madeBy,
  madeAt,
})
