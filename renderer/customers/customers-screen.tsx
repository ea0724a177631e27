import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { SearchX, Users } from 'lucide-react'
import { CUSTOMER_FILTERS, type CustomerRow } from '#shared/bridge/customers.ts'
import { formatRut } from '#shared/rut/rut.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { keyOf } from '../actions/registry.ts'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { EmptyState } from '../components/notice.tsx'
import { WalkedList, walkIntoList, type WalkedRow } from '../components/walked-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './customers.module.css'

/** Whom the shop sells to by name, as whoever answers for the list keeps it. */
export function CustomersScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  useEffect(() => {
    const { setShown } = ui.customerList.getState()
    setShown(true)
    return () => setShown(false)
  }, [ui])
  return (
    <main
      className={styles.screen}
      onKeyDown={(event) => walkIntoList(ui.inputs.get('customers'), event)}
    >
      <Head />
      <WalkedList
        store={ui.customerList}
        label={t('customerList.list')}
        words={{ refused: t('customerList.refused'), failed: t('customerList.failed') }}
        empty={<NoRows />}
        renderRow={(row) => <Row {...row} />}
      />
    </main>
  )
}

function Head() {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, filter, total, phase } = useStore(ui.customerList)
  const { ask } = ui.customerList.getState()
  return (
    <div className={styles.head}>
      <div className={styles.titleRow}>
        <h1 className={styles.title}>{t('customerList.title')}</h1>
        <p className={styles.count} role="status" data-testid="customers-count">
          {phase === 'ready' ? t('customerList.count', { count: total }) : ''}
        </p>
        <div className={styles.tools}>
          <ActionButton action="exportCustomers" data-testid="export-customers" />
          <ActionButton action="importCustomers" data-testid="import-customers" />
          <ActionButton action="newCustomer" variant="primary" data-testid="new-customer" />
        </div>
      </div>
      <div className={styles.filters}>
        <Field
          label={t('customerList.search')}
          value={text}
          onChange={(next) => ask({ text: next })}
          maxLength={120}
          focusName="customers"
          testId="customers-search"
          keyName={keyOf('searchCustomers')}
        />
        <Segments
          label={t('customerList.filter')}
          value={filter}
          onChange={(next) => ask({ filter: next })}
          options={CUSTOMER_FILTERS.map((value) => ({
            value,
            label: t(`customerList.${value}`),
            testId: `customers-${value}`,
          }))}
        />
      </div>
    </div>
  )
}

const Row = memo(function Row({ row, index, isActive, onFocus }: WalkedRow<CustomerRow>) {
  const ui = useUi()
  if (row === undefined) return <div className={styles.row} data-index={index} tabIndex={-1} />
  return (
    <button
      type="button"
      className={styles.row}
      data-index={index}
      data-testid="customer-row"
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onFocus(index)}
      onClick={() => ui.screen.getState().open({ kind: 'one-customer', row })}
    >
      <span className={styles.name}>{row.legalName}</span>
      <span className={styles.rut}>{formatRut(row.rut)}</span>
      <span className={styles.soft}>{row.phone}</span>
      <span className={styles.soft}>{row.email}</span>
    </button>
  )
})

function NoRows() {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, filter } = useStore(ui.customerList)
  const isNarrowed = text.trim() !== '' || filter !== 'active'
  return (
    <EmptyState
      icon={isNarrowed ? <SearchX size={30} /> : <Users size={30} />}
      title={t(isNarrowed ? 'customerList.nothingFound' : 'customerList.none')}
    >
      {t(isNarrowed ? 'customerList.nothingFoundHint' : 'customerList.noneHint')}
    </EmptyState>
  )
}
