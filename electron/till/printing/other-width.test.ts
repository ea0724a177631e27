/**
 * Papers that go to a printer of the other width while the service, which alone draws receipts, is
 * out of reach.
 */
import { expect, it } from 'vitest'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintOrder, PrintOutcome } from '../kernel/ports.ts'
import { PRINTER, receiptOf, sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const NARROW: PrinterConfig = { ...PRINTER, id: 'narrow', name: 'Angosta', widthMm: 58, dots: 384 }
const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }

const { fixture } = fixturePerTest()

async function openWith(first: PrinterConfig, second: PrinterConfig) {
  const honest = fixture.printer.answer
  let isStuck = true
  fixture.printer.answer = (order: PrintOrder) =>
    isStuck && order.printer.id === first.id ? HELD : honest(order)
  const till = await fixture.open({ printers: [first, second] })
  await fixture.until(() => till.api.status().connection === 'online')
  expect((await till.api.saveSettings({ printerId: first.id })).ok).toBe(true)
  const saleId = sellOf(till.api)
  await fixture.until(() => till.api.status().printQueueCount === 1)
  const goOffline = () => (fixture.service.answer = () => UNREACHABLE)
  return { api: till.api, saleId, goOffline, mend: () => (isStuck = false) }
}
const printed = () => fixture.printer.printed.map(({ printer, banner }) => [printer.id, banner])

it('a paper of 80 mm moved to 58 mm while nobody can make it is told of, and comes by itself', async () => {
  const { api, saleId, goOffline } = await openWith(PRINTER, NARROW)
  const answers = fixture.service.answer
  goOffline()
  expect(api.movePapers({ fromPrinterId: PRINTER.id, toPrinterId: NARROW.id })).toMatchObject({
    value: { moved: 1 },
  })
  await fixture.clock.advance(20_000)
  expect([printed(), api.status().unprintedCount]).toEqual([[], 1])
  expect(receiptOf(api, saleId)).toMatchObject({
    isUnprinted: true,
    papers: [{ state: 'waiting', trouble: 'PDF_OTHER_WIDTH' }],
  })
  fixture.service.answer = answers
  await fixture.until(() => printed().length === 1, 90_000)
  expect([printed(), api.status().unprintedCount]).toEqual([[[NARROW.id, null]], 0])
})

it('a paper of 58 mm moved to 80 mm comes out at once: what is there fits the wider head', async () => {
  const { api, goOffline } = await openWith(NARROW, PRINTER)
  goOffline()
  api.movePapers({ fromPrinterId: NARROW.id, toPrinterId: PRINTER.id })
  await fixture.until(() => printed().length === 1, 5_000)
  expect([printed(), api.status().unprintedCount]).toEqual([[[PRINTER.id, null]], 0])
})
