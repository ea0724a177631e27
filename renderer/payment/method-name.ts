import { useTranslation } from 'react-i18next'
import { DEFAULT_METHODS, type PaymentMethod } from '#shared/selling/payment/payment-method.ts'

const DEFAULT_NAMES = new Map(DEFAULT_METHODS.map(({ id, name }) => [id, name]))
const TRANSLATED = ['EF', 'TC', 'PE', 'VALE'] as const

/**
 * A method as the cashier reads it: the shop's own name, or ours in the cashier's language while
 * the shop has not changed it.
 */
export function useMethodName(): (method: Pick<PaymentMethod, 'id' | 'name'>) => string {
  const { t } = useTranslation()
  return ({ id, name }) => {
    const known = TRANSLATED.find((code) => code === id)
    return known !== undefined && DEFAULT_NAMES.get(id) === name ? t(`methods.${known}`) : name
  }
}
