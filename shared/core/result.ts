/** What an operation that may be refused answers: a value or a refusal, never an exception. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Failure }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function refuse<Failure>(refusal: Failure): {
  readonly ok: false
  readonly refusal: Failure
} {
  return { ok: false, refusal }
}

/** A broken promise inside the program. Reaching it is a bug, so it throws. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
