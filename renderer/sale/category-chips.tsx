import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ChevronLeft, ChevronRight, Star } from 'lucide-react'
import { keyOf } from '../actions/registry.ts'
import { useUi } from '../stores/till-ui.ts'
import { KeyCap } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import type { CategoryView } from '#shared/catalogue/category.ts'
import type { Shelf } from '../stores/catalogue-store.ts'
import styles from './sale.module.css'

const NO_CATEGORIES: readonly CategoryView[] = []
/** One press brings most of a row: what was last in sight stays in sight. */
const PAGE_SHARE = 0.7

export function CategoryChips() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelf = useStore(ui.catalogue, (state) => state.shelf)
  const categories = useStore(ui.status, (state) => state.bootstrap?.categories ?? NO_CATEGORIES)
  const row = useRef<HTMLDivElement>(null)
  const hidden = useHiddenSides(row, categories)
  const turn = (way: 1 | -1) =>
    row.current?.scrollBy({ left: way * row.current.clientWidth * PAGE_SHARE })
  return (
    <div
      className={styles.chipRow}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
    >
      <ToggleButtonGroup
        ref={row}
        className={styles.chips ?? ''}
        aria-label={t('sale.categories')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[idOf(shelf)]}
        onSelectionChange={(keys) =>
          ui.catalogue.getState().setShelf(shelfOf(String([...keys][0])))
        }
      >
        <ToggleButton id="all" className={styles.chip ?? ''}>
          {t('sale.all')}
        </ToggleButton>
        <ToggleButton id="favourites" className={styles.chip ?? ''}>
          <Star size={17} aria-hidden="true" />
          {t('sale.favourites')}
          <KeyCap name={keyOf('favourites')} />
        </ToggleButton>
        {categories.map((category) => (
          <ToggleButton
            key={category.id}
            id={`category:${category.id}`}
            className={styles.chip ?? ''}
          >
            <span
              className={styles.swatch}
              style={{ '--hue': category.hue } as CSSProperties}
              aria-hidden="true"
            />
            {category.name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {/* For the mouse: a finger draws the row along, the arrow keys walk it. */}
      {hidden.before && <Turn side="before" onPress={() => turn(-1)} />}
      {hidden.after && <Turn side="after" onPress={() => turn(1)} />}
    </div>
  )
}

function Turn({
  side,
  onPress,
}: {
  readonly side: 'before' | 'after'
  readonly onPress: () => void
}) {
  const { t } = useTranslation()
  const Icon = side === 'before' ? ChevronLeft : ChevronRight
  return (
    <PressButton
      className={`${styles.turn} ${side === 'before' ? styles.turnBefore : styles.turnAfter}`}
      excludeFromTabOrder
      preventFocusOnPress
      aria-label={t('sale.moreCategories')}
      onPress={onPress}
      data-testid={`chips-${side}`}
    >
      <Icon size={22} aria-hidden="true" />
    </PressButton>
  )
}

/**
 * Whether chips lie beyond either end of the row; and the wheel of a mouse, which only knows up and
 * down, moves it along.
 */
function useHiddenSides(
  row: RefObject<HTMLDivElement | null>,
  categories: readonly CategoryView[],
) {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const look = () => {
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setHidden((old) => (old.before === before && old.after === after ? old : { before, after }))
    }
    const onWheel = (event: WheelEvent) => {
      if (event.deltaX === 0) element.scrollBy({ left: event.deltaY, behavior: 'instant' })
    }
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: true })
    look()
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
      element.removeEventListener('wheel', onWheel)
    }
  }, [row, categories])
  return hidden
}

function idOf(shelf: Shelf): string {
  return typeof shelf === 'object' ? `category:${shelf.categoryId}` : shelf
}

function shelfOf(key: string): Shelf {
  if (key === 'all' || key === 'favourites') return key
  return { categoryId: key.slice('category:'.length) }
}
