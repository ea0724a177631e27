/** What is written is permitted, and what it spends of a shop is in this till’s hand. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'

type Asked<Given extends readonly unknown[]> = (...given: Given) => Result<() => void, Refusal>

export function withSpent<const Given extends readonly unknown[]>(
  spend: Asked<Given>,
  permit: Asked<Given>,
): Asked<Given> {
  return (...given) => {
    const spent = spend(...given)
    if (!spent.ok) return spent
    const permitted = permit(...given)
    if (!permitted.ok) return permitted
    return ok(() => {
      spent.value()
      permitted.value()
    })
  }
}
