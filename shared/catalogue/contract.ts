/** Rows of the contract: the catalogue. */
import { command, done, gives, laterResult, query, result } from '../staff/row.ts'
import * as bulk from './goods-bulk.ts'
import * as labels from './goods-labels.ts'
import * as goods from './goods.ts'
import {
  bestSellersInput,
  codeInput,
  productSliceInput,
  saveProductInput,
  saveScaleLayoutsInput,
  searchInput,
} from './inputs.ts'
import type { ProductView } from './product.ts'
import type { ScaleLayout } from './scale-label.ts'
import * as stock from './stock.ts'
import * as tiles from './tiles.ts'

/**
 * Names and prices stand on the shelf for all to read, and the screen learns them while it waits
 * for a PIN: those rows are anyone's.
 */
export const CATALOGUE = {
  searchProducts: query(searchInput, gives<readonly ProductView[]>(), 'anyone'),
  productByCode: query(codeInput, result<ProductView>(), 'served'),
  /**
   * What sells most, the best first: for a screen that knows its codes without asking. A locked one
   * is told nothing of what sells.
   */
  bestSellers: query(bestSellersInput, gives<readonly ProductView[]>(), { locked: [] }),
  /**
   * The catalogue piece by piece, from the beginning (`after` 0) to `next` null: for a screen that
   * wants to know every code.
   */
  productSlice: query(
    productSliceInput,
    gives<{ readonly products: readonly ProductView[]; readonly next: number | null }>(),
    'anyone',
  ),
  saveProduct: command(saveProductInput, result<ProductView>(), 'lent:freeLine', 'product-created'),
  /** The catalogue as its owner keeps it, a window at a time. */
  goods: query(goods.goodsInput, result<goods.GoodsPage>(), 'own:editCatalogue'),
  saveGoods: command(
    goods.saveGoodsInput,
    result<goods.GoodsRow>(),
    'own:editCatalogue',
    'product-created',
    'product-changed',
  ),
  /** The prices a product had, the newest change first. */
  priceHistory: query(goods.pricesInput, result<goods.PriceHistory>(), 'own:editCatalogue'),
  /** Out of sale, or back into it. What was sold keeps its product. */
  archiveProduct: command(
    goods.archiveInput,
    done,
    'own:editCatalogue',
    'product-archived',
    'product-restored',
  ),
  /** What one change to many products would do. */
  previewBulk: query(bulk.bulkInput, result<bulk.BulkPreview>(), 'own:editCatalogue'),
  applyBulk: command(
    bulk.applyBulkInput,
    result<bulk.BulkDone>(),
    'own:editCatalogue',
    'product-changed',
    'product-archived',
    'product-restored',
  ),
  /** Takes the last one back, but for products that somebody has changed since. */
  undoBulk: command(
    null,
    result<bulk.BulkDone>(),
    'own:editCatalogue',
    'product-changed',
    'product-archived',
    'product-restored',
  ),
  /** Puts labels out on the printer of this till; nothing of them is kept. */
  printLabels: command(
    labels.labelsInput,
    laterResult<labels.LabelsPrinted>(),
    'own:editCatalogue',
  ),
  labelSheets: query(labels.labelsInput, laterResult<labels.LabelSheets>(), 'own:editCatalogue'),
  /** What there is of the product of a code, for who counts or receives. */
  stockByCode: query(codeInput, result<stock.StockedProduct>(), 'own:stock'),
  /** The movements of a product, the newest first. */
  stockMoves: query(stock.stockMovesInput, result<readonly stock.StockMove[]>(), 'own:stock'),
  /** Whether stock is kept of a product, and below what it runs out. */
  setStock: command(stock.setStockInput, done, 'own:stock', 'stock-switched'),
  /** Receives, corrects or counts; the same `moveId` again is the same movement. */
  moveStock: command(
    stock.moveStockInput,
    done,
    'own:stock',
    'stock-switched',
    'stock-received',
    'stock-corrected',
    'stock-counted',
  ),
  saveCategory: command(goods.saveCategoryInput, done, 'own:editCatalogue', 'category-changed'),
  moveCategory: command(goods.moveCategoryInput, done, 'own:editCatalogue', 'category-changed'),
  /** For a shop without a shelf, which nobody fills unasked. */
  addExampleCategories: command(null, done, 'own:editCatalogue', 'category-changed'),
  /** Puts a tile beside another one in the fixed grid. */
  moveTile: command(tiles.moveTileInput, done, 'own:manageStaff'),
  setProductPicture: command(tiles.setPictureInput, done, 'own:manageStaff'),
  /** Those that have one, in the order asked for. */
  productPictures: query(tiles.picturesInput, gives<readonly tiles.ProductPicture[]>(), 'anyone'),
  scaleLayouts: query(null, gives<readonly ScaleLayout[]>(), { locked: [] }),
  saveScaleLayouts: command(
    saveScaleLayoutsInput,
    result<readonly ScaleLayout[]>(),
    'settings',
    'settings-changed',
  ),
}
