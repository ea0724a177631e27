import { memo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowDown, ArrowUp, PackageOpen, SearchX, Star } from 'lucide-react'
import type { GoodsOrder, GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import { formatClp } from '#shared/money/clp.ts'
import { Button } from '../kit/button.tsx'
import { EmptyState, Tag } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { WalkedList, type WalkedRow } from '../kit/walked-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import { StockTag } from './stock-part.tsx'
import { useShelves } from '../kit/use-shelves.ts'
import styles from './goods.module.css'

const NO_HUE = 90

export function GoodsList() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useShelves()
  return (
    <div className={styles.table}>
      <Heads />
      <WalkedList
        store={ui.goods}
        label={t('goods.list')}
        words={{ refused: t('goods.refused'), failed: t('goods.failed') }}
        empty={<NoRows />}
        renderRow={(row) => <Row {...row} shelves={shelves} />}
      />
    </div>
  )
}

/** A press on a head stands the list in its order, another one the other way round. */
function Heads() {
  const ui = useUi()
  const { t } = useTranslation()
  const { order, isDescending, ask } = useStore(ui.goods)
  const Arrow = isDescending ? ArrowDown : ArrowUp
  const head = (by: GoodsOrder, className = '') => (
    <PressButton
      className={`${styles.head} ${className}`}
      aria-pressed={order === by}
      aria-label={[
        t('goods.orderBy', { column: t(`goods.columns.${by}`) }),
        ...(order === by ? [t(isDescending ? 'goods.falling' : 'goods.rising')] : []),
      ].join(', ')}
      onPress={() => ask({ order: by, isDescending: order === by && !isDescending })}
      data-testid={`order-${by}`}
    >
      {t(`goods.columns.${by}`)}
      {order === by && <Arrow size={14} aria-hidden="true" />}
    </PressButton>
  )
  return (
    <div className={styles.heads} role="group" aria-label={t('goods.order')}>
      <span />
      {head('name')}
      {head('stock', styles.endHead)}
      {head('code')}
      <span className={styles.shelfHead}>{t('goods.category')}</span>
      {head('price', styles.endHead)}
    </div>
  )
}

interface RowProps extends WalkedRow<GoodsRow> {
  readonly shelves: readonly CategoryView[]
}

const Row = memo(function Row({ row, index, isActive, onFocus, shelves }: RowProps) {
  const ui = useUi()
  const { t } = useTranslation()
  if (row === undefined) return <div className={styles.row} data-index={index} tabIndex={-1} />
  const shelf = shelves.find(({ id }) => id === row.categoryId)
  return (
    <button
      type="button"
      className={styles.row}
      data-index={index}
      data-testid="goods-row"
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onFocus(index)}
      onClick={() => ui.screen.getState().open({ kind: 'goods', row, code: row.code })}
    >
      <span
        className={styles.swatch}
        style={{ '--hue': shelf?.hue ?? NO_HUE } as CSSProperties}
        aria-hidden="true"
      />
      <span className={styles.name}>{row.name}</span>
      <span className={styles.marks}>
        {row.isFavourite && <Star size={16} role="img" aria-label={t('goods.favourites')} />}
        {row.stock !== null && <StockTag {...row.stock} />}
        {row.isExempt && <Tag tone="plain">{t('goods.exempt')}</Tag>}
        {row.isArchived && <Tag tone="wait">{t('goods.isArchived')}</Tag>}
      </span>
      <span className={styles.code}>{row.code}</span>
      <span className={styles.shelf}>{shelf?.name ?? ''}</span>
      <span className={styles.price}>
        {isPriceAsked(row) ? t('goods.asked') : formatClp(row.unitGrossClp)}
        {row.unit === null ? '' : ` ${t('goods.per', { unit: row.unit })}`}
      </span>
    </button>
  )
})

function NoRows() {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, filter, categoryId } = useStore(ui.goods)
  const code = text.trim()
  const isNarrowed = code !== '' || filter !== 'sold' || categoryId !== null
  if (!isNarrowed)
    return (
      <EmptyState icon={<PackageOpen size={30} />} title={t('goods.none')}>
        {t('goods.noneHint')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<SearchX size={30} />} title={t('goods.nothingFound')}>
      {/^\d{4,14}$/.test(code) ? (
        <Button
          onPress={() => ui.screen.getState().open({ kind: 'goods', row: null, code })}
          data-testid="goods-with-code"
        >
          {t('goods.withCode', { code })}
        </Button>
      ) : (
        t('goods.nothingFoundHint')
      )}
    </EmptyState>
  )
}
