import { z } from 'zod'
import type { FieldErrorView } from './status.ts'

/** What the service found wrong with a receipt, as it is kept until somebody mends it. */
export const storedFieldErrors = z.array(
  z.object({ field: z.string(), code: z.string(), message: z.string() }),
) satisfies z.ZodType<FieldErrorView[]>
