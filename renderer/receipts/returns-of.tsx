import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SaleId } from '#shared/core/brand.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { isInvoice } from '#shared/document/document-type.ts'
import { kindOf } from './state-words.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import styles from './receipts.module.css'
import type { ReceiptDetail, ReturnedSale } from '#shared/bridge/receipt-views.ts'

/**
 * What came back of this receipt, or what this note takes back: each one press away from the other.
 */
export function Returns({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const { returnOf, returns } = detail
  if (returnOf !== null) {
    return (
      <div className={styles.returns}>
        <p>{ofWhat(t, returnOf)}</p>
        <p>{t('returns.why', { reason: returnOf.reason })}</p>
        {returnOf.saleId === null ? (
          <p>{t(`returns.outside.${kindOf(returnOf.documentType)}.elsewhere`)}</p>
        ) : (
          <Open saleId={returnOf.saleId} testId="open-original">
            {t(openWords(returnOf))}
          </Open>
        )}
        {returns.length > 0 && <p data-testid="return-undone">{t('returns.undoneText')}</p>}
        <Notes detail={detail} />
      </div>
    )
  }
  return returns.length === 0 ? null : (
    <section className={styles.returns} aria-label={t('returns.back')}>
      <Notes detail={detail} />
    </section>
  )
}

/** Of a receipt its returns, of a return the debit note that undid it. */
function Notes({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const isDebit = detail.documentType === '61'
  return (
    <>
      {detail.returns.map(({ saleId, folio, totalClp, soldAt }) => (
        <Open key={saleId} saleId={saleId} testId="open-return">
          <span>
            {folio === null
              ? t(isDebit ? 'returns.debitNoFolio' : 'returns.noteNoFolio')
              : t(isDebit ? 'returns.debit' : 'returns.note', { folio })}
          </span>
          <span>{printDate(santiagoDate(soldAt)).slice(0, 5)}</span>
          <span>{formatClp(isDebit ? totalClp : clp(-totalClp))}</span>
        </Open>
      ))}
    </>
  )
}

function ofWhat(t: TFunction, { documentType, folio }: ReturnedSale): string {
  if (documentType === '61')
    return folio === null ? t('returns.undoesPending') : t('returns.undoes', { folio })
  if (folio !== null && isInvoice(documentType))
    return t(documentType === '34' ? 'invoice.ofExempt' : 'invoice.of', { folio })
  if (isInvoice(documentType)) return t('invoice.ofPending')
  return folio === null
    ? t('returns.ofPending')
    : t(documentType === '41' ? 'returns.ofExempt' : 'returns.of', { folio })
}

function openWords({ documentType }: ReturnedSale) {
  if (documentType === '61') return 'returns.openNote'
  return isInvoice(documentType) ? 'invoice.open' : 'returns.open'
}

function Open({
  saleId,
  testId,
  children,
}: {
  readonly saleId: SaleId
  readonly testId: string
  readonly children: React.ReactNode
}) {
  const ui = useUi()
  return (
    <Button onPress={() => void ui.receipts.getState().select(saleId)} data-testid={testId}>
      {children}
    </Button>
  )
}
