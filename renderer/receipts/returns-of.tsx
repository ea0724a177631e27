import { useTranslation } from 'react-i18next'
import type { SaleId } from '#shared/core/brand.ts'
import type { ReceiptDetail } from '#shared/bridge/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { printDate, santiagoDate } from '#shared/time/santiago.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import styles from './receipts.module.css'

/** What came back of this receipt, or what this note takes back: each one press away from the other. */
export function Returns({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const { returnOf, returns } = detail
  if (returnOf !== null) {
    return (
      <div className={styles.returns}>
        <p>{returnOf.folio === null ? t('returns.ofPending') : t('returns.of', { folio: returnOf.folio })}</p>
        <p>{t('returns.why', { reason: returnOf.reason })}</p>
        <Open saleId={returnOf.saleId} testId="open-original">{t('returns.open')}</Open>
      </div>
    )
  }
  if (returns.length === 0) return null
  return (
    <section className={styles.returns} aria-label={t('returns.back')}>
      {returns.map(({ saleId, folio, totalClp, soldAt }) => (
        <Open key={saleId} saleId={saleId} testId="open-return">
          <span>{folio === null ? t('returns.noteNoFolio') : t('returns.note', { folio })}</span>
          <span>{printDate(santiagoDate(soldAt)).slice(0, 5)}</span>
          <span>{formatClp(clp(-totalClp))}</span>
        </Open>
      ))}
    </section>
  )
}

function Open({ saleId, testId, children }: { readonly saleId: SaleId; readonly testId: string; readonly children: React.ReactNode }) {
  const ui = useUi()
  return <Button onPress={() => void ui.receipts.getState().select(saleId)} data-testid={testId}>{children}</Button>
}
