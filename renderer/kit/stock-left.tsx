import { useTranslation } from 'react-i18next'
import type { StockState } from '#shared/catalogue/stock.ts'
import { formatStock } from '#shared/catalogue/decide-stock.ts'
import { stockLevel } from '#shared/catalogue/goods-filter.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import styles from './stock-left.module.css'

/** What there is of a product, in words; nothing of one whose stock nobody keeps. */
export function StockLeft({ product }: { readonly product: ProductView }) {
  const { t } = useTranslation()
  const { stock = null, unit } = product
  if (stock === null) return null
  return (
    <span className={styles.left} data-level={stockLevel(stock)} data-testid="stock-left">
      {t(`price.stock.${stockLevel(stock)}`, { amount: amountOf(stock, unit) })}
    </span>
  )
}

/** Only the figure, for a key; the words are for who hears them. */
export function StockFigure({ stock, unit }: { stock: StockState; unit: string | null }) {
  const { t } = useTranslation()
  const [level, amount] = [stockLevel(stock), amountOf(stock, unit)]
  return (
    <span className={styles.figure} data-level={level} data-testid="tile-stock">
      <span aria-hidden="true">{amount}</span>
      <span className="visually-hidden">{t(`price.stock.${level}`, { amount })}</span>
    </span>
  )
}

const amountOf = ({ milli }: StockState, unit: string | null) =>
  formatStock(milli) + (unit === null ? '' : ` ${unit}`)
