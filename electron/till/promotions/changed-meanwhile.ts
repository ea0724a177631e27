/** Two owners at one promotion or price list: the second hears of the first, and undoes nothing. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../kernel/database.ts'

interface Changed {
  readonly name: string
  readonly changedAt: EpochMs
}

type What = 'promotion' | 'price-list'
const CODES = { promotion: 'PROMOTION_CHANGED', 'price-list': 'PRICE_LIST_CHANGED' } as const

/** Why it is not saved over: who has changed it since it was read, and when; null where nobody. */
export function changedMeanwhile(db: TillDatabase, what: What) {
  // The log names it, in the same moment.
  const by = db
    .prepare<[string, number], string>(`SELECT staff_name FROM audit
    WHERE action IN ('${what}-saved', '${what}-switched') AND json_extract(detail_json, '$.what') = ?
    ORDER BY abs(at_ms - ?), seq DESC LIMIT 1`)
    .pluck()
  return ({ name, changedAt }: Changed, readAt: number | undefined): Refusal | null => {
    if (readAt === changedAt) return null
    const at = `${printDate(santiagoDate(changedAt))} ${santiagoTime(changedAt).slice(0, 5)}`
    const params = { name, by: by.get(name, changedAt) ?? '?', at, changedAt: String(changedAt) }
    return refusal(CODES[what], null, params)
  }
}

/** Greater than what it was before, whatever the clock says: it is how a change is known. */
export function changeTime(nowMs: number, before: { readonly changedAt: number } | undefined) {
  return Math.max(nowMs, (before?.changedAt ?? 0) + 1) as EpochMs
}
