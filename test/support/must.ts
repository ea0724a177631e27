import type { Result } from '#shared/core/result.ts'

/** The value; a refusal is a failed test and names its code. */
export function must<Value>(answer: Result<Value, { readonly code: string }>): Value {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
