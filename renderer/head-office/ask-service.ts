/** How the page asks the service: the answer, or what was wrong in a sentence. */
import { z } from 'zod'

export interface Refused {
  readonly code: string
  readonly text: string
}
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refused }

/** Longer than the service takes to compare a passphrase on a busy machine. */
const TIMEOUT_MS = 20_000
const NO_ANSWER: Refused = { code: 'NO_ANSWER', text: '' }
const refusedBody = z.object({ code: z.string(), message: z.string() })
export const anything = z.unknown()

export async function askService<Schema extends z.ZodType>(
  schema: Schema,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer<z.output<Schema>>> {
  try {
    const answer = await fetch(`/api/office/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said: unknown = await answer.json()
    if (answer.ok) return { ok: true, value: schema.parse(said) }
    const { code, message: text } = refusedBody.parse(said)
    return { ok: false, refused: { code, text } }
  } catch {
    return { ok: false, refused: NO_ANSWER }
  }
}
