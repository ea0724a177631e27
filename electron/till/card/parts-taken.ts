/** What was taken for sales that are not charged yet: cash counted at a closing leaves it out. */
import { isOfReturn, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'
import type { NamedPart } from '#shared/selling/open-sale/paying.ts'
import type { Sales } from '../selling/sales.ts'
import type { CardDesk } from './card-desk.ts'

interface PartsPorts {
  readonly cards: Pick<CardDesk, 'attempts'>
  readonly settings: { readonly read: () => { readonly paymentMethods: readonly PaymentMethod[] } }
}

/**
 * Of sales nobody has charged yet, open or aside, and by cards that are in no sale; but for values
 * of returns.
 */
export function partsTaken(
  { open }: Pick<Sales, 'open'>,
  parked: readonly NamedPart[],
  { cards, settings }: PartsPorts,
): readonly NamedPart[] {
  const given = [...(open.current().sale?.paying.given ?? []), ...parked]
  const { paymentMethods } = settings.read()
  // A sale may have been put aside, or charged otherwise, before its card was known to have paid.
  const unclaimed = cards.attempts
    .paid()
    .filter(({ attemptId }) => !given.some((part) => part.attemptId === attemptId))
    .map(({ attemptId, method: id, amountClp }) => {
      const { name } = paymentMethods.find((method) => method.id === id) ?? { name: id }
      return { method: { id, name }, amountClp, reference: '', attemptId }
    })
  return [...given.filter(({ method }) => !isOfReturn(method)), ...unclaimed]
}
