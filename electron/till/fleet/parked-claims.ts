/** How this till asks for a parked sale, and what becomes of the answer. */
import type { AnsweredClaim, Claim } from '#shared/fleet/parked-contract.ts'
import { nextParkedNumber } from '#shared/selling/cart/parked.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { createCarrying } from './parked-content.ts'
import {
  IN_SERVICE,
  IS_OPEN_CLAIM,
  OF_THIS_SHOP,
  putState,
  type ParkedState,
  type ShopParkedParts,
} from './parked-states.ts'

export interface ShopClaims {
  /** Who took it, where that was heard; null where it was not. */
  takenBy(parkedId: string): string | null
  /** A word is needed for it: null where it is in this till's hand; `left`: none will come. */
  asks(parkedId: string): 'own' | 'other' | 'left' | null
  /** The key is written down before it is asked with. */
  claim(parkedId: string): Claim & { readonly isNew: boolean }
  /** Asked for, or to be said again; an answer to it has not come. */
  openClaim(keeper: number): Claim | null
  /**
   * What somebody asked for and did not take up is the service's again, for all to take: as when
   * it was thought of throwing it away, and there was nobody who may.
   */
  giveBack(): void
  /** Nothing is given back meanwhile. */
  holding<Done>(work: () => Promise<Done>): Promise<Done>
  /** Whom its word is asked of: 0 the service, else the hub of that term. */
  keeperOf(parkedId: string): number
  settle(claim: Claim, answer: AnsweredClaim): 'settled' | 'unreadable'
  dropClaim(parkedId: string): void
  /** Whatever its hub did with it: it is in this till's hand from now on. */
  takeLost(parkedId: string): void
}

/** So long what was asked for waits for whoever asked: a PIN is typed meanwhile. */
const HELD_MS = 45_000
/** What was asked for longer ago stays: the service may have emptied it (`TAKEN_KEPT_DAYS`). */
const GIVEN_BACK_MS_MAX = DAY_MS
/** So long a claim can be said again, to a service whose database was put back. */
const KEPT_MS = 60 * DAY_MS
type ClaimRow = Pick<Claim, 'parked_id' | 'key' | 'step'> & { readonly isOwn: 0 | 1 }

function claimRows(db: TillDatabase) {
  const make =
    db.prepare(`INSERT OR IGNORE INTO fleet_claim (parked_id, key, keeper, made_steady_ms,
    shop_id, state, is_said) SELECT ?, ?, ?, ?, shop_id, 'asked', 1 FROM fleet_membership`)
  const columns = `parked_id, key, EXISTS (SELECT 1 FROM parked_sale WHERE id = parked_id) AS isOwn,
    iif(state = 'granted', 'done', state) AS step`
  const one = db.prepare<[string], ClaimRow>(
    `SELECT ${columns} FROM fleet_claim WHERE parked_id = ?`,
  )
  const open = db.prepare<[number], ClaimRow>(`SELECT ${columns} FROM fleet_claim
    WHERE ${IS_OPEN_CLAIM} AND keeper = ? ORDER BY is_said, made_steady_ms LIMIT 1`)
  const said = db.prepare("UPDATE fleet_claim SET state = 'granted', is_said = 1 WHERE key = ?")
  const usedSaid = db.prepare('UPDATE fleet_claim SET is_said = 1 WHERE key = ?')
  const giveUp = db.prepare("UPDATE fleet_claim SET state = 'given_up', is_said = 0 WHERE key = ?")
  const drop = db.prepare('DELETE FROM fleet_claim WHERE parked_id = ?')
  const old = db.prepare(
    "DELETE FROM fleet_claim WHERE state IN ('granted', 'used') AND made_steady_ms < ?",
  )
  return { make, one, open, said, usedSaid, giveUp, drop, old }
}

