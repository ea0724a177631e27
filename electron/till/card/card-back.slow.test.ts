/** A sale paid at the card terminal comes back: to the card, not out of the drawer by itself. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { cardToVoid } from '#shared/returns/charged-card.ts'
import { cardCounter, named, refused } from '../../../test/support/card-counter.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { TRANSBANK } from '../../../test/support/played-cable.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP, handsOf } from '../../../test/support/shift-till.ts'

const counter = cardCounter({ ...TRANSBANK, closesWithShift: true })
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
    await counter.till.api.saveSettings({ cardTerminal: { ...TRANSBANK, closesWithShift: true } }),
  )
  await counter.fixture.clock.advance(15_000)
  expect(isVoidable()).toEqual([true])
  await done(counter.till.api.askCardTotals({ shiftId: openId() }))
  must(close(FLOAT_CLP))
  await counter.fixture.clock.advance(60_000)
  expect(isVoidable()).toEqual([false])
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
