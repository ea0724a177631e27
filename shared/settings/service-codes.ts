/**
 * What a service names in its own way: the code that stands for a document type in the paths of
 * single documents (the contract shows letters there, `FCE`, beside numeric types), and the id of
 * the company where the service lists none.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

/** Types whose path the till asks for. */
const TYPES = ['39', '41', '33', '34', '61', '56'] as const
export type PathCodes = Readonly<Partial<Record<(typeof TYPES)[number], string>>>

const CODE = /^[A-Za-z0-9_-]{1,20}$/
/** Words that stand at the same place in the service's addresses and are no type. */
const NO_CODES: readonly string[] = ['by-id', 'validate']
/**
 * What would lead elsewhere in an address, however it is written there, is no id: dots alone,
 * slashes, signs that end a path.
 */
const COMPANY_ID = /^(?!\.{1,2}$)(?:(?![/\\?#%])[!-~]){1,100}$/

/**
 * `39=FCE, 61=NCE`, in any order; types left out go by their number. No two types share a path: a
 * folio is another document under another type, and the path of a document is also the one that
 * deletes it.
 */
export function parsePathCodes(text: string): Result<PathCodes, Refusal> {
  const codes: Partial<Record<(typeof TYPES)[number], string>> = {}
  for (const pair of text.split(/[,;\s]+/).filter((part) => part !== '')) {
    const [left, code, ...rest] = pair.split('=')
    const type = TYPES.find((known) => known === left)
    const isCode =
      code !== undefined &&
      rest.length === 0 &&
      CODE.test(code) &&
      !NO_CODES.includes(code.toLowerCase())
    if (type === undefined || !isCode || codes[type] !== undefined)
      return refuse(refusal('PATH_CODES_NOT_VALID', 'pathCodes'))
    codes[type] = code
  }
  const isAnothers = TYPES.some((type) =>
    TYPES.some((other) => other !== type && codes[type] === other),
  )
  const told = Object.values(codes).map((code) => code.toLowerCase())
  return isAnothers || new Set(told).size < told.length
    ? refuse(refusal('PATH_CODES_NOT_VALID', 'pathCodes'))
    : ok(codes)
}

export function formatPathCodes(codes: PathCodes): string {
  return TYPES.flatMap((type) =>
    codes[type] === undefined ? [] : [`${type}=${codes[type]}`],
  ).join(', ')
}

/** Empty = the service is asked which company is ours. */
export function parseCompanyId(text: string): Result<string | null, Refusal> {
  const id = text.trim()
  return id === '' || COMPANY_ID.test(id)
    ? ok(id === '' ? null : id)
    : refuse(refusal('COMPANY_ID_NOT_VALID', 'companyId'))
}

/** A path of one document, with the service's own code for its type. */
export function withPathCode(path: string, codes: PathCodes): string {
  return path.replace(
    /^\/api\/invoices\/(39|41|33|34|61|56)(?=\/\d+(?:\/|$))/,
    (whole, type: (typeof TYPES)[number]) =>
      codes[type] === undefined ? whole : `/api/invoices/${codes[type]}`,
  )
}
