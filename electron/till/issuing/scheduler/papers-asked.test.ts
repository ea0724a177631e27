/** A receipt that was sold without paper, and whose customer asks for it after all. */
import { beforeEach, expect, it } from 'vitest'
import { answered } from '../../../../test/support/service-answers.ts'
import { givePages } from '../../../../test/support/give-pages.ts'
import { must } from '../../../../test/support/must.ts'
import { printedPapers } from '../../../../test/support/printed-papers.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const MINUTE_MS = 60_000
const { fixture, till } = tillPerTest()
beforeEach(async () => {
  givePages(fixture.service, 'https://boletas.example.cl')
  must(await till.api.saveSettings({ paperRule: 'onRequest' }))
  await fixture.until(() => till.api.status().hasPages === true, 30 * MINUTE_MS)
})

// The receipt waits for its verdict at the authority 2 s after its folio and longer each time: the
// paper waits for no such hour.
it.each([0, 500, 3_000, 40_000])('comes out at once %i ms after its folio', async (laterMs) => {
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  await fixture.clock.advance(laterMs)
  must(till.api.reprint(saleId))
  await fixture.until(() => printedPapers(fixture).length > 0, 1_000)
  expect(printedPapers(fixture)).toEqual(['receipt'])
})

/** A slip comes beside it where the till's clock runs ahead of a loaded machine. */
const receipts = () => printedPapers(fixture).filter((paper) => paper !== 'slip')

it('is one paper, however often it is asked for while it does not come', async () => {
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  const { answer } = fixture.service
  const { answer: sent } = fixture.printer
  fixture.service.answer = (request) =>
    request.path.includes('download') ? answered(503, {}) : answer(request)
  const press = async (count: number) => {
    for (let pressed = 0; pressed < count; pressed += 1) {
      must(till.api.reprint(saleId))
      await fixture.clock.advance(500)
    }
  }
  await press(10)
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  fixture.service.answer = answer
  await fixture.until(() => receiptOf(till.api, saleId).receiptPrintState === 'held')
  await press(10)
  fixture.printer.answer = sent
  await fixture.clock.advance(MINUTE_MS)
  expect(receipts()).toEqual(['receipt'])
  must(till.api.reprint(saleId))
  await fixture.clock.advance(MINUTE_MS)
  expect(receipts()).toEqual(['receipt', 'receipt COPIA'])
})
