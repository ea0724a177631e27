/**
 * The tax document service as the till uses it. It sends GET and POST only: nothing here can delete
 * anything.
 */
import { PAGE_HEADER, PAGES_PATH } from '#shared/issuing/receipt-page.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { HttpOutcome, HttpPort } from '../../kernel/ports.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

/**
 * After this the counter and the other receipts stop waiting for an answer; the socket stays open
 * for a late one.
 */
export const CREATE_SOFT_TIMEOUT_MS = 20_000
/** Longest wait for an answer to a creation; after it the fate of the document is unknown. */
const CREATE_HARD_TIMEOUT_MS = 120_000
const READ_TIMEOUT_MS = 15_000
const PROBE_TIMEOUT_MS = 5_000
/**
 * The contract requires this query of the validation endpoint, as an object. It is not the secret,
 * which travels in the header alone, and it grants nothing.
 */
const VALIDATE_QUERY = `apiKey=${encodeURIComponent(JSON.stringify({ apiKeyId: '', clientId: '', role: 'MEMBER', accessibleCompanyIds: [] }))}`

export interface ServiceClient extends RecoveryClient {
  /**
   * The stored bytes, unchanged on every try. `pageToken` is how customers find the document, where
   * the service shows it to them; null for no page.
   */
  create(
    body: Uint8Array<ArrayBuffer>,
    pageToken: string | null,
    signal: AbortSignal,
  ): Promise<HttpOutcome>
  /** Checks without issuing. */
  validate(
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
    timeoutMs?: number,
  ): Promise<HttpOutcome>
  pdf(
    documentType: DocumentType,
    folio: number,
    widthMm: PaperWidthMm,
    signal: AbortSignal,
  ): Promise<HttpOutcome>
  /** Whether the service shows documents to customers, and where. */
  pages(signal: AbortSignal): Promise<HttpOutcome>
  /** The certificates of the companies that the key reaches, where the service lists them. */
  certificates(signal: AbortSignal): Promise<HttpOutcome>
  /** A small authenticated read: proves address, network and key in one. */
  probe(signal: AbortSignal): Promise<HttpOutcome>
}

/**
 * What finding a lost document may use: reads. The path that reads by folio is also the one that
 * deletes.
 */
export interface RecoveryClient {
  byId(remoteId: string, signal: AbortSignal): Promise<HttpOutcome>
  byFolio(documentType: DocumentType, folio: number, signal: AbortSignal): Promise<HttpOutcome>
  companies(signal: AbortSignal): Promise<HttpOutcome>
  /**
   * The first page of the folio ranges; without filters when `isFiltered` is false, as their names
   * are not certain.
   */
  folioRanges(companyId: string, isFiltered: boolean, signal: AbortSignal): Promise<HttpOutcome>
  /** An answer belonged to another question: whatever comes next on that connection would too. */
  mistrust(): void
}

export function createServiceClient(http: HttpPort): ServiceClient {
  const get = (path: string, timeoutMs: number, signal: AbortSignal) =>
    http.exchange({ method: 'GET', path, body: null, timeoutMs }, signal)
  const post = (
    path: string,
    body: Uint8Array<ArrayBuffer>,
    timeoutMs: number,
    signal: AbortSignal,
  ) => http.exchange({ method: 'POST', path, body, timeoutMs }, signal)
  return {
    create: (body, pageToken, signal) =>
      http.exchange(
        {
          method: 'POST',
          path: '/api/invoices',
          body,
          timeoutMs: CREATE_HARD_TIMEOUT_MS,
          ...(pageToken === null ? {} : { headers: { [PAGE_HEADER]: pageToken } }),
        },
        signal,
      ),
    pages: (signal) => get(PAGES_PATH, PROBE_TIMEOUT_MS, signal),
    certificates: (signal) => get('/api/certificates', PROBE_TIMEOUT_MS, signal),
    validate: (body, signal, timeoutMs = READ_TIMEOUT_MS) =>
      post(`/api/invoices/validate?${VALIDATE_QUERY}`, body, timeoutMs, signal),
    byId: (remoteId, signal) =>
      get(`/api/invoices/by-id/${encodeURIComponent(remoteId)}`, READ_TIMEOUT_MS, signal),
    byFolio: (documentType, folio, signal) =>
      get(`/api/invoices/${documentType}/${folio}`, READ_TIMEOUT_MS, signal),
    companies: (signal) => get('/api/companies', READ_TIMEOUT_MS, signal),
    folioRanges: (companyId, isFiltered, signal) =>
      get(
        `/api/companies/${encodeURIComponent(companyId)}/enumeration/list${isFiltered ? '?per_page=100' : ''}`,
        READ_TIMEOUT_MS,
        signal,
      ),
    pdf: (documentType, folio, widthMm, signal) =>
      get(
        `/api/invoices/${documentType}/${folio}/download-base64/${widthMm}mm`,
        READ_TIMEOUT_MS,
        signal,
      ),
    probe: (signal) => get('/api/tax-types', PROBE_TIMEOUT_MS, signal),
    mistrust: () => http.mistrust?.(),
  }
}
