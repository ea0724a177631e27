import { useTranslation } from 'react-i18next'
import { LeavePractice } from '../kit/leave-practice.tsx'
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
