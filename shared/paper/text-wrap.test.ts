import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundMeasure } from '../../test/support/paper-samples.ts'
import { TEXT_STYLES } from './text-styles.ts'
import { printableText, wrapBalanced, wrapText } from './text-wrap.ts'

const style = TEXT_STYLES.body
/** 12 dots a character in this style. */
const wrap = (text: string, characters: number) =>
  wrapText(text, style, characters * 12, roundMeasure)

const ofAnyText = (holds: (text: string, width: number) => void) =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 12, max: 600 }),
      holds,
    ),
  )

describe('wrapping', () => {
  it.each([
    ['fits', 10, ['fits']],
    ['exactly ten', 11, ['exactly ten']],
    ['two words', 8, ['two', 'words']],
    ['  spaces   are one  ', 20, ['spaces are one']],
    ['a electroencefalografista b', 10, ['a', 'electroenc', 'efalografi', 'sta b']],
    ['250\u00a0g never parts', 6, ['250\u00a0g', 'never', 'parts']],
    ['line\nfeed\ttab', 20, ['line feed tab']],
    ['', 10, []],
    ['   ', 10, []],
  ])('%j in %i characters', (text, characters, rows) => {
    expect(wrap(text, characters)).toEqual(rows)
  })

  it('gives a row to a character wider than the paper instead of looping', () => {
    expect(wrapText('ab', style, 5, roundMeasure)).toEqual(['a', 'b'])
  })

  it('loses no character and leaves no row too wide, whatever the text', () => {
    ofAnyText((text, width) => {
      const rows = wrapText(text, style, width, roundMeasure)
      expect(rows.join('').replaceAll(' ', '')).toBe(printableText(text).replaceAll(' ', ''))
      for (const row of rows) expect(roundMeasure(row, style)).toBeLessThanOrEqual(width)
    })
  })
})

describe('balanced wrapping', () => {
  it('does not leave a lonely word', () => {
    expect(wrapBalanced('Panadería Doña Rosa SpA', style, 20 * 12, roundMeasure)).toEqual([
      'Panadería',
      'Doña Rosa SpA',
    ])
  })

  it('takes as many rows as plain wrapping, with the same characters', () => {
    ofAnyText((text, width) => {
      const rows = wrapBalanced(text, style, width, roundMeasure)
      const plain = wrapText(text, style, width, roundMeasure)
      expect(rows.length).toBe(plain.length)
      expect(rows.join('').replaceAll(' ', '')).toBe(plain.join('').replaceAll(' ', ''))
      for (const row of rows) expect(roundMeasure(row, style)).toBeLessThanOrEqual(width)
    })
  })
})

it('makes text drawable: composed, well-formed, without control characters', () => {
  expect(printableText('n\u0303\u0007\ud800x')).toBe('ñ \ufffdx')
})
