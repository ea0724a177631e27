/** Keys of a client, changed by its owner: who uses this service are its keys. */
import { createRoute, z } from '@hono/zod-openapi'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { changeKey, keyToChange, revokeKey, rotateKey, stillStands } from '../auth/change-key.ts'
import { createKey, keyIdOf } from '../auth/keys.ts'
import { apiError, failure, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { ApiKeyRow } from '../storage/tables.ts'
import type { WriteJob } from '../storage/storage.ts'
import { bodyOfRole, fail, mount, refusedRole } from './http.ts'
import type { ServiceApp, ServiceContext } from './http.ts'
import { KEY } from './examples.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const keyFacts = {
  role: z.enum(['OWNER', 'ADMIN', 'MEMBER']),
  label: z.string().trim().min(1).max(80),
  companies: z.array(z.uuid()).min(1).max(100),
}
const keyBody = z.object({ ...keyFacts, role: keyFacts.role.default('MEMBER') })
const keyChanges = z.strictObject(keyFacts).partial()
const keyShown = z.object({ key: z.string() })
const userPath = { params: z.object({ idUser: z.string() }) }
const refused = {
  403: jsonAnswer('Not an owner, or it reaches more than he does', errorBodySchema),
  404: jsonAnswer('His client has no such key', errorBodySchema),
  409: jsonAnswer('It is the key of this request', errorBodySchema),
}

const postKey = createRoute({
  method: 'post',
  path: '/api/users',
  summary: 'Create a key; it is shown this once',
  tags: ['Users'],
  request: { body: jsonBody(keyBody, KEY) },
  responses: { 201: jsonAnswer('The key', keyShown), 403: refused[403] },
})
const patchKey = createRoute({
  method: 'patch',
  path: '/api/users/{idUser}',
  summary: 'Change what a key is called, may do and reaches',
  tags: ['Users'],
  request: { ...userPath, body: jsonBody(keyChanges) },
  responses: { 200: jsonAnswer('Changed', z.object({ id: z.string() })), ...refused },
})
const postRotation = createRoute({
  method: 'post',
  path: '/api/users/{idUser}/rotate',
  summary: 'A new secret with the same reach; the old key stops at once',
  tags: ['Users'],
  request: userPath,
  responses: { 201: jsonAnswer('The new key, shown this once', keyShown), ...refused },
})
const deleteKey = createRoute({
  method: 'delete',
  path: '/api/users/{idUser}',
  summary: 'Revoke a key',
  tags: ['Users'],
  request: userPath,
  responses: {
    200: jsonAnswer('Revoked', z.object({ id: z.string(), status: z.string() })),
    ...refused,
  },
})

export function userRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, random } = parts

  mount(app, postKey, async (c) => {
    const body = await bodyOfRole(c, 'OWNER', keyBody)
    if (!body.ok) return fail(c, body.refusal)
    const companyIds = body.value.companies as CompanyId[]
    if (!(await reachesAll(c, companyIds)))
      return fail(c, failure('COMPANY_NOT_ACCESSIBLE', 'companies'))
    const { role, label } = body.value
    const asking = c.get('principal')
    const { clientId } = asking
    const key = await storage.write(async (db) =>
      (await stillStands(db, asking))
        ? createKey(
            { db, clock, random },
            { clientId, role, label, companyIds: [...new Set(companyIds)] },
          )
        : null,
    )
    if (key === null) return fail(c, failure('API_KEY_INVALID'))
    logChange(parts, c, 'key made', keyIdOf(key) ?? '')
    return c.json({ key }, 201)
  })

  mount(app, patchKey, async (c) => {
    const body = await bodyOfRole(c, 'OWNER', keyChanges)
    if (!body.ok) return fail(c, body.refusal)
    const companies = body.value.companies as CompanyId[] | undefined
    if (!(await reachesAll(c, companies ?? [])))
      return fail(c, failure('COMPANY_NOT_ACCESSIBLE', 'companies'))
    if (Object.keys(body.value).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
    const changed = await change(parts, c, 'key changed', (db, { id }) =>
      changeKey(db, id, { ...body.value, companies }),
    )
    return changed.ok ? c.json({ id: changed.value.id }) : fail(c, { errors: [changed.refusal] })
  })

  mount(app, postRotation, async (c) => {
    let key: string | null = null
    const changed = await change(parts, c, 'key rotated', async (db, { id }) => {
      key = await rotateKey({ db, clock, random }, id)
    })
    return changed.ok ? c.json({ key }, 201) : fail(c, { errors: [changed.refusal] })
  })

  mount(app, deleteKey, async (c) => {
    const changed = await change(parts, c, 'key revoked', async (db, { id }) => {
      await revokeKey(db, clock, id)
    })
    if (!changed.ok) return fail(c, { errors: [changed.refusal] })
    return c.json({ id: changed.value.id, status: 'REVOKED' })
  })
}

async function reachesAll(c: ServiceContext, companies: readonly CompanyId[]): Promise<boolean> {
  const { reach } = c.get('principal')
  const reached = await Promise.all(companies.map((id) => reach.has(id)))
  return !reached.includes(false)
}

/** Does it to the key of the path, if the one that asks may. */
async function change(
  parts: ServiceParts,
  c: ServiceContext,
  said: string,
  doIt: (db: Parameters<WriteJob<unknown>>[0], key: ApiKeyRow) => Promise<void>,
): Promise<Result<ApiKeyRow, ApiError>> {
  const asking = c.get('principal')
  if (refusedRole(c, 'OWNER') !== null)
    return refuse(apiError('ROLE_NOT_ALLOWED', '', { role: asking.role }))
  const changed = await parts.storage.write(async (db) => {
    const key = await keyToChange(db, asking, c.req.param('idUser') ?? '')
    if (key.ok) await doIt(db, key.value)
    return key
  })
  if (!changed.ok) return changed
  parts.keys.forget()
  logChange(parts, c, said, changed.value.id)
  return ok(changed.value)
}

function logChange(parts: ServiceParts, c: ServiceContext, said: string, changed: string): void {
  const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
  parts.log.info({ requestId, keyId, changed }, said)
}
