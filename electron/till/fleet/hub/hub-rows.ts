/**
 * The hub this till goes by. It leaves one term for good in the transaction in which it begins to
 * go by another, or by none: what it was granted there is written down in it, and nothing is asked
 * or believed there any more (shared/fleet/hub-contract.ts).
 */
import type Database from 'better-sqlite3'
import { z } from 'zod'
import {
  GRANTED_MAX,
  KEPT_MAX,
  TERMS_MAX,
  type HubAnswer,
  type HubAsked,
  type HubOfPlace,
} from '#shared/fleet/hub-contract.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'

export interface KnownHub {
  readonly term: number
  readonly tillId: string
  readonly number: number
  readonly name: string
  readonly isOwn: boolean
  readonly addresses: readonly string[]
  readonly version: number
}

export interface HubRows {
  now(): KnownHub | null
  /** Neither is there one, nor waits anything for the end of another. */
  isNone(): boolean
  /** What is to be said of hubs. */
  toSay(): Omit<HubAsked, 'addresses'>
  /** What the service said of it last: its hub is retired, and took up nobody knows what. */
  isLost(term: number): boolean
  /** In one transaction. */
  answered(asked: Omit<HubAsked, 'addresses'>, answer: HubAnswer, ownId: string): void
  /** An address typed here; empty for none. */
  typed(): string
  type(address: string): void
  /** In the caller's transaction. */
  heard(version: number): void
}

interface Stored extends Omit<KnownHub, 'isOwn' | 'addresses'> {
  readonly isOwn: 0 | 1
  readonly addressesJson: string
}

interface HubRowsParts {
  readonly db: TillDatabase
  /** Another till was granted it: here it is no more. */
  readonly over: (parkedId: string) => void
}

/** Of this till's own that are the service's or a hub's to give. */
const GIVEN = "state IN ('sent', 'known')"
/** For the end of a term this till has left. */
const WAITS = `${GIVEN} AND keeper > 0 AND keeper IS NOT (SELECT term FROM fleet_hub)
  AND shop_id = (SELECT shop_id FROM fleet_membership)`
const RESTORED = 'fleet-hub-restored'

export function createHubRows(parts: HubRowsParts): HubRows {
  const { db } = parts
  const read = db.prepare<[], Stored>(`SELECT term, till_id AS tillId, number, name,
    is_own AS isOwn, addresses_json AS addressesJson, version
    FROM fleet_hub`)
  const heard = db.prepare('UPDATE fleet_hub SET version = ?')
  const none = db
    .prepare<[], 0 | 1>(`SELECT NOT EXISTS (SELECT 1 FROM fleet_hub)
      AND NOT EXISTS (SELECT 1 FROM fleet_hub_left)
      AND NOT EXISTS (SELECT 1 FROM fleet_parked WHERE ${WAITS})`)
    .pluck()
  const typed = storedSetting(db, 'fleet-hub-address')
  const current = (): KnownHub | null => {
    const row = read.get()
    if (row === undefined) return null
    const { isOwn, addressesJson, ...hub } = row
    return { ...hub, isOwn: isOwn === 1, addresses: JSON.parse(addressesJson) as string[] }
  }
  const answered = createAnswered(parts, current)
  let lost: readonly number[] = []
  return {
    now: current,
    isNone: () => none.get() === 1,
    toSay: createToSay(db, current),
    isLost: (term) => lost.includes(term),
    answered(asked, answer, ownId) {
      answered(asked, answer, ownId)
      lost = answer.lost.map(({ term }) => term)
    },
    typed: () => z.string().safeParse(typed.read()).data ?? '',
    type: (address) => typed.keep(address),
    heard: (version) => void heard.run(version),
  }
}