export function createClaims(
  parts: ShopParkedParts,
  carrying: ReturnType<typeof createCarrying>,
  over: (id: string) => void,
): ShopClaims {
  const { db, steady, ids, journal } = parts
  const here = handOf(db)
  const rows = claimRows(db)
  const { make, one, open, drop, old } = rows
  const settle = createSettling(parts, { carrying, over, rows, here })
  const taken = db
    .prepare<[string], string>(
      `SELECT s.taken_name FROM fleet_parked_seen s, fleet_membership m
        WHERE s.parked_id = ? AND s.taken_by <> m.number`,
    )
    .pluck()
  const asked = db
    .prepare<{ id: string }, number>(
      `SELECT keeper FROM fleet_claim WHERE parked_id = @id
        UNION ALL SELECT keeper FROM fleet_parked WHERE parked_id = @id
        UNION ALL SELECT keeper FROM fleet_parked_seen WHERE parked_id = @id LIMIT 1`,
    )
    .pluck()
  const ownAgain = db.prepare(
    "UPDATE fleet_parked SET state = 'own', keeper = 0 WHERE parked_id = ?",
  )
  const keeperOf = (id: string) => asked.get({ id }) ?? 0
  const toClaim = ({ isOwn, ...claim }: ClaimRow): Claim => ({ ...claim, is_own: isOwn === 1 })
  return {
    takenBy: (parkedId) => taken.get(parkedId) ?? null,
    asks(parkedId) {
      const state = here(parkedId)
      if (state === undefined) return 'other'
      if (state === 'left') return state
      return state === 'sent' || state === 'known' ? 'own' : null
    },
    claim: db.transaction((parkedId: string) => {
      old.run(steady.nowMs() - KEPT_MS)
      const made = make.run(parkedId, ids.next(), keeperOf(parkedId), steady.nowMs())
      const row = one.get(parkedId)
      if (row === undefined) throw new Error('a claim that was just written is not there')
      return { ...toClaim(row), isNew: made.changes > 0 }
    }).immediate,
    ...createGivingBack(parts),
    keeperOf,
    openClaim(keeper) {
      const row = open.get(keeper)
      return row === undefined ? null : toClaim(row)
    },
    settle(claim, answer) {
      const became = db.transaction(() => settle(claim, answer)).immediate()
      journal.publish()
      return became
    },
    dropClaim: (parkedId) => void drop.run(parkedId),
    takeLost: db.transaction((parkedId: string) => {
      drop.run(parkedId)
      ownAgain.run(parkedId)
      journal.append('parked', null, { ofLostHub: parkedId })
    }).immediate,
  }
}

/**
 * Its key is told to be given up, and asks no more. It stays here, the service's to give, until it
 * is heard to wait (`createKeeping`), so a service that was put back meanwhile loses none. Of a hub
 * nothing is given back: its term may end before it has heard so.
 */
function createGivingBack({
  db,
  steady,
  journal,
}: ShopParkedParts): Pick<ShopClaims, 'giveBack' | 'holding'> {
  const held = db
    .prepare<[number, number], string>(
      `SELECT c.parked_id FROM fleet_claim c JOIN fleet_parked f USING (parked_id)
        WHERE c.state = 'granted' AND f.state = 'granted' AND c.is_said = 1 AND c.keeper = 0
          AND c.made_steady_ms BETWEEN ? AND ? AND ${OF_THIS_SHOP}`,
    )
    .pluck()
  const giveUp = db.prepare(
    "UPDATE fleet_claim SET state = 'given_up', is_said = 0 WHERE parked_id = ?",
  )
  const ofService = db.prepare("UPDATE fleet_parked SET state = 'known' WHERE parked_id = ?")
  const all = db.transaction((ids: readonly string[]) => {
    for (const id of ids) {
      giveUp.run(id)
      ofService.run(id)
      journal.append('parked', null, { givenBack: id })
    }
  }).immediate
  let holders = 0
  return {
    giveBack() {
      const atMs = steady.nowMs()
      const ids = holders > 0 ? [] : held.all(atMs - GIVEN_BACK_MS_MAX, atMs - HELD_MS)
      if (ids.length === 0) return
      all(ids)
      journal.publish()
    },
    async holding(work) {
      holders += 1
      try {
        return await work()
      } finally {
        holders -= 1
      }
    },
  }
}

