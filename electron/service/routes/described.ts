/** What every route has in the OpenAPI document without saying it: a name, and how it may end. */
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { errorBodySchema, validationResponseSchema } from '#shared/issuing/document-response.ts'

/** Path under which errors take the shape of the validation response (spec part 4). */
export const VALIDATION_PATH = '/api/invoices/validate'

const ENDS = {
  401: ['KeyInvalid', 'The key is missing or not valid'],
  429: ['TooMany', 'More than a key may ask in a minute; Retry-After says when to come back'],
  503: ['Away', 'Nothing can be done for now; Retry-After says when to come back'],
} as const
const SHAPES = { Error: errorBodySchema, Refusal: validationResponseSchema } as const
const retryAfter = {
  'Retry-After': { description: 'Whole seconds', schema: { type: 'integer' as const } },
}

/** Before the first route. */
export function registerEnds({ openAPIRegistry }: Pick<OpenAPIHono, 'openAPIRegistry'>): void {
  for (const [name, schema] of Object.entries(SHAPES)) {
    const { $schema: _, ...shape } = z.toJSONSchema(schema)
    openAPIRegistry.registerComponent('schemas', name, shape as object)
    for (const [status, [end, description]] of Object.entries(ENDS))
      openAPIRegistry.registerComponent('responses', `${end}${name}`, {
        description,
        ...(status === '401' ? {} : { headers: retryAfter }),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
      })
  }
}

export function described<Route extends RouteConfig>(route: Route): RouteConfig {
  const name = route.path === VALIDATION_PATH ? 'Refusal' : 'Error'
  const ends = Object.fromEntries(
    Object.entries(ENDS).map(
      ([status, [end]]) => [status, { $ref: `#/components/responses/${end}${name}` }] as const,
    ),
  )
  const isOpen = !route.path.startsWith('/api/')
  return {
    operationId: nameOf(route),
    ...route,
    ...(isOpen ? { security: [] } : {}),
    responses: { ...(isOpen ? {} : ends), ...route.responses },
  }
}

/** `get /api/invoices/by-id/{invoice_id}` is `getInvoicesByIdInvoiceId`. */
function nameOf({ method, path }: RouteConfig): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && word !== 'api')
  return method + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
}
