/** What was charged after the backup is still known once the damaged database is read. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CARD_SCHEMA } from '../../card/schema.ts'
import { carryCards } from './salvage-cards.ts'

let damaged: Database.Database
let into: Database.Database

function open(): Database.Database {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE sale (id TEXT PRIMARY KEY); ${CARD_SCHEMA}`)
  return db
}
beforeEach(() => void ([damaged, into] = [open(), open()]))
afterEach(() => [damaged, into].forEach((db) => void db.close()))

function attempt(db: Database.Database, id: string, state: string) {
  db.prepare(
    `INSERT INTO card_attempt (id, sale_id, terminal, ticket, amount_clp, method, state,
      asked_at_ms, changed_at_ms, code) VALUES (?, ?, 'T', ?, 500, 'TC', ?, 1, 2, ?)`,
  ).run(id, `sale-${id}`, `1000${id}`, state, state === 'asked' ? null : '00')
}
const sell = (db: Database.Database, id: string) =>
  db.prepare('INSERT INTO sale (id) VALUES (?)').run(`sale-${id}`)
const states = () =>
  into.prepare('SELECT id, state, code FROM card_attempt ORDER BY rowid').raw().all()

it('an open attempt is carried over, after that which was open in the backup has ended', () => {
  attempt(into, '1', 'asked')
  attempt(damaged, '1', 'approved')
  attempt(damaged, '2', 'unknown')
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  expect(states()).toEqual([
    ['1', 'approved', '00'],
    ['2', 'unknown', '00'],
  ])
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  expect(states().length).toBe(2)
})

it('one settled in a sale that stayed behind was charged all the same', () => {
  for (const id of ['1', '2']) attempt(damaged, id, 'settled')
  sell(into, '1')
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  expect(states()).toEqual([
    ['1', 'settled', '00'],
    ['2', 'approved', '00'],
  ])
})

it('what the backup knows later than the file stays', () => {
  attempt(into, '1', 'given-back')
  attempt(damaged, '1', 'unknown')
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  expect(states()).toEqual([['1', 'given-back', '00']])
})

it('an order’s number that only the file has is not lost with an equal state', () => {
  for (const db of [into, damaged]) attempt(db, '1', 'unknown')
  const facts = 'UPDATE card_attempt SET facts_json = \'{"orderId":"ORD1"}\', changed_at_ms = '
  damaged.exec(`${facts} 3`)
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  const kept = into.prepare('SELECT facts_json FROM card_attempt').pluck()
  expect(kept.get()).toBe('{"orderId":"ORD1"}')
  damaged.exec('UPDATE card_attempt SET facts_json = NULL, changed_at_ms = 1')
  carryCards(damaged, into, () => expect.unreachable('nothing is lost'))
  expect(kept.get()).toBe('{"orderId":"ORD1"}')
})

const losses = () => {
  let count = 0
  carryCards(damaged, into, () => void (count += 1))
  return count
}

it('a row that is spoilt costs no other one, and is named', () => {
  attempt(damaged, '1', 'approved')
  damaged.pragma('ignore_check_constraints = ON')
  attempt(damaged, '2', 'apprXved')
  attempt(damaged, '3', 'unknown')
  expect(losses()).toBe(1)
  expect(states()).toEqual([
    ['1', 'approved', '00'],
    ['3', 'unknown', '00'],
  ])
})

it('one that is open in the backup, and its end unreadable, is a person’s to say', () => {
  attempt(into, '1', 'asked')
  damaged.pragma('ignore_check_constraints = ON')
  attempt(damaged, '1', 'apprXved')
  attempt(damaged, '2', 'approved')
  expect(losses()).toBe(2)
  expect(states()).toEqual([
    ['1', 'person', null],
    ['2', 'approved', '00'],
  ])
})

it('so is one of which nothing is there, and what cannot be open beside it is named', () => {
  attempt(into, '1', 'unknown')
  attempt(damaged, '2', 'unknown')
  attempt(damaged, '3', 'approved')
  expect(losses()).toBe(2)
  expect(states()).toEqual([
    ['1', 'person', '00'],
    ['3', 'approved', '00'],
  ])
})

it('carries what the terminal has said and what became of its close', () => {
  const say = (db: Database.Database, seq: number, closing: string | null) =>
    db
      .prepare(
        `INSERT INTO card_totals (seq, shift_id, terminal, asked_at_ms, answer, last_sale,
          batch_json, closing) VALUES (?, ?, 'T', ?, 'said', 0, '{}', ?)`,
      )
      .run(seq, `shift-${seq}`, seq, closing)
  say(into, 1, null)
  say(damaged, 1, 'closed')
  say(damaged, 2, 'open')
  expect(losses()).toBe(0)
  expect(into.prepare('SELECT seq, closing FROM card_totals').raw().all()).toEqual([
    [1, 'closed'],
    [2, 'open'],
  ])
  damaged.exec('DROP TABLE card_totals')
  expect(losses()).toBe(1)
})
