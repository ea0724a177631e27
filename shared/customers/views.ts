/** The shop's customers as a list: what a screen may ask, and what it is told. */
import { z } from 'zod'
import { typedLines, typedText } from '../text/typed-text.ts'
import type { SightView } from '../receipts/views.ts'
import type { EpochMs, IsoDate, SaleId } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import type { Clp } from '../money/clp.ts'
import type { Rut } from '../rut/rut.ts'

export const CUSTOMER_FILTERS = ['active', 'archived'] as const
export type CustomerFilter = (typeof CUSTOMER_FILTERS)[number]
/** Rows of one answer. */
export const CUSTOMER_PAGE_ROWS_MAX = 200

/** A window of the list, by name. */
export const customersInput = z.object({
  /** Words of name, RUT, phone or e-mail; empty = all. */
  text: typedText().max(120),
  filter: z.enum(CUSTOMER_FILTERS),
  offset: z.int().min(0),
  limit: z.int().min(1).max(CUSTOMER_PAGE_ROWS_MAX),
})

export interface CustomerRow {
  readonly rut: Rut
  readonly legalName: string
  /** What they trade in, as an invoice says it. */
  readonly activity: string
  readonly address: string
  readonly commune: string
  readonly phone: string
  readonly email: string
  readonly notes: string
  /** The price list they buy by; null: the shelf's prices. */
  readonly priceListId: string | null
  /** Each receipt of theirs goes to their e-mail by itself: they have asked for it. */
  readonly mailsReceipts: boolean
  readonly isArchived: boolean
  /** Null while nothing was sold to them. */
  readonly lastSoldAt: EpochMs | null
}

export interface CustomerPage {
  readonly rows: readonly CustomerRow[]
  /** Of the whole list, not of this window. */
  readonly total: number
}

const rut = typedText().max(20)
export const saveCustomerInput = z.object({
  /** A new one takes none that is in the list. */
  isNew: z.boolean(),
  rut,
  legalName: typedText().max(200),
  activity: typedText().max(200),
  address: typedText().max(200),
  commune: typedText().max(200),
  phone: typedText().max(80),
  email: typedText().max(120),
  notes: typedLines().max(2_000),
  /** Left out: as it was. */
  mailsReceipts: z.boolean().optional(),
  /** Left out: as it was. */
  priceListId: typedText().min(1).max(40).nullable().optional(),
})
export const archiveCustomerInput = z.object({ rut, isArchived: z.boolean() })

/** Documents of one answer. */
export const HISTORY_PAGE_ROWS = 20
export const customerHistoryInput = z.object({ rut, before: z.int().nullable() })

export interface CustomerDocument {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  /** Null while it has none; a voucher's sale never gets one. */
  readonly folio: number | null
  readonly date: IsoDate
  readonly totalClp: Clp
}

export interface CustomerHistory {
  /** The newest first. */
  readonly rows: readonly CustomerDocument[]
  /** Asked for next; null at the end. */
  readonly before: number | null
  /** Of all pages. */
  readonly total: number
  /** Only what may be seen is there; absent for whoever sees every receipt. */
  readonly sight?: SightView
}

/** In order of their RUT, the archived ones with them; a row in the log for each export. */
export const exportCustomersInput = z.object({ after: typedText().max(20).nullable() })
export interface CustomerSlice {
  readonly rows: readonly CustomerRow[]
  /** Of their price lists, by id. */
  readonly listNames: Readonly<Record<string, string>>
  /** Asked for next; null at the end. */
  readonly after: Rut | null
}
