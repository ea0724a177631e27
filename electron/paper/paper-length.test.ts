/**
 * How much paper a sale of one thing takes: most sales of a kiosk are one, and its roll is the
 * narrow one.
 */
import { expect, it } from 'vitest'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { arrangeStamp } from '#shared/paper/stamp-arrangement.ts'
import { clp } from '#shared/money/clp.ts'
import { sampleLine, sampleReceipt, sampleTed } from '../../test/support/paper-samples.ts'
import { encodeStamp } from './codes.ts'
import { FONTS_DIR } from '../../test/support/fonts-dir.ts'
import { loadPaperFonts } from './paper-fonts.ts'

const DOTS_PER_MM = 8
const fonts = loadPaperFonts(FONTS_DIR)

it.each<[PaperWidthMm, boolean, number]>([
  [58, false, 157],
  [58, true, 176],
  [80, false, 140],
  [80, true, 160],
])(
  'on %i mm (test mark: %s), one thing sold is at most %i mm long',
  (widthMm, isTest, millimetres) => {
    const paper = sampleReceipt(widthMm, {
      isTest,
      lines: [sampleLine()],
      footerInfo: [{ label: 'Efectivo', value: '$3.570' }],
      tedXml: sampleTed(763),
      totals: {
        exentoClp: clp(0),
        netoClp: clp(3000),
        ivaClp: clp(570),
        ivaRatePercent: 19,
        discountClp: clp(0),
        totalClp: clp(3570),
      },
    })
    const stamp = arrangeStamp(
      encodeStamp(Buffer.from(paper.tedXml ?? '', 'latin1'), widthMm),
      widthMm,
    )
    const { pages } = layoutReceipt(paper, { stamp, logo: null }, fonts.measure)
    expect(pages).toHaveLength(1)
    expect((pages[0]?.heightDots ?? 0) / DOTS_PER_MM).toBeLessThanOrEqual(millimetres)
  },
)
