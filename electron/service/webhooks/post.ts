import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CheckedTarget } from './target.ts'

/** What came of one attempt: the receiver's status, or why there was none. */
export type PostOutcome = { readonly status: number } | { readonly reason: string }

export type PostWebhook = (
  target: CheckedTarget,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<PostOutcome>

/** House decision: the receiver has this long from connecting to the end of its answer. */
export const ANSWER_TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Posts to the checked address under the target's name. Follows no redirect, uses no proxy, keeps
 * no connection.
 */
export const postWebhook: PostWebhook = (target, headers, body) =>
  new Promise((resolve) => {
    const send = target.url.protocol === 'https:' ? httpsRequest : httpRequest
    const bytes = Buffer.from(body)
    const request = send(
      target.url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
        lookup: (_hostname, options, callback) => {
          if (options.all === true)
            callback(null, [{ address: target.address, family: target.family }])
          else callback(null, target.address, target.family)
        },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      },
      (response) => {
        let received = 0
        response.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received > ANSWER_BYTES_MAX) response.destroy()
        })
        response.on('close', () => resolve({ status: response.statusCode ?? 0 }))
      },
    )
    request.on('error', (error) =>
      resolve({ reason: error.name === 'AbortError' ? 'timeout' : error.message }),
    )
    request.end(bytes)
  })
