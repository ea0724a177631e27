/**
 * What a scale says, whatever its protocol. Weights are whole milligrams, so that a tenth of a gram
 * is not rounded away.
 */
import type { Brand } from '../core/brand.ts'
import { QUANTITY_MILLI_MAX, quantityMilli, type QuantityMilli } from '../money/quantity.ts'

export type WeightMg = Brand<number, 'WeightMg'>

/** Above this no counter's scale weighs: what says so is noise. */
export const WEIGHT_MG_MAX = 500_000_000

export type ScaleReading =
  /** At rest; 0 is an empty scale. */
  | { readonly kind: 'weight'; readonly weightMg: WeightMg }
  /**
   * Goods still move, or the scale has not settled: how much it says meanwhile is nobody's weight.
   */
  | { readonly kind: 'moving' }
  | { readonly kind: 'below-zero' }
  | { readonly kind: 'overload' }
  /** Pounds and ounces are not sold in Chile. */
  | { readonly kind: 'other-unit'; readonly unit: string }

const MG_PER: Readonly<Record<string, number>> = { kg: 1_000_000, g: 1_000 }
/** Digits, and as many decimals as a tenth of a gram needs; spaces may fill the places before. */
const NUMBER = /^\s*([+-]?)\s*(\d{1,6})(?:\.(\d{1,4}))?$/

/** A weight at rest as it is written: `+  0.350` and `kg`. Null for what is no weight. */
export function readWeight(numberText: string, unitText: string): ScaleReading | null {
  const found = NUMBER.exec(numberText)
  if (found === null) return null
  const unit = unitText.trim().toLowerCase()
  const mgPerUnit = MG_PER[unit]
  if (mgPerUnit === undefined) return { kind: 'other-unit', unit: unit.slice(0, 4) }
  const [, sign = '', whole = '', decimals = ''] = found
  // In whole numbers: 0.35 kg times a million is 350000 only nearly.
  const weightMg =
    Number(whole) * mgPerUnit + (Number(decimals.padEnd(4, '0')) * mgPerUnit) / 10_000
  if (!Number.isInteger(weightMg) || weightMg > WEIGHT_MG_MAX) return null
  return sign === '-' && weightMg > 0
    ? { kind: 'below-zero' }
    : { kind: 'weight', weightMg: weightMg as WeightMg }
}

/**
 * The weight in thousandths of what the product is sold by, to the nearest; null for what no scale
 * gives, and for nothing.
 */
export function quantityOf(weightMg: WeightMg, unit: string | null): QuantityMilli | null {
  const mgPerMilli = { KG: 1_000, KGS: 1_000, KILO: 1_000, G: 1, GR: 1, GRS: 1 }[
    (unit ?? '').trim().toUpperCase()
  ]
  if (mgPerMilli === undefined) return null
  const milli = Math.round(weightMg / mgPerMilli)
  return milli > 0 && milli <= QUANTITY_MILLI_MAX ? quantityMilli(milli) : null
}

export function sameReading(a: ScaleReading, b: ScaleReading): boolean {
  return (
    a.kind === b.kind && (a.kind !== 'weight' || b.kind !== 'weight' || a.weightMg === b.weightMg)
  )
}