function createToSay(db: TillDatabase, current: () => KnownHub | null): HubRows['toSay'] {
  const left = db.prepare<[], { term: number; granted: string; isWhole: 0 | 1; kept: string }>(
    `SELECT term, granted_json AS granted, is_whole AS isWhole, kept_json AS kept
      FROM fleet_hub_left ORDER BY term LIMIT ${TERMS_MAX}`,
  )
  const waits = db.prepare<[], { readonly term: number; readonly parked: string }>(
    `SELECT keeper AS term, json_group_array(parked_id) AS parked FROM fleet_parked
      WHERE ${WAITS}
      GROUP BY keeper ORDER BY keeper LIMIT ${TERMS_MAX}`,
  )
  const owes = db
    .prepare<[], number>(`SELECT keeper FROM (SELECT keeper FROM fleet_worth_claim
          WHERE keeper > 0 AND (state IN ('asked', 'granted') OR is_said = 0)
        UNION SELECT keeper FROM fleet_worth WHERE keeper > 0 AND state <> 'known'
        UNION SELECT term FROM fleet_hub_worth)
      WHERE keeper IS NOT (SELECT term FROM fleet_hub) ORDER BY keeper LIMIT ${TERMS_MAX}`)
    .pluck()
  const epoch = db
    .prepare<[], string>(`SELECT epoch FROM fleet_membership WHERE version > 0
      AND NOT EXISTS (SELECT 1 FROM fleet_hub_worth WHERE is_back > 0)`)
    .pluck()
  const restored = storedSetting(db, RESTORED)
  const last = lastTerm(db)
  const nextVisit = countingVisits(db)
  return () => ({
    at: current()?.term ?? null,
    last: last.read(),
    visit: nextVisit(),
    is_restored: restored.read() !== null,
    left: left
      .all()
      .map(({ term, granted, isWhole, kept }) => ({
        ...{ term, granted: JSON.parse(granted) as string[], is_whole: isWhole === 1 },
        kept: kept === null ? null : (JSON.parse(kept) as Record<string, string>),
      })),
    waits: waits
      .all()
      .map(({ term, parked }) => ({ ...{ term, parked: JSON.parse(parked) as string[] } })),
    owes: owes.all(),
    epoch: epoch.get() ?? '',
  })
}

/** That it went by last in its shop; 0 for none. */
export function lastTerm(db: TillDatabase) {
  const kept = storedSetting(db, 'fleet-hub-last')
  const shop = db.prepare<[], string>('SELECT shop_id FROM fleet_membership').pluck()
  const shape = z.object({ shopId: z.string(), term: z.int() })
  const read = () => {
    const last = shape.safeParse(kept.read()).data
    return last?.shopId === shop.get() ? (last?.term ?? 0) : 0
  }
  return {
    read,
    note(term: number) {
      if (read() !== term) kept.keep({ shopId: shop.get(), term })
    },
  }
}

/** Kept by the thousand: nothing is written for each. */
const VISITS_KEPT = 1_000

function countingVisits(db: TillDatabase): () => number {
  const kept = storedSetting(db, 'fleet-hub-visits')
  let [next, most] = [0, 0]
  return () => {
    if (next === most) {
      next = z.int().safeParse(kept.read()).data ?? 0
      most = next + VISITS_KEPT
      kept.keep(most)
    }
    next += 1
    return next
  }
}

function createAnswered(
  { db, over }: HubRowsParts,
  current: () => KnownHub | null,
): HubRows['answered'] {
  const said = db.prepare('DELETE FROM fleet_hub_left WHERE term = ?')
  const ownAgain = db.prepare(
    `DELETE FROM fleet_parked WHERE parked_id = ? AND keeper = ? AND ${GIVEN}`,
  )
  const neverTold = db.prepare('UPDATE fleet_parked SET keeper = 0 WHERE keeper = -1')
  const put = db.prepare(`INSERT INTO fleet_hub (one, term, till_id, number, name, is_own,
      addresses_json) VALUES (1, @term, @till_id, @number, @name, @isOwn, @addresses)
    ON CONFLICT (one) DO UPDATE SET number = excluded.number, name = excluded.name,
      addresses_json = excluded.addresses_json`)
  const restored = storedSetting(db, RESTORED)
  const leave = leavingHub(db)
  const last = lastTerm(db)
  const enter = (hub: HubOfPlace, ownId: string) => {
    last.note(hub.term)
    put.run({
      ...{ term: hub.term, till_id: hub.till_id, number: hub.number, name: hub.name },
      ...{ isOwn: Number(hub.till_id === ownId), addresses: JSON.stringify(hub.addresses) },
    })
  }
  return db.transaction((asked: Omit<HubAsked, 'addresses'>, answer: HubAnswer, ownId: string) => {
    if (asked.is_restored) {
      restored.keep(null)
      if (!answer.was_told) neverTold.run()
    }
    for (const { term } of asked.left) said.run(term)
    for (const { term, granted } of answer.over) {
      const parked = asked.waits.find((each) => each.term === term)?.parked ?? []
      for (const id of parked)
        if (granted.includes(id)) over(id)
        else ownAgain.run(id, term)
    }
    for (const id of answer.lost.flatMap(({ granted }) => granted)) over(id)
    // It may have left its shop meanwhile, or gone by another one since.
    const now = current()
    if ((now?.term ?? null) !== asked.at) return
    if (now !== null && now.term !== answer.hub?.term) leave()
    if (answer.hub !== null) enter(answer.hub, ownId)
  }).immediate
}

