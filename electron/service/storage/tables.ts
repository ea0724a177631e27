/**
 * The rows of the service's database. Times are milliseconds, days `YYYY-MM-DD`, flags 0 or 1,
 * lists JSON text.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Generated, Selectable } from 'kysely'
import type { Country } from '../core/country.ts'
import type { ClientId, CompanyId, DocumentId, FolioRangeId } from '../core/ports.ts'
import type { FleetTables } from './fleet-tables.ts'
import type { OfficeTables } from './office-tables.ts'

export type Role = 'OWNER' | 'ADMIN' | 'MEMBER'

export type DocumentStatus = 'PEN' | 'EMS' | 'APR' | 'RCH' | 'DELETED'

export type RangeStatus = 'ACT' | 'AGO' | 'VEN' | 'ANU'

export type EventCode = 'ISE' | 'REC' | 'CER' | 'ENU'

export type { FleetRecordRow, FleetTillRow } from './fleet-tables.ts'
export type { OfficeAlarmMailRow, OfficePersonRow } from './office-tables.ts'

export interface Tables extends FleetTables, OfficeTables {
  settings: { key: string; value: string }
  clients: { id: ClientId; name: string }
  companies: CompanyRow
  api_keys: ApiKeyRow
  api_key_companies: { key_id: string; company_id: CompanyId }
  certificates: CertificateRow
  folio_ranges: FolioRangeRow & RangePlace
  documents: DocumentRow
  credits: CreditRow
  authority_counters: AuthorityCounterRow
  webhooks: WebhookRow
  webhook_deliveries: WebhookDeliveryRow
  purchases: PurchaseRow
  receipt_pages: ReceiptPageRow
  rate_windows: { key_id: string; started_at_ms: number; count: number }
  drawn_pdfs: DrawnPdfRow
}

export interface CompanyRow {
  id: CompanyId
  client_id: ClientId
  name: string
  country: Country
  document_type: string
  document_number: string
  activity: string
  address: string
  city: string
  state: string
  /** Chile: office of the tax authority printed under the box. */
  tax_office: string
  resolution_number: number
  resolution_year: number
  tax_condition: string
  status: 'ACTIVE' | 'SUSPENDED'
  /** PNG bytes, printed on receipts and served by the logo's address. */
  logo: Uint8Array | null
  /** Its documents have no tax value. */
  is_test: number
  /** What it issued before has none either; null for a company that never issued in earnest. */
  production_at_ms: EpochMs | null
  /** Whose word suspended it; null for one that is not. */
  suspended_by: 'OPERATOR' | 'OWNER' | null
}

export interface ApiKeyRow {
  id: string
  client_id: ClientId
  role: Role
  /**
   * SHA-256 of the secret half, hex. The secret has 256 random bits, so a slow hash would add
   * nothing.
   */
  secret_hash: string
  label: string
  created_at_ms: EpochMs
  revoked_at_ms: EpochMs | null
}

export interface CertificateRow {
  id: string
  company_id: CompanyId
  subject: string
  serial_number: string
  expires_at_ms: EpochMs
  notified_at_ms: EpochMs | null
}

interface AuthorityCounterRow {
  company_id: CompanyId
  document_code: number
  is_trial: number
  next_number: number
}

export interface FolioRangeRow {
  id: FolioRangeId
  company_id: CompanyId
  document_code: number
  serie: string | null
  first_folio: number
  last_folio: number
  next_folio: number
  date_from: string
  /** Last day of use; null for ranges that do not expire (39 and 41). */
  date_end: string | null
  status: RangeStatus
  /** Its folios count for nobody: one that counts may have them as well. */
  is_trial: number
  /** The `CAF` element, byte for byte as the authority signed it. */
  caf_xml: string
  private_key_pem: string
  low_notified_at_ms: EpochMs | null
  expiry_notified_at_ms: EpochMs | null
}

export type StoredRange = Selectable<Tables['folio_ranges']>

/** What the database says of a new range: that it issues here. */
interface RangePlace {
  /** See `place.ts`; null, or another place's name, while the range is held. */
  issues_in: Generated<string | null>
  /** The highest of its folios that the authority has, as it said last; null for none. */
  authority_folio: Generated<number | null>
  /** 1 once the authority has said what it has of it. */
  is_heard: Generated<number>
  /** Whose documents alone may have its folios; null: everybody's. */
  branch_office: Generated<number | null>
  /** When the authority is asked for the range after this one; null while there is no need. */
  more_due_at_ms: Generated<EpochMs | null>
}

export interface DocumentRow {
  id: DocumentId
  company_id: CompanyId
  /** Numeric type code that numbers the document: 39; Argentina 1 or 51 for the A series. */
  document_code: number
  /** `invoice_type` as sent. */
  invoice_type: string
  serie: string | null
  number: number | null
  external_reference: string | null
  status: DocumentStatus
  /** The request body as received. */
  body: string
  /** Signed stamp, or null: no folio yet, or a country without stamps. */
  ted_xml: string | null
  cae: number | null
  cae_expires_on: string | null
  track_id: number | null
  created_at_ms: EpochMs
  deleted_at_ms: EpochMs | null
  /** When the authority is to be asked next; null once the status is final. */
  authority_due_at_ms: EpochMs | null
  authority_attempts: number
  /** Who has it in hand for the authority, until `authority_due_at_ms`; null for nobody. */
  authority_claim: string | null
  /** 1 from when it was taken in hand until it is known whether the authority has it. */
  authority_is_unsure: number
  /** The four by which it is looked for stand in its body too. `YYYY-MM-DD` */
  issued_on: string
  /** Null for nobody in particular. */
  recipient_number: string | null
  total_cents: number
  till: string | null
  /** Made while its company tried out: it has its number from a trial range, and no value. */
  is_trial: number
}

/** What a Chilean credit note takes from the document it names. */
interface CreditRow {
  note_id: DocumentId
  company_id: CompanyId
  document_code: number
  number: number
  amount_clp: number
  /** As of the note: a trial takes nothing from what counts. */
  is_trial: Generated<number>
}

export interface ReceiptPageRow {
  /** SHA-256 of the token, hex: who reads the database cannot open a page with it. */
  token_hash: string
  document_id: DocumentId
  /** From then on the page answers as one that never was. */
  expires_at_ms: EpochMs
}

/** A PDF as it was drawn: one a document and paper. On SQLite in a file of its own. */
interface DrawnPdfRow {
  document_id: DocumentId
  width_mm: 58 | 80
  /** Fingerprint of what is on the paper and of how this program draws. */
  drawing: string
  /** SHA-256 of the PDF, hex. */
  checksum: string
  /** Of the PDF, in bytes. */
  size: number
  drawn_at_ms: EpochMs
  pdf: Uint8Array
}

export interface WebhookRow {
  id: string
  client_id: ClientId
  url: string
  /** JSON array of event codes. */
  events: string
  description: string | null
  secret: string
  created_at_ms: EpochMs
  updated_at_ms: EpochMs
}

export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  event: EventCode
  payload: string
  status: 'WAITING' | 'DELIVERED' | 'FAILED'
  attempts: number
  due_at_ms: EpochMs | null
  created_at_ms: EpochMs
  /** HTTP status or a short reason of the last attempt. */
  last_result: string | null
}

interface PurchaseRow {
  id: string
  company_id: CompanyId
  issuer_document_number: string
  issuer_legal_name: string
  invoice_type: number
  number: number
  total: number
  received_at_ms: EpochMs
}
