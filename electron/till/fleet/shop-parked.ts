/**
 * Parked sales in a shop, as this till has them. One is in this till's hand until it begins to be
 * said: that is written down before the request leaves, so from then on it is taken up with the
 * service's word alone (shared/fleet/parked-contract.ts says why). What surely did not arrive is in
 * this till's hand again; what the service does not want, and may have, is asked for.
 */
import type { AnsweredParked, HeardParked, SaidParked } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type Database from 'better-sqlite3'
import type { TillDatabase } from '../kernel/database.ts'
import { presumeHubLeft } from './hub/hub-rows.ts'
import { noteRestoredAlone } from './restored-alone.ts'
import { createClaims, type ShopClaims } from './parked-claims.ts'
import { createCarrying, type Carried } from './parked-content.ts'
import {
  createOver,
  IN_SERVICE,
  IS_ASKABLE,
  IS_OPEN_CLAIM,
  OF_THIS_SHOP,
  putState,
  type ShopParkedParts,
} from './parked-states.ts'

export interface ShopParked extends ShopClaims {
  /**
   * Null where none waits to be said to that keeper (0 the service, else the hub of that term).
   * Notes that it is being said, and to whom: `takesNew` also what is in this till's hand so far.
   */
  next(keeper: number, takesNew: boolean): Saying | null
  answered(saying: Saying, outcome: AnsweredParked[number]['outcome']): void
  /** This request has stored nothing: `isForGood` where none will. */
  notSaid(saying: Saying, isForGood: boolean): void
  /** In the caller's transaction. */
  keep(heard: readonly HeardParked[], keeper?: number): void
  /** Own ones that are the service's to give. */
  given(): readonly string[]
  /**
   * The service's database was put back, or this till was away from the shop: what became of its
   * own is asked. In the caller's transaction.
   */
  sayAgain(): void
  waiting(): number
}

interface Saying {
  readonly said: SaidParked
  /** It was never on its way before. */
  readonly isFirst: boolean
}

/** So long the list says who took one. */
const SHOWN_MS = DAY_MS
interface UnsaidRow extends Carried {
  readonly state: 'sent' | null
}

