/** How the page asks the service: the answer, or what was wrong in a sentence. */
import { z } from 'zod'
import { OFFICE_PERSON_HEADER, sessionAnswer } from '#shared/head-office/contract.ts'

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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Elsewhere {
  /** Nobody is in any more. */
  readonly over: () => void
  /** Another window went to another company. */
  readonly moved: () => void
}
let elsewhere: Elsewhere = { over: () => {}, moved: () => {} }
/** Wherever it is noticed. */
export const whenElsewhere = (tell: Elsewhere) => void (elsewhere = tell)

const SESSION = 'session'
/** As whom this window shows what it shows. */
let shown: string | null = null

/** Of a file that the browser asks for itself: of the company that is shown, or not at all. */
export const fileAddress = (path: string, head: string) =>
  `/api/office/${path}?${new URLSearchParams({ head, as: shown ?? '' }).toString()}`

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
    const headers = {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(shown === null || path === SESSION ? {} : { [OFFICE_PERSON_HEADER]: shown }),
    }
    const answer = await fetch(`/api/office/${path}`, {
      ...{ method, headers, ...(text === undefined ? {} : { body: text }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said: unknown = await answer.json()
    if (answer.ok) {
      if (method === 'GET' && path === SESSION) shown = sessionAnswer.parse(said).person_id
      return { ok: true, value: said }
    }
    const { code, message, params } = refusedBody.parse(said)
    if (code === 'OFFICE_SESSION_OVER') elsewhere.over()
    if (code === 'OFFICE_SHOP_OTHER') elsewhere.moved()
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
