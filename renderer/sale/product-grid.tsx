import {
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PackagePlus, PackageSearch, Star, Tag } from 'lucide-react'
import { formatClp } from '#shared/money/clp.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { addTapped } from '../actions/selling.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { EmptyState } from '../kit/notice.tsx'
import { Unread } from '../kit/unread.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { BestSellers } from './best-sellers.tsx'
import { StockFigure } from '../kit/stock-left.tsx'
import { TilePicture } from '../kit/tile-picture.tsx'
import styles from './sale.module.css'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'
import { createTileNodes } from './tile-nodes.ts'
import { useTileWalk } from './use-tile-walk.ts'

/**
 * About a screenful, drawn at once; what lies below follows when the page has time, and gives way
 * to the next key.
 */
const FIRST_TILES = 40
/** Longer than from key to key: what lies below is twice the work of the screenful. */
const HAND_RESTS_MS = 250

export function ProductGrid() {
  const ui = useUi()
  const { t } = useTranslation()
  const results = useStore(ui.catalogue, (state) => state.results)
  // Not the text being typed: the grid changes when its products do, not with every key or scanned
  // digit.
  const text = useStore(ui.catalogue, (state) => state.resultsFor)
  const phase = useStore(ui.catalogue, (state) => state.phase)
  const shelf = useStore(ui.catalogue, (state) => state.shelf)
  const highlighted = useStore(ui.catalogue, (state) => state.highlighted)
  const hues = useHues(ui)
  const showsStock = useStore(ui.status, ({ bootstrap }) => bootstrap?.tilesShowStock === true)
  const question = JSON.stringify([text, shelf])
  const walk = useTileWalk(question)
  const drawn = useDrawn(results, question, text === '' ? 0 : HAND_RESTS_MS)
  const keys = useTileKeys(question, drawn, walk.ref)

  if (phase === 'loading') return <GridSkeleton label={t('common.loading')} />
  if (phase === 'failed') {
    return (
      <Unread
        title={t('sale.searchFailed')}
        onRetry={() => void ui.catalogue.getState().refresh()}
      />
    )
  }
  if (results.length === 0) {
    if (text !== '')
      return (
        <EmptyState icon={<PackageSearch size={32} />} title={t('sale.nothingFound', { text })}>
          {t('sale.nothingFoundHint')}
        </EmptyState>
      )
    return shelf === 'favourites' ? (
      <EmptyState icon={<Star size={32} />} title={t('sale.noFavourites')}>
        {t('sale.noFavouritesHint')}
      </EmptyState>
    ) : (
      <NothingYet isWholeShop={shelf === 'all'} />
    )
  }
  return (
    <div
      {...walk}
      className={styles.grid}
      role="group"
      aria-label={t('sale.products', { count: results.length })}
    >
      <BestSellers hues={hues} />
      {drawn.map((product, index) => (
        <Tile
          key={keys[index]}
          ui={ui}
          product={product}
          hue={hues.get(product.categoryId) ?? 90}
          isHighlighted={text !== '' && index === highlighted}
          exemptLabel={t('sale.exempt')}
          askedLabel={t('goods.asked')}
          showsStock={showsStock}
        />
      ))}
    </div>
  )
}

/**
 * What was drawn whole once is never drawn shorter while the same is asked: a tile that is looked
 * for again would come under another finger.
 */
function useDrawn(
  results: readonly ProductView[],
  question: string,
  afterMs: number,
): readonly ProductView[] {
  const [wholeFor, setWholeFor] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setWholeFor(question)), afterMs)
    return () => clearTimeout(timer)
  }, [question, afterMs])
  const isWhole = wholeFor === question
  return useMemo(() => (isWhole ? results : results.slice(0, FIRST_TILES)), [isWhole, results])
}

function useTileKeys(
  question: string,
  drawn: readonly ProductView[],
  grid: RefObject<HTMLElement | null>,
): readonly number[] {
  const [keysOf] = useState(createTileNodes)
  return useMemo(() => {
    const ids = drawn.map(({ id }) => id)
    return keysOf(question, ids, () => grid.current?.querySelector(':active, :focus') != null)
  }, [keysOf, question, drawn, grid])
}

/** A shop's first day: nobody else's products are in it, and two ways lead to the first sale. */
function NothingYet({ isWholeShop }: { readonly isWholeShop: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<PackagePlus size={32} />}
      title={t(isWholeShop ? 'sale.noProducts' : 'sale.noneInCategory')}
    >
      <p>{t('sale.noProductsHint')}</p>
      <div className={styles.firstSteps} data-testid="no-products">
        <ActionButton
          action="newProduct"
          variant="primary"
          icon={<PackagePlus size={20} aria-hidden="true" />}
          data-testid="new-product"
        />
        <ActionButton action="freeLine" icon={<Tag size={20} aria-hidden="true" />} />
      </div>
    </EmptyState>
  )
}

const Tile = memo(function Tile({
  ui,
  product,
  hue,
  isHighlighted,
  exemptLabel,
  askedLabel,
  showsStock,
}: {
  readonly ui: TillUi
  readonly product: ProductView
  readonly hue: number
  readonly isHighlighted: boolean
  readonly exemptLabel: string
  readonly askedLabel: string
  readonly showsStock: boolean
}) {
  const tile = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isHighlighted) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isHighlighted, product.id])
  return (
    <PressButton
      ref={tile}
      className={styles.tile ?? ''}
      style={{ '--hue': hue } as CSSProperties}
      data-highlighted={isHighlighted || undefined}
      data-testid="product-tile"
      // Left in the search field by a tap, Enter does not press this tile again.
      preventFocusOnPress
      excludeFromTabOrder
      onPress={() => addTapped(ui, product)}
    >
      <TilePicture ui={ui} product={product} />
      <span className={styles.tileName}>{product.name}</span>
      <span className={styles.tileFoot}>
        <span className={styles.tilePrice}>
          {isPriceAsked(product) ? askedLabel : formatClp(product.unitGrossClp)}
          {product.unit !== null && <span className={styles.tileUnit}> / {product.unit}</span>}
        </span>
        {product.isExempt && <span className={styles.exempt}>{exemptLabel}</span>}
        {showsStock && product.stock != null && (
          <StockFigure stock={product.stock} unit={product.unit} />
        )}
      </span>
    </PressButton>
  )
})

function useHues(ui: TillUi): ReadonlyMap<string, number> {
  const categories = useStore(ui.status, (state) => state.bootstrap?.categories)
  return useMemo(
    () => new Map(categories?.map((category) => [category.id, category.hue])),
    [categories],
  )
}

const SKELETON_TILES = 12

function GridSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.grid} aria-busy="true" aria-label={label} role="group">
      {Array.from({ length: SKELETON_TILES }, (_, index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  )
}
