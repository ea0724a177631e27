/** What was sold while the key of the seal could not be opened. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { newOwnerPin } from '../backup/new-owner-pin.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, folder, open, onDisk, check } = sealedTillPerTest()
const codes = () => check().faults.map(({ code }) => code)
/** As a keyring that does not open gives it. */
const closed = { load: async () => 'sealed:AAAA', save: async () => {} }
/** A copy of the first sale under another name. */
const MADE_UP_SALE = `CREATE TEMP TABLE copied AS SELECT * FROM sale WHERE seq = 1;
  UPDATE copied SET seq = 900, id = 'made-up', external_reference = 'made-up';
  INSERT INTO sale SELECT * FROM copied`
const log = () => must(till.api.audit({ cursor: null, limit: 50 })).rows

async function sellWithoutKey(sales: number): Promise<void> {
  await till.stop()
  await fixture.open({ pinCost: 4, ownSecret: closed })
  for (let sale = 0; sale < sales; sale += 1) sellOf(till.api)
  await till.stop()
}

it('is sealed when the key opens again, and the log says how many rows', async () => {
  sellOf(till.api)
  await sellWithoutKey(3)
  await open()
  sellOf(till.api)
  expect(codes()).toEqual([])
  expect(log()).toMatchObject([
    { action: 'seal-resumed', detail: { what: '4' } },
    { action: 'seal-paused' },
  ])
  expect(check().sealedCount).toBe(7)
})

it('changed after that it is found, like any other row', async () => {
  await sellWithoutKey(2)
  await open()
  await till.stop()
  onDisk((db) => db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 2"))
  expect(codes()).toContain('ROW_CHANGED')
})

async function openWithForeignRow(): Promise<void> {
  sellOf(till.api)
  await till.stop()
  onDisk((db) =>
    db.exec(
      "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (1, 'sign-in', 'Nadie', '{}')",
    ),
  )
  await open()
}

it('a row put in from outside stays a fault: no closed key is in the log before it', async () => {
  await openWithForeignRow()
  await till.stop()
  await open()
  expect(codes()).toEqual(['ROW_ADDED'])
})

it('also one from before the key was closed', async () => {
  await openWithForeignRow()
  await sellWithoutKey(1)
  await open()
  expect(codes()).toEqual(['ROW_ADDED'])
})

it('is sealed too when the clock was put back meanwhile', async () => {
  sellOf(till.api)
  await till.stop()
  await fixture.open({ pinCost: 4, ownSecret: closed })
  sellOf(till.api)
  fixture.clock.jumpWallClock(-3_600_000)
  sellOf(till.api)
  await till.stop()
  await open()
  expect(codes()).toEqual([])
})

it('a new PIN from support beside a closed key is sealed when the till opens', async () => {
  must(await till.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  await till.stop()
  const secret = readFileSync(folder.ownSecret)
  writeFileSync(folder.ownSecret, 'sealed:AAAA')
  await newOwnerPin(fixture.dataDir, '8264', fixture.clock, { cost: 4 })
  writeFileSync(folder.ownSecret, secret)
  await open()
  expect(codes()).toEqual([])
  expect(onDisk((db) => db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all())).toEqual(
    ['staff-saved', 'seal-paused', 'staff-saved', 'seal-resumed'],
  )
})

it('rows that a thief writes behind a pause of his own are counted by the check', async () => {
  sellOf(till.api)
  await till.stop()
  const pause = (detail: string) =>
    `INSERT INTO audit (at_ms, action, staff_name, detail_json)
    VALUES (1, 'seal-paused', 'Caja', '${detail}'), (2, 'sign-in', 'Nadie', '{}')`
  onDisk((db) => {
    const { count } = db.prepare('SELECT count(*) AS count FROM sale').get() as { count: number }
    db.exec(pause(JSON.stringify({ lastSale: count, lastClose: 0 })))
    db.exec(MADE_UP_SALE)
  })
  await open()
  await till.stop()
  expect(codes()).toEqual([])
  expect(checkTill(fixture.dataDir).sentences.join(' ')).toMatch(
    /Selladas después, el 2026-\d\d-\d\d a las \d\d:\d\d(:\d\d)?: 3 filas/,
  )
})

it('behind a pause that does not say how far the sales went, no sale is sealed', async () => {
  sellOf(till.api)
  await till.stop()
  onDisk((db) => {
    db.exec(
      "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (1, 'seal-paused', 'Caja', '{}')",
    )
    db.exec(MADE_UP_SALE)
  })
  await open()
  expect(codes()).toEqual(['ROW_ADDED'])
})
