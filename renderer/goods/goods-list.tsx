import { memo, type CSSProperties, type KeyboardEvent } from 'react'
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
import { countOf, isPicked } from '../stores/goods-picks.ts'
import { useUi } from '../stores/till-ui.ts'
import { PickAll, PickBar, PickCount } from './pick-bar.tsx'
import { PriceCell, useTypedPrice, type TypedPrice } from './price-cell.tsx'
import { StockTag } from './stock-part.tsx'
import { usePicks } from './use-picks.ts'
import { useShelves } from '../kit/use-shelves.ts'
import cells from './cells.module.css'
import styles from './goods.module.css'

const NO_HUE = 90

export function GoodsList() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useShelves()
  const of = usePicks()
  const price = useTypedPrice()
  const { picks, total, onPick } = of
  return (
    <div className={styles.table} onKeyDown={of.onKeyDown}>
      <div>
        {countOf(picks, total) > 0 ? <PickBar of={of} /> : <Heads of={of} />}
        <PickCount of={of} />
      </div>
      <WalkedList
        store={ui.goods}
        label={t('goods.list')}
        words={{ refused: t('goods.refused'), failed: t('goods.failed') }}
        empty={<NoRows />}
        isPicked={(row) => isPicked(picks, row.id)}
        renderRow={({ row, ...place }) =>
          row === undefined ? (
            <div role="gridcell" className={styles.row} data-index={place.index} tabIndex={-1} />
          ) : (
            <PickedRow
              {...place}
              row={row}
              shelves={shelves}
              isMarked={isPicked(picks, row.id)}
              onPick={onPick}
              price={price}
            />
          )
        }
      />
    </div>
  )
}

/** A press on a head stands the list in its order, another one the other way round. */
function Heads({ of }: { readonly of: ReturnType<typeof usePicks> }) {
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
      <PickAll of={of} />
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
  readonly row: GoodsRow
  readonly shelves: readonly CategoryView[]
}

interface PickedRowProps extends RowProps {
  readonly isMarked: boolean
  readonly onPick: ReturnType<typeof usePicks>['onPick']
  readonly price: TypedPrice
}

/** The row opens its product; its box marks it, and its price is changed where it stands. */
function PickedRow({ isMarked, onPick, price, ...place }: PickedRowProps) {
  const { t } = useTranslation()
  const { row, index } = place
  return (
    <div className={cells.cells} data-marked={isMarked} onKeyDown={(event) => walkCells(event)}>
      <span role="gridcell" className={cells.pickCell}>
        <label className={cells.pick}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isMarked}
            onChange={(event) => onPick(row, index, event.nativeEvent as unknown as MouseEvent)}
            aria-label={t('goodsPicks.pick', { name: row.name })}
            data-testid="pick"
          />
        </label>
      </span>
      <span role="gridcell">
        <Row {...place} />
      </span>
      <span role="gridcell" className={cells.priceCell}>
        <PriceCell row={row} index={index} price={price} />
      </span>
    </div>
  )
}

/** From the row to its price, and back. */
function walkCells({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (!(target instanceof HTMLButtonElement)) return
  const isRow = target.dataset['index'] !== undefined
  const to = isRow && key === 'ArrowRight' ? 'goods-price-key' : key === 'ArrowLeft' && 'goods-row'
  if (to !== false) currentTarget.querySelector<HTMLElement>(`[data-testid=${to}]`)?.focus()
}

const Row = memo(function Row({ row, index, isActive, onFocus, shelves }: RowProps) {
  const ui = useUi()
  const { t } = useTranslation()
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
