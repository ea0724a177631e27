import { useTranslation } from 'react-i18next'
import { Switch } from '../kit/choices.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from './settings.module.css'

/** What the law asks of the invoices of a supermarket or a restaurant, and of no other shop. */
export function InvoicePurpose({
  isAsked,
  onChange,
}: {
  readonly isAsked: boolean
  readonly onChange: (isAsked: boolean) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <h3>{t('invoicePurpose.title')}</h3>
      <p className={styles.lead}>{t('invoicePurpose.lead')}</p>
      <Switch isSelected={isAsked} onChange={onChange}>
        {t('invoicePurpose.asks')}
      </Switch>
      <Notice tone="info">{t('invoicePurpose.notConfirmed')}</Notice>
    </div>
  )
}
