/** What the page before the core asks of the host. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import {
  RESCUE_PATH,
  type RescueAnswer,
  type RescueFound,
  type RescueInput,
  type RescueMedium,
  type RescueView,
} from '#shared/backup/rescue.ts'

export interface RescuePort {
  /** Null when there is nothing to rescue any more: the till is open. */
  readonly view: () => Promise<RescueView | null>
  /** Those that are plugged in now. */
  readonly media: () => Promise<readonly RescueMedium[]>
  /** `code`: null for the till's own key. */
  readonly copies: (folder: string, code: string | null) => Promise<RescueFound>
  readonly restore: (input: RescueInput) => Promise<RescueAnswer>
}

export function rescuePort(ask: typeof fetch, origin: string, token: string | null): RescuePort {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const read = async (what: string) => {
    const response = await ask(`${origin}${RESCUE_PATH}/${what}`, { headers })
    return response.ok ? ((await response.json()) as unknown) : null
  }
  const order = async <Answer>(what: string, input: unknown): Promise<Answer | Failed> => {
    // The door takes nothing else from a page that writes.
    const sent = { ...headers, 'content-type': 'application/json' }
    const posted = { method: 'POST', headers: sent, body: JSON.stringify(input) }
    try {
      const response = await ask(`${origin}${RESCUE_PATH}/${what}`, posted)
      return response.ok ? ((await response.json()) as Answer) : failed(String(response.status))
    } catch (error) {
      return failed(String(error))
    }
  }
  return {
    view: async () => (await read('view')) as RescueView | null,
    // A page that was not answered shows none; it is looked for again by hand.
    media: () =>
      read('media').then(
        (found) => (found ?? []) as readonly RescueMedium[],
        () => [],
      ),
    copies: (folder, code) => order<RescueFound>('copies', { folder, code }),
    restore: (input) => order<RescueAnswer>('restore', input),
  }
}

interface Failed {
  readonly ok: false
  readonly refusal: Refusal
}

const failed = (detail: string): Failed => ({
  ok: false,
  refusal: refusal('SUPPORT_FAILED', null, { detail }),
})
