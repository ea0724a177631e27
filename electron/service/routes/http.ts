/**
 * What all routes share: the context's variables, reading bodies, answering values and failures.
 */
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Principal } from '../auth/keys.ts'
import type { AskingTill } from '../fleet/till-keys.ts'
import {
  errorBody,
  failure,
  mainError,
  statusOf,
  toValidationError,
  type ApiFailure,
} from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import { readCandidateWith } from '../rules/candidate.ts'
import type { Role } from '../storage/tables.ts'
import { described, VALIDATION_PATH } from './described.ts'
import { isOpenToTills, isTillsToo } from './key-table.ts'
import { unkeptText } from './unkept-text.ts'

export interface ServiceEnv {
  /** Of who asks: of a till both; neither for one that joins a shop. */
  Variables: { requestId: string; principal: Principal; till?: AskingTill }
}
export type ServiceApp = OpenAPIHono<ServiceEnv>
export type ServiceContext = Context<ServiceEnv>

/**
 * The connection under a request, as the HTTP server knows it; nothing is there when the service
 * runs without a port.
 */
interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** As much of a context as its headers take. */
interface WithHeaders {
  readonly env: unknown
  readonly req: { header(name: string): string | undefined }
  readonly res: { readonly headers: Headers }
}

/**
 * A header of the request. Read from the connection, which saves building the web's header object
 * for every request.
 */
export function requestHeader(c: WithHeaders, name: string): string | undefined {
  const { incoming } = connectionOf(c)
  if (incoming === undefined) return c.req.header(name)
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * Sets a header of the answer once it is made. Through the connection an answer stays a status, a
 * text and a few words.
 */
export function answerHeader(c: WithHeaders, name: string, value: string): void {
  const { outgoing } = connectionOf(c)
  if (outgoing === undefined) c.res.headers.set(name, value)
  else if (!outgoing.headersSent) outgoing.setHeader(name, value)
}

/** The machine at the other end of the connection; empty when there is no connection. */
export function remoteAddress(c: { readonly env: unknown }): string {
  return connectionOf(c).incoming?.socket.remoteAddress ?? ''
}

function connectionOf(c: { readonly env: unknown }): Connection {
  return c.env ?? {}
}

/** A route as the OpenAPI document shows it; `createRoute` of @hono/zod-openapi makes one. */
type DocumentedRoute = RouteConfig & { getRoutingPath(): string }

const refuseTills: MiddlewareHandler<ServiceEnv> = async (c, next) =>
  c.get('till') === undefined ? next() : fail(c, failure('TILL_MAY_NOT'))

/** As the description of the interface says it. */
const OF_BOTH = [{ ApiKey: [] }, { TillKey: [], Installation: [] }]

/**
 * Puts a route into the OpenAPI document and the router. Bodies and parameters are read by the
 * handlers themselves, so that every error has the house's shape.
 */
export function mount(app: ServiceApp, route: DocumentedRoute, handler: Handler<ServiceEnv>): void {
  const { method, path } = route
  app.openAPIRegistry.registerPath(
    described(isTillsToo(method, path) ? { security: OF_BOTH, ...route } : route),
  )
  const where = [method.toUpperCase(), route.getRoutingPath()] as const
  if (isOpenToTills(method, path)) app.on(...where, handler)
  else app.on(...where, refuseTills, handler)
}

/** As much of a context as an answer takes. */
interface Answerable {
  readonly req: { readonly path: string }
  json(body: object, status: 400, headers?: Record<string, string>): Response
}

/** When to come back to what is away, for a program that reads it. */
const AWAY_S = '5'

export function fail(c: Answerable, problem: ApiFailure): Response {
  const status = statusOf(problem.errors) as 400
  const isLater = ([429, 503] as number[]).includes(status)
  const seconds = problem.errors[0]?.params['seconds'] ?? AWAY_S
  const headers = isLater ? { 'retry-after': seconds } : undefined
  return c.json(failureBody(c.req.path, problem), status, headers)
}

/** What is answered under that path; the validation has a shape of its own in every case. */
export function failureBody(path: string, problem: ApiFailure): object {
  if (path === VALIDATION_PATH)
    return { valid: false, validation_errors: problem.errors.map(toValidationError) }
  return {
    ...errorBody(problem),
    // Its pages say it in their own language.
    ...(path.startsWith('/api/office/') && { params: mainError(problem.errors).params }),
  }
}

interface JsonBody {
  readonly text: string
  readonly value: unknown
}

export async function readJson(c: ServiceContext): Promise<Result<JsonBody, ApiFailure>> {
  const type = requestHeader(c, 'content-type') ?? ''
  const encoding = requestHeader(c, 'content-encoding') ?? 'identity'
  if (!/^application\/json\s*(;|$)/i.test(type) || encoding !== 'identity')
    return refuse(failure('UNSUPPORTED_MEDIA_TYPE'))
  const text = await c.req.text()
  try {
    const value: unknown = JSON.parse(text)
    const unkept = unkeptText(text, value)
    return unkept === null ? ok({ text, value }) : refuse(unkept)
  } catch {
    return refuse(failure('MALFORMED_BODY'))
  }
}

/** Reads a body against a schema; the errors name the fields. */
export async function readBody<Schema extends z.ZodObject>(
  c: ServiceContext,
  schema: Schema,
): Promise<Result<z.output<Schema>, ApiFailure>> {
  const body = await readJson(c)
  if (!body.ok) return body
  const read = readCandidateWith(schema, body.value.value)
  return read.ok ? ok(read.value) : refuse({ errors: read.refusal })
}

/** Reads query parameters against a schema. */
export function readQuery<Schema extends z.ZodObject>(
  c: ServiceContext,
  schema: Schema,
): Result<z.output<Schema>, ApiFailure> {
  const parsed = schema.safeParse(c.req.query())
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const name = String(issue?.path[0] ?? unknown ?? '')
  return refuse(failure('INVALID_PARAMETER', name, { detail: name }))
}

/**
 * The company of a path, when the key reaches it. Whether it exists is not told to keys that do
 * not.
 */
export async function accessibleCompany(
  c: ServiceContext,
  parameter: string,
): Promise<Result<CompanyId, ApiFailure>> {
  const id = c.req.param(parameter) as CompanyId
  const isReached = await c.get('principal').reach.has(id)
  return isReached ? ok(id) : refuse(failure('COMPANY_NOT_ACCESSIBLE'))
}

const RANK: Readonly<Record<Role, number>> = { MEMBER: 0, ADMIN: 1, OWNER: 2 }

export function hasRole(principal: Principal, atLeast: Role): boolean {
  return RANK[principal.role] >= RANK[atLeast]
}

/** The body of what only such a role may do. */
export function bodyOfRole<Schema extends z.ZodObject>(
  c: ServiceContext,
  atLeast: Role,
  schema: Schema,
): Promise<Result<z.output<Schema>, ApiFailure>> {
  const refused = refusedRole(c, atLeast)
  return refused === null ? readBody(c, schema) : Promise.resolve(refuse(refused))
}

/** Null when the key may. */
export function refusedRole(c: ServiceContext, atLeast: Role): ApiFailure | null {
  const { role } = c.get('principal')
  return RANK[role] >= RANK[atLeast] ? null : failure('ROLE_NOT_ALLOWED', '', { role })
}
