/**
 * Labels of a shop's own scales: an EAN-13 of the number range 20-29, which every shop divides as
 * it likes. The layout is data. What scales in Chile are usually set to, and what a till comes
 * with, is 2-5-5: two digits of prefix, five of product, five of weight in grams or of price in
 * pesos, and the check digit.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { AMOUNT_CLP_MAX } from '../money/clp.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { eanCheckDigit } from './barcode.ts'

export interface ScaleLayout {
  /** Beginnings of the codes it is for, longest first where they overlap. */
  readonly prefixes: readonly string[]
  readonly carries: 'weight' | 'price'
  /** Digits of the product's code after the prefix. */
  readonly itemDigits: number
  /**
   * Digits of the weight in grams or the price in pesos after that; with the check digit they fill
   * thirteen.
   */
  readonly valueDigits: number
  /**
   * Decimals of the kilogram in a weight: 3, which are grams, unless said. A price in pesos has
   * none.
   */
  readonly decimals?: number | undefined
}

/** Decimals of a weight in grams, as scales are usually set. */
export const GRAM_DECIMALS = 3

export const DEFAULT_SCALE_LAYOUTS: readonly ScaleLayout[] = [
  { prefixes: ['20', '21', '22', '23'], carries: 'weight', itemDigits: 5, valueDigits: 5 },
  {
    prefixes: ['24', '25', '26', '27', '28', '29'],
    carries: 'price',
    itemDigits: 5,
    valueDigits: 5,
  },
]

export interface ScaleLabel {
  readonly code: string
  /** As printed, with its leading zeros. */
  readonly item: string
  readonly carries: 'weight' | 'price'
  /** Grams or pesos. */
  readonly value: number
}

/** Most a label's price may come to on one line without a supervisor, as a shop begins. */
export const DEFAULT_LABEL_LIMIT_CLP = 50_000

export function checkLabelLimit(limitClp: number): Result<number, Refusal> {
  return Number.isSafeInteger(limitClp) && limitClp >= 0 && limitClp <= AMOUNT_CLP_MAX
    ? ok(limitClp)
    : refuse(refusal('CASH_AMOUNT_NOT_VALID', 'labelLimitClp'))
}

const LABEL_CHARS = 13

export function isScaleLayout(layout: ScaleLayout): boolean {
  const { prefixes, itemDigits, valueDigits, decimals = GRAM_DECIMALS } = layout
  return (
    prefixes.length > 0 &&
    itemDigits >= 1 &&
    valueDigits >= 1 &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= GRAM_DECIMALS &&
    prefixes.every(
      (prefix) =>
        /^2\d{0,2}$/.test(prefix) && prefix.length + itemDigits + valueDigits + 1 === LABEL_CHARS,
    )
  )
}

/** Layouts a shop can work with: each fills a label, and no label is of two of them. */
export function checkScaleLayouts(
  layouts: readonly ScaleLayout[],
): Result<readonly ScaleLayout[], Refusal> {
  if (!layouts.every(isScaleLayout))
    return refuse(refusal('SCALE_LAYOUT_NOT_VALID', 'scaleLayouts'))
  const prefixes = layouts.flatMap((layout) => layout.prefixes)
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  return twice === undefined
    ? ok(layouts)
    : refuse(refusal('SCALE_PREFIX_TWICE', 'scaleLayouts', { prefix: twice }))
}

/**
 * The label in a code, or null for a code that is none. A misread label is refused, never sold at a
 * wrong weight.
 */
export function readScaleLabel(
  code: string,
  layouts: readonly ScaleLayout[],
): Result<ScaleLabel, Refusal> | null {
  if (!/^2\d{12}$/.test(code)) return null
  const match = layouts
    .flatMap((layout) => layout.prefixes.map((prefix) => ({ layout, prefix })))
    .filter(({ prefix }) => code.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0]
  if (!match) return null
  if (eanCheckDigit(code.slice(0, -1)) !== Number(code.at(-1)))
    return refuse(refusal('BARCODE_CHECK_DIGIT', 'code', { code }))
  const {
    layout: { carries, itemDigits, valueDigits, decimals = GRAM_DECIMALS },
    prefix,
  } = match
  const item = code.slice(prefix.length, prefix.length + itemDigits)
  const printed = Number(
    code.slice(prefix.length + itemDigits, prefix.length + itemDigits + valueDigits),
  )
  const value = carries === 'weight' ? printed * 10 ** (GRAM_DECIMALS - decimals) : printed
  if (value === 0) return refuse(refusal('SCALE_LABEL_EMPTY', 'code', { code }))
  return ok({ code, item, carries, value })
}

/** Codes the product of a label may stand under in the catalogue, likeliest first. */
export function itemCodesOf(item: string): string[] {
  const bare = item.replace(/^0+(?=\d)/, '')
  return bare === item ? [item] : [bare, item]
}
