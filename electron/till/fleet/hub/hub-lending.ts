/** As the hub: what the service lends it, and how it gives that back (hub-worth-contract.ts). */
import {
  HUB_WORTHS_PATH,
  hubWorthsAnswer,
  LENT_MAX,
  type HubWorths,
  type HubWorthsAsked,
  type LentWorth,
} from '#shared/fleet/hub-worth-contract.ts'
import type { SaidWorth, TakenOfWorth, WorthKind } from '#shared/fleet/worth-contract.ts'
import type { ClaimState } from '#shared/fleet/worth.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { HttpPort } from '../../kernel/ports.ts'
import { createAsking, type Answer } from '../fleet-client.ts'
import { asTill, type TillCredentials } from '../../settings/own-key.ts'

export const createHubSharing = (http: HttpPort) => {
  const ask = createAsking(http)
  return (body: HubWorthsAsked, as: TillCredentials, signal: AbortSignal): Answer<HubWorths> =>
    ask(hubWorthsAnswer, { method: 'POST', path: HUB_WORTHS_PATH, body, signal, ...asTill(as) })
}

export interface HubLending {
  /** Of the term it is the hub of, or one that it has not given back all of; null: of none. */
  toShare(): HubWorthsAsked | null
  shared(asked: HubWorthsAsked, answer: HubWorths): void
  /** Nothing of it is granted here any more. False where it is not here. */
  want(kind: WorthKind, worthId: string): boolean
  /** The service was put back and may have forgotten what it lent. In the caller's transaction. */
  giveAllBack(): void
  /** Something waits to be said to the service. */
  isWaiting(): boolean
}

interface BackRow {
  readonly kind: WorthKind
  readonly worth_id: string
  readonly version: number
}

export function createHubLending(db: TillDatabase): HubLending {
  const rows = statements(db)
  const takenOf = ({ kind, worth_id: id }: BackRow): TakenOfWorth[] =>
    rows.granted
      .all(kind, id)
      .map(({ takesJson, ...claim }) => ({
        ...{ ...claim, turn: 1 },
        takes: JSON.parse(takesJson) as TakenOfWorth['takes'],
      }))
  const keep = (term: number, { version, giver, taken, ...said }: LentWorth) => {
    const { kind, worth_id: id } = said
    rows.put.run({ kind, id, term, version, giver, saidJson: JSON.stringify(said) })
    for (const name of said.names) rows.putName.run(kind, name, id)
    for (const { name, by, takes, state } of taken)
      rows.putClaim.run(name, kind, id, by, JSON.stringify(takes), state)
  }
  const want = (kind: WorthKind, id: string) => rows.want.run(kind, id).changes > 0
  return {
    toShare() {
      const term = rows.term.get()
      if (term === undefined) return null
      return {
        ...{ term, after: rows.after.get(term) ?? 0 },
        born: rows.born
          .all(term)
          .map(({ tillId, saidJson }) => ({
            till_id: tillId,
            worth: JSON.parse(saidJson) as SaidWorth,
          })),
        back: rows.back.all(term).map((row) => ({ ...row, taken: takenOf(row) })),
      }
    },
    shared: db.transaction(({ term, born, back }: HubWorthsAsked, answer: HubWorths) => {
      for (const { kind, worth_id: id, version } of back) rows.gone.run(kind, id, term, version)
      for (const worth of answer.worths) keep(term, worth)
      for (const { kind, worth_id: id } of answer.wanted) want(kind, id)
      // The service had one of these before, and has it: it is not this hub's to grant.
      if (!answer.has_more)
        for (const { worth } of born) rows.notLent.run(worth.kind, worth.worth_id)
    }).immediate,
    want,
    giveAllBack: () => void rows.wantAll.run(),
    isWaiting: () => rows.waits.get() !== undefined,
  }
}

function statements(db: TillDatabase) {
  return {
    /** The one that stands comes last: of any other nobody is granted anything. */
    term: db
      .prepare<[], number>(
        `SELECT term FROM (SELECT term FROM fleet_hub_worth
            UNION SELECT term FROM fleet_hub WHERE is_own = 1)
          ORDER BY term IS (SELECT term FROM fleet_hub WHERE is_own = 1), term LIMIT 1`,
      )
      .pluck(),
    after: db
      .prepare<[number], number>('SELECT max(version) FROM fleet_hub_worth WHERE term = ?')
      .pluck(),
    born: db.prepare<[number], { readonly tillId: string; readonly saidJson: string }>(
      `SELECT born_of AS tillId, said_json AS saidJson FROM fleet_hub_worth
        WHERE term = ? AND version = 0 AND is_back < 2 LIMIT ${LENT_MAX}`,
    ),
    back: db.prepare<[number], BackRow>(`SELECT kind, worth_id, version FROM fleet_hub_worth
      WHERE term = ? AND is_back > 0 AND (version > 0 OR is_back = 2) LIMIT ${LENT_MAX}`),
    granted: db.prepare<
      [WorthKind, string],
      { name: string; by: number; takesJson: string; state: ClaimState }
    >(`SELECT name, till_number AS by, takes_json AS takesJson, state FROM fleet_hub_worth_claim
      WHERE kind = ? AND worth_id = ? AND is_own = 1`),
    // Of a term that was left meanwhile it is given back.
    put: db.prepare(`INSERT INTO fleet_hub_worth (kind, worth_id, term, version, giver, said_json,
          is_back)
        VALUES (@kind, @id, @term, @version, @giver, @saidJson,
          iif(@term IS (SELECT term FROM fleet_hub), 0, 1))
      ON CONFLICT (kind, worth_id) DO UPDATE SET version = excluded.version,
        is_back = iif(term = excluded.term, max(is_back, excluded.is_back), excluded.is_back),
        term = excluded.term
      WHERE excluded.version > version`),
    putName: db.prepare(
      'INSERT OR IGNORE INTO fleet_hub_worth_name (kind, name, worth_id) VALUES (?, ?, ?)',
    ),
    putClaim: db.prepare(`INSERT OR IGNORE INTO fleet_hub_worth_claim
      (name, kind, worth_id, till_number, takes_json, state, is_own) VALUES (?, ?, ?, ?, ?, ?, 0)`),
    gone: db.prepare(`DELETE FROM fleet_hub_worth WHERE kind = ? AND worth_id = ? AND term = ?
      AND version = ? AND is_back > 0`),
    want: db.prepare(`UPDATE fleet_hub_worth SET is_back = 1
      WHERE kind = ? AND worth_id = ? AND is_back = 0`),
    wantAll: db.prepare('UPDATE fleet_hub_worth SET is_back = 1 WHERE is_back = 0'),
    notLent: db.prepare(`UPDATE fleet_hub_worth SET is_back = 2
      WHERE kind = ? AND worth_id = ? AND version = 0`),
    waits: db.prepare(`SELECT 1 FROM fleet_hub_worth WHERE is_back > 0
        OR (version = 0 AND is_back < 2)
        OR term IS NOT (SELECT term FROM fleet_hub WHERE is_own = 1) LIMIT 1`),
  }
}
