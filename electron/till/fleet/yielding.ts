import type { Result } from '#shared/core/result.ts'
import type { FleetRefusal } from './fleet-client.ts'

type Said<Value> = Promise<Result<Value, FleetRefusal> | null>

/**
 * What fails lets by once what stands behind it: an answer that nobody here can read holds up
 * nothing else. Null: nothing waits, or it lets the others by.
 */
export function yielding<Args extends readonly unknown[], Value>(
  say: (...args: Args) => Said<Value>,
): (...args: Args) => Said<Value> {
  let yields = false
  return async (...args) => {
    const said = yields ? null : await say(...args)
    yields = said?.ok === false
    return said
  }
}
