/**
 * Parked sales this till keeps as the hub of its place: said to it, listed, and given to one till,
 * by the same rule as at the service (shared/fleet/parked-decision.ts). One transaction an answer.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { HubNews } from '#shared/fleet/hub-news-contract.ts'
import {
  PARKED_HEARD_MAX,
  PARKED_OPEN_MAX,
  TAKEN_KEPT_DAYS,
  type AnsweredClaim,
  type AnsweredParked,
  type Claim,
  type HeardParked,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import {
  becameOfParked,
  decideParkedClaim,
  type KeptParked,
} from '#shared/fleet/parked-decision.ts'
import { DAY_MAX } from '#shared/fleet/day-limits.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { NAMELESS_FACTS } from './hub-schema.ts'

/** A till of the place, as the service told the hub of it. */
export interface AskingTill {
  readonly tillId: string
  readonly number: number
  readonly name: string
}

export interface HubKeep {
  take(till: AskingTill, said: readonly SaidParked[]): AnsweredParked
  /** Null: it has asked too often in a day. */
  claim(till: AskingTill, claim: Claim): AnsweredClaim | null
  after(version: number): Pick<HubNews, 'version' | 'has_more' | 'parked'>
}

interface Row {
  readonly id: string
  readonly version: number
  readonly tillId: string
  readonly number: number
  readonly name: string
  readonly facts: string
  readonly sale: string
  readonly customer: string
  readonly parkedAt: EpochMs
  readonly takenBy: number | null
  readonly takenName: string | null
  readonly takenKey: string | null
  readonly takenAt: EpochMs | null
}
type Facts = Pick<
  HeardParked,
  'number' | 'name' | 'line_count' | 'total_clp' | 'products' | 'parked_by'
>

const COLUMNS = `parked_id AS id, version, till_id AS tillId, till_number AS number,
  till_name AS name, facts_json AS facts, sale, customer, parked_at_ms AS parkedAt,
  taken_by AS takenBy, taken_name AS takenName, taken_key AS takenKey, taken_at_ms AS takenAt`
const NEXT = '(SELECT coalesce(max(version), 0) + 1 FROM fleet_hub_parked)'

export function createHubKeep(db: TillDatabase, now: () => EpochMs): HubKeep {
  const one = db.prepare<[string], Row>(
    `SELECT ${COLUMNS} FROM fleet_hub_parked WHERE parked_id = ?`,
  )
  const open = db
    .prepare<[string], number>(
      'SELECT count(*) FROM fleet_hub_parked WHERE till_id = ? AND taken_by IS NULL',
    )
    .pluck()
  const insert = db.prepare(`INSERT INTO fleet_hub_parked (parked_id, version, till_id, till_number,
      till_name, facts_json, sale, customer, buyer, parked_at_ms, taken_till, taken_by, taken_name,
      taken_key, taken_at_ms) VALUES (@id, ${NEXT}, @tillId, @number, @name, @facts, @sale,
      @customer, @buyer, @parkedAt, @takenTill, @takenBy, @takenName, @takenKey, @takenAt)`)
  const put = db.prepare(`UPDATE fleet_hub_parked SET version = ${NEXT}, taken_till = @takenTill,
    taken_by = @takenBy, taken_name = @takenName, taken_key = @takenKey, taken_at_ms = @takenAt
    WHERE parked_id = @id`)
  const voids = createVoids(db, now)
  const made = db
    .prepare<[string], number>(
      "SELECT count(*) FROM fleet_hub_parked WHERE till_id = ? AND facts_json = ''",
    )
    .pluck()
  const old = [
    db.prepare('DELETE FROM fleet_hub_void WHERE at_ms < ?'),
    db.prepare(`UPDATE fleet_hub_parked SET sale = '', customer = '', buyer = '',
      facts_json = ${NAMELESS_FACTS}
      WHERE taken_at_ms < ? AND sale <> ''`),
  ]
  const takenBy = ({ tillId, number, name }: AskingTill, key: string) => ({
    ...{ takenTill: tillId, takenBy: number, takenName: name, takenKey: key, takenAt: now() },
  })
  const takeOne = (till: AskingTill, said: SaidParked): AnsweredParked[number] => {
    const { parked_id: id, sale, customer, buyer, age_ms: ageMs, ...facts } = said
    const row = one.get(id)
    if (row !== undefined)
      return { parked_id: id, outcome: becameOfParked(keptOf(row), asker(till)) }
    if ((open.get(till.tillId) ?? 0) >= PARKED_OPEN_MAX)
      return { parked_id: id, outcome: 'refused' }
    insert.run({
      ...{ id, ...till, facts: JSON.stringify(facts), sale, customer, buyer, ...FREE },
      parkedAt: Math.max(0, now() - ageMs),
    })
    return { parked_id: id, outcome: 'kept' }
  }
  return {
    take: db.transaction((till: AskingTill, said: readonly SaidParked[]) =>
      said.map((each) => takeOne(till, each)),
    ).immediate,
    claim: db.transaction((till: AskingTill, claim: Claim): AnsweredClaim | null => {
      old.forEach((statement) => statement.run(now() - TAKEN_KEPT_DAYS * DAY_MS))
      const { parked_id: id, key } = claim
      const kept = one.get(id)
      // As at the service: beyond the limit its till says its sale again, whole.
      const isNone = kept === undefined && (made.get(till.tillId) ?? 0) >= PARKED_OPEN_MAX
      const isOver = isNone || voids.has(key)
      const decided = decideParkedClaim(kept ? keptOf(kept) : null, asker(till), claim, isOver)
      if (decided.voids && !voids.keep(till, key)) return null
      if (decided.row === 'made')
        insert.run({
          ...{ id, ...till, facts: '', sale: '', customer: '', buyer: '', parkedAt: now() },
          ...takenBy(till, key),
        })
      else if (decided.row !== null)
        put.run({ id, ...(decided.row === 'free' ? FREE : takenBy(till, key)) })
      return answerOf(decided.outcome, kept)
    }).immediate,
    after: createListing(db),
  }
}

