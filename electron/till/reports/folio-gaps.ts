/** Folios that are missing between those of this till, found without reading all of them. */
import { REPORT_ROWS_MAX, type FolioGap } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { isNoTrial } from '../sold/sale-parts.ts'

interface Series {
  readonly serviceId: string
  readonly documentType: DocumentType
}

/** From one folio of it to another. */
interface Stretch extends Series {
  readonly low: number
  readonly high: number
}

interface Hole extends Series {
  readonly before: number
  readonly after: number
}

/**
 * Looked at from the newest on: where tills share a range of folios every other one is a gap, and
 * nobody reads thousands.
 */
const HOLES_MAX = 2_000
/** So many are read one by one; more are counted first. */
const READ_FOLIOS = 512
/** Of days with no more sales only their own folios are looked at; else those of all days. */
const FEW_SALES = 20_000

/** A gap belongs to the days of the document after it. */
export function folioGaps(db: TillDatabase, days: DayRange): FolioGap[] {
  const { from, to } = days
  const dateOf = db
    .prepare<[Hole], IsoDate>(
      `SELECT s.date FROM receipt r JOIN sale s ON s.id = r.sale_id
      WHERE r.service_id = @serviceId AND r.document_type = @documentType AND ${isNoTrial('r.')} AND r.folio = @after`,
    )
    .pluck()
  const elsewhere = db
    .prepare<[Hole], number>(
      `SELECT count(*) FROM known_folio WHERE service_id = @serviceId
      AND document_type = @documentType AND folio > @before AND folio < @after`,
    )
    .pluck()
  const isInRange = (date: string | undefined) => date !== undefined && date >= from && date <= to
  return holesOf(db, stretchesOf(db, days) ?? undefined)
    .filter((hole) => isInRange(dateOf.get(hole)))
    .slice(0, REPORT_ROWS_MAX)
    .map((hole) => ({
      documentType: hole.documentType,
      from: hole.before + 1,
      to: hole.after - 1,
      elsewhere: elsewhere.get(hole) ?? 0,
    }))
}

/** The folios of some days, from the lowest to the highest of each series; null of many sales. */
function stretchesOf(db: TillDatabase, days: DayRange): Stretch[] | null {
  const few = db
    .prepare<[DayRange], number>(
      `SELECT count(*) FROM (SELECT 1 FROM sale WHERE date BETWEEN @from AND @to LIMIT ${FEW_SALES + 1})`,
    )
    .pluck()
  if ((few.get(days) ?? 0) > FEW_SALES) return null
  return db
    .prepare<[DayRange], Stretch>(
      `SELECT r.service_id AS serviceId, r.document_type AS documentType, min(r.folio) AS low,
        max(r.folio) AS high
      FROM sale s INDEXED BY sale_by_date CROSS JOIN receipt r ON r.sale_id = s.id
      WHERE s.date BETWEEN @from AND @to AND r.folio IS NOT NULL AND ${isNoTrial('r.')}
      GROUP BY 1, 2`,
    )
    .all(days)
}

/** The newest of each series, the highest folios of all first. */
export function holesOf(db: TillDatabase, stretches = wholeSeries(db)): Hole[] {
  const find = finderOf(db)
  return stretches
    .flatMap((stretch) => find(stretch))
    .sort((one, other) => other.after - one.after)
    .slice(0, HOLES_MAX)
}

/** From one to the next over the index. */
function seriesIn(db: TillDatabase): Series[] {
  const next = db.prepare<[string, string], Series>(
    `SELECT service_id AS serviceId, document_type AS documentType
    FROM receipt INDEXED BY receipt_folio
    WHERE folio IS NOT NULL AND (service_id, document_type) > (?, ?)
    ORDER BY service_id, document_type LIMIT 1`,
  )
  const found: Series[] = []
  for (let at = next.get('', ''); at !== undefined; at = next.get(at.serviceId, at.documentType))
    found.push(at)
  return found
}

const LYING = `FROM receipt INDEXED BY receipt_folio WHERE service_id = @serviceId
  AND document_type = @documentType AND ${isNoTrial()} AND folio IS NOT NULL`

function wholeSeries(db: TillDatabase): Stretch[] {
  const [lowest, highest] = (['min', 'max'] as const).map((end) =>
    db.prepare<[Series], number | null>(`SELECT ${end}(folio) ${LYING}`).pluck(),
  )
  return seriesIn(db).map((series) => ({
    ...series,
    low: lowest?.get(series) ?? 0,
    high: highest?.get(series) ?? -1,
  }))
}

/** Where as many folios lie as there are numbers none is missing; else each half is asked. */
function finderOf(db: TillDatabase): (stretch: Stretch) => Hole[] {
  const between = 'AND folio BETWEEN @low AND @high'
  const count = db.prepare<[object], number>(`SELECT count(*) ${LYING} ${between}`).pluck()
  const read = db
    .prepare<[object], number>(`SELECT folio ${LYING} ${between} ORDER BY folio DESC`)
    .pluck()
  const before = db
    .prepare<[object], number>(`SELECT max(folio) ${LYING} AND folio < @folio`)
    .pluck()
  return ({ low: lowest, high: highest, ...series }) => {
    const holes: Hole[] = []
    const look = (low: number, high: number): void => {
      if (high < low || holes.length >= HOLES_MAX) return
      const bounds = { ...series, low, high }
      const found = count.get(bounds)
      if (found === 0) return
      if (found === high - low + 1) return note(lastBefore(low), low)
      if (high - low < READ_FOLIOS) {
        const folios = read.all(bounds)
        folios.forEach((folio, at) => note(folios[at + 1] ?? lastBefore(folio), folio))
        return
      }
      const middle = Math.floor((low + high) / 2)
      look(middle + 1, high)
      look(low, middle)
    }
    const lastBefore = (folio: number) => before.get({ ...series, folio }) ?? folio - 1
    const note = (beforeIt: number, after: number) => {
      if (beforeIt < after - 1) holes.push({ ...series, before: beforeIt, after })
    }
    look(lowest, highest)
    return holes
  }
}
