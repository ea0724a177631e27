import { useTranslation } from 'react-i18next'
import { DoorOpen } from 'lucide-react'
import { moveTo } from '../bridge/place.ts'
import { Button } from '../components/button.tsx'
import styles from './app.module.css'

/** On every screen of the practice beside a shop, and the way back. */
export function PracticeBanner() {
  const { t } = useTranslation()
  const leave = () => moveTo(null, sessionStorage, () => location.reload())
  return (
    <div className={`${styles.banner} ${styles.practice}`} role="status" data-testid="practising">
      <p>
        <strong>{t('guide.practising')}</strong> {t('guide.practisingLead')}
      </p>
      <Button onPress={leave} data-testid="leave-practice">
        <DoorOpen size={18} aria-hidden="true" />
        {t('guide.leavePractice')}
      </Button>
    </div>
  )
}
