/**
 * What an address answers that somebody has typed as the receipt service's, told so that they know
 * what to do. The contract promises no list of companies: it is compared where it can be read, and
 * missed by nobody where it cannot.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { parseRut, type Rut } from '../rut/rut.ts'

/**
 * `ours`: the service lists the shop's RUT; `unlisted`: it lists no companies that could be read;
 * `unnamed`: it knows the key, and the shop has no RUT yet to compare with.
 */
export interface ServiceTest {
  readonly company: 'ours' | 'unlisted' | 'unnamed'
}

/** As the till's own wire tells it. */
type TestOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly bodyText: string }
  | {
      readonly kind: 'unsent' | 'unanswered'
      readonly detail: string
      readonly isTooLarge?: boolean
    }

/** Names of a machine nobody has. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ENODATA'])
const NOBODY_THERE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const NOT_TRUSTED =
  /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|HOSTNAME_MISMATCH|EPROTO/

/**
 * The small authenticated read: does the address exist, is it the service, and does it take the
 * key?
 */
export function connectionAnswer(outcome: TestOutcome): Result<null, Refusal> {
  if (outcome.kind === 'unanswered' && outcome.isTooLarge === true)
    return refuse(refusal('TEST_NOT_THE_SERVICE', 'serviceUrl', { status: '> 32 MB' }))
  if (outcome.kind !== 'answered')
    return refuse(refusal(codeOf(outcome.detail), 'serviceUrl', { detail: outcome.detail }))
  const { status } = outcome
  if (status === 401) return refuse(refusal('TEST_KEY_REFUSED', 'apiKey'))
  if (status === 403) return refuse(refusal('TEST_KEY_NO_ACCESS', 'apiKey'))
  if (status >= 500 || status === 429 || status === 408)
    return refuse(refusal('TEST_SERVICE_FAILS', 'serviceUrl', { status: String(status) }))
  if (status !== 200 || listOf(parsed(outcome.bodyText)) === null)
    return refuse(refusal('TEST_NOT_THE_SERVICE', 'serviceUrl', { status: String(status) }))
  return ok(null)
}

function codeOf(detail: string) {
  if (NO_SUCH_NAME.has(detail)) return 'TEST_NO_SUCH_ADDRESS'
  if (NOBODY_THERE.has(detail)) return 'TEST_NOBODY_THERE'
  return NOT_TRUSTED.test(detail) ? 'TEST_NOT_TRUSTED' : 'TEST_NO_ANSWER'
}

/** Fields whose figures are no tax number, though some have the check digit of one. */
const OTHER_FIGURES = /phone|fono|tel|fax|mobile|celular/i

export function companyAnswer(outcome: TestOutcome, rut: string): Result<ServiceTest, Refusal> {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return ok({ company: 'unlisted' })
  const body = parsed(outcome.bodyText)
  const list = listOf(body) ?? []
  const listed = new Set<string>(list.flatMap(rutsIn))
  if (listed.has(rut)) return ok({ company: 'ours' })
  if (listed.size === 0 || hasMorePages(body, list.length)) return ok({ company: 'unlisted' })
  return refuse(
    refusal('TEST_OTHER_COMPANY', 'rut', { rut, found: [...listed].slice(0, 3).join(', ') }),
  )
}

/** A company as the list of a key's companies names it. */
export interface ListedCompany {
  readonly rut: Rut
  /** As the service calls it; null where nothing in the row looks like a name. */
  readonly name: string | null
}

/** More than one person keeps the books of. */
const COMPANIES_SHOWN_MAX = 40

/**
 * The companies a key is for. `only`: it is for one, which needs no choice. Where the service lists
 * none that can be read there is nothing to choose from either.
 */
export function companiesOf(outcome: TestOutcome): {
  readonly only: Rut | null
  readonly listed: readonly ListedCompany[]
} {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return { only: null, listed: [] }
  const body = parsed(outcome.bodyText)
  const list = listOf(body) ?? []
  const known = new Map<Rut, ListedCompany>()
  for (const entry of list)
    for (const rut of rutsIn(entry))
      if (!known.has(rut)) known.set(rut, { rut, name: nameIn(entry) })
  const [first] = known.keys()
  if (known.size === 1 && first !== undefined && !hasMorePages(body, list.length))
    return { only: first, listed: [] }
  return { only: null, listed: [...known.values()].slice(0, COMPANIES_SHOWN_MAX) }
}

/** The first of these that is there: the name over the door before that in the register. */
const NAME_FIELDS = [/trade|fantas/i, /legal_?name|business|razon|social/i, /name|nombre/i]
const NAME_CHARS_MAX = 100

function nameIn(entry: unknown): string | null {
  const texts = Object.entries(entry as object).flatMap(([field, value]) =>
    typeof value === 'string' && /\p{L}/u.test(value) ? [{ field, value: value.trim() }] : [],
  )
  const found = NAME_FIELDS.map((words) => texts.find(({ field }) => words.test(field)))
  return found.find((text) => text !== undefined)?.value.slice(0, NAME_CHARS_MAX) ?? null
}

/**
 * Ours may stand on a page that nobody has asked for: what is read then proves nothing against the
 * key.
 */
function hasMorePages(body: unknown, count: number): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const {
    last_page: lastPage,
    total,
    next,
    next_page_url: nextUrl,
  } = body as Readonly<Record<string, unknown>>
  return (
    Number(lastPage) > 1 ||
    Number(total) > count ||
    typeof next === 'string' ||
    typeof nextUrl === 'string'
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return null
  }
}

function listOf(body: unknown): readonly unknown[] | null {
  const inner: unknown =
    typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return Array.isArray(inner) ? inner : null
}

function rutsIn(entry: unknown): Rut[] {
  if (typeof entry !== 'object' || entry === null) return []
  return Object.entries(entry).flatMap(([field, value]) => {
    const rut =
      typeof value === 'string' && value.length <= RUT_CHARS_MAX && !OTHER_FIGURES.test(field)
        ? parseRut(value)
        : null
    return rut?.ok === true ? [rut.value] : []
  })
}

/** As long as anybody writes one, with dots and zeros before it. */
const RUT_CHARS_MAX = 20
