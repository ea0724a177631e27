/** Parked sales of the other tills of the shop, and who took one, as the list shows them. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { SteadyTime } from '../../kernel/steady-time.ts'

/** So long the list says who took one: whoever looks for it is still at the counter. */
const TAKEN_SHOWN_MS = 4 * 3_600_000

interface Seen {
  readonly id: string
  readonly till: string
  readonly isOwn: 0 | 1
  readonly factsJson: string
  readonly parkedAt: EpochMs
  readonly takenName: string | null
  readonly takenMs: number | null
}
interface Facts {
  readonly number: number
  readonly name: string
  readonly line_count: number
  readonly total_clp: number
  readonly products: readonly string[]
  readonly parked_by: string
}

export function createParkedElsewhere(db: TillDatabase, steady: SteadyTime) {
  // What this till has by the service's word is in its own list, or charged. Its own word that it
  // knows nothing of is of before its data were put back.
  const seen = db.prepare<[number], Seen>(`SELECT s.parked_id AS id, s.till_name AS till,
      s.till_number = m.number AS isOwn, s.facts_json AS factsJson, s.parked_at_ms AS parkedAt,
      s.taken_name AS takenName, s.taken_steady_ms AS takenMs
    FROM fleet_membership m, fleet_parked_seen s
    WHERE (s.taken_by IS NOT m.number OR s.parked_id NOT IN (SELECT parked_id FROM fleet_claim))
      AND (s.taken_steady_ms IS NULL OR s.taken_steady_ms > ?)
      AND s.parked_id NOT IN (SELECT id FROM parked_sale)
    ORDER BY s.taken_by IS NOT NULL, s.parked_at_ms`)
  return (): readonly ParkedSaleView[] =>
    seen
      .all(steady.nowMs() - TAKEN_SHOWN_MS)
      .map(({ takenMs, ...row }) =>
        toView({ ...row, takenAt: takenMs === null ? null : steady.shown(takenMs) }),
      )
}

interface Shown extends Omit<Seen, 'takenMs'> {
  readonly takenAt: EpochMs | null
}

function toView({ id, till, isOwn, factsJson, parkedAt, takenName, takenAt }: Shown) {
  const {
    line_count: lineCount,
    total_clp,
    parked_by: parkedBy,
    ...facts
  } = JSON.parse(factsJson) as Facts
  return {
    ...{ id, parkedAt, number: facts.number, name: facts.name, products: facts.products },
    ...{ lineCount, parkedBy, totalClp: clp(total_clp), taken: '', takenClp: ZERO_CLP },
    shop: {
      till: isOwn === 1 ? null : till,
      taken: takenAt === null ? null : { till: takenName ?? '', at: takenAt },
    },
  } satisfies ParkedSaleView
}
