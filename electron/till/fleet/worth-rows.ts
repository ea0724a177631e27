/** The rows of what is spent once over all tills: what this till gave, and what it asked for. */
import { z } from 'zod'
import {
  HOLDS_MAX,
  worthRestoreBody,
  type SaidWorth,
  type WorthKind,
} from '#shared/fleet/worth-contract.ts'
import type { Amounts } from '#shared/fleet/worth.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type Database from 'better-sqlite3'
import type { TillDatabase } from '../kernel/database.ts'
import { storedSetting } from '../kernel/stored-setting.ts'

type WorthState = 'new' | 'sent' | 'known'
type TillClaimState = 'asked' | 'granted' | 'used' | 'ended'

export interface OwnWorth {
  readonly kind: WorthKind
  readonly ownId: string
  readonly state: WorthState
  readonly said: SaidWorth | null
  /** Term of the hub that was told first; -1: nobody can say; 0: none. */
  readonly keeper: number
}

export interface TillClaim {
  readonly key: string
  readonly kind: WorthKind
  readonly worthId: string
  readonly deed: string
  readonly named: string
  /** Null until it is granted: all that is left. */
  readonly takes: Amounts | null
  /** JSON; empty until it is granted. */
  readonly facts: string
  readonly madeAtMs: number
  readonly state: TillClaimState
  /** Term of the hub that was asked too; 0: none. */
  readonly keeper: number
}

type ToldClaim = Pick<TillClaim, 'key' | 'state'>

/** So long one that ended can be told again, to a service whose database was put back. */
const ENDED_KEPT_MS = 60 * DAY_MS

/** Receipts told long ago, at once: ids rise with time. */
const FORGOTTEN_MAX = 100
/** Of what waits to be told, at once. */
const LOOKED_AT_MAX = 500

type ClaimRow = Omit<TillClaim, 'takes'> & { readonly takesJson: string | null }
type WorthRow = Omit<OwnWorth, 'said'> & { readonly saidJson: string | null }

const toClaim = ({ takesJson, ...row }: ClaimRow): TillClaim => ({
  ...row,
  takes: takesJson === null ? null : (JSON.parse(takesJson) as Amounts),
})
const toWorth = ({ saidJson, ...row }: WorthRow): OwnWorth => ({
  ...row,
  said: saidJson === null ? null : (JSON.parse(saidJson) as SaidWorth),
})
const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export type WorthRows = ReturnType<typeof createWorthRows>

export function createWorthRows(db: TillDatabase) {
  return { ...ownRows(db), ...claimRows(db) }
}

