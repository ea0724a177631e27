import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { GOODS_FILTERS } from '#shared/catalogue/goods.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { mayEditCatalogue, mayKeepStock } from '../actions/goods-actions.ts'
import { MoreMenu, useActionItems } from '../kit/more-menu.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { SegmentsOrList } from '../kit/segments-or-list.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useUi } from '../stores/till-ui.ts'
import { GoodsList } from './goods-list.tsx'
import { StockScreen } from './stock-screen.tsx'
import { useShelves } from '../kit/use-shelves.ts'
import styles from './goods.module.css'

/** Stands for every shelf in the list of choices, which knows no empty value. */
const ALL = '*'

/** The catalogue: what the shop sells, as its owner and supervisors keep it. */
export function GoodsScreen() {
  const ui = useUi()
  const mayEdit = useStore(ui.staff, () => mayEditCatalogue(ui))
  return mayEdit ? <Catalogue /> : <StockScreen />
}

function Catalogue() {
  const ui = useUi()
  const { t } = useTranslation()
  useScans()
  return (
    <ListScreen
      name="goods"
      store={ui.goods}
      title={t('goods.title')}
      count={(count) => t('goods.count', { count })}
      search={t('goods.search')}
      searchAction="searchGoods"
      tools={<Tools />}
      filters={<Filters />}
      filtersClass={styles.filters}
    >
      <GoodsList />
    </ListScreen>
  )
}

/** The main key, counting beside it; what is done once in a while stands under "more". */
function Tools() {
  const ui = useUi()
  const maySeeStock = useStore(ui.staff, () => mayKeepStock(ui))
  const more = useActionItems([
    ['editPromotions', 'edit-promotions'],
    ['changeGoods', 'change-goods'],
    ['labelGoods', 'label-goods'],
    ['importGoods', 'import-goods'],
    ['exportGoods', 'export-goods'],
    ['editShelves', 'edit-shelves'],
    ['chooseColumns', 'choose-columns'],
  ])
  return (
    <>
      <MoreMenu items={more} />
      {maySeeStock && <ActionButton action="moveStock" data-testid="move-stock" />}
      <ActionButton action="newGoods" variant="primary" data-testid="new-goods" />
    </>
  )
}

function Filters() {
  const ui = useUi()
  const { t } = useTranslation()
  const { filter, categoryId, ask } = useStore(ui.goods)
  const shelves = useShelves()
  return (
    <>
      <ChoiceList
        label={t('goods.category')}
        isLabelHidden
        value={categoryId ?? ALL}
        choices={[
          { value: ALL, label: t('goods.allCategories') },
          ...shelves.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => ask({ categoryId: value === ALL ? null : value })}
        testId="goods-category"
      />
      <SegmentsOrList
        label={t('goods.filter')}
        value={filter}
        values={GOODS_FILTERS}
        nameOf={(value) => t(`goods.${value}`)}
        onChange={(next) => ask({ filter: next })}
        testId="goods-filter"
      />
    </>
  )
}

/** What is scanned here is looked for; with a product open it is that product's code. */
function useScans(): void {
  const ui = useUi()
  const scanned = useStore(ui.screen, (state) => state.scanned)
  useEffect(() => {
    if (scanned === null) return
    const { dialog, hearScan, open } = ui.screen.getState()
    // A count and a promotion take their scans themselves.
    if (dialog?.kind === 'stock' || dialog?.kind === 'promotions') return
    hearScan(null)
    if (dialog?.kind === 'goods') open({ ...dialog, code: scanned })
    else if (dialog === null) ui.goods.getState().ask({ text: scanned })
  }, [ui, scanned])
}
