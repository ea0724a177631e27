import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eanCheckDigit } from './barcode.ts'
import {
  checkScaleLayouts,
  DEFAULT_SCALE_LAYOUTS,
  isScaleLayout,
  readScaleLabel,
  type ScaleLayout,
} from './scale-label.ts'

const withDigit = (body: string) => `${body}${eanCheckDigit(body)}`
const read = (code: string, layouts: readonly ScaleLayout[] = DEFAULT_SCALE_LAYOUTS) =>
  readScaleLabel(code, layouts)

describe('the label of a scale', () => {
  it('carries grams or pesos', () => {
    expect(read(withDigit('200010100350'))).toEqual({
      ok: true,
      value: { code: withDigit('200010100350'), item: '00101', carries: 'weight', value: 350 },
    })
    expect(read(withDigit('250010101990'))).toMatchObject({
      value: { item: '00101', carries: 'price', value: 1990 },
    })
  })

  it('is refused when misread in any one digit, or empty', () => {
    const upTo = (max: number) => fc.integer({ min: 1, max })
    fc.assert(
      fc.property(upTo(99_999), upTo(99_999), upTo(12), upTo(9), (item, value, at, by) => {
        const code = withDigit(
          `20${String(item).padStart(5, '0')}${String(value).padStart(5, '0')}`,
        )
        expect(read(code)).toMatchObject({ ok: true, value: { value } })
        const misread =
          code.slice(0, at) + String((Number(code[at]) + by) % 10) + code.slice(at + 1)
        expect(read(misread)).toMatchObject({ refusal: { code: 'BARCODE_CHECK_DIGIT' } })
      }),
    )
    expect(read(withDigit('200010100000'))).toMatchObject({
      refusal: { code: 'SCALE_LABEL_EMPTY' },
    })
  })

  it('is nothing else: other codes are left to the catalogue', () => {
    expect(
      ['7801040000037', '2000101', 'ABC2000101003', '20001010035099'].map((code) => read(code)),
    ).toEqual([null, null, null, null])
    expect(read(withDigit('200010100350'), [])).toBeNull()
  })

  it('follows the layout of the shop, the longer prefix first', () => {
    const layouts: ScaleLayout[] = [
      { prefixes: ['2'], carries: 'price', itemDigits: 6, valueDigits: 5 },
      { prefixes: ['21'], carries: 'weight', itemDigits: 4, valueDigits: 6 },
    ]
    expect(layouts.every(isScaleLayout) && DEFAULT_SCALE_LAYOUTS.every(isScaleLayout)).toBe(true)
    expect(read(withDigit('201234504990'), layouts)).toMatchObject({
      value: { item: '012345', carries: 'price', value: 4990 },
    })
    expect(read(withDigit('211234001500'), layouts)).toMatchObject({
      value: { item: '1234', carries: 'weight', value: 1500 },
    })
    expect(
      isScaleLayout({ prefixes: ['21'], carries: 'weight', itemDigits: 5, valueDigits: 6 }),
    ).toBe(false)
  })

  it('reads a weight with as many decimals as the scale prints, always in grams', () => {
    const usual = { prefixes: ['20'], carries: 'weight', itemDigits: 5, valueDigits: 5 } as const
    const layout = (decimals: number): ScaleLayout => ({ ...usual, decimals })
    const grams = (decimals: number) => read(withDigit('200010100350'), [layout(decimals)])
    expect([3, 2, 1].map(grams)).toMatchObject(
      [350, 3500, 35_000].map((value) => ({ value: { value } })),
    )
    expect([layout(4), layout(-1), layout(0.5)].map(isScaleLayout)).toEqual([false, false, false])
  })

  it('is of one layout only: a prefix in two of them is refused', () => {
    const [weight, price] = DEFAULT_SCALE_LAYOUTS
    if (!weight || !price) throw new Error('no defaults')
    expect(checkScaleLayouts(DEFAULT_SCALE_LAYOUTS)).toMatchObject({ ok: true })
    expect(checkScaleLayouts([weight, { ...price, prefixes: ['24', '20'] }])).toMatchObject({
      refusal: { code: 'SCALE_PREFIX_TWICE', params: { prefix: '20' } },
    })
  })
})
