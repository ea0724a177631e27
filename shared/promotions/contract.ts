/** Rows of the contract: promotions and price lists. */
import { command, done, gives, query, result } from '../staff/row.ts'
import * as promotions from './inputs.ts'

export const PROMOTIONS = {
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
}
