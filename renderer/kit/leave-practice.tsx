import { useTranslation } from 'react-i18next'
import { DoorOpen } from 'lucide-react'
import { moveTo } from '../bridge/place.ts'
import { Button } from './button.tsx'

/** Asks for no PIN: the shop's counter is locked behind whoever practises. */
export function LeavePractice({ testId }: { readonly testId: string }) {
  const { t } = useTranslation()
  const leave = () => moveTo('shop', sessionStorage, () => location.reload())
  return (
    <Button onPress={leave} data-testid={testId}>
      <DoorOpen size={18} aria-hidden="true" />
      {t('guide.leavePractice')}
    </Button>
  )
}
