/** What is spent once over all tills of a shop: tried, and asked of the service where it has it. */
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'

/** What this till does not have itself may be another one's. */
const ASKING: readonly string[] = ['WORTH_ASKS_SHOP', 'VALE_UNKNOWN', 'CREDIT_UNKNOWN']

export async function withWord<Value>(
  claim: () => Promise<Result<null, Refusal>>,
  spend: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const first = await spend()
  if (first.ok || !ASKING.includes(first.refusal.code)) return first
  const claimed = await claim()
  return claimed.ok ? spend() : claimed
}
