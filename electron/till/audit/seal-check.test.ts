/** What the owner's screen hears of the seal. */
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { BETWEEN_SLICES_MS } from './seal-behind.ts'
import { SEAL_KNOWN_MS } from './seal-check.ts'

const { fixture, till, open, onDisk } = sealedTillPerTest()
const ask = async (isAnew = false) => must(await till.api.checkSeal({ isAnew }))

it('is whole, with its rows and when it was looked at; known for ten minutes, or anew', async () => {
  for (let sale = 0; sale < 4; sale += 1) sellOf(till.api)
  const first = await ask()
  expect(first).toMatchObject({ state: 'whole', sealedCount: 4, fault: null })
  expect(first.checkedAt).toBe(fixture.clock.now())
  sellOf(till.api)
  await fixture.clock.advance(1_000)
  expect(await ask()).toEqual(first)
  expect(await ask(true)).toMatchObject({ sealedCount: 5 })
  await fixture.clock.advance(SEAL_KNOWN_MS)
  sellOf(till.api)
  expect(await ask()).toMatchObject({ sealedCount: 6, checkedAt: fixture.clock.now() })
})

it('names the first row that was changed as a person finds it', async () => {
  for (let sale = 0; sale < 4; sale += 1) sellOf(till.api)
  await till.stop()
  const reference = onDisk((db) => {
    const rearm = disarm(db)
    db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 2")
    rearm()
    return db.prepare('SELECT external_reference FROM sale WHERE seq = 2').pluck().get()
  })
  await open()
  expect(await ask()).toMatchObject({
    state: 'broken',
    sealedCount: 1,
    fault: { code: 'ROW_CHANGED', kind: 'sale', ref: reference },
  })
})

it('says from when on it answers, where somebody pretends a restore or a closed key', async () => {
  sellOf(till.api)
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) => {
    db.exec(`INSERT INTO audit (at_ms, action, staff_name, detail_json)
      VALUES (1, 'seal-paused', 'Caja', '{}'), (2, 'sign-in', 'Nadie', 'no JSON')`)
  })
  await open()
  const later = { kind: 'later', at: fixture.clock.now(), rows: 2 }
  expect(await ask()).toMatchObject({ state: 'whole', notes: [later] })
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) =>
    db
      .prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')")
      .run(fixture.clock.now()),
  )
  await open()
  expect(await ask()).toMatchObject({ state: 'whole', notes: [later, { kind: 'restored' }] })
  expect(must(till.api.audit({ cursor: null, limit: 5 })).rows).toHaveLength(3)
})

it('says whether these data have the seal that stands on a paper', async () => {
  sellOf(till.api)
  const { anchor } = await ask()
  const paperOf = async (onPaper: string | null) =>
    must(await till.api.checkSeal({ isAnew: false, onPaper })).paper
  const text = anchor ?? ''
  expect(await paperOf(null)).toBeNull()
  expect(await paperOf(text.toLowerCase())).toEqual({ text, isThere: true })
  const other = text.replace('1-', '2-')
  expect(await paperOf(other)).toEqual({ text: other, isThere: false })
  expect(await till.api.checkSeal({ isAnew: false, onPaper: 'Z 12' })).toMatchObject({
    refusal: { code: 'SEAL_NOT_VALID', field: 'onPaper' },
  })
})

it('says where nothing is sealed', async () => {
  await till.stop()
  await fixture.open({ pinCost: 4, isSealed: false })
  expect(await ask()).toMatchObject({ state: 'none', anchor: null })
})

it('a sale goes through between two pieces of a look at thousands of rows', async () => {
  const many = 3_000
  await till.stop()
  onDisk((db) => {
    const row = db.prepare(
      "INSERT INTO audit (at_ms, action, staff_name, detail_json) VALUES (?, 'sign-in', 'Ana', '{}')",
    )
    const rearm = disarm(db)
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
    db.transaction(() => {
      for (let count = 0; count < many; count += 1) row.run(count)
    })()
    rearm()
  })
  await open()
  for (let slice = 0; slice < 4; slice += 1) await fixture.clock.advance(BETWEEN_SLICES_MS)
  let isDone = false
  const looking = ask(true).finally(() => (isDone = true))
  const sold: boolean[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const command = commitOf(till.api, cartOf(till.api, '101'))
    sold.push(till.api.commitSale(command).ok && !isDone)
    await fixture.clock.advance(0)
  }
  expect(sold[0]).toBe(true)
  expect((await looking).sealedCount).toBeGreaterThanOrEqual(many)
})
