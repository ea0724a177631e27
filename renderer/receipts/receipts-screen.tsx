import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ReceiptText } from 'lucide-react'
import { useUi } from '../stores/till-ui.ts'
import { EmptyState } from '../kit/notice.tsx'
import { ReceiptDetailPane } from './receipt-detail.tsx'
import { ReceiptList } from './receipt-list.tsx'
import styles from './receipts.module.css'

export function ReceiptsScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const selected = useStore(ui.receipts, (state) => state.selected)
  useEffect(() => {
    const { load, setShown } = ui.receipts.getState()
    setShown(true)
    void load()
    return () => {
      setShown(false)
      // Elsewhere nobody comes back from here to the report.
      const { screen } = ui.screen.getState()
      if (screen !== 'receipts' && screen !== 'reports') ui.reports.setState({ opened: null })
    }
  }, [ui])
  return (
    <main className={styles.screen}>
      <ReceiptList />
      {selected === null ? (
        <EmptyState icon={<ReceiptText size={32} />} title={t('receipts.choose')}>
          {t('receipts.chooseHint')}
        </EmptyState>
      ) : (
        <ReceiptDetailPane />
      )}
    </main>
  )
}