function ownRows(db: TillDatabase) {
  const columns = 'kind, own_id AS ownId, state, said_json AS saidJson, keeper'
  const one = db.prepare<[WorthKind, string], WorthRow>(
    `SELECT ${columns} FROM fleet_worth WHERE kind = ? AND own_id = ?`,
  )
  const unsaid = db.prepare<[], WorthRow>(`SELECT ${columns} FROM fleet_worth
    WHERE state IN ('new', 'sent') ORDER BY state, kind DESC LIMIT ${LOOKED_AT_MAX}`)
  const toldSale = db.prepare<
    [string, number]
  >(`SELECT 1 FROM fleet_worth w JOIN sale s ON s.id = w.own_id
    WHERE kind = 'sale' AND worth_id = ? AND state <> 'new' AND s.sold_at_ms >= ?`)
  const put = db.prepare(`INSERT INTO fleet_worth (kind, own_id, state, said_json, worth_id)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, own_id) DO UPDATE SET state = excluded.state,
      said_json = excluded.said_json, worth_id = excluded.worth_id,
      keeper = iif(excluded.state = 'known', 0, keeper)`)
  const atHub = db.prepare<[number], WorthRow>(`SELECT ${columns} FROM fleet_worth
    WHERE kind <> 'sale' AND (state = 'new' OR (state = 'sent' AND keeper = ? AND is_hub_said = 0))
    ORDER BY kind DESC LIMIT ${LOOKED_AT_MAX}`)
  const toHub = db.prepare(`UPDATE fleet_worth SET state = 'sent', said_json = ?, worth_id = ?,
    keeper = ? WHERE kind = ? AND own_id = ? AND state = 'new'`)
  const hubSaid = db.prepare(
    'UPDATE fleet_worth SET is_hub_said = 1 WHERE kind = ? AND own_id = ? AND keeper = ?',
  )
  const notAtHub = db.prepare(`UPDATE fleet_worth SET state = 'new', said_json = NULL,
    worth_id = NULL, keeper = 0
    WHERE kind = ? AND own_id = ? AND keeper = ? AND state = 'sent' AND is_hub_said = 0`)
  const drop = db.prepare('DELETE FROM fleet_worth WHERE kind = ? AND own_id = ?')
  const again = db.prepare("UPDATE fleet_worth SET state = 'sent' WHERE state = 'known'")
  const oldSales = db.prepare(`DELETE FROM fleet_worth WHERE kind = 'sale' AND state = 'known'
    AND own_id IN (SELECT s.id FROM (SELECT own_id FROM fleet_worth WHERE kind = 'sale'
        ORDER BY own_id LIMIT ${FORGOTTEN_MAX}) w JOIN sale s ON s.id = w.own_id
      WHERE s.sold_at_ms < ?)`)
  const note = [
    db.prepare(`INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
      SELECT 'vale', number, 'new' FROM vale`),
    db.prepare(`INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
      SELECT 'credit', p.sale_id, 'new' FROM sale_payment p JOIN sale s ON s.id = p.sale_id
      WHERE p.method = 'NC' AND p.credit_id IS NULL AND s.document_type = '61'`),
  ]
  return {
    own(kind: WorthKind, ownId: string): OwnWorth | null {
      const row = one.get(kind, ownId)
      return row === undefined ? null : toWorth(row)
    },
    unsaid: () => unsaid.all().map(toWorth),
    isSaleTold: (worthId: string, sinceMs: number) => toldSale.get(worthId, sinceMs) !== undefined,
    /** For the hub of that term. */
    unsaidAtHub: (term: number) => atHub.all(term).map(toWorth),
    toHub: (kind: WorthKind, ownId: string, said: SaidWorth, term: number) =>
      void toHub.run(JSON.stringify(said), said.worth_id, term, kind, ownId),
    hubSaid: (kind: WorthKind, ownId: string, term: number) => void hubSaid.run(kind, ownId, term),
    notAtHub: (kind: WorthKind, ownId: string, term: number) =>
      void notAtHub.run(kind, ownId, term),
    putOwn: (kind: WorthKind, ownId: string, state: WorthState, said: SaidWorth | null) =>
      void put.run(kind, ownId, state, json(said), said?.worth_id ?? null),
    dropOwn: (kind: WorthKind, ownId: string) => void drop.run(kind, ownId),
    sayOwnAgain: () => void again.run(),
    forgetSales: (soldBeforeMs: number) => void oldSales.run(soldBeforeMs),
    noteOwn: () => note.forEach((statement) => statement.run()),
  }
}

function claimRows(db: TillDatabase) {
  const columns = `key, kind, worth_id AS worthId, deed, named, takes_json AS takesJson,
    facts_json AS facts, made_at_ms AS madeAtMs, state, keeper`
  const from = `SELECT ${columns} FROM fleet_worth_claim`
  const make = db.prepare(`INSERT INTO fleet_worth_claim (key, kind, worth_id, deed, named,
      takes_json, made_at_ms, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'asked')`)
  const one = db.prepare<[string], ClaimRow>(`${from} WHERE key = ?`)
  const open = db.prepare<[], ClaimRow>(`${from} WHERE state IN ('asked', 'granted')`)
  const of = db.prepare<[WorthKind, string], ClaimRow>(
    `${from} WHERE kind = ? AND worth_id = ? AND state <> 'ended'`,
  )
  const unsaid = db.prepare<[], ClaimRow>(
    `${from} WHERE state IN ('used', 'ended') AND is_said = 0 ORDER BY state, key
    LIMIT ${LOOKED_AT_MAX}`,
  )
  const unsaidOf = db.prepare<[WorthKind, string], ClaimRow>(
    `${from} WHERE kind = ? AND worth_id = ? AND state IN ('used', 'ended') AND is_said = 0`,
  )
  const move = db.prepare(`UPDATE fleet_worth_claim SET state = ?, takes_json = ?, is_said = 0,
    is_hub_said = 0 WHERE key = ?`)
  const grant = db.prepare(`UPDATE fleet_worth_claim SET state = 'granted', takes_json = ?,
    facts_json = ? WHERE key = ?`)
  const askHub = db.prepare('UPDATE fleet_worth_claim SET keeper = ? WHERE key = ?')
  const unsaidAtHub = db.prepare<[number], ClaimRow>(`${from} WHERE keeper = ? AND keeper > 0
    AND state IN ('used', 'ended') AND is_hub_said = 0 ORDER BY state, key LIMIT ${LOOKED_AT_MAX}`)
  // What has become of it since is still to be told.
  const asTold = 'WHERE key = ? AND state = ?'
  const hubSaid = db.prepare(`UPDATE fleet_worth_claim SET is_hub_said = 1 ${asTold}`)
  const said = db.prepare(`UPDATE fleet_worth_claim SET is_said = 1 ${asTold}`)
  const drop = db.prepare('DELETE FROM fleet_worth_claim WHERE key = ?')
  const old = db.prepare(`DELETE FROM fleet_worth_claim WHERE state = 'ended' AND is_said = 1
    AND made_at_ms < ?`)
  const again = [
    db.prepare("UPDATE fleet_worth_claim SET is_said = 0 WHERE state IN ('used', 'ended')"),
    db.prepare("UPDATE fleet_worth_claim SET state = 'asked' WHERE state = 'granted'"),
  ]
  const read = (row: ClaimRow | undefined) => (row === undefined ? null : toClaim(row))
  return {
    makeClaim(claim: Omit<TillClaim, 'state' | 'facts' | 'keeper'>) {
      old.run(claim.madeAtMs - ENDED_KEPT_MS)
      const { key, kind, worthId, deed, named, takes, madeAtMs } = claim
      make.run(key, kind, worthId, deed, named, json(takes), madeAtMs)
    },
    claim: (key: string) => read(one.get(key)),
    /** Asked for or granted, and not spent. */
    openClaims: () => open.all().map(toClaim),
    /** Of one worth, all that stand. */
    claimsOf: (kind: WorthKind, worthId: string) => of.all(kind, worthId).map(toClaim),
    unsaidClaims: () => unsaid.all().map(toClaim),
    unsaidOf: (kind: WorthKind, worthId: string) => unsaidOf.all(kind, worthId).map(toClaim),
    moveClaim: (key: string, state: 'used' | 'ended', takes: Amounts | null) =>
      void move.run(state, json(takes), key),
    grantClaim: (key: string, takes: Amounts, facts: string) =>
      void grant.run(json(takes), facts, key),
    claimSaid: ({ key, state }: ToldClaim) => void said.run(key, state),
    /** Before it is asked: whatever it answers, that hub may have granted it. */
    askHub: (key: string, term: number) => void askHub.run(term, key),
    unsaidClaimsAtHub: (term: number) => unsaidAtHub.all(term).map(toClaim),
    claimHubSaid: ({ key, state }: ToldClaim) => void hubSaid.run(key, state),
    dropClaim: (key: string) => void drop.run(key),
    sayClaimsAgain: () => again.forEach((statement) => statement.run()),
  }
}

