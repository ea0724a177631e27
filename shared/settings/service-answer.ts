/**
 * What an address answers that somebody has typed as the receipt service's, told so that they know what to do. The
 * contract promises no list of companies: it is compared where it can be read, and missed by nobody where it cannot.
 */
import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

/** `ours`: the service lists the shop's RUT; `unlisted`: it lists no companies that could be read. */
export interface ServiceTest {
  readonly company: 'ours' | 'unlisted'
}

/** As the till's own wire tells it. */
export type TestOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly bodyText: string }
  | { readonly kind: 'unsent' | 'unanswered'; readonly detail: string }

/** Names of a machine nobody has. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ENODATA'])
const NOBODY_THERE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const NOT_TRUSTED = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|HOSTNAME_MISMATCH|EPROTO/

/** The small authenticated read: does the address exist, is it the service, and does it take the key? */
export function judgeRead(outcome: TestOutcome): Result<null, Refusal> {
  if (outcome.kind !== 'answered') return refuse(refusal(codeOf(outcome.detail), 'serviceUrl', { detail: outcome.detail }))
  const { status } = outcome
  if (status === 401) return refuse(refusal('TEST_KEY_REFUSED', 'apiKey'))
  if (status === 403) return refuse(refusal('TEST_KEY_NO_ACCESS', 'apiKey'))
  if (status >= 500) return refuse(refusal('TEST_SERVICE_FAILS', 'serviceUrl', { status: String(status) }))
  if (status !== 200 || listIn(outcome.bodyText) === null) return refuse(refusal('TEST_NOT_THE_SERVICE', 'serviceUrl', { status: String(status) }))
  return ok(null)
}

function codeOf(detail: string) {
  if (NO_SUCH_NAME.has(detail)) return 'TEST_NO_SUCH_ADDRESS'
  if (NOBODY_THERE.has(detail)) return 'TEST_NOBODY_THERE'
  return NOT_TRUSTED.test(detail) ? 'TEST_NOT_TRUSTED' : 'TEST_NO_ANSWER'
}

/** Longest list of companies looked through. */
const COMPANIES_MAX = 1_000
/** What a Chilean RUT looks like in a field of somebody else's record. */
const RUT = /^\d{1,3}(\.?\d{3}){1,3}-?[\dkK]$/

export function judgeCompanies(outcome: TestOutcome, rut: string): Result<ServiceTest, Refusal> {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return ok({ company: 'unlisted' })
  const listed = (listIn(outcome.bodyText) ?? []).slice(0, COMPANIES_MAX).flatMap(rutsIn)
  if (listed.includes(bare(rut))) return ok({ company: 'ours' })
  if (listed.length === 0) return ok({ company: 'unlisted' })
  return refuse(refusal('TEST_OTHER_COMPANY', 'rut', { rut, found: listed.slice(0, 3).map(shown).join(', ') }))
}

function listIn(text: string): readonly unknown[] | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  const inner: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return Array.isArray(inner) ? inner : null
}

function rutsIn(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return []
  return Object.values(entry).filter((value) => typeof value === 'string' && RUT.test(value)).map((value) => bare(value as string))
}

const bare = (rut: string) => rut.replace(/[.\s-]/g, '').toUpperCase()
const shown = (rut: string) => `${rut.slice(0, -1)}-${rut.slice(-1)}`
