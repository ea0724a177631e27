/**
 * The till's way to the service: kept connections, no redirects, no proxies, no second try of its
 * own, and an answer of limited size. Undici's dispatcher tells the moment a request is put on a
 * connection: what fails before was surely not sent.
 */
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Agent, Dispatcher } from 'undici'
import type { HttpOutcome, HttpPort, HttpRequest } from '../kernel/ports.ts'

/** Largest answer read: a PDF of a long receipt in base64 stays far below. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
const TOO_LARGE = `answer above ${ANSWER_BYTES_MAX} bytes`
/** A service that is not there is noticed before a longer wait for an answer ends. */
const CONNECT_TIMEOUT_MS = 10_000
/**
 * An idle connection is given up before common services (5 s) do so, which would meet a receipt on
 * its way.
 */
const IDLE_TIMEOUT_MS = 4_000
/**
 * Answers of the kind "103 Early Hints" that may come before the real one; without end they would
 * only keep the till busy.
 */
const HINTS_MAX = 20

/**
 * Where the service is and the key for it, asked again for every exchange, because settings may
 * change.
 */
type ServiceAddress = () => { readonly baseUrl: string | null; readonly apiKey: string | null }

/** How the key is said to the service. */
type SayKey = (apiKey: string) => Readonly<Record<string, string>>

const asApiKey: SayKey = (apiKey) => ({ 'X-Api-Key': apiKey })
export const asBearer: SayKey = (token) => ({ Authorization: `Bearer ${token}` })

/** A key in its headers, or none on purpose. */
const saysKey = ({ isKeyless, headers = {} }: HttpRequest) =>
  isKeyless === true || 'x-till-key' in headers || 'x-api-key' in headers

export function createNodeHttp(address: ServiceAddress, sayKey: SayKey = asApiKey): HttpPort {
  return {
    async exchange(request, signal) {
      const { baseUrl, apiKey } = address()
      if (baseUrl === null) return { kind: 'unsent', detail: 'SERVICE_UNREACHABLE' }
      const key = saysKey(request) ? {} : apiKey && sayKey(apiKey)
      if (!key) return { kind: 'unsent', detail: 'API_KEY_MISSING' }
      const connections = await (keptConnections ??= openConnections())
      if (signal.aborted) return { kind: 'unanswered', detail: describe(signal.reason) }
      return exchange(
        connections,
        optionsOf(targetOf(baseUrl), key, request),
        request.timeoutMs,
        signal,
      )
    },
    mistrust() {
      const connections = keptConnections
      keptConnections = null
      connections?.then((agent) => agent.close()).catch(() => {})
    },
  }
}

/**
 * One set of connections, whoever asks: the receipts, their papers, a look whether the service is
 * there.
 */
let keptConnections: Promise<Agent> | null = null

/**
 * The library is read with the first exchange: at the start of the till it would stand between the
 * cashier and the first picture.
 */
async function openConnections(): Promise<Agent> {
  const { Agent: Connections } = await import('undici')
  return new Connections({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
    // Every exchange has a time of its own, as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

function exchange(
  connections: Agent,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const answer = createAnswer()
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false
    const end = (outcome: HttpOutcome) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
    }
    /**
     * Taken down with the exchange: an answer half read keeps no connection, and what waits for one
     * never leaves.
     */
    const giveUp = (error: unknown) => {
      const detail = describe(error)
      end(
        detail.includes(TOO_LARGE)
          ? { kind: 'unanswered', detail, isTooLarge: true }
          : { kind: 'unanswered', detail },
      )
      controller?.abort(ENDED)
    }
    const stop = () => giveUp(signal.reason)
    const timer = setTimeout(() => giveUp(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    signal.addEventListener('abort', stop, { once: true })
    connections.dispatch(options, {
      onRequestStart(started) {
        if (isOver || controller !== null) return started.abort(ENDED)
        controller = started
      },
      onResponseStart(_, status, headers) {
        if (!answer.begin(status, headers))
          giveUp(new Error(`more than ${HINTS_MAX} preliminary answers`))
      },
      onResponseData(_, chunk) {
        if (!answer.add(chunk)) giveUp(new Error(TOO_LARGE))
      },
      onResponseEnd() {
        answer.read().then(end, giveUp)
      },
      onResponseError(_, error) {
        end({ kind: controller === null ? 'unsent' : 'unanswered', detail: describe(error) })
      },
    })
  })
}

const ENDED = new Error('the exchange has ended')

interface Target {
  readonly baseUrl: string
  readonly origin: string
  readonly basePath: string
  readonly authorization: string | null
}
/** The address as it was taken apart last: it hardly ever changes. */
let lastTarget: Target | null = null

function targetOf(baseUrl: string): Target {
  if (lastTarget?.baseUrl === baseUrl) return lastTarget
  const { origin, pathname, username, password } = new URL(baseUrl)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return (lastTarget = {
    baseUrl,
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    authorization: login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`,
  })
}

function optionsOf(
  target: Target,
  key: Readonly<Record<string, string>>,
  { method, path, body, headers }: HttpRequest,
): Dispatcher.DispatchOptions {
  const { origin, basePath, authorization } = target
  return {
    origin,
    path: basePath + path,
    method,
    body,
    headers: {
      ...key,
      Accept: 'application/json',
      'Accept-Encoding': 'gzip, deflate, br',
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...headers,
    },
  }
}

/** What comes back, as it comes. */
function createAnswer() {
  const chunks: Buffer[] = []
  let head: { status: number; headers: Record<string, string> } = { status: 0, headers: {} }
  let [hints, size] = [0, 0]
  return {
    /** False = preliminary answers without end. */
    begin(
      status: number,
      headers: Readonly<Record<string, string | string[] | undefined>>,
    ): boolean {
      if (status < 200) return ++hints <= HINTS_MAX
      head = {
        status,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]),
        ),
      }
      return true
    },
    /** False = too much. */
    add(chunk: Buffer): boolean {
      size += chunk.byteLength
      chunks.push(chunk)
      return size <= ANSWER_BYTES_MAX
    },
    async read(): Promise<HttpOutcome> {
      const bytes = await decode(Buffer.concat(chunks), head.headers['content-encoding'])
      return { kind: 'answered', ...head, bodyText: bytes.toString('utf8') }
    },
  }
}

const DECODERS = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
])

/**
 * As it is when it is not encoded, or in a way this till never asked for. Rejects when it is
 * broken, or becomes too large.
 */
async function decode(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decoder = DECODERS.get(encoding?.trim().toLowerCase() ?? '')
  if (decoder === undefined) return bytes
  return new Promise((resolve, reject) => {
    decoder(bytes, { maxOutputLength: ANSWER_BYTES_MAX }, (error, decoded) => {
      if (error === null) resolve(decoded)
      else
        reject(
          (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
            ? new Error(TOO_LARGE)
            : error,
        )
    })
  })
}

/**
 * The system's code where there is one. Several addresses tried give one error with the code of the
 * first.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code : error.message
}
