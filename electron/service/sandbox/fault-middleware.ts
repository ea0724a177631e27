import { setTimeout as delay } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { failureBody, type ServiceApp } from '../routes/http.ts'
import type { Sandbox } from './sandbox.ts'

const RETRY_AFTER_S = 1

/** Slows, fails and loses answers of `/api/*` as the sandbox was told. */
export function useFaults(app: ServiceApp, parts: ServiceParts, { faults }: Sandbox): void {
  app.use('/api/*', async (c, next) => {
    if (faults.latencyMs > 0) await delay(faults.latencyMs)
    if (faults.errorRate > 0 && (parts.random.bytes(1)[0] ?? 0) / 256 < faults.errorRate) {
      c.header('retry-after', String(RETRY_AFTER_S))
      return c.json(failureBody(c.req.path, failure('SIMULATED_ERROR')), faults.errorStatus)
    }
    await next()
    const isCreation =
      c.req.method === 'POST' && c.req.path === '/api/invoices' && c.res.status === 201
    if (!isCreation || faults.answersToLose === 0) return undefined
    faults.answersToLose -= 1
    // The document is committed; the client only sees its connection break.
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    outgoing?.destroy()
    c.res = new Response(null, { status: 504 })
    return undefined
  })
}
