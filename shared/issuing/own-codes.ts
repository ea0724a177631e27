/**
 * Codes by which the till itself says at a receipt what became of it: rules hang on them, so a
 * service cannot set them.
 */
const OWN_CODES: ReadonlySet<string> = new Set([
  'SERVICE_UNREACHABLE',
  'SERVICE_ERROR',
  'SERVICE_CHANGED',
  'API_KEY_MISSING',
  'API_KEY_REFUSED',
  'COMPANY_REFUSED',
  'CERTIFICATE_EXPIRED',
  'COMPANY_SUSPENDED',
  'POISON',
  'DOCUMENT_TYPE_REFUSED',
  'DOCUMENT_UNKNOWN_ID',
  'DOCUMENT_DELETED_UNNUMBERED',
  'REFERENCE_COLLISION',
  'SERVICE_SAYS_TRIAL',
  'RETURN_OF_TRIAL',
  'REFUSED_WITHOUT_REASON',
  'REFUSED_UNCONFIRMED',
  'RECEIPT_DELETED',
])

/** A code as a service told it, which is never one of the till's own. */
export function serviceCode(code: string): string {
  return OWN_CODES.has(code) || code.startsWith('RETURN_ORIGINAL_') ? `SERVICE:${code}` : code
}
