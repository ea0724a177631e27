import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import type { PriceListView } from '#shared/promotions/inputs.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { KeptRow } from './kept-row.tsx'
import { PriceListForm } from './price-list-form.tsx'
import { useKept } from '../kit/use-kept.ts'
import styles from './promotions.module.css'

/** Price lists as their owner keeps them; one of them, or a new one, takes their place. */
export function PriceLists({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation()
  const ui = useUi()
  const { list: lists, problem, reload, order } = useKept(readLists)
  const [edited, setEdited] = useState<PriceListView | 'new' | null>(null)
  if (edited !== null)
    return (
      <PriceListForm
        kept={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null)
          void reload()
        }}
      />
    )
  return (
    <Sheet
      title={t('promotions.lists.title')}
      lead={t('promotions.lists.lead')}
      widthRem={48}
      onClose={onBack}
      actions={
        <>
          <Button onPress={onBack}>{t('promotions.title')}</Button>
          <Button variant="primary" data-testid="new-list" onPress={() => setEdited('new')}>
            <Plus size={20} aria-hidden="true" />
            {t('promotions.lists.add')}
          </Button>
        </>
      }
    >
      <RefusalNotice refusal={problem} testId="lists-trouble" />
      {lists?.length === 0 && <p className={styles.none}>{t('promotions.none')}</p>}
      <ul className={styles.rows} aria-label={t('promotions.lists.title')}>
        {lists?.map((list) => (
          <Row
            key={list.id}
            list={list}
            onEdit={() => setEdited(list)}
            onArchive={() => {
              const { id: priceListId, isArchived } = list
              void order(ui.port.archivePriceList({ priceListId, isArchived: !isArchived }))
            }}
          />
        ))}
      </ul>
    </Sheet>
  )
}

function Row({
  list,
  onEdit,
  onArchive,
}: {
  readonly list: PriceListView
  readonly onEdit: () => void
  readonly onArchive: () => void
}) {
  const { t } = useTranslation()
  const { name, isArchived, percents, prices, customerCount } = list
  const verb = isArchived ? 'restore' : 'archive'
  return (
    <KeptRow
      testId="price-list"
      editTestId="edit-list"
      name={name}
      says={t('promotions.lists.has', {
        percents: percents.length,
        prices: prices.length,
        customers: customerCount,
      })}
      state={
        <span className={styles.state}>{isArchived ? t('promotions.states.archived') : ''}</span>
      }
      onEdit={isArchived ? null : onEdit}
    >
      <Button
        variant="quiet"
        aria-label={t(`promotions.lists.${verb}Of`, { name })}
        data-testid="archive-list"
        onPress={onArchive}
      >
        {t(`promotions.lists.${verb}`)}
      </Button>
    </KeptRow>
  )
}

const readLists = (port: TillUi['port']) => port.priceLists()
