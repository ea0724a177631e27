/** A sale paid at the card terminal comes back: to the card, not out of the drawer by itself. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { cardToVoid } from '#shared/returns/charged-card.ts'
import { cardCounter, COFFEE, named, refused } from '../../../test/support/card-counter.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { TRANSBANK } from '../../../test/support/played-cable.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP, handsOf } from '../../../test/support/shift-till.ts'

const counter = cardCounter({ ...TRANSBANK, closes: 'with-shift' })
const { open, done, charge, paidBefore } = counter
const returnable = (saleId: SaleId) => must(counter.till.api.startReturn(saleId))
async function giveBack(saleId: SaleId, method: string, reference = '') {
  const sale = must(await done(counter.till.api.openReturn(saleId)))
  return counter.till.api.commitReturn(orderOf(sale, null, { refund: { method, reference } }))
}

it('says what to void on the terminal: credit, of the day, until its close', async () => {
  const { useShifts, openShift, openId, close } = handsOf(() => counter.till.api)
  counter.cable.terminal.plan.kind = 'CR'
  must(await useShifts())
  openShift()
  const { saleId } = await paidBefore()
  expect(returnable(saleId).cards).toEqual([
    {
      ...{ method: 'TC', amountClp: 1_996, operation: '101', isVoidable: true },
      reference: 'Crédito ****0042 Aut. A101 Op. 101',
    },
  ])
  const isVoidable = () => returnable(saleId).cards?.map((card) => card.isVoidable)
  counter.fixture.clock.jumpWallClock(86_400_000)
  expect(isVoidable()).toEqual([false])
  counter.fixture.clock.jumpWallClock(-86_400_000)
  must(await counter.till.api.saveSettings({ cardTerminal: null }))
  expect(isVoidable()).toEqual([false])
  must(
    await counter.till.api.saveSettings({ cardTerminal: { ...TRANSBANK, closes: 'with-shift' } }),
  )
  await counter.fixture.clock.advance(15_000)
  expect(isVoidable()).toEqual([true])
  await done(counter.till.api.askCardTotals({ shiftId: openId() }))
  must(close(FLOAT_CLP))
  await counter.fixture.clock.advance(60_000)
  expect(isVoidable()).toEqual([false])
})

it('names none of a shift that has ended, with or without a close, nor where none is open', async () => {
  const { useShifts, openShift, close } = handsOf(() => counter.till.api)
  counter.cable.terminal.plan.kind = 'CR'
  const isVoidable = (saleId: SaleId) => returnable(saleId).cards?.map((card) => card.isVoidable)
  const before = await paidBefore()
  expect(isVoidable(before.saleId)).toEqual([false])
  must(await useShifts())
  openShift()
  const { saleId } = await paidBefore()
  expect(isVoidable(saleId)).toEqual([true])
  // Another one at the same place, by what the newest answer says of itself.
  const other = await paidBefore()
  const db = new Database(join(counter.fixture.dataDir, 'till', 'till.db'))
  db.prepare(`UPDATE card_attempt SET facts_json = json_set(facts_json, '$.terminal', 'T2')
    WHERE sale_id = ?`).run(other.saleId)
  db.close()
  expect([saleId, other.saleId].flatMap(isVoidable)).toEqual([false, true])
  await paidBefore()
  expect([saleId, other.saleId].flatMap(isVoidable)).toEqual([true, false])
  must(close(FLOAT_CLP))
  await counter.fixture.clock.advance(60_000)
  counter.cable.terminal.closeByHand()
  openShift()
  expect(isVoidable(saleId)).toEqual([false])
})

it('a card that no terminal of the till has charged is one too, and the transfer is not cash of it', async () => {
  must(await counter.till.api.saveSettings({ cardTerminal: null }))
  const typed = open()
  const { saleId } = must(
    counter.till.api.commitSale({
      ...typed,
      payments: [{ method: 'TC', amountClp: null, reference: '123' }],
    }),
  )
  expect(returnable(saleId).limits.cashClp).toBe(0)
  must(await counter.till.api.saveSettings({ cardTerminal: TRANSBANK }))
  await counter.fixture.clock.advance(15_000)
  const sale = open(COFFEE, COFFEE)
  const halves = [
    { method: 'TC', amountClp: 1_996, reference: '' },
    { method: 'PE', amountClp: 1_996, reference: 'tr1' },
  ]
  const card = must(await charge({ ...sale, payments: halves }))
  const paid = { ...sale, payments: [...named(sale, card).payments, ...halves.slice(1)] }
  const both = must(counter.till.api.commitSale(paid))
  expect(returnable(both.saleId).limits.cashClp).toBe(1_996)
  const back = must(await done(counter.till.api.openReturn(both.saleId)))
  const refund = { method: 'PE', reference: 'x' }
  must(counter.till.api.commitReturn(orderOf(back, { 1: 1_000 }, { refund })))
  expect(returnable(both.saleId).limits.cashClp).toBe(0)
})

it('voids no debit', async () => {
  const { saleId } = await paidBefore()
  const { cards = [], totalClp } = returnable(saleId)
  expect(cards.length).toBe(1)
  expect(cardToVoid(cards, totalClp)).toBe(null)
})

it('goes to the card by the right to give back, and out of the drawer only beyond the limits', async () => {
  const [byCard, inCash] = [(await paidBefore()).saleId, (await paidBefore()).saleId]
  const cash = open()
  const ofCash = must(
    counter.till.api.commitSale({
      ...cash,
      payments: [{ method: 'EF', amountClp: null, reference: '' }],
    }),
  ).saleId
  for (const [name, role, pin] of CREW)
    must(await counter.till.api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (name: string) =>
    counter.till.api.staff().members.find((member) => member.name === name)?.id ?? ''
  must(await counter.till.api.signIn({ staffId: idOf('Rodrigo'), pin: '1470' }))
  expect(refused(await giveBack(inCash, 'EF'))).toBe('RIGHT_REQUIRED')
  expect(refused(await giveBack(byCard, 'TC', '102'))).toBe('ok')
  expect(refused(await giveBack(ofCash, 'EF'))).toBe('ok')
  must(await counter.till.api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  expect(refused(await giveBack(inCash, 'EF'))).toBe('ok')
})

it('what cash has paid of it leaves the drawer as ever', async () => {
  const sale = open()
  const part = { method: 'TC', amountClp: 996, reference: '' }
  const rest = { method: 'EF', amountClp: null, reference: '' }
  const card = must(await charge({ ...sale, payments: [part, rest] }))
  const paid = named(sale, card).payments
  const { saleId } = must(counter.till.api.commitSale({ ...sale, payments: [...paid, rest] }))
  expect(returnable(saleId).limits.cashClp).toBe(1_000)
})
