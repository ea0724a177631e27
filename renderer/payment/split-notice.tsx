import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { mayBeSplit, namedRut, type SplitWarning } from '#shared/selling/sale/split-sale.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import styles from './payment.module.css'

/** Said before the money is taken; whether it is one customer's sale only the cashier can know. */
export function SplitNotice({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const warning = useSplitWarning(cart)
  if (warning === null) return null
  const { kind, count, sumClp, limitClp } = warning
  return (
    <div className={styles.split}>
      <Notice tone="wait" testId="split-sale">
        <p>
          {t(`customer.split.${kind}`, { count })}{' '}
          <strong data-testid="split-sum">{formatClp(sumClp)}</strong>.
        </p>
        <p>{t('customer.split.law', { limit: formatClp(limitClp) })}</p>
      </Notice>
    </div>
  )
}

/** Asked anew when the RUT or the total changes; an answer to an older question is dropped. */
function useSplitWarning(cart: Cart): SplitWarning | null {
  const ui = useUi()
  const rut = namedRut(useStore(ui.cart, (state) => state.sale.customer.rut))
  const limitClp = useStore(ui.status, (state) => state.bootstrap?.buyerRequiredFromClp ?? null)
  const { totalClp } = cartTotals(cart)
  const isAsked = limitClp !== null && mayBeSplit({ rut, totalClp }, clp(limitClp))
  const [answer, setAnswer] = useState<{
    readonly to: string
    readonly warning: SplitWarning | null
  } | null>(null)
  const question = `${rut ?? ''} ${totalClp}`
  useEffect(() => {
    if (!isAsked) return
    let isGone = false
    // A till that does not answer holds no sale up: the core notes it when it is charged.
    ui.port.splitSale({ rut, totalClp }).then(
      (warning) => {
        if (!isGone) setAnswer({ to: question, warning })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [ui, isAsked, rut, totalClp, question])
  return isAsked && answer?.to === question ? answer.warning : null
}
