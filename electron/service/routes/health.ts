/** Whether this process can issue: asked by a proxy or a watchdog, so without a key. */
import { sql } from 'kysely'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, type ServiceApp } from './http.ts'

/** A watchdog asks once a second or so; one that asks more often hears the answer of before. */
const FRESH_MS = 500

export function healthRoute(app: ServiceApp, { storage, clock, log }: ServiceParts): void {
  let last: { readonly at: number; readonly isThere: Promise<boolean> } | null = null
  const isDatabaseThere = () => {
    const now = clock.now()
    if (last === null || now < last.at || now - last.at >= FRESH_MS)
      last = { at: now, isThere: ask() }
    return last.isThere
  }
  const ask = () =>
    sql`SELECT 1 FROM settings LIMIT 1`.execute(storage.read).then(
      () => true,
      (error: unknown) => {
        log.info({ err: error }, 'the database does not answer')
        return false
      },
    )
  app.get('/health', async (c) =>
    (await isDatabaseThere()) ? c.json({ status: 'ok' }) : fail(c, failure('DATABASE_UNAVAILABLE')),
  )
}
