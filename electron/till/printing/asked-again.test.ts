/** A paper that is asked for again and again, because none comes: it is one paper, and it comes. */
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { stillPending } from '../../../test/support/still-pending.ts'
import { printedPapers } from '../../../test/support/printed-papers.ts'
import { LOST, PRINTER, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintOutcome } from '../kernel/ports.ts'

const SECOND: PrinterConfig = { ...PRINTER, id: 'second', name: 'Segunda' }
const NARROW: PrinterConfig = { ...PRINTER, id: 'narrow', name: 'Angosta', widthMm: 58, dots: 384 }
const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }

const { fixture, honest } = fixturePerTest()

/** Two sales whose receipts are out, and the first printer without paper from there on. */
async function twoOut(second: PrinterConfig) {
  const honest = fixture.printer.answer
  const till = await fixture.open({ printers: [PRINTER, second] })
  await fixture.until(() => till.api.status().connection === 'online')
  must(await till.api.saveSettings({ printerId: PRINTER.id }))
  const sales = [sellOf(till.api), sellOf(till.api)] as const
  await fixture.until(() => printedPapers(fixture).length === 2)
  fixture.printer.answer = (order) => (order.printer.id === PRINTER.id ? HELD : honest(order))
  const press = async (saleId: (typeof sales)[number]) => {
    for (let pressed = 0; pressed < 10; pressed += 1) {
      must(till.api.reprint(saleId))
      await fixture.clock.advance(500)
    }
  }
  const copies = () => printedPapers(fixture).filter((paper) => paper.endsWith('COPIA'))
  return { till, sales, press, copies, mend: () => (fixture.printer.answer = honest) }
}

it('behind another one that is held it is one paper too', async () => {
  const { sales, press, copies, mend } = await twoOut(SECOND)
  await press(sales[0])
  await press(sales[1])
  mend()
  await fixture.clock.advance(120_000)
  expect(copies()).toHaveLength(2)
})

it.each([SECOND, NARROW])('at another printer, $name, it is one more there', async (second) => {
  const { till, sales, press, copies, mend } = await twoOut(second)
  await press(sales[0])
  must(await till.api.saveSettings({ printerId: second.id }))
  await press(sales[0])
  await fixture.clock.advance(60_000)
  // A printer that prints gives as many as are asked for.
  const there = copies().length
  expect(there).toBeGreaterThan(0)
  mend()
  await fixture.clock.advance(120_000)
  expect(copies()).toHaveLength(there + 1)
})

it('moved to the other printer it is the one that comes out there', async () => {
  const { till, sales, press, copies } = await twoOut(NARROW)
  await press(sales[0])
  must(await till.api.saveSettings({ printerId: NARROW.id }))
  must(till.api.movePapers({ fromPrinterId: PRINTER.id, toPrinterId: NARROW.id }))
  await fixture.clock.advance(120_000)
  expect(copies()).toHaveLength(1)
})

it('after a fall it is asked for as before it', async () => {
  const { till, sales, press, copies, mend } = await twoOut(SECOND)
  await press(sales[0])
  await till.stop()
  const again = await fixture.open({ printers: [PRINTER, SECOND] })
  await fixture.until(() => again.api.status().connection === 'online')
  for (let pressed = 0; pressed < 10; pressed += 1) {
    must(again.api.reprint(sales[0]))
    await fixture.clock.advance(500)
  }
  mend()
  await fixture.clock.advance(120_000)
  expect(copies()).toHaveLength(1)
})

it('of a receipt that is deleted meanwhile none comes', async () => {
  const { till, sales, press, copies, mend } = await twoOut(SECOND)
  await press(sales[0])
  const order = { saleId: sales[0], reason: 'Se cobró dos veces', approvalId: null }
  const deleting = till.api.deleteReceipt(order)
  await fixture.clock.advance(20_000)
  const deleted = await deleting
  mend()
  await fixture.clock.advance(120_000)
  expect(copies()).toHaveLength(deleted.ok ? 0 : 1)
  expect(receiptOf(till.api, sales[0]).papers.length).toBeGreaterThan(0)
})

it.each<[string, 'sent' | PrintOutcome, string]>([
  ['has no paper', HELD, 'failed'],
  ['gets a broken file', { kind: 'failed', code: 'PDF_DAMAGED', detail: '' }, 'failed'],
  ['puts out all the same', 'sent', 'sent'],
])('what a printer %s whose receipt is deleted meanwhile is its last', async (_, comes, state) => {
  const { print } = fixture.printer
  let go: () => void = () => {}
  const tried: string[] = []
  fixture.printer.print = async (order, signal) => {
    tried.push(order.jobId)
    if (tried.length === 1) await new Promise<void>((resolve) => (go = resolve))
    return comes === 'sent' ? print(order, signal) : comes
  }
  fixture.service.answer = stillPending(honest, () => LOST)
  const till = await fixture.open({
    printers: [{ ...PRINTER, options: { ...DEFAULT_OPTIONS, copies: 2 } }],
  })
  const saleId = sellOf(till.api)
  await fixture.until(() => tried.length === 1)
  expect(must(await till.api.deleteReceipt({ saleId, reason: 'error' }))).toBe('asked')
  go()
  await fixture.clock.advance(20_000)
  expect(tried).toHaveLength(1)
  expect(receiptOf(till.api, saleId).papers[0]).toMatchObject({ kind: 'receipt', state })
})
