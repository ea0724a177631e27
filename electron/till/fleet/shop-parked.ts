/**
 * Parked sales in a shop, as this till has them. One is in this till's hand until it begins to be
 * said: that is written down before the request leaves, so from then on it is taken up with the
 * service's word alone (shared/fleet/parked-contract.ts says why). What surely did not arrive is in
 * this till's hand again.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type {
  AnsweredClaim,
  AnsweredParked,
  Claim,
  HeardParked,
  SaidParked,
} from '#shared/fleet/parked-contract.ts'
import { nextParkedNumber } from '#shared/selling/cart/parked.ts'
import type { Ids } from '#shared/text/ids.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Memberships } from './membership.ts'
import { createCarrying, type Carried } from './parked-content.ts'
import type { ShopRecords } from './shop-records.ts'

export interface ShopParked {
  /** Null where none waits to be said. Notes that it is being said. */
  next(): Saying | null
  answered(saying: Saying, outcome: AnsweredParked[number]['outcome']): void
  /** Surely nobody has it: `isForGood` where it will never go up. */
  notSaid(saying: Saying, isForGood: boolean): void
  /** In the caller's transaction. */
  keep(heard: readonly HeardParked[]): void
  /** Own ones that are the service's to give. */
  given(): readonly string[]
  /** Who took it, where that was heard; null where it was not. */
  takenBy(parkedId: string): string | null
  /** A word is needed for it: null where it is in this till's hand. */
  asks(parkedId: string): 'own' | 'other' | null
  /** The key is written down before it is asked with. */
  claim(parkedId: string): Claim & { readonly isNew: boolean }
  /** Asked for, or to be said again; an answer to it has not come. */
  openClaim(): Claim | null
  settle(claim: Claim, answer: AnsweredClaim): void
  dropClaim(parkedId: string): void
  /** The service's database was put back. In the caller's transaction. */
  sayAgain(): void
  waiting(): number
}

export interface Saying {
  readonly said: SaidParked
  /** It was never on its way before. */
  readonly isFirst: boolean
}

export interface ShopParkedParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly ids: Pick<Ids, 'next' | 'saleId'>
  readonly journal: Pick<Journal, 'append' | 'publish'>
  readonly membership: Memberships
  readonly shop: ShopRecords
}

/** So long a claim can be said again, to a service whose database was put back. */
const KEPT_MS = 60 * DAY_MS
/** So long the list says who took one. */
const SHOWN_MS = DAY_MS
const IN_SERVICE = "('sent', 'known')"

interface UnsaidRow extends Carried {
  readonly state: 'sent' | null
}

export function createShopParked(parts: ShopParkedParts): ShopParked {
  const { db } = parts
  const carrying = createCarrying(parts)
  const unsaid = db.prepare<[], UnsaidRow>(`SELECT p.id, p.number, p.name, p.sale_json AS saleJson,
      p.line_count AS lineCount, p.total_clp AS totalClp, p.parked_at_ms AS parkedAt,
      p.parked_by AS parkedBy, p.open_sale_id AS saleId, f.state
    FROM parked_sale p LEFT JOIN fleet_parked f ON f.parked_id = p.id
    WHERE (f.state IS NULL OR f.state = 'sent')
      AND p.id NOT IN (SELECT parked_id FROM fleet_claim WHERE state = 'asked')
    ORDER BY f.state IS NOT NULL, p.parked_at_ms`)
  const put = putState(db)
  const unput = db.prepare('DELETE FROM fleet_parked WHERE parked_id = ?')
  const over = createOver(parts)
  const given = db
    .prepare<[], string>(`SELECT parked_id FROM fleet_parked WHERE state IN ${IN_SERVICE}`)
    .pluck()
  const again = [
    db.prepare("UPDATE fleet_parked SET state = 'sent' WHERE state = 'known'"),
    db.prepare("UPDATE fleet_claim SET is_said = 0 WHERE state = 'granted'"),
    // Who took one is known, whatever the service has forgotten.
    db.prepare('DELETE FROM fleet_parked_seen WHERE taken_by IS NULL'),
  ]
  const waiting = db
    .prepare<[], number>(`SELECT (SELECT count(*) FROM parked_sale p
        LEFT JOIN fleet_parked f ON f.parked_id = p.id WHERE f.state IS NULL OR f.state = 'sent')
      + (SELECT count(*) FROM fleet_claim WHERE state = 'asked' OR is_said = 0)`)
    .pluck()
  const next = db.transaction((): Saying | null => {
    for (const row of unsaid.all()) {
      const said = carrying.toSay(row)
      if (said !== null) {
        put(row.id, 'sent')
        return { said, isFirst: row.state === null }
      }
      // One that was said once stays the service's; it was carried then.
      if (row.state === null) put(row.id, 'own')
    }
    return null
  })
  return {
    next: next.immediate,
    answered: db.transaction(({ said: { parked_id: id }, isFirst }: Saying, outcome) => {
      if (outcome === 'kept') put(id, 'known')
      else if (outcome === 'over') over(id)
      else if (isFirst) put(id, 'own')
    }).immediate,
    // One that was on its way before may have arrived then, or may yet.
    notSaid({ said: { parked_id: id }, isFirst }, isForGood) {
      if (!isFirst) return
      if (isForGood) put(id, 'own')
      else unput.run(id)
    },
    keep: createKeeping(parts, over),
    given: () => given.all(),
    ...createClaims(parts, carrying, over),
    sayAgain: () => again.forEach((statement) => statement.run()),
    waiting: () => waiting.get() ?? 0,
  }
}

