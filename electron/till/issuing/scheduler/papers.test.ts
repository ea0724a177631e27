/** The papers of a receipt, with a printer that does not always print. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { printedPapers } from '../../../../test/support/printed-papers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const sell = (...codes: string[]) => sellOf(till.api, ...codes)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const papers = () => printedPapers(fixture)

describe('paper', () => {
  it('waits for the printer and comes out once', async () => {
    fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
    const saleId = sell()
    await fixture.until(() => receipt(saleId).receiptPrintState === 'held')
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', receiptPrintState: 'held' })
    expect(till.api.status()).toMatchObject({ printerTrouble: 'PAPER_OUT', printQueueCount: 1 })
    fixture.printer.answer = () => ({
      kind: 'sent',
      escpos: new Uint8Array(),
      paperPng: new Uint8Array(),
      stampReadable: true,
    })
    await fixture.until(() => papers().length > 0, 15_000)
    expect(papers()).toEqual(['receipt'])
    await fixture.clock.advance(60_000)
    expect(papers()).toEqual(['receipt'])
    expect(till.api.status()).toMatchObject({ printerTrouble: null, printQueueCount: 0 })
  })

  it('whose fate is unknown is never sent again by itself; what is printed later says COPIA', async () => {
    fixture.printer.answer = () => ({ kind: 'unknown', detail: 'cable', bytesAccepted: 4096 })
    const saleId = sell()
    await fixture.until(() => receipt(saleId).receiptPrintState === 'unknown')
    fixture.printer.answer = () => ({
      kind: 'sent',
      escpos: new Uint8Array(),
      paperPng: new Uint8Array(),
      stampReadable: true,
    })
    till.api.retryNow(saleId)
    await fixture.clock.advance(60_000)
    expect(receipt(saleId)).toMatchObject({ receiptPrintState: 'unknown' })
    expect(papers()).toEqual([])
    expect(till.api.reprint(saleId)).toEqual({ ok: true, value: null })
    await fixture.until(() => papers().length > 0, 5_000)
    expect(papers()).toEqual(['receipt COPIA'])
  })

  it('cannot be copied before there is a receipt', async () => {
    fixture.service.answer = () => UNREACHABLE
    const saleId = sell()
    await fixture.clock.advance(50)
    expect(till.api.reprint(saleId)).toMatchObject({
      ok: false,
      refusal: { code: 'RECEIPT_NOT_ISSUED' },
    })
  })
})
