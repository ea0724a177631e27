/** The end of a shift with a card terminal: what it holds beside what was charged on it. */
import { expect, it } from 'vitest'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { cardCounter, named, refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import { TRANSBANK } from '../../../test/support/played-cable.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP, handsOf, textOn } from '../../../test/support/shift-till.ts'

const counter = cardCounter({ ...TRANSBANK, closesWithShift: true })
const { open, done, charge, paidBefore, deaf, hears } = counter
const { useShifts, openShift, openId, count, close } = handsOf(() => counter.till.api)
const settled = (ms = 60_000) => counter.fixture.clock.advance(ms)
const ask = () => done(counter.till.api.askCardTotals({ shiftId: openId() }))
const heardOf = (command: string) =>
  counter.cable.terminal.seen.filter((text) => text.startsWith(command)).length
const tally = (sales: number) => ({ count: sales, totalClp: sales * 1_996 })
const said = (terminal: number, till: number) => ({
  ...{ answer: 'said', terminal: tally(terminal), till: tally(till) },
  givenBack: tally(0),
})
async function begin(...sales: readonly unknown[]) {
  must(await useShifts())
  openShift()
  for (const _ of sales) await paidBefore()
}
/** As the screen does it: the terminal is asked first. */
async function end() {
  const shiftId = openId()
  await ask()
  const z = must(close(FLOAT_CLP))
  await settled()
  return { z, kept: must(counter.till.api.shiftReport(shiftId)) }
}

/** Typed off a voucher while the cable is out; nobody has looked at the terminal. */
async function chargeByHand() {
  counter.cable.pullOut()
  const sale = open()
  must(await charge(sale))
  const card = must(await done(counter.till.api.chargeCard({ ...sale, byHand: 'FALSO1' })))
  must(counter.till.api.commitSale(named(sale, card)))
  counter.cable.plugIn()
  await settled()
}

it('says both on the Z, and closes the terminal only once its shift is closed', async () => {
  await begin(1, 2)
  expect(must(await ask())).toBe('said')
  expect(heardOf('0500')).toBe(0)
  const { z, kept } = await end()
  expect(z.terminal).toEqual(said(2, 2))
  // Asked once, though it was pressed twice.
  expect([heardOf('0700'), heardOf('0500')]).toEqual([1, 1])
  expect(kept.terminalClosing).toBe('closed')
  const paper = textOn(reportPaper(kept.report, { tradeName: 'X', rut: '76192083-9' }, 80))
  expect(paper).toContain('Dice el terminal (2)')
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual(said(1, 1))
})

it('names what was sold on the terminal by hand, and leaves it its memory then', async () => {
  await begin(1)
  await settled(1_000)
  counter.cable.terminal.sellByHand(500)
  const { z, kept } = await end()
  expect(z.terminal).toMatchObject({ terminal: { count: 2, totalClp: 2_496 }, till: tally(1) })
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, null])
  // Closed by hand at night: the next Z compares since then.
  counter.cable.terminal.closeByHand()
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual(said(1, 1))
})

it('does not let a charge that nobody made stand for a close by hand', async () => {
  await begin()
  await chargeByHand()
  await paidBefore()
  expect((await end()).z.terminal).toEqual(said(1, 2))
})

it('no question in the middle of a shift makes what was before it look closed by hand', async () => {
  await begin()
  await chargeByHand()
  must(await ask())
  await settled(200_000)
  await paidBefore()
  expect((await end()).z.terminal).toEqual(said(1, 2))
})

it('what the till has given back by a void is missing on neither side; one that nobody made is', async () => {
  counter.cable.terminal.plan.kind = 'CR'
  await begin(1)
  const { saleId } = await paidBefore()
  const back = must(await done(counter.till.api.openReturn(saleId)))
  const refund = { method: 'TC', reference: '102' }
  must(counter.till.api.commitReturn(orderOf(back, null, { refund })))
  expect((await end()).z.terminal).toEqual({ ...said(2, 1), givenBack: tally(1) })
})

it('closes the shift without the terminal where it does not answer, or nobody asked it', async () => {
  await begin(1)
  deaf()
  expect((await end()).z.terminal).toEqual({ answer: 'silent' })
  hears()
  await settled(200_000)
  openShift()
  expect(must(close(FLOAT_CLP)).terminal).toEqual({ answer: 'not-asked' })
  await settled()
  openShift()
  // What the till never asked about is still there.
  expect((await end()).z.terminal).toEqual(said(1, 1))
})

it('a card charged since it was asked is in no answer', async () => {
  await begin(1)
  must(await ask())
  await paidBefore()
  expect(must(close(FLOAT_CLP)).terminal).toEqual({ answer: 'not-asked' })
  await settled()
  expect(heardOf('0500')).toBe(0)
})

it('is not asked while nobody knows how a charge ended, for no shift but the open one, nor without one', async () => {
  await begin()
  expect(refused(await counter.till.api.askCardTotals({ shiftId: '0'.repeat(26) }))).toBe(
    'SHIFT_NOT_OPEN',
  )
  deaf()
  await charge(open())
  expect(refused(await ask())).toBe('CARD_STILL_OPEN')
  expect(refused(count(FLOAT_CLP))).toBe('CARD_STILL_OPEN')
})

it('a close that may have arrived is compared with as closed and as not', async () => {
  await begin(1)
  must(await ask())
  const carry = counter.cable.toTill
  counter.cable.toTill = () => undefined
  must(close(FLOAT_CLP))
  await settled(200_000)
  counter.cable.toTill = carry
  await settled(200_000)
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual(said(1, 1))
})

it('tips and instalments, as the terminal says them: on the Z and the receipt, in no total', async () => {
  await begin()
  Object.assign(counter.cable.terminal.plan, { kind: 'CR', installments: 3, tipClp: 200 })
  const sold = await paidBefore()
  expect(sold).toMatchObject({ totalClp: 1_996 })
  expect(sold.payments).toMatchObject([
    { totalClp: 1_996, tipClp: 0, reference: '3 cuotas ****0042 Aut. A101 Op. 101' },
  ])
  const { z } = await end()
  expect(z.terminal).toEqual({ ...said(1, 1), tipsClp: 200 })
  expect(z.report.tax.ivaClp).toBe(319)
})
