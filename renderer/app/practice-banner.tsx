import { useTranslation } from 'react-i18next'
import { DoorOpen } from 'lucide-react'
import { moveTo } from '../bridge/place.ts'
import { Button } from '../components/button.tsx'
import styles from './app.module.css'

/** On every screen of the practice beside a shop, and the way back. */
export function PracticeBanner() {
  const { t } = useTranslation()
  return (
    <div className={`${styles.banner} ${styles.practice}`} role="status" data-testid="practising">
      <p>
        <strong>{t('guide.practising')}</strong> {t('guide.practisingLead')}
      </p>
      <LeavePractice testId="leave-practice" />
    </div>
  )
}

/** Asks for no PIN: the shop's counter is locked behind whoever practises. */
export function LeavePractice({ testId }: { readonly testId: string }) {
  const { t } = useTranslation()
  const leave = () => moveTo(null, sessionStorage, () => location.reload())
  return (
    <Button onPress={leave} data-testid={testId}>
      <DoorOpen size={18} aria-hidden="true" />
      {t('guide.leavePractice')}
    </Button>
  )
}
