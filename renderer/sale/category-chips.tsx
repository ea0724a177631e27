import type { CSSProperties } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Star } from 'lucide-react'
import { useUi } from '../app/till-ui.ts'
import type { CategoryView } from '#shared/bridge/views.ts'
import type { Shelf } from '../stores/catalogue-store.ts'
import styles from './sale.module.css'

const NO_CATEGORIES: readonly CategoryView[] = []

export function CategoryChips() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelf = useStore(ui.catalogue, (state) => state.shelf)
  const categories = useStore(ui.status, (state) => state.bootstrap?.categories ?? NO_CATEGORIES)
  return (
    <ToggleButtonGroup
      className={styles.chips ?? ''} aria-label={t('sale.categories')} selectionMode="single" disallowEmptySelection
      selectedKeys={[keyOf(shelf)]}
      onSelectionChange={(keys) => ui.catalogue.getState().setShelf(shelfOf(String([...keys][0])))}
    >
      <ToggleButton id="all" className={styles.chip ?? ''}>{t('sale.all')}</ToggleButton>
      <ToggleButton id="favourites" className={styles.chip ?? ''}>
        <Star size={17} aria-hidden="true" />
        {t('sale.favourites')}
      </ToggleButton>
      {categories.map((category) => (
        <ToggleButton key={category.id} id={`category:${category.id}`} className={styles.chip ?? ''}>
          <span className={styles.swatch} style={{ '--hue': category.hue } as CSSProperties} aria-hidden="true" />
          {category.name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function keyOf(shelf: Shelf): string {
  return typeof shelf === 'object' ? `category:${shelf.categoryId}` : shelf
}

function shelfOf(key: string): Shelf {
  if (key === 'all' || key === 'favourites') return key
  return { categoryId: key.slice('category:'.length) }
}