/**
 * Of data that were put back nobody knows what was said since: what this till parked while it was
 * of a shop is the service's to give. In the caller's transaction.
 */
export const presumeParkedSaid = (db: Pick<TillDatabase, 'prepare'>): void =>
  void db
    .prepare(
      `INSERT INTO fleet_parked (parked_id, state) SELECT id, 'sent' FROM parked_sale
        WHERE EXISTS (SELECT 1 FROM fleet_membership)
          AND id NOT IN (SELECT parked_id FROM fleet_parked)`,
    )
    .run()

type State = 'own' | 'sent' | 'known' | 'granted'
function putState(db: TillDatabase) {
  const put = db.prepare(`INSERT INTO fleet_parked (parked_id, state) VALUES (?, ?)
    ON CONFLICT (parked_id) DO UPDATE SET state = excluded.state`)
  return (id: string, state: State) => void put.run(id, state)
}

/** Another till has it: here it is no more. Never one that this till was granted. */
function createOver({ db, journal }: ShopParkedParts) {
  const remove = db.prepare(`DELETE FROM parked_sale WHERE id IN
    (SELECT parked_id FROM fleet_parked WHERE parked_id = ? AND state IN ${IN_SERVICE})`)
  return (id: string) => {
    if (remove.run(id).changes > 0) journal.append('parked', null, { takenElsewhere: id })
  }
}

function createKeeping(
  { db, now, journal, membership }: ShopParkedParts,
  over: (id: string) => void,
): ShopParked['keep'] {
  const keep = db.prepare(`INSERT INTO fleet_parked_seen (parked_id, version, till_number,
      till_name, facts_json, parked_at_ms, taken_by, taken_name, taken_at_ms)
    VALUES (@id, @version, @by, @byName, @factsJson, @parkedAt, @takenBy, @takenName, @takenAt)
    ON CONFLICT (parked_id) DO UPDATE SET version = excluded.version,
      facts_json = excluded.facts_json, taken_by = excluded.taken_by,
      taken_name = excluded.taken_name, taken_at_ms = excluded.taken_at_ms
    WHERE excluded.version > version`)
  const forget = db.prepare('DELETE FROM fleet_parked_seen WHERE taken_at_ms < ?')
  return (heard) => {
    for (const { parked_id: id, version, by, by_name: byName, taken, ...facts } of heard) {
      keep.run({
        ...{ id, version, by, byName, factsJson: JSON.stringify(facts) },
        parkedAt: facts.parked_at_ms,
        ...{ takenBy: taken?.by ?? null, takenName: taken?.by_name ?? null },
        // By this till's clock, by which the list forgets it.
        takenAt: taken === null ? null : now(),
      })
      if (taken !== null && taken.by !== membership.now()?.number) over(id)
    }
    forget.run(now() - SHOWN_MS)
    if (heard.length > 0) journal.append('parked', null, { shop: heard.length })
  }
}

type ClaimRow = Pick<Claim, 'parked_id' | 'key'> & { readonly isDone: 0 | 1 }

function claimRows(db: TillDatabase) {
  const make = db.prepare(`INSERT OR IGNORE INTO fleet_claim (parked_id, key, made_at_ms, state,
    is_said) VALUES (?, ?, ?, 'asked', 1)`)
  const columns = `parked_id, key, state = 'granted' AS isDone`
  const one = db.prepare<[string], ClaimRow>(
    `SELECT ${columns} FROM fleet_claim WHERE parked_id = ?`,
  )
  const open = db.prepare<[], ClaimRow>(`SELECT ${columns} FROM fleet_claim
    WHERE state = 'asked' OR is_said = 0 ORDER BY is_said, made_at_ms LIMIT 1`)
  const said = db.prepare("UPDATE fleet_claim SET state = 'granted', is_said = 1 WHERE key = ?")
  const drop = db.prepare('DELETE FROM fleet_claim WHERE parked_id = ?')
  const old = db.prepare("DELETE FROM fleet_claim WHERE state = 'granted' AND made_at_ms < ?")
  return { make, one, open, said, drop, old }
}

