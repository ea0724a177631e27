/**
 * One POST that ends by its own deadline, whatever the other side does: a protocol it switches to,
 * an answer that trickles or breaks off, a socket that closes without a word.
 */
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

interface PostAnswer {
  readonly status: number
  /** Null when it broke off, or had no end. */
  readonly text: string | null
}

interface PostLimits {
  /** From connecting to the end of the answer. */
  readonly timeoutMs: number
  readonly answerBytesMax: number
}

/** What the deadline rejects with. */
export class PostTimeout extends Error {}

/** Rejects with what the connection says, or with `PostTimeout`. */
export function postOnce(
  url: URL,
  body: string,
  { headers, ...options }: RequestOptions & { readonly headers: Readonly<Record<string, string>> },
  { timeoutMs, answerBytesMax }: PostLimits,
): Promise<PostAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const bytes = Buffer.from(body)
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>()
  const allHeaders = { 'content-type': 'application/json', ...headers }
  const request = send(url, {
    ...options,
    method: 'POST',
    headers: { ...allHeaders, 'content-length': bytes.length },
  })
  const deadline = setTimeout(() => {
    reject(new PostTimeout('timeout'))
    request.destroy()
  }, timeoutMs)
  const gone = () => reject(new Error('the connection closed'))
  request.on('response', (response) => {
    // From here on its own end says more.
    request.off('close', gone)
    const status = response.statusCode ?? 0
    const pieces: Buffer[] = []
    let received = 0
    response.on('data', (piece: Buffer) => {
      received += piece.length
      if (received > answerBytesMax) response.destroy()
      else pieces.push(piece)
    })
    // Said by its close as well.
    response.on('error', () => {})
    response.on('close', () =>
      resolve({ status, text: response.complete ? Buffer.concat(pieces).toString() : null }),
    )
  })
  // Unasked for, and no answer that anybody reads on from.
  request.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy()
    resolve({ status: statusCode ?? 0, text: null })
  })
  request.on('error', reject)
  request.on('close', gone)
  request.end(bytes)
  return promise.finally(() => clearTimeout(deadline))
}
