/** What happened, the backups there are, and one press that brings one back. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { History } from 'lucide-react'
import type { RescueBackup, RescueView } from '#shared/backup/rescue.ts'
import type { RestoreDone } from '#shared/backup/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Facts } from '../support/facts.tsx'
import { RestoreText } from '../support/job-state.tsx'
import { whenText } from '../support/when-text.ts'
import type { RescuePort } from './rescue-port.ts'
import styles from './rescue.module.css'

interface RescueProps {
  readonly port: RescuePort
  readonly onOpen: () => void
}

export function RescueScreen({ port, onOpen }: RescueProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<RescueView | null>(null)
  const [done, setDone] = useState<RestoreDone | null>(null)
  useEffect(() => {
    void port.view().then((seen) => (seen === null ? onOpen() : setView(seen)), onOpen)
  }, [port, onOpen])
  if (view === null) return null
  return (
    <div className={styles.page} data-testid="rescue">
      <h1>{t(done === null ? 'rescue.title' : 'rescue.back')}</h1>
      {done === null ? (
        <Choice port={port} view={view} onDone={setDone} />
      ) : (
        <>
          <Notice tone="good" testId="rescued">
            <RestoreText done={done} />
          </Notice>
          <p>
            <Button variant="primary" size="large" onPress={onOpen} data-testid="rescue-open">
              {t('rescue.open')}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly port: RescuePort
  readonly view: RescueView
  readonly onDone: (done: RestoreDone) => void
}

function Choice({ port, view, onDone }: ChoiceProps) {
  const { t } = useTranslation()
  const [isRestoring, setRestoring] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const restore = (name: string) => {
    setRestoring(true)
    setRefused(null)
    void port
      .restore(name)
      .then(
        (answer) => (answer.ok ? onDone(answer.done) : setRefused(answer.refusal)),
        (error: unknown) => setRefused(refusal('SUPPORT_FAILED', null, { detail: String(error) })),
      )
      .finally(() => setRestoring(false))
  }
  const usable = view.backups.filter(({ facts }) => facts !== null)
  return (
    <>
      <Notice tone="bad">{t(`rescue.faults.${view.fault}`)}</Notice>
      <p>{t(usable.length === 0 ? 'rescue.none' : 'rescue.lead')}</p>
      <RefusalNotice refusal={refused} testId="rescue-refused" />
      {isRestoring && <Notice tone="wait">{t('rescue.restoring')}</Notice>}
      <ul className={styles.backups}>
        {usable.map((backup, at) => (
          <Backup
            key={backup.name}
            backup={backup}
            isNewest={at === 0}
            isDisabled={isRestoring}
            onPress={() => restore(backup.name)}
          />
        ))}
      </ul>
      <details>
        <summary>{t('rescue.forSupport')}</summary>
        <p>{view.detail}</p>
        <p>{t('rescue.fromStick', { program: view.program })}</p>
      </details>
    </>
  )
}

interface BackupProps {
  readonly backup: RescueBackup
  readonly isNewest: boolean
  readonly isDisabled: boolean
  readonly onPress: () => void
}

function Backup({ backup, isNewest, isDisabled, onPress }: BackupProps) {
  const { t } = useTranslation()
  const { lastSaleAt = null, lastFolio = null, sales = 0 } = backup.facts ?? {}
  return (
    <li className={styles.backup} data-testid="rescue-backup">
      <Facts
        testId="rescue-facts"
        rows={[
          [t('support.madeAt'), whenText(backup.at)],
          [t('support.lastSale'), lastSaleAt === null ? '—' : whenText(lastSaleAt)],
          [t('support.lastFolio'), lastFolio === null ? '—' : String(lastFolio)],
          [t('support.ofSales'), String(sales)],
        ]}
      />
      <Button
        variant={isNewest ? 'primary' : 'plain'}
        isDisabled={isDisabled}
        onPress={onPress}
        data-testid="rescue-restore"
      >
        <History size={20} aria-hidden="true" />
        {t('support.restoreNow')}
      </Button>
    </li>
  )
}
