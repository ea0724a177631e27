/**
 * What somebody may be asked about one day: who did it, who allowed it. Rows are only ever added.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { AuditAction, AuditPage, AuditRow } from '#shared/staff/views.ts'
import { chainOf } from './chain.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { readAuditDetail } from '#shared/staff/audit-detail.ts'

export interface AuditEntry {
  readonly action: AuditAction
  readonly staff: { readonly id: string | null; readonly name: string }
  readonly approverName?: string | null
  readonly saleId?: SaleId | null
  readonly detail?: AuditRow['detail']
}

export interface Audit {
  /** Alone or inside a transaction of the caller's. */
  write(entry: AuditEntry): void
  page(cursor: number | null, limit: number): AuditPage
}

interface Row extends Omit<AuditRow, 'detail' | 'document'> {
  readonly documentType: DocumentType | null
  readonly folio: number | null
  readonly detailJson: string
  readonly at: EpochMs
}

export function createAudit(db: TillDatabase, clock: Clock): Audit {
  const insert =
    db.prepare(`INSERT INTO audit (at_ms, action, staff_id, staff_name, approver_name, sale_id, detail_json)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const before = db.prepare<
    [number, number],
    Row
  >(`SELECT a.seq, at_ms AS at, action, staff_name AS staffName,
    approver_name AS approverName, a.sale_id AS saleId, detail_json AS detailJson,
    r.document_type AS documentType, r.folio
    FROM audit a LEFT JOIN receipt r ON r.sale_id = a.sale_id
    WHERE a.seq < ? ORDER BY a.seq DESC LIMIT ?`)
  /** A savepoint inside the caller's transaction: the row and its seal, or neither. */
  const write = db.transaction((...row: unknown[]) => {
    chainOf(db).add('audit', insert.run(...row).lastInsertRowid)
  })
  return {
    write({ action, staff, approverName = null, saleId = null, detail = {} }) {
      write(clock.now(), action, staff.id, staff.name, approverName, saleId, JSON.stringify(detail))
    },
    page(cursor, limit) {
      const rows = before.all(cursor ?? Number.MAX_SAFE_INTEGER, limit)
      return {
        rows: rows.map(({ detailJson, documentType, folio, ...row }) => ({
          ...row,
          ...(documentType === null ? {} : { document: { documentType, folio } }),
          detail: readAuditDetail(detailJson),
        })),
        nextCursor: rows.length < limit ? null : (rows.at(-1)?.seq ?? null),
      }
    },
  }
}
