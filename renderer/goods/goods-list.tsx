import { memo, useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PackageOpen, RefreshCw, SearchX, ShieldAlert, Star, WifiOff } from 'lucide-react'
import type { GoodsRow } from '#shared/bridge/goods.ts'
import type { CategoryView } from '#shared/bridge/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { Button } from '../components/button.tsx'
import { EmptyState, Tag } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { StockTag } from './stock-part.tsx'
import { useShelves } from './use-shelves.ts'
import styles from './goods.module.css'

const ROW_HEIGHT_PX = 56
const NO_HUE = 90

export function GoodsList() {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { phase, total, problem } = useStore(ui.goods)
  if (problem !== null)
    return (
      <EmptyState icon={<ShieldAlert size={30} />} title={t('goods.refused')}>
        {refusalText(problem)}
      </EmptyState>
    )
  if (phase === 'failed')
    return (
      <EmptyState icon={<WifiOff size={30} />} title={t('goods.failed')}>
        <Button onPress={() => ui.goods.getState().ask({})}>
          <RefreshCw size={18} aria-hidden="true" />
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    )
  return phase === 'ready' && total === 0 ? <NoRows /> : <Rows />
}

function Rows() {
  const ui = useUi()
  const { t } = useTranslation()
  const { rows, total } = useStore(ui.goods)
  const shelves = useShelves()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => ui.goods.getState().want(first, last), [ui, first, last])
  const { active, onKeyDown, setActive } = useWalk(scroller, total, (index) =>
    virtualizer.scrollToIndex(index),
  )
  return (
    <div ref={scroller} className={styles.list} tabIndex={-1} onKeyDown={onKeyDown}>
      <div
        role="list"
        aria-label={t('goods.list')}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="listitem"
            aria-setsize={total}
            aria-posinset={index + 1}
            className={styles.rowPlace}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row
              row={rows.get(index)}
              index={index}
              isActive={index === Math.min(active, total - 1)}
              onFocus={setActive}
              shelves={shelves}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The arrows, page keys, Home and End walk the list; Tab comes to one row of it. */
function useWalk(
  scroller: { readonly current: HTMLDivElement | null },
  total: number,
  show: (index: number) => void,
) {
  const [active, setActive] = useState(0)
  const goesTo = useRef<number | null>(null)
  // A row far away is drawn only once it has been scrolled to.
  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${goesTo.current}"]`)
    if (goesTo.current === null || row == null) return
    goesTo.current = null
    row.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT_PX) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), total - 1)
    goesTo.current = next
    setActive(next)
    show(next)
  }
  return { active, onKeyDown, setActive }
}

interface RowProps {
  /** Undefined until it has been read. */
  readonly row: GoodsRow | undefined
  readonly index: number
  readonly isActive: boolean
  readonly onFocus: (index: number) => void
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
        {formatClp(row.unitGrossClp)}
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
