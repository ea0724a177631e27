/** What happened at the tills of a shop is told once: its sums are those of the tills' reports. */
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { FACTS_KEPT_DAYS, FACTS_SAID_AGAIN_DAYS } from '#shared/fleet/facts-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { changeDocument } from '../support/change-document.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { handsOf } from '../support/shift-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  added,
  expectSame,
  factsAtService,
  factsBackedUp,
  FACTS,
  issued,
  reported,
  soldBy,
  told,
  unsaid,
} from './fact-hands.ts'
import {
  BREAD,
  COFFEE,
  cut,
  joined,
  one,
  openDb,
  said,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { again, backUp } from './worth-hands.ts'

useTwoTills()

const sell = ({ till }: PlayedTill, ...codes: string[]) => sellOf(till.api, ...codes)
async function giveBack(played: PlayedTill, saleId: SaleId) {
  await settled(played)
  const opened = must(await said(played, played.till.api.openReturn(saleId)))
  return must(played.till.api.commitReturn(orderOf(opened, null)))
}
const noted = (played: PlayedTill, kind: string) => {
  const db = openDb(played)
  const rows = db.prepare('SELECT * FROM fleet_fact WHERE kind = ?').all(kind)
  db.close()
  return rows
}

it('no till keeps for good what it has told, nor what waits for a shop it has left', async () => {
  await joined()
  sell(two, COFFEE)
  await told(one, two)
  const db = new Database(tillFolder(two.fixture.dataDir).database)
  const note = db.prepare(`INSERT INTO fleet_fact (shop_id, kind, fact_id, ref, at_ms, is_said)
    SELECT iif(?, 'left', shop_id), 'log', ?, '0', ?, ? FROM fleet_membership`)
  const ago = (days: number) => two.fixture.clock.now() - days * DAY_MS
  db.transaction(() => {
    for (let at = 0; at < 600; at += 1) note.run(1, `left${at}`, ago(FACTS_KEPT_DAYS + 1), 0)
    note.run(1, 'may come back', ago(FACTS_KEPT_DAYS - 1), 0)
    note.run(0, 'told', ago(FACTS_SAID_AGAIN_DAYS + 1), 1)
  })()
  db.close()
  for (const code of [BREAD, COFFEE]) {
    sell(two, code)
    await wait(3_000)
  }
  const names = noted(two, 'log').map((row) => (row as { readonly fact_id: string }).fact_id)
  expect(names.filter((name) => /^(left|told)/.test(name))).toEqual([])
  expect(names).toContain('may come back')
})

describe('the sums of a shop', () => {
  it('are those of its tills: sold, given back, undone, deleted and changed', async () => {
    await joined()
    sell(one, COFFEE, BREAD)
    sell(two, COFFEE)
    const [back, undone, changed] = [sell(two, BREAD), sell(one, COFFEE), sell(two, COFFEE)]
    await giveBack(two, back)
    const { saleId: returnId } = await giveBack(one, undone)
    must(one.till.api.undoReturn({ returnId, reason: 'Error', approvalId: null }))
    one.wire.cutsPath = '/api/invoices'
    const deleted = sell(one, BREAD)
    must(await said(one, one.till.api.deleteReceipt({ saleId: deleted, reason: 'Error' })))
    one.wire.cutsPath = null
    await issued(two)
    must(await said(two, changeDocument(two.till.api, changed)))
    await expectSame(one, two)
    expect(await soldBy('till')).toMatchObject([
      { sales: 3, returns: 1 },
      { sales: 3, returns: 1 },
    ])
    expect(await factsAtService('change')).toHaveLength(2)
  })

  it('count a deletion once it is done, and never one that is asked for or refused', async () => {
    await joined()
    const saleId = sell(one, COFFEE)
    await issued(one)
    // What only a service that answers late brings about.
    const db = new Database(tillFolder(one.fixture.dataDir).database)
    const at = one.fixture.clock.now()
    db.prepare(`INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms)
      VALUES (?, 'asked', 'Error', 'Caja', ?)`).run(saleId, at)
    const move = (state: string) =>
      db
        .prepare(
          `UPDATE receipt_deletion SET state = ?, settled_at_ms = ?, settled_on = ?
          WHERE sale_id = ?`,
        )
        .run(state, at, santiagoDate(at), saleId)
    await expectSame(one, two)
    for (const [state, returns] of [
      ...([
        ['refused', 0],
        ['asked', 0],
        ['done', 1],
      ] as const),
    ]) {
      move(state)
      await expectSame(one, two)
      expect(await soldBy('till')).toMatchObject([{ sales: 1, returns }])
    }
    db.close()
    expect(await factsAtService('deletion')).toHaveLength(1)
  })

  it('know of a sale its number, and of a till its shift, its cash and its log', async () => {
    await joined()
    const saleId = sell(one, COFFEE)
    await issued(one)
    const hands = handsOf(() => one.till.api)
    must(await said(one, hands.useShifts()))
    hands.openShift(30_000)
    must(await said(one, hands.move('in', 5_000, 'Sencillo')))
    must(await said(one, Promise.resolve(hands.close(34_000, 'Falta'))))
    await told(one)
    const [sale] = await factsAtService('sale')
    expect(sale).toMatchObject({ sale_id: saleId, cashier: 'Cajero 1', document_type: '39' })
    const { folio } = must(one.till.api.receipt(saleId))
    const [numbered] = await factsAtService('document')
    expect(numbered).toMatchObject({ sale_id: saleId, state: 'numbered', folio })
    expect(await factsAtService('shift')).toHaveLength(2)
    expect(await factsAtService('shift')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ state: 'opened', float_clp: 30_000, counted_clp: null }),
        expect.objectContaining({
          counted_clp: 34_000,
          expected_clp: 35_000,
          difference_clp: -1_000,
        }),
      ]),
    )
    expect(await factsAtService('cash')).toMatchObject([{ direction: 'in', clp: 5_000 }])
    const actions = (await factsAtService('log')).map((row) => 'action' in row && row.action)
    expect(actions).toContain('shop-joined')
  })
})

