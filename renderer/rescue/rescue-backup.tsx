/** One backup or copy: what is in it, and the press that brings it back. */
import { useTranslation } from 'react-i18next'
import { History } from 'lucide-react'
import type { RescueBackup } from '#shared/backup/rescue.ts'
import { Button } from '../kit/button.tsx'
import { Facts } from '../support/facts.tsx'
import { whenText } from '../support/when-text.ts'
import styles from './rescue.module.css'

interface BackupProps {
  readonly backup: RescueBackup
  readonly isFirst: boolean
  /** One is on its way back; this one, or another. */
  readonly restoring: 'this' | 'other' | null
  readonly onPress: () => void
}

export function Backup({ backup, isFirst, restoring, onPress }: BackupProps) {
  const { t } = useTranslation()
  const when = whenText(backup.at)
  if (backup.facts === null)
    return (
      <li className={styles.backup} data-testid="rescue-damaged">
        {t('rescue.damaged', { when })}
      </li>
    )
  const { lastSaleAt, lastFolio, sales } = backup.facts
  const isMove = backup.name.includes('-moved')
  return (
    <li className={styles.backup} data-testid="rescue-backup">
      <Facts
        testId="rescue-facts"
        rows={[
          [t('support.madeAt'), isMove ? t('support.copyOfMove', { when }) : when],
          [t('support.lastSale'), lastSaleAt === null ? '—' : whenText(lastSaleAt)],
          [t('support.lastFolio'), lastFolio === null ? '—' : String(lastFolio)],
          [t('support.ofSales'), String(sales)],
        ]}
      />
      <Button
        variant={isFirst ? 'primary' : 'plain'}
        isDisabled={restoring !== null}
        keepsFocus
        onPress={onPress}
        data-testid="rescue-restore"
      >
        <History size={20} aria-hidden="true" />
        {restoring === 'this' ? t('common.oneMoment') : t('support.restoreNow')}
      </Button>
    </li>
  )
}
