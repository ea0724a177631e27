/** What is known of the service's folios: documents seen, and the ranges as last listed. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { FolioStock } from '#shared/issuing/status.ts'
import type { FolioRange } from '#shared/issuing/recovery.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

interface SeenDocument {
  readonly documentType: DocumentType
  readonly folio: number
  readonly remoteId: string
  readonly externalReference: string | null
  readonly isTrial: boolean
}

export interface KnownFolios {
  /** Nothing of a trial: its folio may be that of a document which counts, and is looked for. */
  learn(serviceId: string, seen: SeenDocument): void
  isKnown(serviceId: string, documentType: DocumentType, folio: number): boolean
  /** Id of a document seen with this reference, or null. */
  idByReference(serviceId: string, externalReference: string): string | null
  /** Highest folio of a document that was seen, or null. */
  highest(serviceId: string, documentType: DocumentType): number | null
  /** Lowest folio of a document that was seen, or null. */
  lowest(serviceId: string, documentType: DocumentType): number | null
  saveRanges(serviceId: string, ranges: readonly FolioRange[], now: EpochMs): void
  /**
   * Ranges of a type as last seen. One that is no longer listed counts as used up: its last folio
   * may be the lost one.
   */
  ranges(serviceId: string, documentType: DocumentType): FolioRange[]
  /** Folios left by type, over the listed ranges. */
  stock(serviceId: string): FolioStock[]
}

/**
 * Below this many folios left, or below a tenth of what the listed ranges hold, the counter is
 * warned.
 */
const FOLIOS_LOW = 200
/** Of invoices and notes a shop needs few, and their ranges end after six months. */
const NOTE_FOLIOS_LOW = 20
const FOLIOS_LOW_SHARE = 0.1
const LEAST_LEFT: Readonly<Partial<Record<string, number>>> = {
  '33': NOTE_FOLIOS_LOW,
  '34': NOTE_FOLIOS_LOW,
  '39': FOLIOS_LOW,
  '41': FOLIOS_LOW,
  '61': NOTE_FOLIOS_LOW,
  '56': NOTE_FOLIOS_LOW,
} satisfies Record<DocumentType, number>

export function createKnownFolios(db: TillDatabase): KnownFolios {
  const statements = prepareFolios(db)
  return {
    learn(serviceId, { documentType, folio, remoteId, externalReference, isTrial }) {
      // Learnt before the service said that it is one.
      if (isTrial) statements.forget.run(serviceId, documentType, folio, remoteId)
      else statements.learn.run(serviceId, documentType, folio, remoteId, externalReference)
    },
    isKnown: (serviceId, documentType, folio) =>
      statements.isKnown.get(serviceId, documentType, folio) !== undefined,
    idByReference: (serviceId, externalReference) =>
      statements.byReference.get(serviceId, externalReference)?.remoteId ?? null,
    highest: (serviceId, documentType) =>
      statements.highest.get(serviceId, documentType)?.folio ?? null,
    lowest: (serviceId, documentType) =>
      statements.lowest.get(serviceId, documentType)?.folio ?? null,
    saveRanges(serviceId, ranges, now) {
      db.transaction(() => {
        statements.unlist.run(serviceId)
        for (const range of ranges)
          statements.saveRange.run({
            ...range,
            serviceId,
            now,
            isTrial: Number(range.isTrial === true),
          })
      }).immediate()
    },
    ranges: (serviceId, documentType) =>
      inUse(statements.ranges.all(serviceId))
        .filter((range) => range.documentType === documentType)
        .map(({ isListed, isTrial: _, ...range }) =>
          isListed === 1 ? range : { ...range, next: range.to + 1 },
        ),
    stock: (serviceId) => stockOf(statements.ranges.all(serviceId)),
  }
}

interface StoredRange extends Omit<FolioRange, 'isTrial'> {
  readonly isListed: number
  readonly isTrial: number
}

/** Once a folio that counts is given, those of the trials lead to no trial any more. */
function inUse(ranges: readonly StoredRange[]): readonly StoredRange[] {
  const areOver = ranges.some(({ isTrial, from, next }) => isTrial === 0 && next > from)
  return ranges.filter(({ isTrial }) => !areOver || isTrial === 0)
}

/** Folios left by type, over the listed ranges. */
function stockOf(ranges: readonly StoredRange[]): FolioStock[] {
  const totals = new Map<string, { left: number; size: number; expiresOn: string | null }>()
  for (const range of ranges) {
    const sum = totals.get(range.documentType) ?? { left: 0, size: 0, expiresOn: null }
    if (range.isListed === 0) {
      totals.set(range.documentType, sum)
      continue
    }
    // A range that is used up ends for nobody.
    const ends = range.next > range.to ? null : range.expiresOn
    const first = [sum.expiresOn, ends].filter((date) => date !== null).sort()[0] ?? null
    totals.set(range.documentType, {
      left: sum.left + Math.max(0, range.to - range.next + 1),
      size: sum.size + range.to - range.from + 1,
      expiresOn: first,
    })
  }
  return [...totals].flatMap(([type, { left, size, expiresOn }]) => {
    const leastLeft = LEAST_LEFT[type]
    return leastLeft === undefined
      ? []
      : [
          {
            documentType: type as DocumentType,
            left,
            expiresOn,
            isLow: left < leastLeft || left < size * FOLIOS_LOW_SHARE,
          },
        ]
  })
}

function prepareFolios(db: TillDatabase) {
  return {
    learn:
      db.prepare(`INSERT INTO known_folio (service_id, document_type, folio, remote_id, external_reference) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`),
    forget: db.prepare<[string, DocumentType, number, string]>(`DELETE FROM known_folio
      WHERE service_id = ? AND document_type = ? AND folio = ? AND remote_id = ?`),
    isKnown: db.prepare<[string, DocumentType, number]>(
      'SELECT 1 FROM known_folio WHERE service_id = ? AND document_type = ? AND folio = ?',
    ),
    byReference: db.prepare<[string, string], { remoteId: string }>(
      'SELECT remote_id AS remoteId FROM known_folio WHERE service_id = ? AND external_reference = ?',
    ),
    highest: db.prepare<[string, DocumentType], { folio: number | null }>(
      'SELECT max(folio) AS folio FROM known_folio WHERE service_id = ? AND document_type = ?',
    ),
    lowest: db.prepare<[string, DocumentType], { folio: number | null }>(
      'SELECT min(folio) AS folio FROM known_folio WHERE service_id = ? AND document_type = ?',
    ),
    unlist: db.prepare('UPDATE folio_range SET is_listed = 0 WHERE service_id = ?'),
    saveRange:
      db.prepare(`INSERT INTO folio_range (service_id, range_id, document_type, from_folio, to_folio, next_folio, expires_on,
        is_trial, seen_at_ms, is_listed) VALUES (@serviceId, @id, @documentType, @from, @to, @next, @expiresOn, @isTrial, @now, 1)
      ON CONFLICT DO UPDATE SET next_folio = max(next_folio, excluded.next_folio), to_folio = excluded.to_folio,
        expires_on = excluded.expires_on, is_trial = excluded.is_trial, seen_at_ms = excluded.seen_at_ms, is_listed = 1`),
    ranges: db.prepare<
      [string],
      StoredRange
    >(`SELECT range_id AS id, document_type AS documentType, from_folio AS "from", to_folio AS "to", next_folio AS next,
      expires_on AS expiresOn, is_trial AS isTrial, is_listed AS isListed FROM folio_range WHERE service_id = ?`),
  }
}
