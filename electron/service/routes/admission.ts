/**
 * At the doors of the interface, each with its own patience: creations and validations, PDFs,
 * questions to the authority, and everything else. A flood at one keeps nobody out at another.
 */
import type { Principal } from '../auth/keys.ts'
import { Admission } from '../core/admission.ts'
import { failure } from '../core/errors.ts'
import type { DoorName, ServiceParts } from '../parts/parts.ts'
import { fail, type ServiceApp, type ServiceContext } from './http.ts'
import { CHANGES_PATH } from './key-table.ts'

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
  app.use('/api/*', async (c, next) => {
    // Who waits for news is inside only while it is looked for.
    if (c.req.path === CHANGES_PATH) return next()
    // A client that sends slowly takes nobody's place, and its patience is not the service's.
    if (!BODILESS.includes(c.req.method)) await c.req.text()
    return throughDoor(c, doors, next)
  })
  return doors
}

/** Does it inside, or answers when to come back. */
export async function throughDoor<Value>(
  c: ServiceContext,
  doors: Doors,
  work: () => Promise<Value>,
): Promise<Value | Response> {
  const door = doors[doorOf(c.req.method, c.req.path)]
  const leave = door.enter(...(await guestOf(c)))
  if (leave === null) {
    const seconds = String(1 + (door.state().refused % RETRY_AFTER_S_MAX))
    return fail(c, failure('OVERLOADED', '', { seconds }))
  }
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Client and company. */
async function guestOf(c: ServiceContext): Promise<[client: string, company: string]> {
  const till = c.get('till')
  if (till !== undefined) return [till.clientId, till.companyId]
  const principal = c.get('principal') as Principal | undefined
  // Tills that join a shop share what one client has.
  if (principal === undefined) return ['', '']
  const { clientId, keyId, reach } = principal
  return [clientId, (await reach.only()) ?? keyId]
}

const BODILESS: readonly string[] = ['GET', 'HEAD']

function doorOf(method: string, path: string): DoorName {
  if (path.startsWith('/api/taxpayers/')) return 'asking'
  if (!path.startsWith('/api/invoices')) return 'reading'
  if (method === 'POST') return 'issuing'
  return path.includes('/download-base64/') ? 'drawing' : 'reading'
}
