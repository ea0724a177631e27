/**
 * At the doors of the interface, each with its own patience: creations and validations, PDFs,
 * questions to the authority, and everything else. A flood at one keeps nobody out at another.
 */
import { Admission } from '../core/admission.ts'
import { failure } from '../core/errors.ts'
import type { DoorName, ServiceParts } from '../parts/parts.ts'
import { fail, type ServiceApp } from './http.ts'

/** Those who are refused together do not come back together. */
const RETRY_AFTER_S_MAX = 4

export type Doors = Readonly<Record<DoorName, Admission>>

/** After the size of bodies is limited, before they are read. */
export function useAdmission(app: ServiceApp, { settings }: ServiceParts): Doors {
  const nowMs = () => performance.now()
  const made = Object.entries(settings.doors).map(
    ([name, patience]) => [name, new Admission(patience, nowMs)] as const,
  )
  const doors = Object.fromEntries(made) as Doors
  let refused = 0
  app.use('/api/*', async (c, next) => {
    // A client that sends slowly takes nobody's place, and its patience is not the service's.
    if (!BODILESS.includes(c.req.method)) await c.req.text()
    const { clientId, keyId, reach } = c.get('principal')
    const company = (await reach.only()) ?? keyId
    const leave = doors[doorOf(c.req.method, c.req.path)].enter(clientId, company)
    if (leave === null) {
      refused += 1
      const seconds = String(1 + (refused % RETRY_AFTER_S_MAX))
      return fail(c, failure('OVERLOADED', '', { seconds }))
    }
    try {
      return await next()
    } finally {
      leave()
    }
  })
  return doors
}

const BODILESS: readonly string[] = ['GET', 'HEAD']

function doorOf(method: string, path: string): DoorName {
  if (path.startsWith('/api/taxpayers/')) return 'asking'
  if (!path.startsWith('/api/invoices')) return 'reading'
  if (method === 'POST') return 'issuing'
  return path.includes('/download-base64/') ? 'drawing' : 'reading'
}