function createClaims(
  parts: ShopParkedParts,
  carrying: ReturnType<typeof createCarrying>,
  over: (id: string) => void,
): Pick<ShopParked, 'asks' | 'takenBy' | 'claim' | 'openClaim' | 'settle' | 'dropClaim'> {
  const { db, now, ids, journal } = parts
  const here = db
    .prepare<[string], State | ''>(
      `SELECT coalesce(f.state, '') FROM parked_sale p
        LEFT JOIN fleet_parked f ON f.parked_id = p.id WHERE p.id = ?`,
    )
    .pluck()
  const { make, one, open, said, drop, old } = claimRows(db)
  const taken = db
    .prepare<[string], string>(
      `SELECT s.taken_name FROM fleet_parked_seen s, fleet_membership m
        WHERE s.parked_id = ? AND s.taken_by <> m.number`,
    )
    .pluck()
  const unsee = db.prepare('DELETE FROM fleet_parked_seen WHERE parked_id = ?')
  const see = db.prepare(`UPDATE fleet_parked_seen SET taken_by = ?, taken_name = ?, taken_at_ms = ?
    WHERE parked_id = ? AND taken_by IS NULL`)
  const put = putState(db)
  const take = createTaking(parts, carrying)
  const toClaim = ({ isDone, ...claim }: ClaimRow): Claim => ({ ...claim, is_done: isDone === 1 })
  const settle = (claim: Claim, answer: AnsweredClaim) => {
    const { parked_id: id } = claim
    const row = one.get(id)
    // Its answer has come before: by then the sale may have been charged here.
    if (row === undefined || row.key !== claim.key) return
    if (row.isDone === 1) return void said.run(claim.key)
    if (answer.outcome === 'granted') {
      said.run(claim.key)
      if (here.get(id) !== undefined) put(id, 'granted')
      else if (take(answer)) put(id, 'granted')
      unsee.run(id)
    } else {
      drop.run(id)
      if (answer.outcome === 'taken') {
        over(id)
        see.run(answer.by, answer.by_name, now(), id)
      } else if (here.get(id) === undefined) unsee.run(id)
    }
    journal.append('parked', null, { claimed: id, outcome: answer.outcome })
  }
  return {
    takenBy: (parkedId) => taken.get(parkedId) ?? null,
    asks(parkedId) {
      const state = here.get(parkedId)
      if (state === undefined) return 'other'
      return state === 'sent' || state === 'known' ? 'own' : null
    },
    claim: db.transaction((parkedId: string) => {
      old.run(now() - KEPT_MS)
      const isNew = make.run(parkedId, ids.next(), now()).changes > 0
      const row = one.get(parkedId)
      if (row === undefined) throw new Error('a claim that was just written is not there')
      return { ...toClaim(row), isNew }
    }).immediate,
    openClaim() {
      const row = open.get()
      return row === undefined ? null : toClaim(row)
    },
    settle(claim, answer) {
      db.transaction(() => settle(claim, answer)).immediate()
      journal.publish()
    },
    dropClaim: (parkedId) => void drop.run(parkedId),
  }
}

/** A sale of another till becomes one parked here: a life of its own begins, under a new id. */
function createTaking(
  { db, ids }: ShopParkedParts,
  carrying: ReturnType<typeof createCarrying>,
): (granted: Extract<AnsweredClaim, { outcome: 'granted' }>) => boolean {
  const numbers = db.prepare<[], number>('SELECT number FROM parked_sale').pluck()
  const insert = db.prepare(`INSERT INTO parked_sale (id, number, name, sale_json, line_count,
      total_clp, parked_at_ms, parked_by, open_sale_id, open_reference)
    VALUES (@id, @number, @name, @saleJson, @lineCount, @totalClp, @parkedAt, @parkedBy, @saleId,
      NULL)`)
  return (granted) => {
    const saleId = ids.saleId()
    const saleJson = carrying.taken(granted, saleId)
    if (saleJson === null) return false
    insert.run({
      ...{ id: granted.parked_id, number: nextParkedNumber(numbers.all()), name: granted.name },
      ...{ saleJson, lineCount: granted.line_count, totalClp: granted.total_clp },
      ...{ parkedAt: granted.parked_at_ms, parkedBy: granted.parked_by, saleId },
    })
    return true
  }
}
