import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import styles from './promotions.module.css'

/** A promotion or a price list among the others: what it says, how it stands, and its keys. */
export function KeptRow({
  testId,
  editTestId,
  name,
  says,
  state,
  onEdit,
  children,
}: {
  readonly testId: string
  readonly editTestId: string
  readonly name: string
  readonly says: string
  readonly state: ReactNode
  /** Null where there is nothing more to change. */
  readonly onEdit: (() => void) | null
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <li className={styles.row} data-testid={testId}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.rule}>{says}</span>
      </div>
      {state}
      <div className={styles.tools}>
        {onEdit !== null && (
          <Button
            aria-label={t('promotions.editOf', { name })}
            data-testid={editTestId}
            onPress={onEdit}
          >
            {t('promotions.edit')}
          </Button>
        )}
        {children}
      </div>
    </li>
  )
}
