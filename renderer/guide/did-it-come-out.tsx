import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from './guide.module.css'

/** A paper in the hand is what counts: no printer says so for sure. */
export function DidItComeOut({
  question,
  help,
  onYes,
}: {
  readonly question: 'guide.testPageOut' | 'guide.trialOut'
  readonly help: 'guide.testPageHelp' | 'guide.trialHelp'
  readonly onYes: () => void
}) {
  const { t } = useTranslation()
  const [isMissing, setMissing] = useState(false)
  return (
    <div className={styles.question} role="group" aria-label={t(question)}>
      <p className={styles.asked}>{t(question)}</p>
      <Button variant="primary" onPress={onYes} data-testid="paper-out">
        {t('guide.yesOut')}
      </Button>
      <Button onPress={() => setMissing(true)} data-testid="paper-missing">
        {t('guide.notOut')}
      </Button>
      {isMissing && (
        <Notice tone="wait" testId="paper-help">
          {t(help)}
        </Notice>
      )}
    </div>
  )
}
