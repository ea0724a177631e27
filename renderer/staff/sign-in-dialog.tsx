import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Lock } from 'lucide-react'
import { useUi } from '../app/till-ui.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { reach } from '../actions/counter.ts'
import { Notice } from '../components/notice.tsx'
import { PinForm } from './pin-form.tsx'

/** Who serves from here on. The cart stays. Locked, the counter opens for nothing else. */
export function SignInDialog({ isLocked }: { readonly isLocked: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { staff, lastId, scansRefused } = useStore(ui.staff)
  if (staff === null) return null
  const close = ui.screen.getState().close
  const others = staff.members.filter(({ id }) => id !== staff.current?.id)
  return (
    <PinForm
      key={isLocked ? 'locked' : 'switch'}
      title={isLocked ? t('staff.lockedTitle') : t('staff.switchTitle')} lead={isLocked ? t('staff.lockedLead') : t('staff.switchLead')}
      members={isLocked ? staff.members : others} firstId={isLocked ? lastId : null} submitLabel={t('staff.signIn')}
      onClose={isLocked ? null : close}
      onPin={async (staffId, pin) => {
        const refused = await reach(ui, ui.staff.getState().signIn(staffId, pin))
        if (refused === null && ui.status.getState().link !== 'down') close()
        return refused
      }}
    >
      {!isLocked && <ActionButton action="lock" icon={<Lock size={19} aria-hidden="true" />} data-testid="lock" />}
      {isLocked && scansRefused > 0 && <Notice tone="wait" testId="locked-scan">{t('staff.lockedScan', { count: scansRefused })}</Notice>}
    </PinForm>
  )
}
