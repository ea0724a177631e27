/** Where the cashier is: one screen, at most one dialog on top. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CartLine } from '#shared/cart/cart.ts'
import type { LentRight, Need } from '#shared/staff/rights.ts'
import type { ProductView } from '#shared/bridge/views.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'

export type Screen = 'sale' | 'payment' | 'result' | 'receipts' | 'settings' | 'return' | 'returned' | 'shift'

export type Dialog =
  | { readonly kind: 'line'; readonly lineNumber: number; readonly edits: 'quantity' | 'discount' | 'price' | 'note' }
  | { readonly kind: 'cart-discount' }
  | { readonly kind: 'free-line' }
  | { readonly kind: 'product'; readonly code: string }
  | { readonly kind: 'price'; readonly answer: Result<readonly ProductView[], Refusal> | null }
  | { readonly kind: 'clear-cart' }
  | { readonly kind: 'delete-receipt'; readonly approvalId: string | null }
  | { readonly kind: 'shortcuts' }
  /** Somebody closes the window while receipts are still to be issued. */
  | { readonly kind: 'closing' }
  | { readonly kind: 'park' }
  | { readonly kind: 'parked' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'audit' }
  /** The pay key, while no shift is open. */
  | { readonly kind: 'open-shift' }
  | { readonly kind: 'cash'; readonly move: 'in' | 'out'; readonly approvalId: string | null }
  /** `then` runs once somebody with the right has typed their PIN. */
  | { readonly kind: 'approval'; readonly ask: ApprovalAsk; readonly then: (approvalId: string) => void }

/** What a PIN over the shoulder is asked for. */
export type ApprovalAsk = { readonly needs: readonly Need[] } & (
  | { readonly kind: 'sale'; readonly lines: CartLine[] }
  | { readonly kind: 'right'; readonly right: LentRight; readonly subject: string | null }
)

export interface ScreenState {
  readonly screen: Screen
  readonly dialog: Dialog | null
  /** A code scanned where nothing is sold, for whoever wants to look at it. */
  readonly scanned: string | null
  hearScan(code: string | null): void
  go(screen: Screen): void
  open(dialog: Dialog): void
  close(): void
}

export type ScreenStore = StoreApi<ScreenState>

export function createScreenStore(): ScreenStore {
  return createStore<ScreenState>((set) => ({
    screen: 'sale',
    dialog: null,
    scanned: null,
    hearScan: (scanned) => set({ scanned }),
    go: (screen) => set({ screen, dialog: null }),
    open: (dialog) => set({ dialog }),
    close: () => set({ dialog: null }),
  }))
}