/** Of one that is in this till's list: its state, empty for simply this till's. */
function handOf(db: TillDatabase) {
  const hand = db
    .prepare<[string], ParkedState | '' | 'left'>(
      `SELECT CASE WHEN f.state IN ${IN_SERVICE}
            AND ((${OF_THIS_SHOP}) IS NOT TRUE OR f.keeper < 0) THEN 'left'
          ELSE coalesce(f.state, '') END FROM parked_sale p
        LEFT JOIN fleet_parked f ON f.parked_id = p.id WHERE p.id = ?`,
    )
    .pluck()
  return (id: string) => hand.get(id)
}

interface Settling {
  readonly carrying: ReturnType<typeof createCarrying>
  readonly over: (id: string) => void
  readonly rows: ReturnType<typeof claimRows>
  readonly here: ReturnType<typeof handOf>
}

/** In the caller's transaction. */
function createSettling(
  parts: ShopParkedParts,
  { carrying, over, rows: { one, said, usedSaid, giveUp, drop }, here }: Settling,
): ShopClaims['settle'] {
  const { db, steady, journal } = parts
  const unsee = db.prepare('DELETE FROM fleet_parked_seen WHERE parked_id = ?')
  const see = db.prepare(`UPDATE fleet_parked_seen SET taken_by = ?, taken_name = ?,
    taken_steady_ms = ?
    WHERE parked_id = ? AND taken_by IS NULL`)
  const put = putState(db)
  const ofOthers = db.prepare('UPDATE fleet_parked SET is_others = 1 WHERE parked_id = ?')
  const take = createTaking(parts, carrying)
  return (claim, answer) => {
    const { parked_id: id } = claim
    const row = one.get(id)
    // Its answer has come before: by then the sale may have been charged here.
    if (row === undefined || row.key !== claim.key || row.step !== claim.step) return 'settled'
    if (row.step === 'done') said.run(claim.key)
    else if (row.step === 'used') usedSaid.run(claim.key)
    else if (row.step === 'given_up') drop.run(id)
    else if (answer.outcome === 'granted' || answer.outcome === 'own') {
      const isHere = here(id) !== undefined
      if (!isHere && answer.outcome === 'granted' && !take(answer)) {
        giveUp.run(claim.key)
        journal.append('parked', null, { claimed: id, outcome: 'unreadable' })
        return 'unreadable'
      }
      said.run(claim.key)
      put(id, answer.outcome)
      if (!isHere) ofOthers.run(id)
      unsee.run(id)
    } else {
      drop.run(id)
      if (answer.outcome === 'taken') {
        over(id)
        see.run(answer.by, answer.by_name, steady.nowMs(), id)
      } else if (here(id) === undefined) unsee.run(id)
    }
    journal.append('parked', null, { claimed: id, outcome: answer.outcome })
    return 'settled'
  }
}

/** A sale of another till becomes one parked here: a life of its own begins, under a new id. */
function createTaking(
  { db, now, steady, ids }: ShopParkedParts,
  carrying: ReturnType<typeof createCarrying>,
): (granted: Extract<AnsweredClaim, { outcome: 'granted' }>) => boolean {
  const numbers = db.prepare<[], number>('SELECT number FROM parked_sale').pluck()
  const insert = db.prepare(`INSERT INTO parked_sale (id, number, name, sale_json, line_count,
      total_clp, parked_steady_ms, parked_by, open_sale_id, open_reference)
    VALUES (@id, @number, @name, @saleJson, @lineCount, @totalClp, @parkedMs, @parkedBy, @saleId,
      NULL)`)
  return (granted) => {
    const saleId = ids.saleId()
    const saleJson = carrying.taken(granted, saleId)
    if (saleJson === null) return false
    insert.run({
      ...{ id: granted.parked_id, number: nextParkedNumber(numbers.all()), name: granted.name },
      ...{ saleJson, lineCount: granted.line_count, totalClp: granted.total_clp },
      ...{ parkedBy: granted.parked_by, saleId },
      parkedMs: steady.nowMs() - Math.max(0, now() - granted.parked_at_ms),
    })
    return true
  }
}
