/** How far the books of a database have come. */
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import type { HighWaterMark } from '#shared/backup/witness.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { isNoTrial } from '../../../sold/sale-parts.ts'

const DOCUMENT_TYPES: readonly DocumentType[] = ['39', '41', '33', '34', '61', '56']

interface MarkReader {
  /** Number of the last sale or return; 0 for none. */
  lastSale(): number
  /** `also`: series of another service that the till has spoken to. */
  read(also?: readonly string[]): HighWaterMark
}

/** Each question is one look into an index: it is asked after every sale. */
export function readMarks(db: Database.Database): MarkReader {
  const last = db.prepare<[], { seq: number; at: EpochMs }>(
    'SELECT seq, sold_at_ms AS at FROM sale ORDER BY seq DESC LIMIT 1',
  )
  const service = db
    .prepare<[], string>(
      'SELECT service_id FROM receipt WHERE service_id IS NOT NULL ORDER BY seq DESC LIMIT 1',
    )
    .pluck()
  const highest = db
    .prepare<[string, string], number | null>(
      `SELECT max(folio) FROM receipt
        WHERE service_id = ? AND document_type = ? AND ${isNoTrial()} AND folio IS NOT NULL`,
    )
    .pluck()
  const folioOf = (series: string): [string, number][] => {
    const folio = highest.get(series.slice(3), series.slice(0, 2)) ?? null
    return folio === null ? [] : [[series, folio]]
  }
  return {
    lastSale: () => last.get()?.seq ?? 0,
    read(also = []) {
      const { seq, at } = last.get() ?? { seq: 0, at: null }
      const serviceId = service.get()
      const present =
        serviceId === undefined ? [] : DOCUMENT_TYPES.map((type) => `${type} ${serviceId}`)
      const folios = Object.fromEntries([...new Set([...present, ...also])].flatMap(folioOf))
      return { lastSale: seq, lastSaleAt: at, folios }
    },
  }
}
