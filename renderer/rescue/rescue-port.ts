/** What the page before the core asks of the host. */
import { refusal } from '#shared/languages/refusals.ts'
import { RESCUE_PATH, type RescueAnswer, type RescueView } from '#shared/backup/rescue.ts'

export interface RescuePort {
  /** Null when there is nothing to rescue any more: the till is open. */
  readonly view: () => Promise<RescueView | null>
  readonly restore: (name: string) => Promise<RescueAnswer>
}

export function rescuePort(ask: typeof fetch, origin: string, token: string | null): RescuePort {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return {
    async view() {
      const response = await ask(`${origin}${RESCUE_PATH}/view`, { headers })
      return response.ok ? ((await response.json()) as RescueView) : null
    },
    async restore(name) {
      // The door takes nothing else from a page that writes.
      const sent = { ...headers, 'content-type': 'application/json' }
      const order = { method: 'POST', headers: sent }
      const response = await ask(`${origin}${RESCUE_PATH}/restore/${name}`, order)
      if (response.ok) return (await response.json()) as RescueAnswer
      const detail = String(response.status)
      return { ok: false, refusal: refusal('SUPPORT_FAILED', null, { detail }) }
    },
  }
}
