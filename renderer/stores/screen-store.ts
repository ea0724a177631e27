/** Where the cashier is: one screen, at most one dialog on top. */
import type { Customer } from '#shared/selling/open-sale/buyer.ts'
import type { ChangeableSale } from '#shared/returns/changes.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { QuantityMilli } from '#shared/money/quantity.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CartLine } from '#shared/selling/cart/cart.ts'
import type { DiscountRule } from '#shared/money/discount.ts'
import type { Need, LentRight } from '#shared/staff/need.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { Picked } from '#shared/catalogue/goods-bulk.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export type Screen =
  | 'sale'
  | 'payment'
  | 'result'
  | 'receipts'
  | 'goods'
  | 'customers'
  | 'reports'
  | 'settings'
  | 'guide'
  | 'return'
  | 'returned'
  | 'shift'

export type Dialog =
  | {
      readonly kind: 'line'
      readonly lineNumber: number
      readonly edits: 'quantity' | 'discount' | 'price' | 'note'
    }
  | { readonly kind: 'cart-discount' }
  /** Something sold by weight or measure was tapped or scanned without it. */
  | { readonly kind: 'weigh'; readonly product: ProductView; readonly problem: Refusal | null }
  | { readonly kind: 'free-line' }
  /** Something without a price of its own was tapped or scanned, after this quantity. */
  | {
      readonly kind: 'ask-price'
      readonly product: ProductView
      readonly quantity: QuantityMilli | null
      readonly isScanned: boolean
      readonly problem: Refusal | null
    }
  /** `typed`: a form that comes back after somebody's PIN, with what is wrong with it. */
  | {
      readonly kind: 'product'
      readonly code: string
      readonly typed?: { readonly draft: ProductDraft; readonly problem: Refusal | null }
    }
  | { readonly kind: 'price'; readonly answer: Result<readonly ProductView[], Refusal> | null }
  | { readonly kind: 'clear-cart' }
  | { readonly kind: 'whatsapp' }
  | { readonly kind: 'tip' }
  | { readonly kind: 'arrange' }
  /** A product of the catalogue; null = a new one, with this code. */
  | { readonly kind: 'goods'; readonly row: GoodsRow | null; readonly code: string }
  | { readonly kind: 'one-customer'; readonly row: CustomerRow | null }
  | { readonly kind: 'mail-receipt'; readonly saleId: SaleId }
  | { readonly kind: 'export-customers' }
  | { readonly kind: 'import-customers' }
  | { readonly kind: 'shelves' }
  | { readonly kind: 'import-goods' }
  /** Of what is marked in the list behind; null = of all of it. */
  | { readonly kind: 'change-goods'; readonly picked: Picked | null }
  | { readonly kind: 'export-goods' }
  | { readonly kind: 'stock' }
  | { readonly kind: 'goods-columns' }
  | { readonly kind: 'promotions' | 'price-lists' }
  /** Of one product; null = of all in the list behind. */
  | { readonly kind: 'label-goods'; readonly row: GoodsRow | null; readonly picked: Picked | null }
  | { readonly kind: 'undo-return'; readonly approvalId: string | null }
  | {
      readonly kind: 'change-document'
      readonly sale: ChangeableSale
      /** As it was before somebody's PIN was asked for. */
      readonly typed?: { readonly buyer: Customer; readonly problem: Refusal | null }
    }
  | { readonly kind: 'delete-receipt'; readonly approvalId: string | null }
  /** What stands on a receipt that another till has issued. */
  | { readonly kind: 'outside-receipt' }
  | { readonly kind: 'credit' }
  | { readonly kind: 'vale' }
  /**
   * The terminal has an amount, or nobody knows how it ended; or its amount is typed there by hand.
   * `problem`: what was scanned meanwhile.
   */
  | { readonly kind: 'card' | 'card-by-hand'; readonly problem?: Refusal }
  /** With what is looked for, and what was wrong with the deed a PIN was asked for. */
  | { readonly kind: 'vales'; readonly text?: string; readonly problem?: Refusal | null }
  | { readonly kind: 'manual' | 'shortcuts' }
  /** Somebody closes the window while receipts are still to be issued. */
  | { readonly kind: 'closing' }
  | { readonly kind: 'park' }
  | { readonly kind: 'parked' }
  /** It has payments, which is said first. */
  | { readonly kind: 'discard-parked'; readonly sale: ParkedSaleView }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'audit' }
  /** Somebody leaves a part of the settings with something typed in it. */
  | { readonly kind: 'unsaved-settings'; readonly then: () => void }
  /** The pay key, while no shift is open. */
  | { readonly kind: 'open-shift' }
  /** `typed`: a movement that was refused, or whose answer is missing. */
  | {
      readonly kind: 'cash'
      readonly move: 'in' | 'out'
      readonly typed?: CashOrder & { readonly problem: Refusal | null }
    }
  /** `then` runs once somebody with the right has typed their PIN. */
  | {
      readonly kind: 'approval'
      readonly ask: ApprovalAsk
      readonly then: (approvalId: string) => void
    }

