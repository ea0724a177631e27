/**
 * Vales, credit notes and receipts this till has as the hub of its place, and grants to its tills
 * by the same rule as the service (shared/fleet/hub-worth-contract.ts, shared/fleet/worth.ts).
 * Never to itself: whatever it granted is known by another till. One transaction an answer.
 */
import { LENT_OPEN_MAX } from '#shared/fleet/hub-worth-contract.ts'
import {
  TAKEN_MAX,
  WORTHS_FOUND_MAX,
  type AnsweredWorthClaim,
  type FoundWorth,
  type SaidWorth,
  type ToldWorth,
  type WorthClaim,
  type WorthKind,
  type WorthRelease,
} from '#shared/fleet/worth-contract.ts'
import {
  endClaim,
  heldOf,
  judgeClaim,
  leftOf,
  type Amounts,
  type StoredClaim,
  type WorthBook,
} from '#shared/fleet/worth.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { nameOfKey } from '../worth-taken.ts'
import type { AskingTill } from './hub-keep.ts'

export interface HubWorthDesk {
  /** Of that term, told to it before the service. */
  tell(till: AskingTill, worths: readonly ToldWorth[]): { readonly kept: number }
  claim(till: AskingTill, claim: WorthClaim): AnsweredWorthClaim
  release(till: AskingTill, release: WorthRelease): { readonly left: Amounts }
  find(kind: WorthKind, name: string): readonly FoundWorth[]
}

interface WorthRow {
  readonly bornOf: string | null
  readonly giver: number
  readonly saidJson: string
  readonly isBack: 0 | 1
}
type ClaimRow = Omit<StoredClaim, 'takes'> & { readonly takesJson: string }

/** Told to it first by one till, and not heard of by the service. */
const BORN_OF_ONE_MAX = 500
const FREE = `is_back = 0 AND term = (SELECT term FROM fleet_hub)`

export function createHubWorthDesk(db: TillDatabase): HubWorthDesk {
  const rows = statements(db)
  const bookOf = (kind: WorthKind, id: string): Book | null => {
    const row = rows.one.get(kind, id)
    if (row === undefined) return null
    const said = JSON.parse(row.saidJson) as SaidWorth
    const claims = rows.claims
      .all(kind, id)
      .map(({ takesJson, ...claim }) => ({ ...claim, takes: JSON.parse(takesJson) as Amounts }))
    return { parts: said.parts, claims, facts: said.facts, row }
  }
  const put = (kind: WorthKind, id: string, { key, till, takes, state }: StoredClaim) =>
    void rows.put.run({ key, kind, id, till, takes: JSON.stringify(takes), state })
  const keepOne = (till: AskingTill, { taken: _, lent: __, ...worth }: ToldWorth) => {
    const { kind, worth_id: id } = worth
    if (rows.one.get(kind, id) !== undefined) return
    const isFull = (rows.count.get() ?? 0) >= LENT_OPEN_MAX
    if (isFull || (rows.born.get(till.tillId) ?? 0) >= BORN_OF_ONE_MAX) return
    const saidJson = JSON.stringify(worth)
    const made = rows.insert.run({ kind, id, tillId: till.tillId, giver: till.number, saidJson })
    if (made.changes > 0) for (const name of worth.names) rows.putName.run(kind, name, id)
  }
  return {
    tell: db.transaction((till: AskingTill, worths: readonly ToldWorth[]) => {
      // A receipt is in no till's hand to give away: the service lends it.
      for (const worth of worths) if (worth.kind !== 'sale') keepOne(till, worth)
      return { kept: worths.length }
    }).immediate,
    claim: db.transaction((till: AskingTill, asked: WorthClaim) => {
      const { kind, worth_id: id } = asked
      const key = nameOfKey(asked.key)
      if (rows.isOfAnother.get(key, kind, id) !== undefined) return { outcome: 'ended' as const }
      const book = bookOf(kind, id)
      if (book === null || !mayAnswer(book, key, till, asked, rows.own.get() ?? ''))
        return { outcome: 'unknown' as const }
      return answer(book, { ...asked, key }, till, (stored) => put(kind, id, stored))
    }).immediate,
    release: db.transaction((till: AskingTill, { key: secret, ...asked }: WorthRelease) => {
      const { kind, worth_id: id, is_undone: isUndone } = asked
      const book = bookOf(kind, id)
      const key = nameOfKey(secret)
      // A key is of one thing: what it took of that ends by its own name alone.
      if (book === null || rows.isOfAnother.get(key, kind, id) !== undefined)
        return { left: book === null ? {} : leftOf(book) }
      const isFull = book.claims.length >= TAKEN_MAX
      const isKnown = book.claims.some((claim) => claim.key === key)
      const ended = endClaim(book, { key, till: till.number, isUndone })
      if (ended === null || (isFull && !isKnown)) return { left: leftOf(book) }
      put(kind, id, ended)
      return { left: leftOf(withClaim(book, ended)) }
    }).immediate,
    find(kind, name) {
      const ids = new Set([name, ...rows.named.all(kind, name)])
      return [...ids].slice(0, WORTHS_FOUND_MAX).flatMap((id) => {
        const book = rows.isFree.get(kind, id) === undefined ? null : bookOf(kind, id)
        if (book === null) return []
        const { parts, facts } = book
        return [{ worth_id: id, parts, left: leftOf(book), facts, taken: [] }]
      })
    },
  }
}

