/** How the page asks the service: the answer, or what was wrong in a sentence. */
import { z } from 'zod'

export interface Refused {
  readonly code: string
  readonly text: string
  readonly params: Readonly<Record<string, string>>
}
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refused }

/** Longer than the service takes to compare a passphrase on a busy machine. */
const TIMEOUT_MS = 20_000
const NO_ANSWER: Refused = { code: 'NO_ANSWER', text: '', params: {} }
const refusedBody = z.object({
  ...{ code: z.string(), message: z.string() },
  params: z.record(z.string(), z.string()).default({}),
})
export const anything = z.unknown()

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let onSessionOver = () => {}
/** Wherever it is noticed that nobody is in any more. */
export const whenSessionOver = (tell: () => void) => void (onSessionOver = tell)

/** Changes on their way: a key that is pressed twice asks once. */
const changing = new Map<string, Promise<Answer<unknown>>>()

export async function askService<Schema extends z.ZodType>(
  schema: Schema,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer<z.output<Schema>>> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  if (method === 'GET') return read(schema, await asked(method, path, text))
  const key = `${method} ${path} ${text}`
  const answer = changing.get(key) ?? asked(method, path, text)
  changing.set(key, answer)
  return read(schema, await answer.finally(() => changing.delete(key)))
}

async function asked(method: Method, path: string, text?: string): Promise<Answer<unknown>> {
  try {
    const answer = await fetch(`/api/office/${path}`, {
      method,
      ...(text === undefined
        ? {}
        : { body: text, headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said: unknown = await answer.json()
    if (answer.ok) return { ok: true, value: said }
    const { code, message, params } = refusedBody.parse(said)
    if (code === 'OFFICE_SESSION_OVER') onSessionOver()
    return { ok: false, refused: { code, text: message, params } }
  } catch {
    return { ok: false, refused: NO_ANSWER }
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer<unknown>,
): Answer<z.output<Schema>> {
  if (!answer.ok) return answer
  const { success, data } = schema.safeParse(answer.value)
  return success ? { ok: true, value: data } : { ok: false, refused: NO_ANSWER }
}
