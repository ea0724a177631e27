import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PackageOpen } from 'lucide-react'
import { ActionButton } from '../kit/action-button.tsx'
import { EmptyState } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './goods.module.css'

/** For who may receive and count, and sees neither prices nor costs: one way, and the scanner. */
export function StockScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const scanned = useStore(ui.screen, (state) => state.scanned)
  useEffect(() => {
    // The count hears the code it was opened by.
    if (scanned !== null && ui.screen.getState().dialog === null)
      ui.screen.getState().open({ kind: 'stock' })
  }, [ui, scanned])
  return (
    <main className={styles.stockOnly} data-testid="stock-screen">
      <h1 className={styles.stockOnlyTitle}>{t('stock.title')}</h1>
      <EmptyState icon={<PackageOpen size={32} />} title={t('stock.dialog')}>
        {t('stock.screenHint')}
      </EmptyState>
      <ActionButton action="moveStock" variant="primary" size="large" data-testid="move-stock" />
    </main>
  )
}
