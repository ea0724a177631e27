/** Rows of the contract: the catalogue and the open sale. */
import * as goods from '../catalogue/goods.ts'
import * as bulk from '../catalogue/goods-bulk.ts'
import * as labels from '../catalogue/goods-labels.ts'
import * as lists from '../importing/importing.ts'
import * as promotions from '../promotions/inputs.ts'
import * as stock from '../catalogue/stock.ts'
import * as tiles from '../catalogue/tiles.ts'
import * as commands from '../bridge/commands.ts'
import type { OpenSale } from './open-sale/open-sale.ts'
import type { ScaleLayout } from '../catalogue/scale-label.ts'
import type { Need } from '../staff/need.ts'
import { splitSaleInput, type SplitWarning } from './sale/split-sale.ts'
import {
  openPaymentInput,
  parkInput,
  recallInput,
  saveSaleInput,
  type KeptSale,
} from './kept-sale.ts'
import { command, done, gives, later, laterResult, query, result } from '../staff/row.ts'
import type { CommittedSale, SaleIds } from './views.ts'
import { OPEN_SALE_ACTIONS, type ParkedSaleView } from '../staff/views.ts'
import type { CustomerView, TaxpayerAnswer } from '../bridge/views.ts'
import type { ProductView } from '../catalogue/product.ts'

/**
 * Names and prices stand on the shelf for all to read, and the screen learns them while it waits
 * for a PIN: those rows are anyone's.
 */
export const CATALOGUE = {
  searchProducts: query(commands.searchInput, gives<readonly ProductView[]>(), 'anyone'),
  productByCode: query(commands.codeInput, result<ProductView>(), 'served'),
  /**
   * What sells most, the best first: for a screen that knows its codes without asking. A locked one
   * is told nothing of what sells.
   */
  bestSellers: query(commands.bestSellersInput, gives<readonly ProductView[]>(), { locked: [] }),
  /**
   * The catalogue piece by piece, from the beginning (`after` 0) to `next` null: for a screen that
   * wants to know every code.
   */
  productSlice: query(
    commands.productSliceInput,
    gives<{ readonly products: readonly ProductView[]; readonly next: number | null }>(),
    'anyone',
  ),
  saveProduct: command(
    commands.saveProductInput,
    result<ProductView>(),
    'lent:freeLine',
    'product-created',
  ),
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
  priceHistory: query(
    goods.pricesInput,
    result<readonly goods.PriceChange[]>(),
    'own:editCatalogue',
  ),
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
  /**
   * The list on its way into the till; null without one. Of what it is says who may: products are
   * the catalogue's right, customers are that of their list.
   */
  importing: query(lists.importingInput, result<lists.ImportView | null>(), 'content'),
  /** A piece of its file; the last one makes the core read it. */
  sendImport: command(lists.importPartInput, done, 'content'),
  /** What its columns are; it is held against what the till has anew. */
  arrangeImport: command(lists.arrangeImportInput, done, 'content'),
  importRows: query(
    lists.importRowsInput,
    laterResult<{ readonly rows: readonly lists.PlannedRow[]; readonly total: number }>(),
    'content',
  ),
  acceptImport: command(
    lists.importIdInput,
    done,
    'content',
    'goods-imported',
    'customers-imported',
  ),
  cancelImport: command(lists.importIdInput, done, 'content'),
  /** What there is of the product of a code, for who counts or receives. */
  stockByCode: query(commands.codeInput, result<stock.StockedProduct>(), 'own:stock'),
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
  /** What the counter prices an open sale with. */
  offers: query(null, gives<promotions.OffersView>(), {
    locked: { promotions: [], priceLists: [] },
  }),
  promotions: query(null, result<readonly promotions.PromotionView[]>(), 'own:promotions'),
  savePromotion: command(promotions.savePromotionInput, done, 'own:promotions', 'promotion-saved'),
  switchPromotion: command(
    promotions.switchPromotionInput,
    done,
    'own:promotions',
    'promotion-switched',
  ),
  priceLists: query(null, result<readonly promotions.PriceListView[]>(), 'own:promotions'),
  savePriceList: command(promotions.savePriceListInput, done, 'own:promotions', 'price-list-saved'),
  /** Who bought by an archived one pays the shelf's prices again. */
  archivePriceList: command(
    promotions.archivePriceListInput,
    done,
    'own:promotions',
    'price-list-switched',
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
    commands.saveScaleLayoutsInput,
    result<readonly ScaleLayout[]>(),
    'settings',
    'settings-changed',
  ),
}

export const SALE = {
  /** The open sale as the core has it. */
  loadDraft: query(null, gives<KeptSale>(), { locked: { sale: null, hold: 'free' } }),
  /**
   * Keeps the open sale; refused to a screen that does not hold it, and for a sale that is charged
   * or parked.
   */
  saveDraft: command(
    saveSaleInput,
    done,
    'served',
    'line-removed',
    'quantity-lowered',
    'price-change',
    'cart-cleared',
    'payment-dropped',
  ),
  /** From here on this screen holds the open sale; the one that did is told. */
  takeSale: command(null, gives<KeptSale>(), { locked: { sale: null, hold: 'elsewhere' } }),
  /** Puts the sale aside as it is, payment, customer and ids with it, and leaves none. */
  parkSale: command(parkInput, result<ParkedSaleView>(), 'served', 'payment-parked'),
  parkedSales: query(null, gives<readonly ParkedSaleView[]>(), { locked: [] }),
  /** Takes a parked sale up and parks what was on screen, in one step. */
  recallSale: command(
    recallInput,
    result<OpenSale>(),
    'served',
    'sale-handed-over',
    'payment-parked',
  ),
  discardParked: command(
    commands.discardParkedInput,
    done,
    'lent:discardParked',
    'parked-discarded',
  ),
  /** What of these lines needs somebody else's PIN. */
  saleNeeds: query(commands.saleNeedsInput, gives<readonly Need[]>(), { locked: [] }),
  /**
   * Keeps the sale and makes its reference, once; asking again gives the same one. Without a sale:
   * of what the core has.
   */
  openSale: command(openPaymentInput, result<SaleIds>(), 'served'),
  /**
   * Charges. The same sale again from the same screen is answered again; from another one it is
   * refused.
   */
  commitSale: command(
    commands.commitInput,
    result<CommittedSale>(),
    'content',
    ...OPEN_SALE_ACTIONS,
    'payment-dropped',
    'credit-used',
    'sale-split',
  ),
  openDrawer: command(
    commands.openDrawerInput,
    laterResult<null>(),
    'lent:openDrawer',
    'drawer-opened',
  ),
  /**
   * Receipts that together with this one may be one sale split below 135 UF; null = none seen.
   * Warns, never blocks.
   */
  splitSale: query(splitSaleInput, gives<SplitWarning | null>(), { locked: null }),
  /** Known customers by RUT or name, the latest first. */
  findCustomers: query(commands.findCustomersInput, gives<readonly CustomerView[]>(), {
    locked: [],
  }),
  /**
   * Asks the service for the name of a taxpayer. Never needed for a sale; `unavailable` when nobody
   * answers.
   */
  lookUpTaxpayer: query(commands.lookUpTaxpayerInput, later<TaxpayerAnswer>(), {
    locked: { kind: 'unavailable' },
  }),
}
