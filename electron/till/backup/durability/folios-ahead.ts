/** Folios the service has given that these data do not know: a restore may have lost them. */
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { isNoTrial } from '../../sold/sale-parts.ts'

interface Ahead {
  readonly documentType: string
  readonly own: number
  readonly used: number
  readonly seenAt: EpochMs
}

/** In sentences, of the service that was spoken to last; as it told its folios then. */
export function foliosAhead(db: Database.Database): string[] {
  const rows = db
    .prepare<[], Ahead>(
      `WITH last AS (SELECT service_id FROM receipt WHERE folio IS NOT NULL ORDER BY seq DESC LIMIT 1),
        own AS (SELECT document_type, max(folio) AS folio FROM receipt
          WHERE service_id = (SELECT service_id FROM last) AND ${isNoTrial()} GROUP BY document_type)
      SELECT own.document_type AS documentType, own.folio AS own, max(r.next_folio - 1) AS used,
        max(r.seen_at_ms) AS seenAt
      FROM own JOIN folio_range r ON r.document_type = own.document_type
        AND r.service_id = (SELECT service_id FROM last) AND r.is_trial = 0 AND r.next_folio > r.from_folio
      GROUP BY own.document_type HAVING used > own.folio ORDER BY own.document_type`,
    )
    .all()
  return rows.map(({ documentType, own, used, seenAt }) => {
    const when = `${santiagoDate(seenAt)} ${santiagoTime(seenAt).slice(0, 5)}`
    return `Folios ${documentType}: el servicio iba en ${used} (${when}) y el último de estos datos es ${own}. Los de después son de otra caja de la tienda, o faltan aquí.`
  })
}
