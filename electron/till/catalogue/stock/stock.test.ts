import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProductId, SaleId } from '#shared/core/brand.ts'
import { giveWholeBack } from '../../../../test/support/give-back.ts'
import { goOffline } from '../../../../test/support/go-offline.ts'
import { must } from '../../../../test/support/must.ts'
import { cartOf, commitOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { salvageSales } from '../../backup/durability/salvage.ts'

const { fixture, till, api } = tillPerTest()
const COFFEE = '7801040000037'
const OTHER = '201'
const file = (name: string) => join(fixture.dataDir, name)

const there = (code: string) => must(api.stockByCode(code))
const balance = (code = COFFEE) => there(code).stock?.milli
let moves = 0
function move(
  kind: 'received' | 'corrected' | 'counted',
  milli: number,
  { code = COFFEE, reason = 'Merma', expectedMilli = 0, switchesOn = false, moveId = '' } = {},
) {
  const line = { productId: there(code).id, milli }
  return api.moveStock({
    moveId: moveId === '' ? `m${(moves += 1)}` : moveId,
    kind,
    lines: [kind === 'counted' ? { ...line, expectedMilli } : line],
    reason,
    switchesOn,
  })
}
const turn = (hasStock: boolean, code = COFFEE, lowMilli: number | null = null) =>
  must(api.setStock({ productId: there(code).id, hasStock, lowMilli }))
const EVERY_STEP = [
  { what: 'received' as const, units: 9 },
  { what: 'sell' as const },
  { what: 'return' as const, which: 0 },
  { what: 'undo' as const, which: 0 },
  { what: 'sell' as const },
  { what: 'delete' as const, which: 1 },
  { what: 'corrected' as const, units: 2 },
  { what: 'counted' as const, units: 5 },
]
const kinds = (code = COFFEE) =>
  must(api.stockMoves({ productId: there(code).id })).map(({ kind, milli }) => [kind, milli])
const low = () =>
  must(api.goods({ text: '', filter: 'low', categoryId: null, offset: 0, limit: 10 })).rows.map(
    ({ code }) => code,
  )
const log = () => must(api.audit({ cursor: null, limit: 5 })).rows

describe('what there is of a product', () => {
  it('goes with the sale, comes back with the return, and goes again when that is undone', async () => {
    turn(true)
    must(move('received', 5_000, { reason: 'Guía 77' }))
    const saleId = sellOf(api, COFFEE)
    expect(balance()).toBe(4_000)
    const { saleId: returnId } = giveWholeBack(api, saleId)
    expect(balance()).toBe(5_000)
    must(api.undoReturn({ returnId, reason: 'Por error', approvalId: null }))
    expect(kinds()).toEqual([
      ['undone', -1_000],
      ['returned', 1_000],
      ['sold', -1_000],
      ['received', 5_000],
    ])
    expect(must(api.stockMoves({ productId: there(COFFEE).id }))[2]).toMatchObject({ saleId })
  })

  it('never holds up a sale: more is sold than there was, and the list of what runs out says so', () => {
    turn(true)
    expect(low()).toEqual([])
    sellOf(api, COFFEE)
    expect([balance(), low()]).toEqual([-1_000, [COFFEE]])
    must(move('received', 3_000))
    expect(low()).toEqual([])
    turn(true, COFFEE, 2_000)
    expect([balance(), low()]).toEqual([2_000, [COFFEE]])
  })

  it('is not kept of what nobody asked for, and a sale charged twice moves once', () => {
    sellOf(api, OTHER)
    expect([there(OTHER).stock, kinds(OTHER)]).toEqual([null, []])
    turn(true)
    const command = commitOf(api, cartOf(api, COFFEE))
    expect(api.commitSale(command)).toEqual(api.commitSale(command))
    expect(balance()).toBe(-1_000)
  })

  it('a count takes the difference that was shown, whatever was sold since; correction and count stand in the log', () => {
    turn(true)
    must(move('received', 10_000))
    const expectedMilli = balance() ?? 0
    sellOf(api, COFFEE)
    must(move('counted', 8_000, { expectedMilli, reason: '' }))
    expect(balance()).toBe(7_000)
    expect(log()[0]).toMatchObject({ action: 'stock-counted', detail: { from: '9', to: '7' } })
    must(move('corrected', -2_000, { reason: ' Rotas ' }))
    expect(log()[0]).toMatchObject({
      action: 'stock-corrected',
      detail: { what: `${there(COFFEE).name} (Rotas):`, from: '7', to: '5' },
    })
  })

  it('the same order again is the same movement, with other quantities it is refused', () => {
    turn(true)
    expect(move('received', 1_000, { moveId: 'once' })).toEqual({ ok: true, value: null })
    expect(move('received', 1_000, { moveId: 'once' })).toEqual({ ok: true, value: null })
    expect(move('received', 2_000, { moveId: 'once' })).toMatchObject({
      refusal: { code: 'STOCK_WRITTEN' },
    })
    expect(balance()).toBe(1_000)
  })

  it('refuses what cannot be, names the product, and leaves everything as it was', () => {
    expect(move('received', 1_000)).toMatchObject({
      refusal: { code: 'STOCK_OFF', params: { name: there(COFFEE).name } },
    })
    expect(move('received', 1_000, { switchesOn: true })).toEqual({ ok: true, value: null })
    const refused = { refusal: { code: 'STOCK_QUANTITY', field: 'lines' } }
    expect(move('received', 0)).toMatchObject(refused)
    expect(move('received', -1_000)).toMatchObject(refused)
    expect(move('received', 1_500)).toMatchObject(refused)
    expect(move('corrected', 0)).toMatchObject(refused)
    expect(move('counted', -1_000)).toMatchObject(refused)
    expect(move('received', 1_000_000_001_000)).toMatchObject(refused)
    expect(move('corrected', 1_000, { reason: ' ' })).toMatchObject({
      refusal: { code: 'STOCK_REASON', field: 'reason' },
    })
    const line = { productId: there(COFFEE).id, milli: 1_000 }
    const asked = { moveId: 'twice', kind: 'received', reason: '', switchesOn: false } as const
    expect(api.moveStock({ ...asked, lines: [line, line] })).toMatchObject({
      refusal: { code: 'STOCK_TWICE' },
    })
    const gone = { ...line, productId: 'gone' as ProductId }
    expect(api.moveStock({ ...asked, lines: [line, gone] })).toMatchObject({
      refusal: { code: 'PRODUCT_GONE' },
    })
    expect(balance()).toBe(1_000)
  })

  it('a movement is for good: nobody changes or deletes one', () => {
    turn(true)
    must(move('received', 1_000))
    const db = new Database(file('till/till.db'))
    expect(() => db.prepare('UPDATE stock_move SET quantity_milli = 9').run()).toThrow('for good')
    expect(() => db.prepare('DELETE FROM stock_move').run()).toThrow('for good')
    db.close()
  })
})

describe('over any history', () => {
  beforeEach(async () => {
    await goOffline({ fixture, api })
    turn(true)
  })

  const step = fc.oneof(
    fc.constant({ what: 'sell' as const }),
    fc.record({ what: fc.constantFrom('return', 'undo', 'delete'), which: fc.nat(9) }),
    fc.record({ what: fc.constantFrom('received', 'corrected', 'counted'), units: fc.nat(20) }),
  )

  it('the balance is the sum of the movements, and what people did; a deleted sale leaves nothing', async () => {
    const db = new Database(file('till/till.db'), { readonly: true })
    const sum = db
      .prepare('SELECT coalesce(sum(quantity_milli), 0) FROM stock_move WHERE product_id = ?')
      .pluck()
    const { id } = there(COFFEE)
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        /** Of the sale, and of its return while it stands. */
        const family = new Map<SaleId, { returnId: SaleId | null; sign: number }>()
        let written = balance() ?? 0
        for (const each of steps) {
          if (each.what === 'sell') {
            family.set(sellOf(api, COFFEE), { returnId: null, sign: -1 })
            written -= 1_000
          } else if ('units' in each) {
            const { what: kind, units } = each
            const milli = units * 1_000
            const expectedMilli = balance() ?? 0
            const done = move(kind, milli, { expectedMilli })
            if (done.ok) written = kind === 'counted' ? milli : written + milli
          } else {
            const sales = [...family]
            const [saleId, state] = sales[each.which % Math.max(1, sales.length)] ?? []
            if (saleId === undefined || state === undefined) continue
            if (each.what === 'return' && api.startReturn(saleId).ok) {
              state.returnId = giveWholeBack(api, saleId).saleId
              written += 1_000
              state.sign = 0
            } else if (each.what === 'undo' && state.returnId !== null) {
              const { returnId } = state
              const done = api.undoReturn({ returnId, reason: 'x', approvalId: null })
              if (done.ok && state.sign === 0) {
                written -= 1_000
                state.sign = -1
              }
            } else if (each.what === 'delete') {
              const done = await api.deleteReceipt({ saleId, reason: 'Error', approvalId: null })
              if (!done.ok) continue
              written -= state.sign * 1_000
              family.delete(saleId)
            } else continue
          }
          seen.add(each.what)
          expect(balance()).toBe(written)
          expect(sum.get(id)).toBe(written)
        }
      }),
      { numRuns: 25, examples: [[EVERY_STEP]] },
    )
    db.close()
    // No step may be one that never happens.
    expect([...seen].toSorted()).toEqual(
      ['corrected', 'counted', 'delete', 'received', 'return', 'sell', 'undo'].toSorted(),
    )
  })
})

describe('a damaged database', () => {
  it('gives its movements to the backup: those of sales once, those people wrote with them', async () => {
    turn(true)
    must(move('received', 9_000))
    sellOf(api, COFFEE)
    await till.stop()
    copyFileSync(file('till/till.db'), file('backup.db'))
    await fixture.open()
    sellOf(api, COFFEE)
    must(move('corrected', -2_000))
    sellOf(api, OTHER)
    turn(true, OTHER, 4_000)
    sellOf(api, OTHER)
    const before = [COFFEE, OTHER].map((code) => [there(code).stock, kinds(code)])
    await till.stop()
    const into = openDatabase(file('backup.db'))
    expect(salvageSales(file('till/till.db'), into)).toEqual({ sales: 3, unreadable: 0, lost: [] })
    // Twice carries nothing twice.
    salvageSales(file('till/till.db'), into)
    into.close()
    copyFileSync(file('backup.db'), file('till/till.db'))
    await fixture.open()
    expect([COFFEE, OTHER].map((code) => [there(code).stock, kinds(code).toSorted()])).toEqual(
      before.map(([stock, moved]) => [stock, (moved as unknown[]).toSorted()]),
    )
  })
})
