import { useTranslation } from 'react-i18next'
import { LOCK_CHOICES_MINUTES } from '#shared/staff/auto-lock.ts'
import { ChoiceList } from '../kit/select.tsx'

/** After how long without a touch the counter asks for a PIN again. */
export function AutoLockField({
  minutes,
  onChange,
}: {
  readonly minutes: number
  readonly onChange: (minutes: number) => void
}) {
  const { t } = useTranslation()
  const choices = [...new Set([...LOCK_CHOICES_MINUTES, minutes])].sort((a, b) => a - b)
  return (
    <ChoiceList
      label={t('staff.autoLock')}
      value={String(minutes)}
      testId="auto-lock"
      onChange={(value) => onChange(Number(value))}
      choices={choices.map((count) => ({
        value: String(count),
        label: count === 0 ? t('staff.autoLockNever') : t('staff.autoLockAfter', { count }),
      }))}
    />
  )
}
