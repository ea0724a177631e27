import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { GOODS_FILTERS } from '#shared/bridge/goods.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { keyOf } from '../actions/registry.ts'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { ChoiceList } from '../components/select.tsx'
import { walkIntoList } from '../components/walked-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import { GoodsList } from './goods-list.tsx'
import { useShelves } from './use-shelves.ts'
import styles from './goods.module.css'

/** Stands for every shelf in the list of choices, which knows no empty value. */
const ALL = '*'

/** The catalogue: what the shop sells, as its owner and supervisors keep it. */
export function GoodsScreen() {
  const ui = useUi()
  useEffect(() => {
    const { setShown } = ui.goods.getState()
    setShown(true)
    return () => setShown(false)
  }, [ui])
  useScans()
  return (
    <main
      className={styles.screen}
      onKeyDown={(event) => walkIntoList(ui.inputs.get('goods'), event)}
    >
      <Head />
      <GoodsList />
    </main>
  )
}

function Head() {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, filter, categoryId, total, phase } = useStore(ui.goods)
  const { ask } = ui.goods.getState()
  const shelves = useShelves()
  return (
    <div className={styles.head}>
      <div className={styles.titleRow}>
        <h1 className={styles.title}>{t('goods.title')}</h1>
        <p className={styles.count} role="status" data-testid="goods-count">
          {phase === 'ready' ? t('goods.count', { count: total }) : ''}
        </p>
        <div className={styles.tools}>
          <ActionButton action="editPromotions" data-testid="edit-promotions" />
          <ActionButton action="moveStock" data-testid="move-stock" />
          <ActionButton action="changeGoods" data-testid="change-goods" />
          <ActionButton action="labelGoods" data-testid="label-goods" />
          <ActionButton action="exportGoods" data-testid="export-goods" />
          <ActionButton action="importGoods" data-testid="import-goods" />
          <ActionButton action="editShelves" data-testid="edit-shelves" />
          <ActionButton action="newGoods" variant="primary" data-testid="new-goods" />
        </div>
      </div>
      <div className={styles.filters}>
        <Field
          label={t('goods.search')}
          value={text}
          onChange={(next) => ask({ text: next })}
          maxLength={120}
          focusName="goods"
          testId="goods-search"
          keyName={keyOf('searchGoods')}
        />
        <ChoiceList
          label={t('goods.category')}
          value={categoryId ?? ALL}
          choices={[
            { value: ALL, label: t('goods.allCategories') },
            ...shelves.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => ask({ categoryId: value === ALL ? null : value })}
          testId="goods-category"
        />
        <Segments
          label={t('goods.filter')}
          value={filter}
          onChange={(next) => ask({ filter: next })}
          options={GOODS_FILTERS.map((value) => ({
            value,
            label: t(`goods.${value}`),
            testId: `goods-${value}`,
          }))}
        />
      </div>
    </div>
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
