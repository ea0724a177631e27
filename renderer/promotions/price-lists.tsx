import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import type { PriceListView } from '#shared/bridge/promotions.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../components/button.tsx'
import { RefusalNotice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import { PriceListForm } from './price-list-form.tsx'
import styles from './promotions.module.css'

/** Price lists as their owner keeps them; one of them, or a new one, takes their place. */
export function PriceLists({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation()
  const { lists, problem, reload, archive } = usePriceLists()
  const [edited, setEdited] = useState<PriceListView | 'new' | null>(null)
  if (edited !== null)
    return (
      <PriceListForm
        list={edited === 'new' ? null : edited}
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
          <Row key={list.id} list={list} onEdit={setEdited} onArchive={archive} />
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
  readonly onEdit: (list: PriceListView) => void
  readonly onArchive: (list: PriceListView) => void
}) {
  const { t } = useTranslation()
  const { name, isArchived, percents, prices, customerCount } = list
  const verb = isArchived ? 'restore' : 'archive'
  return (
    <li className={styles.row} data-testid="price-list">
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.rule}>
          {t('promotions.lists.has', {
            percents: percents.length,
            prices: prices.length,
            customers: customerCount,
          })}
        </span>
      </div>
      <span className={styles.state}>{isArchived ? t('promotions.states.archived') : ''}</span>
      <div className={styles.tools}>
        {!isArchived && (
          <Button
            aria-label={t('promotions.editOf', { name })}
            data-testid="edit-list"
            onPress={() => onEdit(list)}
          >
            {t('promotions.edit')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={t(`promotions.lists.${verb}Of`, { name })}
          data-testid="archive-list"
          onPress={() => onArchive(list)}
        >
          {t(`promotions.lists.${verb}`)}
        </Button>
      </div>
    </li>
  )
}

function usePriceLists() {
  const ui = useUi()
  const [lists, setLists] = useState<readonly PriceListView[] | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const reload = useCallback(async () => {
    const answer = await callCore(ui, ui.port.priceLists())
    if (answer?.ok === true) setLists(answer.value)
    else if (answer !== null) setProblem(answer.refusal)
  }, [ui])
  useEffect(() => void reload(), [reload])
  const archive = async ({ id, isArchived }: PriceListView) => {
    const order = { priceListId: id, isArchived: !isArchived }
    const answer = await callCore(ui, ui.port.archivePriceList(order))
    if (answer === null) return
    setProblem(answer.ok ? null : answer.refusal)
    await reload()
  }
  return { lists, problem, reload, archive: (list: PriceListView) => void archive(list) }
}
