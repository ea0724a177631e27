import type { Brand } from '../core/brand.ts'
import { assert, ok, refuse, type Result } from '../core/result.ts'
import { clp, type Clp } from './clp.ts'

/**
 * A quantity in thousandths of its unit (1 kg = 1000, one bottle = 1000): decimals without floating
 * point.
 */
export type QuantityMilli = Brand<number, 'QuantityMilli'>

/** One unit. */
export const ONE_MILLI = 1000 as QuantityMilli
/** Largest quantity of a line: 99,999 units. */
export const QUANTITY_MILLI_MAX = 99_999_000

export function quantityMilli(thousandths: number): QuantityMilli {
  assert(Number.isSafeInteger(thousandths), `not whole thousandths: ${thousandths}`)
  assert(
    thousandths > 0 && thousandths <= QUANTITY_MILLI_MAX,
    `quantity out of range: ${thousandths}`,
  )
  return thousandths as QuantityMilli
}

type QuantityRefusal = 'QUANTITY_NOT_A_NUMBER' | 'QUANTITY_NOT_POSITIVE' | 'QUANTITY_TOO_LARGE'

/**
 * Reads what a cashier types: `2`, `0,350`, `1.5`. At most three decimals; comma and point both
 * separate them.
 */
export function parseQuantity(text: string): Result<QuantityMilli, QuantityRefusal> {
  const match = /^(-?)(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!match) return refuse('QUANTITY_NOT_A_NUMBER')
  const thousandths = Number(match[2]) * 1000 + Number((match[3] ?? '').padEnd(3, '0'))
  if (match[1] === '-' || thousandths === 0) return refuse('QUANTITY_NOT_POSITIVE')
  if (thousandths > QUANTITY_MILLI_MAX) return refuse('QUANTITY_TOO_LARGE')
  return ok(quantityMilli(thousandths))
}

/** `2` or `0,35`: no trailing zeros, decimal comma (es-CL). */
export function formatQuantity(quantity: QuantityMilli): string {
  const whole = Math.floor(quantity / 1000)
  const decimals = String(quantity % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return decimals === '' ? String(whole) : `${whole},${decimals}`
}

/** quantity x unit price, rounded half up to whole pesos (EnvioBOLETA: MontoItem is an integer). */
export function lineGross(unitGrossClp: Clp, quantity: QuantityMilli): Clp {
  const milliPesos = BigInt(unitGrossClp) * BigInt(quantity)
  return clp(Number((milliPesos + 500n) / 1000n))
}
