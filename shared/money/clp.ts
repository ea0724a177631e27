import type { Brand } from '../core/brand.ts'
import { assert } from '../core/result.ts'

/**
 * Whole Chilean pesos. Pesos have no cents; every amount that is paid, printed or taxed is one of
 * these.
 */
export type Clp = Brand<number, 'Clp'>

/** Largest amount that is taken in: 999,999,999,999 CLP, far below 2^53 so that sums stay exact. */
export const AMOUNT_CLP_MAX = 999_999_999_999

/** IVA rate in percent (DL 825 art. 14). */
export const IVA_RATE_PERCENT = 19

/**
 * Brands a whole number as pesos. Throws for fractions and what is not exact any more: both are
 * bugs by this point. What is added up may well be more than the largest amount of one sale.
 */
export function clp(pesos: number): Clp {
  assert(Number.isSafeInteger(pesos), `not a whole amount of pesos: ${pesos}`)
  return (pesos === 0 ? 0 : pesos) as Clp
}

export const ZERO_CLP = clp(0)

export function sumClp(amounts: Iterable<Clp>): Clp {
  let total = 0
  for (const amount of amounts) total += amount
  return clp(total)
}

/**
 * The net part of a gross amount: gross / 1.19 rounded half up, in integers (Ley 18.267 art. 21).
 * floor((200 g + 119) / 238) is that rounding without a fraction anywhere.
 */
export function netoFromGross(grossClp: Clp): Clp {
  assert(grossClp >= 0, 'the gross amount of a receipt is never negative')
  return clp(Math.floor((200 * grossClp + 119) / 238))
}

/**
 * Splits a gross amount into net and IVA. IVA is the difference, so the two always add up to the
 * gross amount.
 */
export function splitIva(grossClp: Clp): { readonly netoClp: Clp; readonly ivaClp: Clp } {
  const netoClp = netoFromGross(grossClp)
  return { netoClp, ivaClp: clp(grossClp - netoClp) }
}

/**
 * What is collected in cash for an amount (Ley 20.956 art. 13): last digit 1-5 goes down, 6-9 goes
 * up. The tax document keeps the exact amount; only the cash drawer sees the difference.
 */
export function roundForCash(amountClp: Clp): Clp {
  assert(amountClp >= 0, 'an amount to collect is never negative')
  const lastDigit = amountClp % 10
  return clp(lastDigit <= 5 ? amountClp - lastDigit : amountClp + (10 - lastDigit))
}

/**
 * Shares `totalClp` out over weights so that the shares add up to it exactly (largest remainder,
 * ties to the earlier line). All-zero weights put everything on the first line.
 */
export function allocateClp(totalClp: Clp, weights: readonly number[]): Clp[] {
  assert(weights.length > 0 || totalClp === 0, 'nothing to share the amount over')
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  if (weightSum === 0) return weights.map((_, index) => (index === 0 ? totalClp : ZERO_CLP))
  const total = BigInt(totalClp)
  const sum = BigInt(weightSum)
  const exact = weights.map((weight, index) => {
    const numerator = total * BigInt(weight)
    return { index, floor: Number(numerator / sum), remainder: numerator % sum }
  })
  let leftOver = totalClp - exact.reduce((shared, share) => shared + share.floor, 0)
  const byRemainder = [...exact].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (leftOver <= 0) break
    share.floor += 1
    leftOver -= 1
  }
  return exact.map((share) => clp(share.floor))
}

/** `$1.234.567`, the way a Chilean receipt and screen write pesos. */
export function formatClp(amountClp: Clp): string {
  const digits = String(Math.abs(amountClp)).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return amountClp < 0 ? `-$${digits}` : `$${digits}`
}

/** So many parts of a whole, of an amount: rounded half up to a peso, exact at any size. */
export function shareHalfUp(amountClp: number, parts: number, whole: number): Clp {
  const [amount, all] = [BigInt(amountClp), BigInt(whole)]
  return clp(Number((amount * BigInt(parts) * 2n + all) / (all * 2n)))
}