/** Of each till so many in a day of the clock, counted since this one began. */
function createVoids(db: TillDatabase, now: () => EpochMs) {
  const isVoid = db.prepare<[string]>('SELECT 1 FROM fleet_hub_void WHERE key = ?')
  const put = db.prepare('INSERT INTO fleet_hub_void (key, at_ms) VALUES (?, ?)')
  const has = (key: string) => isVoid.get(key) !== undefined
  let [day, counts] = [0, new Map<string, number>()]
  return {
    has,
    /** False: that till has no more today. */
    keep({ tillId }: AskingTill, key: string): boolean {
      if (has(key)) return true
      const today = Math.floor(now() / DAY_MS)
      if (today !== day) counts = new Map()
      day = today
      const count = (counts.get(tillId) ?? 0) + 1
      if (count > DAY_MAX.voids) return false
      counts.set(tillId, count)
      put.run(key, now())
      return true
    },
  }
}

function answerOf(outcome: AnsweredClaim['outcome'], row: Row | undefined): AnsweredClaim {
  if (outcome === 'own') return { outcome }
  if (outcome === 'unknown' || row === undefined) return { outcome: 'unknown' }
  if (outcome === 'taken') return { outcome, by: row.takenBy ?? 0, by_name: row.takenName ?? '' }
  const { id, facts, sale, customer, parkedAt } = row
  return {
    ...{ outcome, ...(JSON.parse(facts) as Facts), parked_id: id },
    ...{ sale, customer, parked_at_ms: parkedAt },
  }
}

const FREE = {
  ...{ takenTill: null, takenBy: null, takenName: null, takenKey: null, takenAt: null },
}

/** All tills of a hub are of its place; by its id a till is known, whatever its number was. */
const asker = ({ tillId, number }: AskingTill) => ({ place: '', number, installationId: tillId })

const keptOf = ({ number, tillId, takenBy, takenKey, sale, facts }: Row): KeptParked => ({
  ...{ place: '', byNumber: number, parker: tillId, takenBy, takenKey },
  ...{ hasContent: sale !== '', hasFacts: facts !== '' },
})

/** By version; whoever has heard nothing yet is not told what is gone already. */
function createListing(db: TillDatabase): HubKeep['after'] {
  const news = db.prepare<[number, number], Row>(`SELECT ${COLUMNS} FROM fleet_hub_parked
    WHERE version > ? AND (taken_by IS NULL OR ? > 0)
    ORDER BY version LIMIT ${PARKED_HEARD_MAX + 1}`)
  const highest = db
    .prepare<[], number>('SELECT coalesce(max(version), 0) FROM fleet_hub_parked')
    .pluck()
  return (version) => {
    const rows = news.all(version, version)
    const cut = rows[PARKED_HEARD_MAX]
    const hasMore = cut !== undefined
    // Cut before one of which not all would be told.
    const told = rows.filter((row) => cut === undefined || row.version < cut.version)
    const last = told.at(-1)?.version ?? version
    return {
      version: hasMore ? last : (highest.get() ?? 0),
      has_more: hasMore,
      parked: told.filter(({ facts }) => facts !== '').map(toHeard),
    }
  }
}

const toHeard = (row: Row): HeardParked => ({
  ...(JSON.parse(row.facts) as Facts),
  ...{ parked_id: row.id, version: row.version, by: row.number, by_name: row.name },
  parked_at_ms: row.parkedAt,
  taken:
    row.takenBy === null
      ? null
      : { by: row.takenBy, by_name: row.takenName ?? '', at_ms: row.takenAt ?? 0 },
})
