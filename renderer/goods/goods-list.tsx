import { memo, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowDown, ArrowUp, PackageOpen, SearchX, Star } from 'lucide-react'
import type { GoodsColumn, GoodsOrder, GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import { formatClp } from '#shared/money/clp.ts'
import { mayKeepStock } from '../actions/goods-actions.ts'
import { Button } from '../kit/button.tsx'
import { EmptyState, Tag } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { TilePicture } from '../kit/tile-picture.tsx'
import { WalkedList, type WalkedRow } from '../kit/walked-list.tsx'
import { countOf, isPicked } from '../stores/goods-picks.ts'
import { useUi } from '../stores/till-ui.ts'
import { PickAll, PickBar, PickCount } from './pick-bar.tsx'
import { StockTag } from './stock-part.tsx'
import { TypedCell } from './typed-cell.tsx'
import { useGoodsColumns } from './use-columns.ts'
import { useTypedCell, type TypedCell as Typed } from './use-typed-cell.ts'
import { usePicks } from './use-picks.ts'
import { useShelves } from '../kit/use-shelves.ts'
import cells from './cells.module.css'
import styles from './columns.module.css'
import goods from './goods.module.css'

const NO_HUE = 90
/** Of money the most is asked for first, of all else the least. */
const FALLS_FIRST: readonly GoodsOrder[] = ['price']

export function GoodsList() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useShelves()
  const of = usePicks()
  const cell = useTypedCell()
  const columns = useGoodsColumns()
  const mayCount = useStore(ui.staff, () => mayKeepStock(ui))
  const { picks, total, onPick } = of
  return (
    <div className={styles.table} onKeyDown={of.onKeyDown}>
      <div>
        {countOf(picks, total) > 0 ? <PickBar of={of} /> : <Heads of={of} columns={columns} />}
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
              columns={columns}
              mayCount={mayCount}
              isMarked={isPicked(picks, row.id)}
              onPick={onPick}
              cell={cell}
            />
          )
        }
      />
    </div>
  )
}

/** A press on a head stands the list in its order, another one the other way round. */
function Heads({
  of,
  columns,
}: {
  readonly of: ReturnType<typeof usePicks>
  readonly columns: readonly GoodsColumn[]
}) {
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
      onPress={() =>
        ask({ order: by, isDescending: order === by ? !isDescending : FALLS_FIRST.includes(by) })
      }
      data-testid={`order-${by}`}
    >
      {t(`goods.columns.${by}`)}
      {order === by && <Arrow size={14} aria-hidden="true" />}
    </PressButton>
  )
  return (
    <div className={styles.heads} role="group" aria-label={t('goods.order')}>
      <PickAll of={of} />
      <span className={columns.includes('picture') ? styles.picture : styles.hue} />
      {head('name', styles.nameCell)}
      {columns.includes('code') && head('code', styles.code)}
      {columns.includes('category') && (
        <span className={styles.shelf}>{t('goods.columns.category')}</span>
      )}
      {columns.includes('cost') && <span className={styles.cost}>{t('goods.columns.cost')}</span>}
      {columns.includes('stock') && head('stock', styles.stockCell)}
      {head('price', styles.price)}
    </div>
  )
}

interface RowProps extends WalkedRow<GoodsRow> {
  readonly row: GoodsRow
  readonly shelves: readonly CategoryView[]
  readonly columns: readonly GoodsColumn[]
}

interface PickedRowProps extends RowProps {
  readonly isMarked: boolean
  readonly onPick: ReturnType<typeof usePicks>['onPick']
  readonly mayCount: boolean
  readonly cell: Typed
}

/** The row opens its product; its box marks it, price and stock are changed where they stand. */
const PickedRow = memo(function PickedRow({
  isMarked,
  onPick,
  mayCount,
  cell,
  ...place
}: PickedRowProps) {
  const { t } = useTranslation()
  const { row, index, columns } = place
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
      {mayCount && row.stock !== null && columns.includes('stock') && (
        <span role="gridcell" className={cells.stockCell}>
          <TypedCell column="stock" row={row} index={index} cell={cell} />
        </span>
      )}
      <span role="gridcell" className={cells.priceCell}>
        <TypedCell column="price" row={row} index={index} cell={cell} />
      </span>
    </div>
  )
})

/** From the row to what is typed in it, and back. */
function walkCells({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (by === 0 || !(target instanceof HTMLButtonElement)) return
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('button[data-index], [data-cell]')]
  stops[stops.indexOf(target) + by]?.focus()
}

interface Cell {
  readonly column: GoodsColumn
  readonly className: string | undefined
  readonly shows: (row: GoodsRow, shelf: CategoryView | undefined) => ReactNode
}

/** Between the name and the price, in this order. */
const CELLS: readonly Cell[] = [
  { column: 'code', className: styles.code, shows: ({ code }) => code },
  { column: 'category', className: styles.shelf, shows: (_, shelf) => shelf?.name ?? '' },
  {
    ...{ column: 'cost', className: styles.cost },
    shows: ({ costNetClp: cost }) => (cost === null ? '' : formatClp(cost)),
  },
  {
    ...{ column: 'stock', className: styles.stockCell },
    shows: ({ stock }) => stock !== null && <StockTag {...stock} />,
  },
]

const Row = memo(function Row({ row, index, isActive, onFocus, shelves, columns }: RowProps) {
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
        className={columns.includes('picture') ? styles.picture : styles.hue}
        style={{ '--hue': shelf?.hue ?? NO_HUE } as CSSProperties}
        aria-hidden="true"
      >
        {columns.includes('picture') && row.pictureId != null ? (
          <TilePicture ui={ui} product={row} isSmall />
        ) : (
          <span className={goods.swatch} />
        )}
      </span>
      <span className={styles.nameCell}>
        <span className={styles.name} data-testid="goods-row-name">
          {row.name}
        </span>
        {row.isFavourite && <Star size={16} role="img" aria-label={t('goods.favourites')} />}
        {row.isExempt && <Tag tone="plain">{t('goods.exempt')}</Tag>}
        {row.isArchived && <Tag tone="wait">{t('goods.isArchived')}</Tag>}
      </span>
      {CELLS.filter(({ column }) => columns.includes(column)).map((cell) => (
        <span key={cell.column} className={cell.className}>
          {cell.shows(row, shelf)}
        </span>
      ))}
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
