import { PostTimeout, postOnce } from '../core/post-once.ts'
import type { CheckedTarget } from './target.ts'

/** What came of one attempt: the receiver's status, or why there was none. */
export type PostOutcome = { readonly status: number } | { readonly reason: string }

export type PostWebhook = (
  target: CheckedTarget,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<PostOutcome>

/** House decision: the receiver has this long from connecting to the end of its answer. */
const LIMITS = { timeoutMs: 15_000, answerBytesMax: 64 * 1024 }

/**
 * Posts to the checked address under the target's name. Follows no redirect, uses no proxy, keeps
 * no connection.
 */
export const postWebhook: PostWebhook = async (target, headers, body) => {
  const { url, address, family } = target
  try {
    const { status } = await postOnce(
      url,
      body,
      {
        agent: false,
        headers,
        lookup: (_hostname, { all }, callback) => {
          if (all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      LIMITS,
    )
    return { status }
  } catch (error) {
    if (error instanceof PostTimeout) return { reason: 'timeout' }
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
