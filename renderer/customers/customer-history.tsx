import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerDocument, CustomerHistory as History } from '#shared/customers/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { SightNotice } from '../kit/seen-note.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './customers.module.css'

/** The documents that name a customer, a page at a time; each leads to its receipt. */
export function CustomerHistory({ rut }: { readonly rut: Rut }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [shown, setShown] = useState<History | null>(null)
  const read = useCallback(
    async (before: number | null) => {
      const answer = await callCore(ui, ui.port.customerHistory({ rut, before }))
      if (answer?.ok !== true) return
      setShown((known) => ({
        ...answer.value,
        rows: [...(before === null ? [] : (known?.rows ?? [])), ...answer.value.rows],
      }))
    },
    [ui, rut],
  )
  useEffect(() => void read(null), [read])
  if (shown === null) return null
  const { sight } = shown
  if (shown.total === 0)
    return sight === undefined ? (
      <p className={styles.soft}>{t('customerList.boughtNothing')}</p>
    ) : (
      <SightNotice sight={sight} />
    )
  return (
    <section aria-label={t('customerList.bought', { count: shown.total })}>
      <h3 className={styles.partTitle}>{t('customerList.bought', { count: shown.total })}</h3>
      {sight !== undefined && <SightNotice sight={sight} />}
      <ul className={styles.history} data-testid="customer-history">
        {shown.rows.map((document) => (
          <li key={document.saleId}>
            <Document document={document} />
          </li>
        ))}
        {shown.before !== null && (
          <li>
            <Button onPress={() => void read(shown.before)} data-testid="customer-more">
              {t('customerList.more')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Document({ document }: { readonly document: CustomerDocument }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { saleId, documentType, folio, date, totalClp } = document
  const show = () => {
    ui.screen.getState().go('receipts')
    void ui.receipts.getState().select(saleId)
  }
  return (
    <button type="button" className={styles.document} onClick={show}>
      {t(folio === null ? 'customerList.document' : 'customerList.documentWithFolio', {
        date: date.split('-').toReversed().join('-'),
        name: t(`documents.${documentType}`),
        folio,
        total: formatClp(totalClp),
      })}
    </button>
  )
}
