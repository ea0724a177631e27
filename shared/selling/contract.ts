/** Rows of the contract: the open sale, and what somebody else's PIN opens of it. */
import type { Need } from '../staff/need.ts'
import { atRest, command, done, gives, laterResult, query, result } from '../staff/row.ts'
import { OPEN_SALE_ACTIONS, type Approval, type ParkedSaleView } from '../staff/views.ts'
import {
  approveInput,
  commitInput,
  discardParkedInput,
  openDrawerInput,
  saleNeedsInput,
} from './inputs.ts'
import {
  type KeptSale,
  openPaymentInput,
  parkInput,
  recallInput,
  saveSaleInput,
} from './kept-sale.ts'
import type { OpenSale } from './open-sale/open-sale.ts'
import { splitSaleInput, type SplitWarning } from './sale/split-sale.ts'
import type { CommittedSale, SaleIds } from './views.ts'

/** What vanishes from the open sale, or becomes less, whichever command changes it. */
const TAKEN_OUT = [
  'line-removed',
  'quantity-lowered',
  'price-change',
  'cart-cleared',
  'payment-dropped',
] as const

export const SALE = {
  /** The open sale as the core has it. */
  loadDraft: query(null, gives<KeptSale>(), { locked: { sale: null, hold: 'free' } }),
  /**
   * Keeps the open sale; refused to a screen that does not hold it, and for a sale that is charged
   * or parked.
   */
  saveDraft: command(saveSaleInput, done, 'served', ...TAKEN_OUT),
  /** From here on this screen holds the open sale; the one that did is told. */
  takeSale: atRest(command(null, gives<KeptSale>(), { locked: { sale: null, hold: 'elsewhere' } })),
  /** Puts the sale aside as it is, payment, customer and ids with it, and leaves none. */
  parkSale: command(parkInput, result<ParkedSaleView>(), 'served', ...TAKEN_OUT, 'payment-parked'),
  parkedSales: query(null, gives<readonly ParkedSaleView[]>(), { locked: [] }),
  /** Takes a parked sale up and parks what was on screen, in one step. */
  recallSale: command(
    recallInput,
    result<OpenSale>(),
    'served',
    ...TAKEN_OUT,
    'sale-handed-over',
    'payment-parked',
  ),
  discardParked: command(discardParkedInput, done, 'lent:discardParked', 'parked-discarded'),
  /** What of these lines needs somebody else's PIN. */
  saleNeeds: query(saleNeedsInput, gives<readonly Need[]>(), { locked: [] }),
  /**
   * Keeps the sale and makes its reference, once; asking again gives the same one. Without a sale:
   * of what the core has.
   */
  openSale: command(openPaymentInput, result<SaleIds>(), 'served', ...TAKEN_OUT),
  /**
   * Charges. The same sale again from the same screen is answered again; from another one it is
   * refused.
   */
  commitSale: command(
    commitInput,
    result<CommittedSale>(),
    'content',
    ...OPEN_SALE_ACTIONS,
    ...TAKEN_OUT,
    'credit-used',
    'sale-split',
  ),
  openDrawer: command(openDrawerInput, laterResult<null>(), 'lent:openDrawer', 'drawer-opened'),
  /**
   * Receipts that together with this one may be one sale split below 135 UF; null = none seen.
   * Warns, never blocks.
   */
  splitSale: query(splitSaleInput, gives<SplitWarning | null>(), { locked: null }),
  /** A PIN over the shoulder. The cashier stays. */
  approve: atRest(
    command(
      approveInput,
      laterResult<Approval>(),
      'served',
      'approval',
      'approval-refused',
      'pin-wrong',
    ),
  ),
}
