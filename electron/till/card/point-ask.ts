/** One request to the service of Mercado Pago, and its answer. */
import type { HttpOutcome, HttpPort } from '../kernel/ports.ts'

export const ANSWER_MS = 10_000

export type Ask = ReturnType<typeof createAsk>

export function createAsk({ http }: { readonly http: HttpPort }, signal: AbortSignal) {
  return (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: object | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpOutcome> =>
    http.exchange(
      {
        ...{ method, path, headers, timeoutMs: ANSWER_MS },
        body: body === null ? null : new TextEncoder().encode(JSON.stringify(body)),
      },
      signal,
    )
}
