/** A code that is shown once, until somebody says it is on paper. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../settings/settings.module.css'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Nobody can show it again: it goes away only when somebody says it is on paper. */
export function CodeOnce({
  code,
  lead,
  way,
  done,
}: {
  readonly code: string
  /** What it opens; the second copies where nothing is said. */
  readonly lead?: string
  /** Another way onto paper than by hand. */
  readonly way?: ReactNode
  readonly done: () => void
}) {
  const { t } = useTranslation()
  return (
    <Notice tone="wait" testId="recovery-code">
      <p>{lead ?? t('support.codeOnce')}</p>
      <p className={styles.recoveryCode}>
        <output>{code}</output>
      </p>
      {way}
      <p>
        <Button variant="primary" onPress={done} data-testid="code-written">
          {t('support.codeWritten')}
        </Button>
      </p>
    </Notice>
  )
}
