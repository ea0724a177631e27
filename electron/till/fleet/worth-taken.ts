/** What was taken of what this till gave, as the service tells it claim by claim, and kept. */
import type {
  HeardWorth,
  SaidWorth,
  TakenOfWorth,
  ToldWorth,
} from '#shared/fleet/worth-contract.ts'
import { PESOS, type WorthKind } from '#shared/fleet/worth-contract.ts'
import type { Amounts } from '#shared/fleet/worth.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { sha256 } from '../sold/sha256.ts'

interface TakenRow extends Omit<TakenOfWorth, 'takes'> {
  readonly takesJson: string
}

export type WorthsTaken = ReturnType<typeof createWorthsTaken>

export function createWorthsTaken(db: TillDatabase) {
  const put = db.prepare(`INSERT INTO fleet_worth_taken (kind, worth_id, name, till_number,
      takes_json, state, turn) VALUES (@kind, @worthId, @name, @by, @takesJson, @state, @turn)
    ON CONFLICT (kind, worth_id, name) DO UPDATE SET till_number = excluded.till_number,
      takes_json = excluded.takes_json, state = excluded.state, turn = excluded.turn
    WHERE excluded.turn > turn`)
  const of = db.prepare<[WorthKind, string], TakenRow>(`SELECT name, till_number AS by,
      takes_json AS takesJson, state, turn FROM fleet_worth_taken WHERE kind = ? AND worth_id = ?
    ORDER BY name`)
  const keys = db
    .prepare<[WorthKind, string], string>(
      'SELECT key FROM fleet_worth_claim WHERE kind = ? AND worth_id = ?',
    )
    .pluck()
  const elsewhere = db.prepare(
    'UPDATE fleet_worth SET elsewhere_clp = ? WHERE kind = ? AND worth_id = ?',
  )
  const keeperOf = db
    .prepare<[WorthKind, string], number>(
      'SELECT keeper FROM fleet_worth WHERE kind = ? AND worth_id = ?',
    )
    .pluck()
  const taken = (kind: WorthKind, worthId: string): TakenOfWorth[] =>
    of
      .all(kind, worthId)
      .map(({ takesJson, ...row }) => ({ ...row, takes: JSON.parse(takesJson) as Amounts }))
  /** Spent by others; what this till spent stands with its sales. */
  const byOthers = (kind: WorthKind, worthId: string): readonly TakenOfWorth[] => {
    const own = new Set(keys.all(kind, worthId).map(nameOfKey))
    return taken(kind, worthId).filter(({ name, state }) => state === 'used' && !own.has(name))
  }
  const settle = (kind: WorthKind, worthId: string): void => {
    const pesos = byOthers(kind, worthId).reduce((sum, { takes }) => sum + (takes[PESOS] ?? 0), 0)
    elsewhere.run(pesos, kind, worthId)
  }
  return {
    byOthers,
    settle,
    /** As it goes up: what the service may have lost goes up with it. */
    told(said: SaidWorth): ToldWorth {
      const keeper = keeperOf.get(said.kind, said.worth_id) ?? 0
      return {
        ...{ ...said, taken: taken(said.kind, said.worth_id) },
        ...(keeper !== 0 && { lent: Math.max(0, keeper) }),
      }
    },
    /** In the caller's transaction. */
    keep(heard: readonly Omit<HeardWorth, 'version'>[]): void {
      for (const { kind, worth_id: worthId, taken: all } of heard) {
        for (const { takes, ...one } of all)
          put.run({ ...one, kind, worthId, takesJson: JSON.stringify(takes) })
        settle(kind, worthId)
      }
    },
  }
}

/** As the service and a hub have it. */
export const nameOfKey = (key: string): string => sha256(Buffer.from(key, 'utf8'))