export function createShopParked(parts: ShopParkedParts): ShopParked {
  const { db } = parts
  const isHeardWhole = () => parts.membership.now()?.isHeardWhole !== false
  const carrying = createCarrying({ ...parts, isHeardWhole })
  const unsaid = db.prepare<
    [number, number],
    UnsaidRow
  >(`SELECT p.id, p.number, p.name, p.sale_json AS saleJson,
      p.line_count AS lineCount, p.total_clp AS totalClp, p.parked_steady_ms AS parkedMs,
      p.parked_by AS parkedBy, p.open_sale_id AS saleId, f.state
    FROM parked_sale p LEFT JOIN fleet_parked f ON f.parked_id = p.id
    WHERE ((f.state IS NULL AND ?) OR (f.state = 'sent' AND f.keeper = ? AND ${OF_THIS_SHOP}))
      AND p.id NOT IN (SELECT parked_id FROM fleet_claim WHERE state = 'asked')
    ORDER BY f.state IS NOT NULL, p.parked_steady_ms`)
  const put = putState(db)
  const unput = db.prepare("DELETE FROM fleet_parked WHERE parked_id = ? AND state = 'sent'")
  // It may have been granted meanwhile.
  const became = db.prepare(
    "UPDATE fleet_parked SET state = ? WHERE parked_id = ? AND state = 'sent'",
  )
  const over = createOver(parts)
  const claims = createClaims(parts, carrying, over)
  const given = db
    .prepare<[], string>(
      `SELECT parked_id FROM fleet_parked f WHERE state IN ${IN_SERVICE} AND is_others = 0
        AND ${OF_THIS_SHOP}`,
    )
    .pluck()
  const waiting = db
    .prepare<[], number>(`SELECT (SELECT count(*) FROM parked_sale p
        LEFT JOIN fleet_parked f ON f.parked_id = p.id
        WHERE f.state IS NULL OR (f.state = 'sent' AND f.keeper >= 0 AND ${OF_THIS_SHOP}))
      + (SELECT count(*) FROM fleet_claim WHERE ${IS_OPEN_CLAIM} AND ${IS_ASKABLE})`)
    .pluck()
  const next = db.transaction((keeper: number, takesNew: boolean): Saying | null => {
    for (const row of unsaid.all(Number(takesNew), keeper)) {
      const said = carrying.toSay(row)
      if (said !== null) {
        put(row.id, 'sent', keeper)
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
      if (outcome === 'kept') became.run('known', id)
      else if (outcome === 'over') over(id)
      else if (isFirst) became.run('own', id)
      else claims.claim(id)
    }).immediate,
    // One that was on its way before may have arrived then, or may yet.
    notSaid: db.transaction(({ said: { parked_id: id }, isFirst }: Saying, isForGood) => {
      if (isFirst && isForGood) became.run('own', id)
      else if (isFirst) unput.run(id)
      else if (isForGood) claims.claim(id)
    }).immediate,
    keep: createKeeping(parts, over),
    given: () => given.all(),
    ...claims,
    sayAgain: sayingAgain(db),
    waiting: () => waiting.get() ?? 0,
  }
}

function sayingAgain(db: TillDatabase): () => void {
  const again = [
    // Of data put back from before it joined: it is this shop that has them.
    db.prepare(`UPDATE fleet_parked SET shop_id = (SELECT shop_id FROM fleet_membership)
      WHERE shop_id = '' AND state = 'sent'`),
    db.prepare("UPDATE fleet_parked SET state = 'sent' WHERE state = 'known'"),
    db.prepare("UPDATE fleet_claim SET is_said = 0 WHERE state IN ('granted', 'used')"),
    // Who took one is known, whatever the service has forgotten.
    db.prepare('DELETE FROM fleet_parked_seen WHERE taken_by IS NULL AND keeper = 0'),
  ]
  return () => again.forEach((statement) => statement.run())
}

/**
 * Of data that were put back nobody knows what was said since: what this till parked while it was
 * of a shop is the service's to give. In the caller's transaction.
 */
export function presumeParkedSaid(db: Database.Database): void {
  noteRestoredAlone(db)
  presumeHubLeft(db)
  for (const statement of [
    // To the service or to a hub: the service knows whether this till heard of one.
    `INSERT INTO fleet_parked (parked_id, shop_id, state, keeper) SELECT id, shop_id, 'sent', -1
      FROM parked_sale, fleet_membership WHERE id NOT IN (SELECT parked_id FROM fleet_parked)`,
    // What it was answered since, and what became of that, is in no backup: that key asks no more.
    "DELETE FROM fleet_claim WHERE state IN ('asked', 'given_up')",
    // What it was granted it may have taken up since: by the same key the service says so.
    `UPDATE fleet_parked SET state = 'sent' WHERE state IN ('granted', 'own')
      AND parked_id IN (SELECT parked_id FROM fleet_claim WHERE state = 'granted')`,
    "UPDATE fleet_claim SET state = 'asked', is_said = 1 WHERE state = 'granted'",
  ])
    db.prepare(statement).run()
}

function createKeeping(
  { db, steady, journal, membership }: ShopParkedParts,
  over: (id: string) => void,
): ShopParked['keep'] {
  const keep = db.prepare(`INSERT INTO fleet_parked_seen (parked_id, keeper, version, till_number,
      till_name, facts_json, parked_at_ms, taken_by, taken_name, taken_steady_ms)
    VALUES (@id, @keeper, @version, @by, @byName, @factsJson, @parkedAt, @takenBy, @takenName,
      @takenMs)
    ON CONFLICT (parked_id) DO UPDATE SET version = excluded.version, keeper = excluded.keeper,
      facts_json = excluded.facts_json, taken_by = excluded.taken_by,
      taken_name = excluded.taken_name, taken_steady_ms = excluded.taken_steady_ms
    WHERE excluded.version > version OR excluded.keeper <> keeper`)
  const forget = db.prepare('DELETE FROM fleet_parked_seen WHERE taken_steady_ms < ?')
  const isBack = db.prepare(`DELETE FROM parked_sale WHERE id = ?
    AND id IN (SELECT parked_id FROM fleet_parked WHERE state = 'known' AND is_others = 1)
    AND id NOT IN (SELECT parked_id FROM fleet_claim)`)
  return (heard, keeper = 0) => {
    for (const { parked_id: id, version, by, by_name: byName, taken, ...facts } of heard) {
      keep.run({
        ...{ id, keeper, version, by, byName, factsJson: JSON.stringify(facts) },
        parkedAt: facts.parked_at_ms,
        ...{ takenBy: taken?.by ?? null, takenName: taken?.by_name ?? null },
        takenMs: taken === null ? null : steady.nowMs(),
      })
      if (taken === null) isBack.run(id)
      if (taken !== null && taken.by !== membership.now()?.number) over(id)
    }
    forget.run(steady.nowMs() - SHOWN_MS)
    if (heard.length > 0) journal.append('parked', null, { shop: heard.length })
  }
}
