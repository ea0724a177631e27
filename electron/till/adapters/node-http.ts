/** The till's way to the service: node:http over kept connections. No redirects, no proxies, and an answer of limited size. */
import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { HttpOutcome, HttpPort, HttpRequest } from '../ports.ts'

/** Largest answer read: a PDF of a long receipt in base64 stays far below. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** A service that is not there is noticed before a longer wait for an answer ends. */
const CONNECT_TIMEOUT_MS = 10_000
/** An idle connection is given up before common services (5 s) do so, which would meet a receipt on its way. */
const IDLE_TIMEOUT_MS = 4_000
const HINTS_MAX = 20
/** Failures that mean, while there is no connection yet, that not a byte of the request has left. */
const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

/** Where the service is and the key for it, asked again for every exchange, because settings may change. */
export type ServiceAddress = () => { readonly baseUrl: string | null; readonly apiKey: string | null }

export function createNodeHttp(address: ServiceAddress): HttpPort {
  return { exchange: (request, signal) => exchange(address, request, signal) }
}

async function exchange(address: ServiceAddress, request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
  const { baseUrl, apiKey } = address()
  if (baseUrl === null) return { kind: 'unsent', detail: 'SERVICE_UNREACHABLE' }
  if (apiKey === null) return { kind: 'unsent', detail: 'API_KEY_MISSING' }
  let sending: ClientRequest | null = null
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  let isConnected = () => false
  try {
    signal.throwIfAborted()
    return await new Promise<HttpOutcome>((resolve, reject) => {
      sending = open(baseUrl, request.path, {
        method: request.method,
        headers: {
          'X-Api-Key': apiKey,
          Accept: 'application/json',
          'Accept-Encoding': 'gzip, deflate, br',
          ...(request.body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': request.body.byteLength }),
        },
      })
      stop = () => reject(signal.reason as Error)
      timer = setTimeout(() => reject(new Error(`no answer within ${request.timeoutMs} ms`)), request.timeoutMs)
      signal.addEventListener('abort', stop, { once: true })
      isConnected = watchConnecting(sending, reject)
      limitHints(sending, reject)
      sending.on('error', reject)
      let isAnswering = false
      // Also where no error comes. Once an answer has begun, its own end or error decides.
      sending.on('close', () => { if (!isAnswering) reject(new Error('connection closed without an answer')) })
      sending.on('response', (response) => {
        isAnswering = true
        readAnswer(response).then(resolve, reject)
      })
      sending.end(request.body ?? undefined)
    })
  } catch (error) {
    // Taken down with the exchange: an answer half read keeps no connection.
    (sending as ClientRequest | null)?.destroy()
    const { code, detail } = describe(error)
    return UNSENT_CODES.has(code) && !isConnected() ? { kind: 'unsent', detail } : { kind: 'unanswered', detail }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** One set of connections, whoever asks: the receipts, their papers, a look whether the service is there. */
const HTTP_AGENT = new HttpAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS })
const HTTPS_AGENT = new HttpsAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS })

interface Target { readonly baseUrl: string; readonly isSecure: boolean; readonly options: RequestOptions; readonly basePath: string }
/** The address as it was taken apart last: it hardly ever changes. */
let lastTarget: Target | null = null

function open(baseUrl: string, path: string, { method, headers }: Pick<RequestOptions, 'method' | 'headers'>): ClientRequest {
  if (lastTarget?.baseUrl !== baseUrl) lastTarget = readTarget(baseUrl)
  const { isSecure, options, basePath } = lastTarget
  const whole = { ...options, path: basePath + path, method, headers }
  return isSecure ? requestHttps(whole) : requestHttp(whole)
}

function readTarget(baseUrl: string): Target {
  const url = new URL(baseUrl)
  const isSecure = url.protocol === 'https:'
  const { hostname, port, auth, protocol } = urlToHttpOptions(url)
  return {
    baseUrl, isSecure, basePath: url.pathname.replace(/\/+$/, ''),
    options: { hostname, port, auth, protocol, agent: isSecure ? HTTPS_AGENT : HTTP_AGENT },
  }
}

/** Answers whether the connection stands, or stood: from then on the system's errors say nothing about what has left. */
function watchConnecting(sending: ClientRequest, fail: (error: Error) => void): () => boolean {
  let isConnected = false
  sending.once('socket', (socket) => {
    isConnected = !socket.connecting
    if (isConnected) return
    const timer = setTimeout(() => {
      // Until the connection stands, and with TLS until it is agreed, nothing of the request has left.
      fail(Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' }))
    }, CONNECT_TIMEOUT_MS)
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      isConnected = true
      clearTimeout(timer)
    })
    socket.once('close', () => clearTimeout(timer))
  })
  return () => isConnected
}

/** Answers of the kind "100 Continue" may come before the real one; without end they would only keep the till busy. */
function limitHints(sending: ClientRequest, fail: (error: Error) => void): void {
  let count = 0
  sending.on('information', () => {
    count += 1
    if (count > HINTS_MAX) fail(new Error(`more than ${HINTS_MAX} preliminary answers`))
  })
}

async function readAnswer(response: IncomingMessage): Promise<HttpOutcome> {
  const headers = Object.fromEntries(Object.entries(response.headers)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value ?? '']))
  const decoder = decoderOf(headers['content-encoding'])
  const body = decoder === null ? response : pipeline(response, decoder, () => { /* its error comes out of the decoder too */ })
  const bodyText = await readLimited(body)
  return { kind: 'answered', status: response.statusCode ?? 0, bodyText, headers }
}

/** Null for an answer that is not encoded, or in a way this till never asked for. */
function decoderOf(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}

function readLimited(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      chunks.push(chunk)
      if (size <= ANSWER_BYTES_MAX) return
      body.destroy()
      chunks.length = 0
      reject(new Error(`answer above ${ANSWER_BYTES_MAX} bytes`))
    })
    body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    body.on('error', reject)
    body.on('close', () => reject(new Error('answer broken off')))
  })
}

/** Several addresses tried give one error with the code of the first. */
function describe(error: unknown): { code: string; detail: string } {
  if (!(error instanceof Error)) return { code: '', detail: String(error) }
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code !== '' ? { code, detail: code } : { code: '', detail: error.message }
}
