/** Drawers that are owed, over a disk that takes nothing. */
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { manualClock } from '../../../test/support/manual-clock.ts'
import type { PrintOutcome } from '../kernel/ports.ts'
import { createDrawerKicks } from './drawer-kicks.ts'
import { DRAWER_KICK_SCHEMA } from './schema.ts'

const DOT = new Uint8Array()
const OPENED = { kind: 'sent', escpos: DOT, paperPng: DOT, stampReadable: null } as const
const SHUT = { kind: 'held', reason: 'COVER_OPEN', detail: '' } as const
const db = new Database(':memory:')
afterEach(() => db.exec('DROP TABLE drawer_kick; DROP TABLE sale'))

function owed(outcome: PrintOutcome) {
  const clock = manualClock()
  db.exec(`CREATE TABLE sale (id TEXT PRIMARY KEY); ${DRAWER_KICK_SCHEMA}
    INSERT INTO sale VALUES ('one'), ('two');
    CREATE TRIGGER full BEFORE UPDATE ON drawer_kick
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  const printer = { outcome, kicks: 0 }
  const open = () =>
    createDrawerKicks({
      ...{ db, clock, isOver: () => false },
      kick: async () => {
        printer.kicks += 1
        return printer.outcome
      },
    })
  const drawer = open()
  drawer.owe('one' as SaleId, clock.now())
  return { clock, printer, drawer, open }
}

it('a drawer that opened stays shut afterwards though the disk is full; the next sale opens it', async () => {
  const { clock, printer, drawer } = owed(OPENED)
  drawer.kick()
  await clock.advance(60_000)
  expect(printer.kicks).toBe(1)
  drawer.owe('two' as SaleId, clock.now())
  drawer.kick()
  await clock.advance(60_000)
  expect(printer.kicks).toBe(2)
})

it('one that never opened is given up in time though the disk is full, and no start fails for it', async () => {
  const { clock, printer, drawer, open } = owed(SHUT)
  drawer.kick()
  await clock.advance(60_000)
  const tried = printer.kicks
  expect(tried).toBeLessThan(20)
  open().kick()
  await clock.advance(60_000)
  expect(printer.kicks).toBe(tried)
  // With room again it is over on disk as well.
  db.exec('DROP TRIGGER full')
  drawer.kick()
  expect(db.prepare('SELECT count(over_at_ms) FROM drawer_kick').pluck().get()).toBe(1)
})
