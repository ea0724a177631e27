/** Short forms for what the OpenAPI description of a route repeats. */
import type { z } from 'zod'

export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

/** `example` is one that a test sends. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, example?: z.input<Schema>) {
  const body = example === undefined ? { schema } : { schema, example: example as unknown }
  return { required: true, content: { 'application/json': body } }
}
