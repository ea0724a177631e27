/**
 * What an answer of the tax document service means for a receipt: the code in the body first, the
 * status second, because the contract shows the codes but not every status and body shape
 * (reliability table, spec part 7).
 */
import { field, parseJson, shownWords } from './answer-body.ts'
import { readDocument, readDocumentId, type DocumentFacts } from './document-facts.ts'
import { serviceCode } from './own-codes.ts'

export { field, parseJson } from './answer-body.ts'

/** An HTTP exchange as the wire left it. */
export type Exchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly bodyText: string
      readonly retryAfterS: number | null
    }
  /** Surely not delivered: nothing was written to the socket. */
  | { readonly kind: 'unsent' }
  /** Perhaps delivered: no answer, or half of one. */
  | { readonly kind: 'unanswered' }

export type CreationOutcome =
  | { readonly kind: 'accepted'; readonly facts: DocumentFacts }
  | { readonly kind: 'not-delivered' }
  /** Send the same bytes again. */
  | { readonly kind: 'unknown'; readonly cause: string; readonly isServerFault: boolean }
  /**
   * The service has answered well, in words the till does not understand: it is there, and may have
   * the document.
   */
  | { readonly kind: 'unclear'; readonly cause: string }
  /** A document with our reference exists; its id if the service told it. */
  | { readonly kind: 'duplicate'; readonly remoteId: string | null }
  /**
   * Nothing of this company or key can go through until a person mends it; the document itself is
   * fine.
   */
  | { readonly kind: 'service-paused'; readonly cause: PauseCause; readonly detail: string }
  /** Company or document type unknown to the service: every document of this type would meet it. */
  | { readonly kind: 'type-closed'; readonly detail: string }
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }

/** What keeps everything of this shop back, as the till names it. */
type PauseCause = 'API_KEY_REFUSED' | 'COMPANY_REFUSED' | SetUpCause
/** Faults of the company's set-up: every document meets them until its owner mends them. */
type SetUpCause = 'CERTIFICATE_EXPIRED' | 'COMPANY_SUSPENDED'

export function isSetUpCause(cause: string): cause is SetUpCause {
  return Object.values(SET_UP_CAUSES).some((known) => known === cause)
}

/** Longest wait a Retry-After header can ask for: 10 minutes. */
export const RETRY_AFTER_MS_MAX = 600_000
const DUPLICATE = 'DUPLICATE_EXTERNAL_REFERENCE'
/** By the service's code. It has one for a certificate that ended and for one that is not there. */
const SET_UP_CAUSES: Readonly<Record<string, SetUpCause>> = {
  CERTIFICATE_NOT_FOUND: 'CERTIFICATE_EXPIRED',
  COMPANY_SUSPENDED: 'COMPANY_SUSPENDED',
}
const WAIT_STATUSES: readonly number[] = [408, 425, 429, 503]
const GATEWAY_STATUSES: readonly number[] = [502, 504]

export function classifyCreation(exchange: Exchange): CreationOutcome {
  if (exchange.kind === 'unsent') return { kind: 'not-delivered' }
  if (exchange.kind === 'unanswered')
    return { kind: 'unknown', cause: 'no answer', isServerFault: false }
  const { status, bodyText } = exchange
  const body = parseJson(bodyText)
  if (status >= 200 && status < 300) return classifySuccess(body, bodyText)
  if (bodyText.includes(DUPLICATE)) return duplicateIn(body, bodyText)
  const setUp = Object.entries(SET_UP_CAUSES).find(([code]) => bodyText.includes(code))
  if (setUp !== undefined) return { kind: 'service-paused', cause: setUp[1], detail: setUp[0] }
  if (status === 401) return { kind: 'service-paused', cause: 'API_KEY_REFUSED', detail: '401' }
  if (status === 403) return { kind: 'service-paused', cause: 'COMPANY_REFUSED', detail: '403' }
  if (WAIT_STATUSES.includes(status)) {
    return {
      kind: 'wait',
      delayMs: Math.min((exchange.retryAfterS ?? 5) * 1000, RETRY_AFTER_MS_MAX),
    }
  }
  if (status === 404) return { kind: 'type-closed', detail: refusalIn(body, status).detail }
  if (status >= 400 && status < 500) return refusalIn(body, status)
  // A gateway's own errors say nothing about the document; the service's may.
  return {
    kind: 'unknown',
    cause: `status ${status}`,
    isServerFault: status >= 500 && !GATEWAY_STATUSES.includes(status),
  }
}

/** A 2xx whose body cannot be read, or has no id, may still have created the document. */
function classifySuccess(body: unknown, bodyText: string): CreationOutcome {
  const facts = readDocument(body)
  // A document may bear the word in one of its texts; an answer without one that says it is the
  // error, whatever its status.
  if (facts !== null && field(body, 'code') !== DUPLICATE) return { kind: 'accepted', facts }
  if (bodyText.includes(DUPLICATE)) return duplicateIn(body, bodyText)
  // Whole JSON is the service's own word; a web page, or half of anything, may be a gateway's.
  return typeof body === 'object' && body !== null
    ? { kind: 'unclear', cause: '2xx without an id' }
    : { kind: 'unknown', cause: '2xx that is no answer of the service', isServerFault: false }
}

function duplicateIn(body: unknown, bodyText: string): CreationOutcome {
  return { kind: 'duplicate', remoteId: documentIdIn(body) ?? documentIdsIn(bodyText)[0] ?? null }
}

function refusalIn(body: unknown, status: number): Extract<CreationOutcome, { kind: 'refused' }> {
  const errors = field(body, 'errors') ?? field(body, 'validation_errors')
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  // Some wrap it, and some name it in Spanish.
  const inner = field(body, 'error')
  const answer = typeof inner === 'object' && inner !== null ? inner : body
  const code = field(first, 'code') ?? field(answer, 'code') ?? field(answer, 'codigo')
  const messages = Array.isArray(errors)
    ? errors
        .slice(0, 5)
        .map((error) => [field(error, 'field'), field(error, 'message')].filter(isWord).join(': '))
    : [field(answer, 'message') ?? field(answer, 'mensaje') ?? inner]
  return {
    kind: 'refused',
    code: typeof code === 'string' ? serviceCode(shownWords(code, 80)) : `HTTP_${status}`,
    detail:
      messages
        .filter(isWord)
        .map((message) => shownWords(message, 500))
        .join(' · ')
        .slice(0, 500) || `HTTP ${status}`,
  }
}

/** Services put anything into these fields; only text is shown. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function documentIdIn(body: unknown): string | null {
  return readDocumentId(field(body, 'document_id')) ?? readDocument(body)?.remoteId ?? null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const WHOLE_UUID = new RegExp(`^${UUID.source}$`, 'i')
/** Ids tried out of one answer: an answer full of ids is not about one document. */
const IDS_PER_ANSWER_MAX = 5

/**
 * Everything in an answer, whole or cut short, that may be a document's id: what it names as one,
 * and every UUID.
 */
export function documentIdsIn(text: string): string[] {
  const named = documentIdIn(parseJson(text))
  const ids = [...(named === null ? [] : [named]), ...Array.from(text.matchAll(UUID), ([id]) => id)]
  return [...new Set(ids.map((id) => (WHOLE_UUID.test(id) ? id.toLowerCase() : id)))].slice(
    0,
    IDS_PER_ANSWER_MAX,
  )
}
