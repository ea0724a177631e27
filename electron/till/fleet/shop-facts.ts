/** What happened here and is on its way to the shop: told once, and kept to be told again. */
import type { EpochMs } from '#shared/core/brand.ts'
import {
  FACTS_KEPT_DAYS,
  FACTS_SAID_AGAIN_DAYS,
  type AnsweredFacts,
  type FactName,
} from '#shared/fleet/facts-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createFactReader, type NotedFact } from './fact-rows.ts'
import type { Memberships } from './membership.ts'
import type { ShopRecords } from './shop-records.ts'

interface ShopFactsParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly membership: Pick<Memberships, 'now'>
  readonly shop: Pick<ShopRecords, 'shopId'>
}

/** Of one kind, with each answer. */
const FORGOTTEN_MAX = 500

export type ShopFacts = ReturnType<typeof createShopFacts>
type Named = Pick<NotedFact, 'seq' | 'kind' | 'factId'>

export function createShopFacts({ db, now, membership, shop }: ShopFactsParts) {
  const read = createFactReader(db, now, (id) => shop.shopId('product', id))
  const untimed = db.prepare('UPDATE fleet_fact SET at_ms = ? WHERE at_ms IS NULL')
  const columns = 'seq, kind, fact_id AS factId, ref, at_ms AS at'
  const unsaid = db.prepare<[string, number], NotedFact>(`SELECT ${columns} FROM fleet_fact
    WHERE is_said = 0 AND shop_id = ? ORDER BY seq LIMIT ?`)
  const last = db.prepare<[string], NotedFact>(`SELECT ${columns} FROM fleet_fact
    WHERE is_said = 1 AND shop_id = ? ORDER BY seq DESC LIMIT 1`)
  const say = db.prepare('UPDATE fleet_fact SET is_said = ? WHERE seq = ?')
  const again = db.prepare('UPDATE fleet_fact SET is_said = 0 WHERE shop_id = ? AND is_said <> 0')
  const forget = db.prepare(`DELETE FROM fleet_fact WHERE seq IN (SELECT seq FROM fleet_fact
    WHERE is_said <> 0 AND at_ms < ? LIMIT ${FORGOTTEN_MAX})`)
  const forgetLeft = db.prepare(`DELETE FROM fleet_fact WHERE seq IN (SELECT seq FROM fleet_fact
    WHERE is_said = 0 AND shop_id <> ? AND at_ms < ? LIMIT ${FORGOTTEN_MAX})`)
  const waiting = db
    .prepare<[string], number>('SELECT count(*) FROM fleet_fact WHERE is_said = 0 AND shop_id = ?')
    .pluck()
  const shopNow = () => membership.now()?.shopId ?? ''
  const mark = (facts: readonly Named[], state: 1 | 2) =>
    facts.forEach(({ seq }) => void say.run(state, seq))
  return {
    /** What its row does not say it has from the till's clock, now. */
    time: () => void untimed.run(now()),
    toSend: (most: number) => {
      untimed.run(now())
      const noted = unsaid.all(shopNow(), most)
      const facts = noted.flatMap((row) => {
        const fact = read(row)
        return fact === null ? [] : [{ row, fact }]
      })
      // What is gone is told nobody.
      if (facts.length < noted.length) {
        const there = new Set(facts.map(({ row }) => row.seq))
        db.transaction(() =>
          mark(
            noted.filter(({ seq }) => !there.has(seq)),
            2,
          ),
        ).immediate()
      }
      return facts
    },
    lastTold(): FactName | null {
      const row = last.get(shopNow())
      return row === undefined ? null : { kind: row.kind, fact_id: row.factId }
    },
    answered: db.transaction((facts: readonly Named[], { knows_before: knows }: AnsweredFacts) => {
      mark(facts, 1)
      if (!knows) again.run(shopNow())
      forget.run(now() - FACTS_SAID_AGAIN_DAYS * DAY_MS)
      forgetLeft.run(shopNow(), now() - FACTS_KEPT_DAYS * DAY_MS)
    }).immediate,
    /** The service takes them in no form. */
    refused: db.transaction((facts: readonly Named[]) => mark(facts, 2)).immediate,
    /** The service's database was put back. In the caller's transaction. */
    sayAgain: () => void again.run(shopNow()),
    waiting: () => waiting.get(shopNow()) ?? 0,
  }
}
