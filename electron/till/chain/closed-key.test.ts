/** What was sold while the key of the seal could not be opened. */
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, open, onDisk, check } = sealedTillPerTest()
const codes = () => check().faults.map(({ code }) => code)
/** As a keyring that does not open gives it. */
const closed = { load: async () => 'sealed:AAAA', save: async () => {} }
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

it('a row put in from outside stays a fault: no closed key is in the log before it', async () => {
  sellOf(till.api)
  await till.stop()
  onDisk((db) =>
    db.exec(
      "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (1, 'sign-in', 'Nadie', '{}')",
    ),
  )
  await open()
  await till.stop()
  await open()
  expect(codes()).toEqual(['ROW_ADDED'])
})

it('also one from before the key was closed', async () => {
  sellOf(till.api)
  await till.stop()
  onDisk((db) =>
    db.exec(
      "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (1, 'sign-in', 'Nadie', '{}')",
    ),
  )
  await open()
  await sellWithoutKey(1)
  await open()
  expect(codes()).toEqual(['ROW_ADDED'])
})
