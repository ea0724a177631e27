import { CartPanel } from './cart-panel.tsx'
import { CategoryChips } from './category-chips.tsx'
import { ProductGrid } from './product-grid.tsx'
import { SearchBar } from './search-bar.tsx'
import { useTranslation } from 'react-i18next'
import styles from './sale.module.css'

export function SaleScreen() {
  const { t } = useTranslation()
  return (
    <main className={styles.screen}>
      <section className={styles.shelf} aria-label={t('sale.shelf')}>
        <h1 className="visually-hidden">{t('sale.title')}</h1>
        <SearchBar />
        <CategoryChips />
        <ProductGrid />
      </section>
      <CartPanel />
    </main>
  )
}
