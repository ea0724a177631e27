import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LayoutGrid } from 'lucide-react'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import { formatClp } from '#shared/money/clp.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { addTapped } from '../actions/selling.ts'
import { useUi } from '../stores/till-ui.ts'
import { PressButton } from '../kit/press-button.tsx'
import styles from './tiles.module.css'

/**
 * Apart from the grid and above it, on the shelf of everything; gone while somebody looks for
 * something.
 */
export function BestSellers({ hues }: { readonly hues: ReadonlyMap<string, number> }) {
  const ui = useUi()
  const { t } = useTranslation()
  const best = useStore(ui.catalogue, (state) => state.best)
  const isShown = useStore(
    ui.catalogue,
    ({ shelf, resultsFor }) => shelf === 'all' && resultsFor === '',
  )
  const isOwner = useStore(ui.staff, ({ staff }) => staff?.rights.manageStaff === true)
  if (!isShown || (best.length === 0 && !isOwner)) return null
  return (
    <section className={styles.best} aria-label={t('sale.bestSellers')}>
      {best.length > 0 && (
        <p className={styles.bestTitle} aria-hidden="true">
          {t('sale.bestSellers')}
        </p>
      )}
      <div className={styles.bestTiles}>
        {best.map((product) => (
          <PressButton
            key={product.id}
            className={styles.bestTile ?? ''}
            style={{ '--hue': hues.get(product.categoryId) ?? 90 } as CSSProperties}
            preventFocusOnPress
            onPress={() => addTapped(ui, product)}
            data-testid="best-tile"
          >
            <span className={styles.bestName}>{product.name}</span>
            <span className={styles.bestPrice}>
              {isPriceAsked(product) ? t('goods.asked') : formatClp(product.unitGrossClp)}
            </span>
          </PressButton>
        ))}
        {isOwner && (
          <ActionButton
            action="arrangeTiles"
            variant="quiet"
            icon={<LayoutGrid size={20} aria-hidden="true" />}
            className={styles.arrange ?? ''}
            labelClass="visually-hidden"
            data-testid="arrange"
          />
        )}
      </div>
    </section>
  )
}
