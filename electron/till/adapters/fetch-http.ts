import type { HttpOutcome, HttpPort, HttpRequest } from '../ports.ts'

/** Largest answer read: a PDF of a long receipt in base64 stays far below. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** Failures that happen before a byte of the request has left. */
const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

/** Where the service is and the key for it, asked again for every exchange, because settings may change. */
export type ServiceAddress = () => { readonly baseUrl: string | null; readonly apiKey: string | null }

export function createFetchHttp(address: ServiceAddress): HttpPort {
  return { exchange: (request, signal) => exchange(address, request, signal) }
}

async function exchange(address: ServiceAddress, request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
  const { baseUrl, apiKey } = address()
  if (baseUrl === null) return { kind: 'unsent', detail: 'SERVICE_UNREACHABLE' }
  if (apiKey === null) return { kind: 'unsent', detail: 'API_KEY_MISSING' }
  // One controller an exchange, taken down with it: composed signals and their timers would live on for minutes.
  const ending = new AbortController()
  const stop = () => ending.abort(signal.reason)
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${request.timeoutMs} ms`)), request.timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    const response = await fetch(baseUrl.replace(/\/+$/, '') + request.path, {
      method: request.method,
      body: request.body,
      headers: {
        'X-Api-Key': apiKey,
        Accept: 'application/json',
        ...(request.body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      redirect: 'manual',
      signal: ending.signal,
    })
    return {
      kind: 'answered',
      status: response.status,
      bodyText: await readLimited(response),
      headers: Object.fromEntries(response.headers),
    }
  } catch (error) {
    const { code, detail } = describe(error)
    return UNSENT_CODES.has(code) ? { kind: 'unsent', detail } : { kind: 'unanswered', detail }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return ''
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > ANSWER_BYTES_MAX) throw new Error(`answer above ${ANSWER_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** undici hides the reason in `cause`; several addresses tried give an AggregateError with one code. */
function describe(error: unknown): { code: string; detail: string } {
  if (!(error instanceof Error)) return { code: '', detail: String(error) }
  const cause = error.cause as { code?: unknown } | undefined
  const code = typeof cause?.code === 'string' ? cause.code : ''
  return { code, detail: code === '' ? error.message : code }
}
