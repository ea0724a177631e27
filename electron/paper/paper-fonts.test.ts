import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { TEXT_STYLES } from '#shared/paper/text-styles.ts'
import { anyReceipt, faultsOf } from '../../test/support/paper-samples.ts'
import { FONTS_DIR } from '../../test/support/fonts-dir.ts'
import { loadPaperFonts } from './paper-fonts.ts'

const { measure, font: fontOf } = loadPaperFonts(FONTS_DIR)
const styles = Object.entries(TEXT_STYLES)

describe.each(styles)('the %s style', (_, style) => {
  it('has digits of one width, so that amounts line up', () => {
    expect(new Set([...'0123456789'].map((digit) => measure(digit, style))).size).toBe(1)
  })

  it('measures a text as the whole dots of its characters', () => {
    const text = 'Café Ñandú $1.234 \u{1f600} \u4e2d'
    expect(measure(text, style)).toBe(
      [...text].reduce((sum, character) => sum + measure(character, style), 0),
    )
    expect(Number.isInteger(measure(text, style))).toBe(true)
  })

  it('has rows that hold accents above and descenders below', () => {
    const font = fontOf(style.face)
    const dots = (units: number) => (units * style.sizeDots) / font.unitsPerEm
    // Half a dot is what the threshold swallows.
    for (const character of 'ÁÉÍÓÚÑÜgjpqy$(),Q') {
      const { bbox } = font.glyphForCodePoint(character.codePointAt(0) ?? 0)
      expect(dots(bbox.maxY)).toBeLessThanOrEqual(style.baselineDots + 0.5)
      expect(dots(-bbox.minY)).toBeLessThanOrEqual(style.rowDots - style.baselineDots + 0.5)
    }
  })
})

it('carries every character of ISO-8859-1, in both faces', () => {
  const codes = [
    ...Array.from({ length: 95 }, (_, i) => 0x20 + i),
    ...Array.from({ length: 96 }, (_, i) => 0xa0 + i),
  ]
  for (const face of ['medium', 'bold'] as const) {
    const font = fontOf(face)
    expect(codes.filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([])
  }
})

it('says at once when a font is missing', () => {
  expect(() => loadPaperFonts('/nowhere')).toThrow('IBMPlexSansCondensed-Medium.ttf')
})

it('lays out any receipt without a collision, measured with the real fonts', () => {
  fc.assert(
    fc.property(anyReceipt, (paper) => {
      expect(faultsOf(layoutReceipt(paper, { stamp: null, logo: null }, measure))).toEqual([])
    }),
    { numRuns: 60 },
  )
})
