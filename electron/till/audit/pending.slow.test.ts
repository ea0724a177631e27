/** A shop's old sales, sealed behind the counter: in slices, through kills, sales meanwhile. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { manualClock, sellOf } from '../../../test/support/till-fixture.ts'
import { openDatabase } from '../tables/open-database.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { createAudit } from './audit.ts'
import { chainOf, openChain } from './chain.ts'
import { checkChain } from './check-chain.ts'
import { BETWEEN_SLICES_MS } from './seal-behind.ts'
import { MIGRATIONS } from '../tables/migrations.ts'

const KEY = Buffer.alloc(32, 7)
const TILL = { id: null, name: 'Caja' }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seal-pending-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A log of before the seal. */
function oldRows(db: Database.Database, rows: number): void {
  const insert = db.prepare(
    "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (?, 'sign-in', 'Ana', '{}')",
  )
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run(row)
  })()
}

/** What kill -9 leaves: the files as they lie, without a word to the program. */
function killed(db: TillDatabase, name: string): string {
  const copy = join(folder, name)
  for (const end of ['', '-wal'])
    if (existsSync(db.name + end)) copyFileSync(db.name + end, copy + end)
  return copy
}

it('goes on after any kill, also inside a slice, whatever is written meanwhile', () => {
  const step = fc.constantFrom('sell', 'slice', 'kill', 'kill inside a slice')
  const clock = manualClock()
  let run = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 700, max: 1_200 }),
      fc.array(step, { maxLength: 8 }),
      (old, steps) => {
        run += 1
        let db = openDatabase(join(folder, `${run}.db`))
        oldRows(db, old)
        openChain(db, { key: KEY, isNew: true }, clock, MIGRATIONS)
        let written = old
        const reopen = (file: string) => {
          db.close()
          db = openDatabase(file)
          openChain(db, { key: KEY, isNew: false }, clock, MIGRATIONS)
        }
        const look = () => {
          const { faults, sealedCount, pendingCount } = checkChain(db, KEY)
          expect(faults).toEqual([])
          expect(sealedCount + pendingCount).toBe(written)
          return pendingCount
        }
        expect(look()).toBe(old - 500)
        for (const [index, what] of steps.entries()) {
          if (what === 'sell') {
            createAudit(db, clock).write({ action: 'sign-in', staff: TILL })
            written += 1
          } else if (what === 'slice') chainOf(db).sealMore(() => true)
          else if (what === 'kill') reopen(killed(db, `${run}-${index}.db`))
          else {
            let copy: string | null = null
            chainOf(db).sealMore(() => {
              copy ??= killed(db, `${run}-${index}.db`)
              return true
            })
            if (copy !== null) reopen(copy)
          }
          look()
        }
        while (chainOf(db).sealMore(() => true));
        expect(look()).toBe(0)
        expect(checkChain(db, KEY).epochs).toHaveLength(1)
        db.close()
      },
    ),
    { numRuns: 5 },
  )
})

it('takes no row that was put in behind it, nor a wait that somebody else has written', () => {
  const clock = manualClock()
  // That he took the triggers away is a fault of its own.
  const codes = (db: Database.Database) =>
    checkChain(db, KEY).faults.flatMap(({ code, kind }) => (kind === 'schema' ? [] : [code]))
  const made = (name: string) => {
    const db = openDatabase(join(folder, name))
    oldRows(db, 900)
    openChain(db, { key: KEY, isNew: true }, clock, MIGRATIONS)
    disarm(db)
    return db
  }
  const slipIn = (db: Database.Database, seq: number) =>
    db
      .prepare(
        "INSERT INTO audit (seq, at_ms, action, staff_name, detail_json) VALUES (?, 1, 'sign-in', 'Nadie', '{}')",
      )
      .run(seq)
  const behind = made('behind.db')
  slipIn(behind, -5)
  while (chainOf(behind).sealMore(() => false));
  expect(codes(behind)).toEqual(['ROW_ADDED'])
  behind.close()

  // Everything is sealed; a wait of his own for a row of his own, with the till open and closed.
  const own = made('own.db')
  while (chainOf(own).sealMore(() => false));
  expect(codes(own)).toEqual([])
  slipIn(own, -5)
  own
    .prepare('UPDATE chain_head SET pending_json = ?')
    .run(
      '{"audit":{"after":-9,"until":0},"sale":{"after":0,"until":0},"close":{"after":0,"until":0},"state":{"after":0,"until":0}}',
    )
  expect(codes(own)).toContain('END_CUT')
  expect(chainOf(own).sealMore(() => false)).toBe(false)
  createAudit(own, clock).write({ action: 'sign-in', staff: TILL })
  expect(codes(own)).toEqual(['ROW_ADDED'])
  own.close()

  // One that was shortened leaves its rows without a seal.
  const cut = made('cut.db')
  cut.exec('UPDATE chain_head SET pending_json = NULL')
  createAudit(cut, clock).write({ action: 'sign-in', staff: TILL })
  expect(codes(cut)).toEqual(['ROW_ADDED'])
  cut.close()
})