/** Words that the service has not taken. */
export function createWorthsWaiting(db: TillDatabase): () => number {
  const waiting = db
    .prepare<[], number>(`SELECT (SELECT count(*) FROM fleet_worth w WHERE state IN ('new', 'sent')
        AND (kind <> 'credit' OR EXISTS (SELECT 1 FROM receipt r
          WHERE r.sale_id = w.own_id AND r.folio IS NOT NULL)))
      + (SELECT count(*) FROM fleet_worth_claim WHERE state IN ('used', 'ended') AND is_said = 0)`)
    .pluck()
  return () => waiting.get() ?? 0
}

/** Claims that may be spent yet, and those the service has not been told the end of. */
export function createWorthsInHand(db: TillDatabase): () => number {
  const inHand = db
    .prepare<[], number>(`SELECT
      (SELECT count(*) FROM fleet_worth_claim WHERE state IN ('asked', 'granted'))
      + (SELECT count(*) FROM fleet_worth_claim WHERE state IN ('used', 'ended') AND is_said = 0)`)
    .pluck()
  return () => inHand.get() ?? 0
}

/**
 * Of data that were put back nobody knows what was told and spent since. What this till gave is the
 * service's to give, and told of again; what it had asked for it may have spent, and asks for anew.
 * What it was granted since ends at the service. In the caller's transaction.
 */
export function presumeWorthsSaid(db: Database.Database): void {
  db.prepare(`UPDATE fleet_worth SET state = 'sent',
    keeper = iif(keeper = 0 AND kind <> 'sale', -1, keeper) WHERE state <> 'known'`).run()
  const kept = restoredWorths(db)
  const held = db
    .prepare<[], string>("SELECT key FROM fleet_worth_claim WHERE state IN ('asked', 'granted')")
    .pluck()
  const holds = [...(kept.read()?.holds ?? []), ...held.all()].slice(-HOLDS_MAX)
  kept.keep({ restore_id: null, holds })
  db.prepare("DELETE FROM fleet_worth_claim WHERE state IN ('asked', 'granted')").run()
}

const restoredShape = worthRestoreBody.extend({ restore_id: z.string().nullable() })

/** The data were put back, and the service has not been told so; null: it has, or they were not. */
export function restoredWorths(db: Database.Database) {
  const stored = storedSetting(db, 'fleet-worths-restored')
  return {
    read: () => restoredShape.safeParse(stored.read()).data ?? null,
    keep: (restored: z.output<typeof restoredShape> | null) => stored.keep(restored),
  }
}
