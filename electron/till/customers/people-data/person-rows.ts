/** Where a person's data lie in the database. Reads only. */
import type { KnownPerson } from '#shared/customers/people-views.ts'
import type { IsoDate, PrintJobId, SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { Clp } from '#shared/money/clp.ts'
import { readStoredSale } from '#shared/selling/open-sale/stored-sale.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { MARK_ALONE } from './attempt-rows.ts'

/** States of a paper that is out of everybody's hands: nothing of it is printed again. */
export const PAPER_IS_OVER = "state IN ('sent', 'failed', 'dropped')"
/** A receipt whose exchanges may go: issued, or taken back. */
const IS_OVER = `(EXISTS (SELECT 1 FROM receipt r WHERE r.sale_id = s.id AND r.issue_state = 'numbered')
  OR EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = s.id AND d.state = 'done')
  OR s.documented_by = 'voucher')`

export interface SaleOfPerson {
  readonly saleId: SaleId
  /** Nothing of it is on its way, to the service or to paper. */
  readonly isOver: boolean
}

interface DocumentRow {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly folio: number | null
  readonly date: IsoDate
  readonly totalClp: Clp
}

interface DocumentFacts {
  readonly lastDate: IsoDate | null
  /** Neither issued nor set aside. */
  readonly waitingCount: number
}

export interface PersonRows {
  customer(rut: Rut): KnownPerson | null
  /** Every sale whose document names them, and those that did until their buyer was changed. */
  sales(rut: Rut): SaleOfPerson[]
  /** The newest first. */
  documents(saleIds: readonly SaleId[], limit: number): DocumentRow[]
  documentFacts(saleIds: readonly SaleId[]): DocumentFacts
  parked(rut: Rut): string[]
  attemptCount(saleIds: readonly SaleId[]): number
  /** Papers of these sales; `isOver` = nobody waits for them. */
  papers(saleIds: readonly SaleId[]): { jobId: PrintJobId; saleId: SaleId; isOver: boolean }[]
  pdfFiles(saleIds: readonly SaleId[]): string[]
}

const listed = (saleIds: readonly SaleId[]) => JSON.stringify(saleIds)

export function createPersonRows(db: TillDatabase): PersonRows {
  const customer = db.prepare<[Rut], KnownPerson>(`SELECT legal_name AS legalName, phone, email,
    activity, address, commune, notes, max(last_sold_at_ms, kept_at_ms) AS lastSoldAt FROM customer WHERE rut = ?`)
  // A buyer that was changed: the sale names one, the document another, the exchanges both.
  const sales = db.prepare<
    [{ rut: Rut; inJson: string }],
    { saleId: SaleId; isOver: number }
  >(`WITH theirs AS (
      SELECT id FROM sale WHERE recipient_rut = @rut AND recipient_rut <> '66666666-6'
      UNION SELECT a.sale_id FROM attempt a INDEXED BY attempt_replaced JOIN receipt r ON r.sale_id = a.sale_id
        WHERE a.request = 'body replaced'
          AND (instr(a.answer, @inJson) > 0 OR instr(CAST(r.body AS TEXT), @inJson) > 0))
    SELECT s.id AS saleId, ${IS_OVER} AND NOT EXISTS
      (SELECT 1 FROM print_job j WHERE j.sale_id = s.id AND NOT ${PAPER_IS_OVER}) AS isOver
    FROM sale s WHERE s.id IN (SELECT id FROM theirs) ORDER BY s.seq`)
  const among = 'IN (SELECT value FROM json_each(?))'
  const documents = db.prepare<[string, number], DocumentRow>(`SELECT s.id AS saleId,
      s.document_type AS documentType, r.folio, s.date, s.total_clp AS totalClp
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id
    WHERE s.id ${among} ORDER BY s.seq DESC LIMIT ?`)
  const facts = db.prepare<[string], DocumentFacts>(`SELECT max(s.date) AS lastDate,
      coalesce(sum(r.issue_state <> 'numbered' AND r.set_aside_reason IS NULL), 0) AS waitingCount
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id WHERE s.id ${among}`)
  const parked = createParkedOf(db)
  const attempts = db
    .prepare<[string], number>(
      `SELECT count(*) FROM attempt WHERE sale_id ${among} AND NOT (${MARK_ALONE})`,
    )
    .pluck()
  const papers = db.prepare<
    [string],
    { jobId: PrintJobId; saleId: SaleId; isOver: number }
  >(`SELECT id AS jobId, sale_id AS saleId, ${PAPER_IS_OVER} AS isOver
    FROM print_job WHERE sale_id ${among}`)
  const pdfs = db
    .prepare<[string], string>(`SELECT file_name FROM receipt_pdf WHERE sale_id ${among}`)
    .pluck()
  return {
    customer: (rut) => customer.get(rut) ?? null,
    // With its marks: a short RUT may stand inside a longer one.
    sales: (rut) =>
      sales
        .all({ rut, inJson: JSON.stringify(rut) })
        .map((row) => ({ ...row, isOver: row.isOver === 1 })),
    documents: (saleIds, limit) => documents.all(listed(saleIds), limit),
    documentFacts: (saleIds) => facts.get(listed(saleIds)) ?? { lastDate: null, waitingCount: 0 },
    parked: (rut) => parked(rut).map(({ id }) => id),
    attemptCount: (saleIds) => attempts.get(listed(saleIds)) ?? 0,
    papers: (saleIds) =>
      papers.all(listed(saleIds)).map((row) => ({ ...row, isOver: row.isOver === 1 })),
    pdfFiles: (saleIds) => pdfs.all(listed(saleIds)),
  }
}

/** Parked sales that are for somebody. */
export function createParkedOf(db: TillDatabase) {
  const all = db.prepare<[], { id: string; saleJson: string }>(
    'SELECT id, sale_json AS saleJson FROM parked_sale',
  )
  return (rut: Rut) => all.all().filter(({ saleJson }) => buyerIn(saleJson) === rut)
}

/** Whom a parked sale is for; null for nobody, half a RUT, or what cannot be read. */
export function buyerIn(saleJson: string): Rut | null {
  const sale = readStoredSale(saleJson, '' as SaleId)
  if (!sale.ok) return null
  const rut = parseRut(sale.value.customer.rut)
  return rut.ok ? rut.value : null
}
