import { formatRule, type DiscountRule } from '#shared/money/discount.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'

/** `Descuento 15 % -$299`, or without the percent where pesos were given. */
export function discountText(word: string, rule: DiscountRule | null, discountClp: Clp): string {
  return `${discountLabel(word, rule)} ${formatClp(clp(0 - discountClp))}`
}

/** `Descuento 15 %`: a percent as it was given, never as it came out. */
export function discountLabel(word: string, rule: DiscountRule | null): string {
  return rule?.kind === 'percent' ? `${word} ${formatRule(rule)}` : word
}
