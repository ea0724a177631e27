/** What is to be paid is told alike on every paper of a sale: TOTAL and its amount, large. */
import { describe, expect, it } from 'vitest'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { layoutSlip } from '#shared/paper/slip-layout.ts'
import { TEXT_STYLES } from '#shared/paper/text-styles.ts'
import type { PaperDrawing } from '#shared/paper/drawing.ts'
import { sampleInvoice } from '../../../test/support/invoice-sample.ts'
import {
  discountedSlip,
  roundMeasure,
  sampleCreditNote,
  sampleReceipt,
  sampleSlip,
  textsOf,
  undoSlip,
  WIDTHS,
} from '../../../test/support/paper-samples.ts'
import { layoutDocument } from './document-layout.ts'

const NO_GRAPHICS = { stamp: null, logo: null, qr: null }
const MODULES = { columns: 1, rows: 1, cells: new Uint8Array([1]) }

describe.each(WIDTHS)('on %i mm', (widthMm) => {
  const papers: Readonly<Record<string, PaperDrawing>> = {
    receipt: layoutReceipt(sampleReceipt(widthMm), NO_GRAPHICS, roundMeasure),
    note: layoutReceipt(sampleCreditNote(widthMm), NO_GRAPHICS, roundMeasure),
    invoice: layoutDocument(sampleInvoice(widthMm), NO_GRAPHICS, roundMeasure),
    slip: layoutSlip(sampleSlip(widthMm), MODULES, roundMeasure),
    'discounted slip': layoutSlip(discountedSlip(widthMm), MODULES, roundMeasure),
    'undone return': layoutSlip(undoSlip(widthMm), MODULES, roundMeasure),
  }
  it.each(Object.entries(papers))('%s', (_, paper) => {
    const texts = textsOf(paper)
    const total = texts.filter(({ text }) => text === 'TOTAL')
    expect(total.map(({ style }) => style)).toEqual([TEXT_STYLES.total])
    const amount = texts.filter(
      ({ text, baselineDots }) =>
        baselineDots === total[0]?.baselineDots && /^-?\$?[\d.]+$/.test(text),
    )
    expect(amount.map(({ style }) => style)).toEqual([TEXT_STYLES.total])
  })
})
