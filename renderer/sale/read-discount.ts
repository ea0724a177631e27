/** What is typed into the field of a discount, as a rule. */
import type { DiscountRule } from '#shared/money/discount.ts'

export type DiscountKind = DiscountRule['kind']

/**
 * The field after a change: a percent sign makes it percents and a peso sign pesos, whichever was
 * chosen before.
 */
export function typeDiscount(
  typed: string,
  kind: DiscountKind,
): { readonly text: string; readonly kind: DiscountKind } {
  const text = typed.replace(/[\s%$]/g, '')
  if (typed.includes('%')) return { text, kind: 'percent' }
  return { text, kind: typed.includes('$') ? 'amount' : kind }
}

/** The rule, null for a typed zero, or `unreadable`. */
export function readDiscount(text: string, kind: DiscountKind): DiscountRule | null | 'unreadable' {
  if (kind === 'percent') {
    if (!/^\d{1,3}$/.test(text) || Number(text) > 100) return 'unreadable'
    return Number(text) === 0 ? null : { kind, percent: Number(text) }
  }
  // A point stands between thousands: 1.5 is no amount in pesos, and surely not fifteen.
  if (!/^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})$/.test(text)) return 'unreadable'
  const amountClp = Number(text.replace(/\./g, ''))
  return amountClp === 0 ? null : { kind, amountClp }
}
