/** A request and an answer as they go between two processes. */
import type { CarriedHead, CarriedRequest } from './words.ts'

/** A little more than the core takes of any command: what is larger never leaves the window. */
const CARRIED_BYTES_MAX = 2_097_152

/** Null when its body is larger than anything the core takes. */
export async function packRequest(request: Request): Promise<CarriedRequest | null> {
  const body = request.body === null ? null : await readAtMost(request.body, CARRIED_BYTES_MAX)
  if (body === 'too large') return null
  return { url: request.url, method: request.method, headers: [...request.headers], body }
}

export function unpackRequest(carried: CarriedRequest, signal: AbortSignal): Request {
  return new Request(carried.url, {
    method: carried.method,
    headers: carried.headers.map(([name, value]): [string, string] => [name, value]),
    body: carried.body === null ? null : Buffer.from(carried.body),
    signal,
  })
}

export const packHead = (response: Response): CarriedHead => ({
  status: response.status,
  headers: [...response.headers],
})

export function unpackAnswer(
  head: CarriedHead,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
): Response {
  return new Response(body, {
    status: head.status,
    headers: head.headers.map(([name, value]): [string, string] => [name, value]),
  })
}

/** An answer that goes on for as long as somebody listens. */
export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') === true

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | 'too large'> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) return 'too large'
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