interface Book extends WorthBook {
  readonly parts: Amounts
  readonly facts: string
  readonly row: WorthRow
}

const withClaim = ({ parts, claims }: WorthBook, claim: StoredClaim): WorthBook => ({
  parts,
  claims: [...claims.filter(({ key }) => key !== claim.key), claim],
})

/** What was granted is answered again; nothing new of what is given back, nor to the hub. */
function mayAnswer(
  { claims, row }: Book,
  key: string,
  { tillId }: AskingTill,
  { is_done: isDone }: WorthClaim,
  ownId: string,
): boolean {
  if (claims.some((claim) => claim.key === key)) return true
  // Of more the service hears by its till alone.
  if (claims.length >= TAKEN_MAX) return false
  return isDone || (row.isBack === 0 && tillId !== ownId)
}

function answer(
  book: Book,
  { key, takes, is_done: isDone }: WorthClaim,
  { tillId, number: till }: AskingTill,
  put: (claim: StoredClaim) => void,
): AnsweredWorthClaim {
  const { facts, row } = book
  const isGiver = row.bornOf === tillId || row.giver === till
  const { outcome, stored } = judgeClaim(book, { key, till, takes, isDone, isGiver })
  if (stored !== null) put(stored)
  if (outcome === 'ended' || outcome === 'unknown') return { outcome }
  const own = stored ?? book.claims.find((claim) => claim.key === key)
  const left = leftOf(own === undefined ? book : withClaim(book, own))
  if (outcome === 'short') return { outcome, left, held: heldOf(book), facts }
  return { outcome, takes: own?.takes ?? {}, left, facts }
}

function statements(db: TillDatabase) {
  const text = <Asked extends unknown[]>(sql: string) => db.prepare<Asked, string>(sql).pluck()
  const count = <Asked extends unknown[]>(sql: string) => db.prepare<Asked, number>(sql).pluck()
  return {
    one: db.prepare<[WorthKind, string], WorthRow>(`SELECT born_of AS bornOf, giver,
      said_json AS saidJson, iif(${FREE}, 0, 1) AS isBack FROM fleet_hub_worth
      WHERE kind = ? AND worth_id = ?`),
    isFree: db.prepare<[WorthKind, string]>(
      `SELECT 1 FROM fleet_hub_worth WHERE kind = ? AND worth_id = ? AND ${FREE}`,
    ),
    claims: db.prepare<[WorthKind, string], ClaimRow>(`SELECT name AS key, till_number AS till,
      takes_json AS takesJson, state FROM fleet_hub_worth_claim WHERE kind = ? AND worth_id = ?`),
    isOfAnother: db.prepare<[string, WorthKind, string]>(`SELECT 1 FROM fleet_hub_worth_claim
      WHERE name = ? AND (kind <> ? OR worth_id <> ?)`),
    put: db.prepare(`INSERT INTO fleet_hub_worth_claim (name, kind, worth_id, till_number,
        takes_json, state, is_own) VALUES (@key, @kind, @id, @till, @takes, @state, 1)
      ON CONFLICT (name) DO UPDATE SET till_number = excluded.till_number,
        takes_json = excluded.takes_json, state = excluded.state, is_own = 1`),
    insert: db.prepare(`INSERT INTO fleet_hub_worth (kind, worth_id, term, version, born_of, giver,
      said_json) SELECT @kind, @id, term, 0, @tillId, @giver, @saidJson FROM fleet_hub`),
    putName: db.prepare(
      'INSERT OR IGNORE INTO fleet_hub_worth_name (kind, name, worth_id) VALUES (?, ?, ?)',
    ),
    named: text<[WorthKind, string]>(
      'SELECT worth_id FROM fleet_hub_worth_name WHERE kind = ? AND name = ?',
    ),
    count: count<[]>('SELECT count(*) FROM fleet_hub_worth'),
    born: count<[string]>('SELECT count(*) FROM fleet_hub_worth WHERE born_of = ? AND version = 0'),
    own: text<[]>('SELECT till_id FROM fleet_hub'),
  }
}
