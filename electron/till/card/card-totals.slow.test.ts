/** The end of a shift with a card terminal: what it holds beside what was charged on it. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { cardCounter, named, refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import { TRANSBANK } from '../../../test/support/played-cable.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { FLOAT_CLP, handsOf, textOn } from '../../../test/support/shift-till.ts'

const UNREACHABLE = { kind: 'unanswered', detail: 'no network' } as const
const counter = cardCounter({ ...TRANSBANK, closes: 'with-shift' })
const { open, done, charge, paidBefore, deaf, hears } = counter
const { useShifts, openShift, openId, count, close } = handsOf(() => counter.till.api)
const settled = (ms = 60_000) => counter.fixture.clock.advance(ms)
const ask = () => done(counter.till.api.askCardTotals({ shiftId: openId() }))
const heardOf = (command: string) =>
  counter.cable.terminal.seen.filter((text) => text.startsWith(command)).length
const tally = (sales: number) => ({ count: sales, totalClp: sales * 1_996 })
const said = (terminal: number, till: number) => ({
  ...{ answer: 'said', askedAt: expect.any(Number), terminal: tally(terminal), till: tally(till) },
  ...{ byHand: tally(0), givenBack: tally(0) },
})
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
async function giveBack(saleId: SaleId) {
  const back = must(await done(counter.till.api.openReturn(saleId)))
  must(
    counter.till.api.commitReturn(
      orderOf(back, null, { refund: { method: 'TC', reference: '102' } }),
    ),
  )
}
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

it('says both on the Z, and closes the terminal only once its shift is closed', async () => {
  await begin(1, 2)
  expect(must(await ask())).toBe('said')
  expect(heardOf('0500')).toBe(0)
  const { z, kept } = await end()
  expect(z.terminal).toEqual(said(2, 2))
  // Each press asks anew, and the close once more.
  expect([heardOf('0700'), heardOf('0500')]).toEqual([3, 1])
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
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, 'open'])
})

it('a close by hand is what the till cannot prove: the difference stays, with the hint', async () => {
  await begin(1)
  await counter.till.api.saveSettings({ cardTerminal: TRANSBANK })
  await settled()
  expect((await end()).kept.terminalClosing).toBe(null)
  counter.cable.terminal.closeByHand()
  await counter.till.api.saveSettings({ cardTerminal: { ...TRANSBANK, closes: 'with-shift' } })
  await settled()
  openShift()
  await paidBefore()
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ ...said(1, 2), closedByHandAfter: 1 })
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, 'open'])
  const paper = textOn(reportPaper(kept.report, { tradeName: 'X', rut: '76192083-9' }, 80))
  expect(paper).toContain('Falta en el terminal')
})

it('closed by hand after each shift, as the shop says, the next Z compares since then', async () => {
  await counter.till.api.saveSettings({ cardTerminal: { ...TRANSBANK, closes: 'by-hand' } })
  await settled()
  await begin()
  await chargeByHand()
  must(await ask())
  await paidBefore()
  const first = await end()
  expect(first.z.terminal).toEqual({ ...said(1, 2), byHand: tally(1) })
  expect([heardOf('0500'), first.kept.terminalClosing]).toEqual([0, 'by-hand'])
  counter.cable.terminal.closeByHand()
  openShift()
  await paidBefore()
  must(await ask())
  await paidBefore()
  const second = await end()
  expect(second.z.terminal).toEqual({ ...said(2, 2), sinceByHand: 1 })
  const paper = textOn(reportPaper(second.kept.report, { tradeName: 'X', rut: '76192083-9' }, 80))
  expect(paper).toContain('sin comprobar')
  // Forgotten once: the difference says so, and where it comes from.
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual({
    ...said(3, 1),
    ...{ sinceByHand: 2, closedByHandAfter: 1 },
  })
})

it('what is charged after it was asked is before the close by hand too', async () => {
  await counter.till.api.saveSettings({ cardTerminal: { ...TRANSBANK, closes: 'by-hand' } })
  await settled()
  await begin()
  must(await ask())
  await paidBefore()
  await settled(1_000)
  expect(must(close(FLOAT_CLP)).terminal).toEqual({ answer: 'not-asked' })
  counter.cable.terminal.closeByHand()
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual({ ...said(1, 1), sinceByHand: 1 })
})

it('a charge while it is asked makes its answer one of no moment', async () => {
  await begin(1)
  const asking = counter.till.api.askCardTotals({ shiftId: openId() })
  await settled(20)
  const sale = open()
  const charging = counter.till.api.chargeCard(sale)
  expect(must(await done(asking))).toBe('not-asked')
  must(counter.till.api.commitSale(named(sale, must(await done(charging)))))
  const z = must(close(FLOAT_CLP))
  expect(z.terminal).toEqual({ answer: 'not-asked' })
  await settled()
  expect(heardOf('0500')).toBe(0)
})

it('a return while it is asked does as well, and so does the end of the shift', async () => {
  await begin()
  const { saleId } = await paidBefore()
  const back = must(await done(counter.till.api.openReturn(saleId)))
  const asking = counter.till.api.askCardTotals({ shiftId: openId() })
  const refund = { method: 'TC', reference: '102' }
  must(counter.till.api.commitReturn(orderOf(back, null, { refund })))
  expect(must(await done(asking))).toBe('not-asked')
  const late = counter.till.api.askCardTotals({ shiftId: openId() })
  expect(must(close(FLOAT_CLP)).terminal).toEqual({ answer: 'not-asked' })
  expect(must(await done(late))).toBe('not-asked')
})

it('the newest answer counts, and a silence is one', async () => {
  await begin(1)
  must(await ask())
  await settled(6 * 3_600_000)
  deaf()
  expect(must(await ask())).toBe('silent')
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ answer: 'silent', askedAt: expect.any(Number) })
  expect(kept.terminalClosing).toBe('open')
})

it('closes nothing that is not what the Z has said, to the last moment', async () => {
  await begin(1)
  must(await ask())
  await settled(1_000)
  counter.cable.terminal.sellByHand(50_000)
  const shiftId = openId()
  expect(must(close(FLOAT_CLP)).terminal).toEqual(said(1, 1))
  await settled()
  expect(heardOf('0500')).toBe(0)
  expect(must(counter.till.api.shiftReport(shiftId)).terminalClosing).toBe('open')
})

it('what was typed off a voucher is a line of its own, and keeps the terminal open', async () => {
  await begin()
  await chargeByHand()
  await paidBefore()
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ ...said(1, 2), byHand: tally(1) })
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, 'open'])
})

it('what agrees by a word alone is not erased: sold by hand, and typed', async () => {
  await begin()
  await chargeByHand()
  counter.cable.terminal.sellByHand(1_996)
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ ...said(1, 1), byHand: tally(1) })
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, 'open'])
})

it('what came back by card is in no sum: nobody but the terminal knows whether it was voided', async () => {
  counter.cable.terminal.plan.kind = 'CR'
  await begin(1)
  const { saleId } = await paidBefore()
  await giveBack(saleId)
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ ...said(2, 2), givenBack: tally(1) })
  expect([heardOf('0500'), kept.terminalClosing]).toEqual([0, 'open'])
  openShift()
  await chargeByHand()
  expect((await end()).z.terminal).toEqual({
    ...said(2, 3),
    ...{ byHand: tally(1), givenBack: tally(1) },
  })
})

it('so is a charge of no sale that a person gives back', async () => {
  await begin(1)
  const card = must(await charge(open()))
  must(counter.till.api.giveBackCard({ attemptId: card.attemptId, approvalId: null }))
  expect((await end()).z.terminal).toEqual({ ...said(2, 2), givenBack: tally(1) })
})

it('so is a sale that is deleted before it has its folio', async () => {
  counter.fixture.service.answer = () => UNREACHABLE
  await begin(1)
  const { saleId } = await paidBefore()
  must(await done(counter.till.api.deleteReceipt({ saleId, reason: 'error' })))
  expect((await end()).z.terminal).toEqual({ ...said(2, 2), givenBack: tally(1) })
})

it('with its tip, which goes back with it', async () => {
  counter.fixture.service.answer = () => UNREACHABLE
  must(await counter.till.api.saveSettings({ tips: { isOn: true, percents: [10] } }))
  await begin()
  const sale = { ...open(), tipClp: 200 }
  const card = must(await charge(sale))
  const { saleId } = must(counter.till.api.commitSale(named(sale, card)))
  must(await done(counter.till.api.deleteReceipt({ saleId, reason: 'error' })))
  const back = { count: 1, totalClp: 2_196 }
  expect((await end()).z.terminal).toMatchObject({ till: back, givenBack: back })
})

it('and by a clock that was set back since the terminal was closed', async () => {
  await begin(1)
  expect((await end()).kept.terminalClosing).toBe('closed')
  counter.fixture.clock.jumpWallClock(-24 * 3_600_000)
  counter.fixture.service.answer = () => UNREACHABLE
  openShift()
  const { saleId } = await paidBefore()
  must(await done(counter.till.api.deleteReceipt({ saleId, reason: 'error' })))
  const { z, kept } = await end()
  expect(z.terminal).toEqual({ ...said(1, 1), givenBack: tally(1) })
  expect(kept.terminalClosing).toBe('open')
})

it('closes the shift without the terminal where it does not answer, or nobody asked it', async () => {
  await begin(1)
  deaf()
  expect((await end()).z.terminal).toMatchObject({ answer: 'silent' })
  hears()
  await settled(200_000)
  openShift()
  const shiftId = openId()
  expect(must(close(FLOAT_CLP)).terminal).toEqual({ answer: 'not-asked' })
  await settled()
  expect(must(counter.till.api.shiftReport(shiftId)).terminalClosing).toBe('open')
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

it('a close that may have arrived is none that was proven', async () => {
  await begin(1)
  must(await ask())
  const shiftId = openId()
  must(close(FLOAT_CLP))
  const carry = counter.cable.toTill
  counter.cable.toTill = (bytes, deliver) =>
    heardOf('0500') === 0 ? carry(bytes, deliver) : undefined
  await settled(200_000)
  counter.cable.toTill = carry
  expect(must(counter.till.api.shiftReport(shiftId)).terminalClosing).toBe('asked')
  await settled(200_000)
  openShift()
  await paidBefore()
  expect((await end()).z.terminal).toEqual({ ...said(1, 2), closedByHandAfter: 1 })
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
