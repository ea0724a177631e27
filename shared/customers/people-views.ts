/** What the screen sees of what the till keeps about one person, and for how long it keeps it. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { EpochMs, IsoDate } from '../core/brand.ts'
import type { CustomerTexts } from './decide-customer.ts'
import type { DocumentType } from '../core/document-type.ts'
import type { Clp } from '../money/clp.ts'
import type { ExpiredCounts, Retention } from './retention.ts'

export const personInput = z.object({ rut: typedText().max(20) })
export const correctPersonInput = personInput.extend({
  legalName: typedText().max(100),
  phone: typedText().max(80),
  email: typedText().max(80),
})
/** Days; what is no number, or outside its limits, is refused by its field. */
const days = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN)
export const saveRetentionInput = z.object({
  customers: days,
  attempts: days,
  pictures: days,
  pdfs: days,
  logs: days,
  backups: days,
})

/** A tax document that names the person; it stays until its day. */
export interface PersonDocument {
  readonly documentType: DocumentType
  /** Null while it has none. */
  readonly folio: number | null
  readonly date: IsoDate
  readonly totalClp: Clp
  readonly keptUntil: IsoDate
}

export interface KnownPerson extends CustomerTexts {
  /** The last sale, or when a person wrote it down. */
  readonly lastSoldAt: EpochMs
}

export interface PersonView {
  readonly rut: string
  /** The record the till fills in the next time; null when it has none. */
  readonly customer: KnownPerson | null
  readonly documents: {
    readonly count: number
    /** Still on their way to the service. */
    readonly waitingCount: number
    /** The last day on which one of them has to be there; null without any. */
    readonly keptUntil: IsoDate | null
    readonly newest: readonly PersonDocument[]
  }
  readonly isInOpenSale: boolean
  readonly parkedCount: number
  /** Exchanges with the service that are kept as evidence. */
  readonly attemptCount: number
  /** Pictures and printer bytes of their papers. */
  readonly pictureCount: number
  readonly pdfCount: number
  /** Copies of the database, each of which may name them until it is deleted. */
  readonly backupCount: number
  readonly newestBackupAt: EpochMs | null
  /** Databases set aside by a restore; nobody deletes those but a person. */
  readonly quarantineCount: number
  /** When they were erased the last time; null = never. */
  readonly erasedAt: EpochMs | null
}

export interface PersonErased {
  readonly removed: {
    readonly customers: number
    readonly parked: number
    readonly attempts: number
    readonly pictures: number
    readonly logLines: number
  }
  /** Sales whose exchanges or papers go once they are issued and printed. */
  readonly laterCount: number
  /** What is left, and until when. */
  readonly person: PersonView
}

export interface PersonFile {
  readonly fileName: string
  /** JSON, with an explanation for a person in front. */
  readonly text: string
}

export interface PeopleDataView {
  readonly retention: Retention
  /** What the last run deleted; null before the first. */
  readonly lastRun: {
    readonly at: EpochMs
    readonly mayDelete: boolean
    readonly counts: ExpiredCounts
  } | null
  readonly backupsCount: number
  readonly oldestBackupAt: EpochMs | null
  readonly quarantineCount: number
}