/** A new product as it was typed. */
export interface ProductDraft {
  readonly code: string
  readonly name: string
  readonly price: string
  readonly isExempt: boolean
  readonly unit: '' | 'kg' | 'm' | 'lt'
  /** Empty until somebody chooses: a preset one would be wrong without anybody noticing. */
  readonly categoryId: string
  readonly isFavourite: boolean
}

/** A movement of cash as it was typed. */
export interface CashOrder {
  readonly movementId: string
  readonly kind: 'in' | 'out'
  readonly amountClp: number
  readonly reason: string
}

/** What a PIN over the shoulder is asked for. */
export type ApprovalAsk = { readonly needs: readonly Need[] } & (
  | {
      readonly kind: 'sale'
      readonly lines: CartLine[]
      readonly discount?: DiscountRule | undefined
      readonly isInvoice?: boolean | undefined
      readonly priceListId?: string | undefined
    }
  /** `action`: what the right is wanted for, where one right allows several things. */
  | {
      readonly kind: 'right'
      readonly right: LentRight
      readonly subject: string | null
      readonly amountClp?: Clp
      readonly action?: 'read-shift'
    }
  /** The owner's settings, for one visit. */
  | { readonly kind: 'settings' }
)

interface ScreenState {
  readonly screen: Screen
  readonly dialog: Dialog | null
  /** A code scanned where nothing is sold, for whoever wants to look at it. */
  readonly scanned: string | null
  /**
   * Asked before the screen shown is left for another; true when it holds, and calls `leave` itself
   * once it may be left.
   */
  readonly guard: ((leave: () => void) => boolean) | null
  hearScan(code: string | null): void
  go(screen: Screen): void
  open(dialog: Dialog): void
  close(): void
  /**
   * For an answer that may come late: closes the dialog that is open now, and no other. False where
   * somebody has left it, who wants nothing more of it.
   */
  closing(): () => boolean
}

export type ScreenStore = StoreApi<ScreenState>

export function createScreenStore(): ScreenStore {
  return createStore<ScreenState>((set, get) => ({
    screen: 'sale',
    dialog: null,
    scanned: null,
    guard: null,
    hearScan: (scanned) => set({ scanned }),
    go(screen) {
      const leave = () => set({ screen, dialog: null })
      const { guard, screen: here } = get()
      if (screen === here || guard === null) leave()
      else guard(leave)
    },
    // Each opening is one of its own, also of what a key opens with the same words each time.
    open: (dialog) => set({ dialog: { ...dialog } }),
    close: () => set({ dialog: null }),
    closing() {
      const { dialog } = get()
      return () => {
        const isThere = get().dialog === dialog
        if (isThere) set({ dialog: null })
        return isThere
      }
    },
  }))
}
