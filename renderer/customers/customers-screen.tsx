import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { SearchX, Users } from 'lucide-react'
import { CUSTOMER_FILTERS, type CustomerRow } from '#shared/customers/views.ts'
import { formatRut } from '#shared/rut/rut.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { Segments } from '../kit/choices.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { MoreMenu, useActionItems } from '../kit/more-menu.tsx'
import { EmptyState } from '../kit/notice.tsx'
import { WalkedList, type WalkedRow } from '../kit/walked-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './customers.module.css'

/** Whom the shop sells to by name, as whoever answers for the list keeps it. */
export function CustomersScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <ListScreen
      name="customers"
      store={ui.customerList}
      title={t('customerList.title')}
      count={(count) => t('customerList.count', { count })}
      search={t('customerList.search')}
      searchAction="searchCustomers"
      tools={<Tools />}
      filters={<Filters />}
      filtersClass={styles.filters}
    >
      <WalkedList
        store={ui.customerList}
        label={t('customerList.list')}
        words={{ refused: t('customerList.refused'), failed: t('customerList.failed') }}
        empty={<NoRows />}
        renderRow={(row) => <Row {...row} />}
      />
    </ListScreen>
  )
}

function Tools() {
  const more = useActionItems([
    ['importCustomers', 'import-customers'],
    ['exportCustomers', 'export-customers'],
  ])
  return (
    <>
      <MoreMenu items={more} />
      <ActionButton action="newCustomer" variant="primary" data-testid="new-customer" />
    </>
  )
}

function Filters() {
  const ui = useUi()
  const { t } = useTranslation()
  const { filter, ask } = useStore(ui.customerList)
  return (
    <Segments
      label={t('customerList.filter')}
      isLabelHidden
      value={filter}
      onChange={(next) => ask({ filter: next })}
      options={CUSTOMER_FILTERS.map((value) => ({
        value,
        label: t(`customerList.${value}`),
        testId: `customers-${value}`,
      }))}
    />
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
