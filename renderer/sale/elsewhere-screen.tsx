import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { MonitorUp } from 'lucide-react'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { formatClp } from '#shared/money/clp.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { EmptyState, Notice } from '../kit/notice.tsx'
import styles from './sale.module.css'

/**
 * Another screen has the open sale. It is shown, and one press takes it; nothing here changes it
 * before.
 */
export function ElsewhereScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const { cart, paying } = useStore(ui.cart, (state) => state.sale)
  const trouble = useStore(ui.cart, (state) => state.trouble)
  const total = formatClp(cartTotals(cart).totalClp)
  return (
    <main className={styles.elsewhere} data-testid="sale-elsewhere">
      <EmptyState icon={<MonitorUp size={32} />} title={t('openSale.elsewhereTitle')}>
        {cart.lines.length > 0 && (
          <p className={styles.elsewhereSale}>
            {t('openSale.elsewhereSale', { count: cart.lines.length, total })}
          </p>
        )}
        {paying.given.length > 0 && <p>{t('openSale.taken', { what: partsText(paying.given) })}</p>}
        <p>{t('openSale.elsewhereLead')}</p>
      </EmptyState>
      {trouble !== null && (
        <Notice tone="bad" testId="elsewhere-trouble">
          {t('openSale.elsewhereScan')}
        </Notice>
      )}
      <ActionButton action="takeSale" variant="primary" size="large" data-testid="take-sale" />
    </main>
  )
}