it('a row that an earlier seal covers is found, also changed while it waits for its next', () => {
  const clock = manualClock()
  const db = openDatabase(join(folder, 'twice.db'))
  oldRows(db, 900)
  openChain(db, { key: KEY, isNew: true }, clock, MIGRATIONS)
  while (chainOf(db).sealMore(() => false));
  db.prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')").run(
    clock.now() + 60_000,
  )
  openChain(db, { key: KEY, isNew: false }, clock, MIGRATIONS)
  expect(checkChain(db, KEY)).toMatchObject({ faults: [], pendingCount: 400 })
  const rearm = disarm(db)
  db.exec(
    "UPDATE audit SET staff_name = 'Nadie' WHERE seq = 880; DELETE FROM audit WHERE seq = 890",
  )
  rearm()
  while (chainOf(db).sealMore(() => false));
  expect(checkChain(db, KEY).faults).toEqual([{ code: 'ROW_CHANGED', kind: 'audit', ref: '880' }])
  db.close()
})

const { fixture, till, folder: tillFolder, open, onDisk, check } = sealedTillPerTest()

it('the counter sells meanwhile, and every check says how many rows wait', async () => {
  const old = 3_000
  await till.stop()
  onDisk((db) => {
    const rearm = disarm(db)
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
    oldRows(db, old)
    rearm()
  })
  rmSync(tillFolder.ownSecret)
  await open()
  const waits: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    waits.push(check().pendingCount)
    if (turn === 1) {
      const { isWhole, sentences } = checkTill(fixture.dataDir)
      expect([isWhole, sentences.join(' ')]).toEqual([
        true,
        expect.stringContaining(`faltan ${waits.at(-1)} filas anteriores por sellar`),
      ])
      const looking = till.api.checkSeal({ isAnew: true })
      await fixture.clock.advance(0)
      expect(must(await looking)).toMatchObject({ state: 'whole', pendingCount: waits.at(-1) })
    }
    sellOf(till.api)
    expect(check().faults).toEqual([])
    await fixture.clock.advance(BETWEEN_SLICES_MS)
  }
  expect(waits[0]).toBeGreaterThan(old - 1_600)
  expect(waits.slice(1).every((count, at) => count <= (waits[at] ?? 0))).toBe(true)
  const done = check()
  expect([done.pendingCount, done.sealedCount >= old + 5]).toEqual([0, true])
})

it('a key that is closed while rows wait leaves none without a seal, nor counts them as its own', async () => {
  await till.stop()
  onDisk((db) => {
    const rearm = disarm(db)
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
    oldRows(db, 1_800)
    rearm()
  })
  rmSync(tillFolder.ownSecret)
  await open()
  await till.stop()
  const closed = { load: async () => 'sealed:AAAA', save: async () => {} }
  await fixture.open({ pinCost: 4, ownSecret: closed })
  sellOf(till.api)
  await till.stop()
  await open()
  const page = must(till.api.audit({ cursor: null, limit: 5 })).rows
  expect(page[0]).toMatchObject({ action: 'seal-resumed', detail: { what: '2' } })
  expect(check()).toMatchObject({ faults: [] })
  for (let slice = 0; slice < 3; slice += 1) await fixture.clock.advance(BETWEEN_SLICES_MS)
  expect(check()).toMatchObject({ faults: [], pendingCount: 0 })
})
