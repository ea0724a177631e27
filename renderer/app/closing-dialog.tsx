import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { giveLeave, takeLeaveBack } from './closing.ts'
import { useUi } from '../stores/till-ui.ts'

/** What closing now means for the receipts that have not gone out. */
export function ClosingDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const count = useStore(ui.status, ({ status }) => status?.pendingCount ?? 0)
  const [isLeaveGiven, setLeaveGiven] = useState(false)
  const stay = () => {
    takeLeaveBack()
    ui.screen.getState().close()
  }
  const see = () => {
    stay()
    ui.receipts.getState().setOnlyPending(true)
    ui.screen.getState().go('receipts')
  }
  const leave = () => {
    giveLeave()
    // A browser may not let a page close its window; then the cashier does.
    setLeaveGiven(true)
    window.close()
  }
  return (
    <Sheet
      role="alertdialog"
      title={t('closing.title', { count })}
      lead={t('closing.lead')}
      widthRem={36}
      onClose={stay}
      onSubmit={stay}
      actions={
        <>
          <Button variant="danger" onPress={leave} data-testid="close-anyway">
            {t('closing.close')}
          </Button>
          <Button onPress={see} data-testid="see-pending">
            {t('closing.see')}
          </Button>
          <Button variant="primary" type="submit" autoFocus data-testid="keep-open">
            {t('closing.stay')}
          </Button>
        </>
      }
    >
      <p>{t('closing.deadline')}</p>
      {isLeaveGiven && (
        <Notice tone="info" testId="close-by-hand">
          {t('closing.closeByHand')}
        </Notice>
      )}
    </Sheet>
  )
}
