import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MAX } from '#shared/fleet/day-limits.ts'
import { PARKED_OPEN_MAX, TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { createHubKeep } from './hub-keep.ts'
import { FLEET_HUB_SCHEMA } from './hub-schema.ts'

const till = { tillId: 'till-1', number: 1, name: 'Uno' }

function opened() {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE customer (rut TEXT PRIMARY KEY); ${FLEET_HUB_SCHEMA}`)
  let atMs = 1_800_000_000_000
  const keep = createHubKeep(db, () => atMs as EpochMs)
  return { db, keep, pass: (ms: number) => void (atMs += ms) }
}

it('the name of a sale goes with what was in it, long after it was taken', () => {
  const { db, keep, pass } = opened()
  const sale = {
    ...{ parked_id: 'p1', number: 1, name: 'Marta Secreta', line_count: 1, total_clp: 1_000 },
    ...{ products: ['Pan'], parked_by: 'Ana', sale: '{}', customer: '{}', buyer: '1-9', age_ms: 0 },
  }
  keep.take(till, [sale])
  const claim = { parked_id: 'p1', key: 'key-00001', step: 'asked', is_own: true } as const
  expect(keep.claim(till, claim)?.outcome).toBe('granted')
  pass((TAKEN_KEPT_DAYS + 1) * DAY_MS)
  keep.claim(till, { ...claim, parked_id: 'p2', key: 'key-00002' })
  const row = db.prepare("SELECT * FROM fleet_hub_parked WHERE parked_id = 'p1'").get()
  expect(JSON.stringify(row)).not.toContain('Secreta')
})

it('one till makes no rows without end for sales that were never said', () => {
  const { db, keep } = opened()
  const asked = (at: number) =>
    keep.claim(till, { parked_id: `p${at}`, key: `key-${at}`, step: 'asked', is_own: true })
      ?.outcome
  for (let at = 0; at < PARKED_OPEN_MAX; at += 1) expect(asked(at)).toBe('own')
  expect(asked(PARKED_OPEN_MAX)).toBe('unknown')
  expect(db.prepare('SELECT count(*) FROM fleet_hub_parked').pluck().get()).toBe(PARKED_OPEN_MAX)
})

// P3: each key it made up was a row for sixty days.
it('one till has no keys voided without end, and goes on the next day', () => {
  const { db, keep, pass } = opened()
  const asked = (key: number, by = till) =>
    keep.claim(by, { parked_id: 'p', key: `key-${key}`, step: 'asked', is_own: false })?.outcome
  db.transaction(() => {
    for (let key = 0; key < DAY_MAX.voids; key += 1) asked(key)
  })()
  expect(asked(DAY_MAX.voids)).toBeUndefined()
  expect([asked(0), asked(DAY_MAX.voids, { ...till, tillId: 'till-2' })]).toEqual([
    'unknown',
    'unknown',
  ])
  pass(DAY_MS)
  expect(asked(DAY_MAX.voids + 1)).toBe('unknown')
  expect(db.prepare('SELECT count(*) FROM fleet_hub_void').pluck().get()).toBe(DAY_MAX.voids + 2)
})
