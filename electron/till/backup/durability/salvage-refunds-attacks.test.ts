/** A card whose money went back is not called paid without a sale by a database that was mended. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { CARD_SCHEMA } from '../../card/schema.ts'
import { carryCards } from './salvage-cards.ts'

function open(): Database.Database {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE sale (id TEXT PRIMARY KEY); ${CARD_SCHEMA}`)
  return db
}
const attempt = `INSERT INTO card_attempt (id, sale_id, terminal, ticket, amount_clp, method, state,
  asked_at_ms,
    changed_at_ms, code) VALUES ('a', 'lost', 'T', '100001', 500, 'TC', 'settled', 1, 2, '00')`
const refund = (state: string) => `INSERT INTO card_refund (id, return_id, attempt_id, amount_clp,
  state, asked_at_ms, changed_at_ms) VALUES ('f', 'lost-too', 'a', 500, '${state}', 3, 4)`

it.each(['done', 'asked'])('S1: one whose sale stayed behind, its refund %s', (state) => {
  const [damaged, into] = [open(), open()]
  damaged.exec("INSERT INTO sale (id) VALUES ('lost')")
  damaged.exec(`${attempt}; ${refund(state)}`)
  const lost: string[] = []
  carryCards(damaged, into, () => void lost.push('cards'))
  expect(into.prepare('SELECT state FROM card_attempt').pluck().all()).not.toEqual(['approved'])
})

it('S2: a refund whose return stayed behind is said to be lost', () => {
  const [damaged, into] = [open(), open()]
  for (const db of [damaged, into]) db.exec("INSERT INTO sale (id) VALUES ('lost')")
  damaged.exec(`${attempt}; ${refund('asked')}`)
  const lost: string[] = []
  carryCards(damaged, into, () => void lost.push('cards'))
  expect(lost).toEqual(['cards'])
})
