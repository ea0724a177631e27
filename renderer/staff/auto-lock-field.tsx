import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LOCK_CHOICES_MINUTES } from '#shared/staff/auto-lock.ts'
import { useUi } from '../app/till-ui.ts'
import { Notice } from '../components/notice.tsx'
import { ChoiceList } from '../components/select.tsx'
import { useRefusalText } from '../components/use-texts.ts'

/** After how long without a touch the counter asks for a PIN again. */
export function AutoLockField() {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const minutes = useStore(ui.settings, (state) => state.settings?.lockAfterMinutes ?? null)
  const trouble = useStore(ui.settings, (state) => state.troubles.lockAfterMinutes)
  if (minutes === null) return null
  const choices = [...new Set([...LOCK_CHOICES_MINUTES, minutes])].sort((a, b) => a - b)
  return (
    <>
      <ChoiceList
        label={t('staff.autoLock')} value={String(minutes)} testId="auto-lock"
        choices={choices.map((count) => ({ value: String(count), label: count === 0 ? t('staff.autoLockNever') : t('staff.autoLockAfter', { count }) }))}
        onChange={(value) => {
          ui.settings.getState().save('lockAfterMinutes', Number(value)).catch(() => ui.status.setState({ link: 'down' }))
        }}
      />
      {trouble && <Notice tone="bad">{refusalText(trouble)}</Notice>}
    </>
  )
}
