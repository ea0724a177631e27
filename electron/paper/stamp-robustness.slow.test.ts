/**
 * What a worn head does to a stamp: a dead dot is a white line down the paper, and no reader may
 * mind one of them.
 */
import { describe, expect, it } from 'vitest'
import { createPdfEngine } from '#printing/pdf-engine.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import { findStamp } from '#shared/raster/find-stamp.ts'
import { withDeadDot } from '../../test/support/worn-head.ts'
import { sampleReceipt, sampleTed, WIDTHS } from '../../test/support/paper-samples.ts'
import { FONTS_DIR } from '../../test/support/fonts-dir.ts'
import { createPaperRenderer } from './paper-renderer.ts'

const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
const [engine, reader] = await Promise.all([createPdfEngine(), createStampReader()])
const LOST_DOTS_TRIED = 64

describe.each(WIDTHS)('a stamp on %i mm', (widthMm) => {
  it.each([620, 763, 984])('of %i bytes is read with any dot of the head dead', async (bytes) => {
    const tedXml = sampleTed(bytes)
    const opened = await engine.open(
      await paper.renderReceiptPdf(sampleReceipt(widthMm, { tedXml })),
    )
    if (!opened.ok) throw new Error(opened.refusal.detail)
    const drawn = await opened.value.draw(0, {
      dotsPerMm: 8,
      dots: PRINTABLE_DOTS[widthMm],
      shrink: 1,
      threshold: 128,
    })
    await opened.value.close()
    if (!drawn.ok) throw new Error(drawn.refusal.detail)
    const place = findStamp(drawn.value)
    if (place === null) throw new Error('no stamp on the page')
    const [left, right] = place.turned ? [place.from, place.to] : [place.start, place.end]
    const unread: number[] = []
    for (let tried = 0; tried < LOST_DOTS_TRIED; tried += 1) {
      const x = Math.floor(left + ((tried + 0.5) * (right - left)) / LOST_DOTS_TRIED)
      const { payload } = await reader.read(withDeadDot(drawn.value, x))
      if (Buffer.from(payload ?? []).toString('latin1') !== tedXml) unread.push(x)
    }
    expect(unread).toEqual([])
  })
})
