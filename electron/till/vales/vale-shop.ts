/** What the commands of vales ask where several tills share a shop; of a till alone, nothing. */
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'

export interface ValeShop {
  /** The service's word is needed for it. Null: this till has given none by that code. */
  asks(number: number | null): boolean
  /** All that is left of it: what to write with its end, or that a word is lacking. */
  spendWhole(number: number): Result<() => void, Refusal>
}
