import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SaleId } from '#shared/core/brand.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { useDocumentWords } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import styles from './receipts.module.css'
import { folioOf, titleOf } from '../actions/state-words.ts'
import type { OtherDocument, ReceiptDetail, ReturnedSale } from '#shared/receipts/views.ts'

/**
 * What came back of this receipt, or what this note takes back: each one press away from the other.
 */
export function Returns({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  const { returnOf, returns, changedFrom } = detail
  if (returnOf !== null) {
    return (
      <div className={styles.returns}>
        <p>{say(ofWhat(t, returnOf, detail.isChange === true))}</p>
        <p>{t('returns.why', { reason: returnOf.reason })}</p>
        {detail.isChange === true && <p data-testid="no-money">{t('change.noMoney')}</p>}
        {returnOf.saleId === null ? (
          <p>{say(t('returns.outside.elsewhere'))}</p>
        ) : (
          <Open saleId={returnOf.saleId} testId="open-original">
            {say(t(returnOf.documentType === '61' ? 'returns.openNote' : 'returns.open'))}
          </Open>
        )}
        {returns.length > 0 && <p data-testid="return-undone">{t('returns.undoneText')}</p>}
        <Notes detail={detail} />
      </div>
    )
  }
  return returns.length === 0 && changedFrom === undefined ? null : (
    <section className={styles.returns} aria-label={t('returns.back')}>
      <Other detail={detail} />
      <Notes detail={detail} />
    </section>
  )
}

/** After a change: what stands for this document, and what it stands for. */
function Other({ detail: { changedTo, changedFrom } }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const nameOf = ({ documentType, folio }: OtherDocument) =>
    folio === null
      ? t(titleOf({ documentType, documentedBy: 'receipt', deletion: null }))
      : t(folioOf({ documentType }), { folio })
  return (
    <>
      {changedTo !== undefined && (
        <Open saleId={changedTo.saleId} testId="open-changed-to">
          {t('change.changedTo', { what: nameOf(changedTo) })}
        </Open>
      )}
      {changedFrom !== undefined && (
        <Open saleId={changedFrom.saleId} testId="open-changed-from">
          {t('change.changedFrom', { what: nameOf(changedFrom) })}
        </Open>
      )}
    </>
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

function ofWhat(t: TFunction, { documentType, folio }: ReturnedSale, isChange: boolean): string {
  if (isChange) return folio === null ? t('change.voidsPending') : t('change.voids', { folio })
  if (documentType === '61')
    return folio === null ? t('returns.undoesPending') : t('returns.undoes', { folio })
  return folio === null
    ? t('returns.ofPending')
    : t(isExemptType(documentType) ? 'returns.ofExempt' : 'returns.of', { folio })
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