describe('what is told', () => {
  it('without an answer is told again, and counted once', async () => {
    await joined()
    await told(one, two)
    one.wire.losesAnswersTo = FACTS
    sell(one, COFFEE)
    await wait(5_000)
    sell(one, BREAD)
    await wait(60_000)
    expect(unsaid(one)).toBeGreaterThan(1)
    one.wire.losesAnswersTo = null
    await expectSame(one, two)
    expect((await added()).sales).toBe(2)
  })

  it('waits while the till is away or fell before it was sent', async () => {
    await joined()
    await told(one, two)
    cut(true, one)
    sell(one, COFFEE)
    sell(one, BREAD)
    await one.till.stop()
    const back = await again(one)
    expect(unsaid(one)).toBeGreaterThan(1)
    await told(one, two)
    expect(await added()).toEqual(await reported(back, two))
    expect((await added()).sales).toBe(2)
  })

  it('and lost by the service, whose database was put back, is told again', async () => {
    await joined()
    sell(one, COFFEE)
    await told(one, two)
    const putBack = await factsBackedUp()
    sell(one, BREAD)
    sell(two, BREAD)
    await told(one, two)
    await putBack()
    expect((await added()).sales).toBe(1)
    for (const played of [one, two]) sell(played, COFFEE)
    await told(one, two)
    await wait(5_000)
    await expectSame(one, two)
    expect((await added()).sales).toBe(5)
  })

  it('is told again where the shop is found to be an older one, without another sale', async () => {
    await joined()
    const putBack = await factsBackedUp()
    sell(one, COFFEE)
    await told(one, two)
    await putBack()
    await world.service.storage.write(async (db) => {
      await db.updateTable('fleet_counters').set({ version: 0 }).execute()
      await db.deleteFrom('fleet_records').execute()
    })
    await wait(60_000)
    await expectSame(one, two)
    expect((await added()).sales).toBe(1)
  })

  it('of data that were put back is counted once; what they lack stays counted', async () => {
    await joined()
    await told(one, two)
    cut(true, one)
    sell(one, COFFEE)
    const putBack = backUp(one)
    cut(false, one)
    sell(one, BREAD)
    await told(one)
    const back = await putBack()
    sell(back, COFFEE)
    await told(one)
    expect((await added()).sales).toBe(3)
    expect((await reported(back)).sales).toBe(2)
  })
})

describe('a till', () => {
  it('alone notes nothing, and tells nothing of before it was paired', async () => {
    sell(one, COFFEE)
    const db = openDb(one)
    expect(db.prepare('SELECT * FROM fleet_fact').all()).toEqual([])
    db.close()
    await joined()
    sell(one, BREAD)
    await told(one)
    expect((await added()).sales).toBe(1)
  })

  it('that leaves tells what waited, and notes no more', async () => {
    await joined()
    await told(two)
    two.wire.cutsPath = FACTS
    sell(two, COFFEE)
    await wait(2_000)
    two.wire.cutsPath = null
    must(await said(two, two.till.api.leaveShop()))
    sell(two, BREAD)
    expect((await added()).sales).toBe(1)
    expect(noted(two, 'sale')).toHaveLength(1)
  })

  it('goes on where the service takes one in no form', async () => {
    await joined()
    await told(one, two)
    const refused = (path: string, body: object): object =>
      path === FACTS && JSON.stringify(body).includes('"sale"') ? { facts: 'none' } : body
    Object.assign(one.wire, { wrong: { asked: refused } })
    sell(one, COFFEE)
    await told(one)
    expect(await factsAtService('sale')).toEqual([])
    expect(noted(one, 'sale')).toMatchObject([{ is_said: 2 }])
    Object.assign(one.wire, { wrong: undefined })
    sell(one, BREAD)
    await told(one)
    expect((await added()).sales).toBe(1)
  })
})
