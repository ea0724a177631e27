import { useTranslation } from 'react-i18next'
import { DEFAULT_METHODS, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'

/**
 * A method as the cashier reads it: the shop's own name, or ours in the cashier's language while
 * the shop has not changed it.
 */
export function useMethodName(): (method: Pick<PaymentMethod, 'id' | 'name'>) => string {
  const { t } = useTranslation()
  return ({ id, name }) => {
    const known = DEFAULT_METHODS.find((method) => method.id === id && method.name === name)
    return known === undefined ? name : t(`methods.${known.id}`)
  }
}