/** In the caller's transaction. Nothing, where it goes by none. */
export function leavingHub(db: Database.Database): () => void {
  const term = db.prepare<[], number>('SELECT term FROM fleet_hub').pluck()
  const granted = db
    .prepare<[number], string>(
      `SELECT parked_id FROM fleet_claim WHERE keeper = ? AND state IN ('granted', 'used')
        ORDER BY made_steady_ms DESC LIMIT ${GRANTED_MAX + 1}`,
    )
    .pluck()
  const kept = db.prepare<[], { readonly id: string; readonly till: string }>(
    `SELECT parked_id AS id, taken_till AS till FROM fleet_hub_parked WHERE taken_till IS NOT NULL
      LIMIT ${KEPT_MAX + 1}`,
  )
  const isOwn = db.prepare<[], 0 | 1>('SELECT is_own FROM fleet_hub').pluck()
  const note = db.prepare(`INSERT OR REPLACE INTO fleet_hub_left
    (term, granted_json, is_whole, kept_json) VALUES (?, ?, ?, ?)`)
  const ends = [
    // Whatever it would be answered there is believed no more.
    db.prepare(`DELETE FROM fleet_claim WHERE keeper = (SELECT term FROM fleet_hub)
      AND state IN ('asked', 'given_up')`),
    db.prepare(`UPDATE fleet_worth_claim SET state = 'ended', is_said = 0
      WHERE keeper = (SELECT term FROM fleet_hub) AND state = 'asked'`),
    // It grants nothing of them any more, and gives them back once the service is heard.
    db.prepare('UPDATE fleet_hub_worth SET is_back = 1 WHERE is_back = 0'),
    db.prepare('DELETE FROM fleet_parked_seen WHERE keeper <> 0'),
    db.prepare('DELETE FROM fleet_hub_parked'),
    db.prepare('DELETE FROM fleet_hub_void'),
    db.prepare('DELETE FROM fleet_hub_word'),
    db.prepare('DELETE FROM fleet_hub'),
  ]
  return () => {
    const at = term.get()
    if (at === undefined) return
    const ids = granted.all(at)
    const all = kept.all().map(({ id, till }) => [id, till])
    const canSay = isOwn.get() === 1 && all.length <= KEPT_MAX
    const own = ids.slice(0, GRANTED_MAX)
    note.run(
      ...[at, JSON.stringify(own), Number(own.length === ids.length)],
      canSay ? JSON.stringify(Object.fromEntries(all)) : null,
    )
    ends.forEach((statement) => statement.run())
  }
}

const OF_HUB = ['hub', 'hub_left', 'hub_parked', 'hub_void', 'hub_word', 'hub_worth']

/**
 * Of data that were put back: what it was granted since it cannot say, and what it kept for others
 * is not all of it. It goes by no hub until the service has told it of one anew.
 */
export function presumeHubLeft(db: Database.Database): void {
  for (const table of OF_HUB) db.prepare(`DELETE FROM fleet_${table}`).run()
  db.prepare('DELETE FROM fleet_parked_seen WHERE keeper <> 0').run()
  storedSetting(db, RESTORED).keep(true)
}
