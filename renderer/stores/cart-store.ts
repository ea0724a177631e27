/** The open cart. Every change goes through the shared reducer; a refused change leaves the cart and says why, where. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { applyToCart, EMPTY_CART, type Cart, type CartAction } from '#shared/cart/cart.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createDraftSaver, type Timers } from './draft-saver.ts'

export interface CartTrouble {
  readonly refusal: Refusal
  /** The line it concerns; null for the cart as a whole. */
  readonly lineNumber: number | null
}

export interface CartState {
  readonly cart: Cart
  readonly selectedLine: number | null
  readonly trouble: CartTrouble | null
  /** Line changed last, so that the screen can bring it into view. Grows with every change. */
  readonly touched: { readonly lineNumber: number; readonly count: number } | null
  readonly isLoaded: boolean
  load(): Promise<void>
  /** Another cart altogether, which the core has already stored. */
  replace(cart: Cart): void
  apply(action: CartAction): Result<Cart, Refusal>
  select(lineNumber: number | null): void
  selectNeighbour(step: 1 | -1): void
  complain(trouble: CartTrouble | null): void
  /** Begins to store the cart now: somebody is about to pay. */
  saveSoon(): void
  /** Stores the cart now; resolves when it is on disk. */
  flush(): Promise<void>
}

export type CartStore = StoreApi<CartState>

export function createCartStore(port: Pick<TillPort, 'loadDraft' | 'saveDraft'>, timers: Timers): CartStore {
  const saver = createDraftSaver((cart) => port.saveDraft({ ...cart, lines: [...cart.lines] }), timers)
  return createStore<CartState>((set, get) => ({
    cart: EMPTY_CART,
    selectedLine: null,
    trouble: null,
    touched: null,
    isLoaded: false,

    async load() {
      const cart = await port.loadDraft()
      // Somebody quick may have scanned before the draft arrived; what is on screen wins over what was on disk only then.
      if (get().cart.lines.length === 0) set({ cart, selectedLine: cart.lines.at(-1)?.lineNumber ?? null })
      set({ isLoaded: true })
    },

    replace: (cart) => set({ cart, trouble: null, touched: null, selectedLine: cart.lines.at(-1)?.lineNumber ?? null }),

    apply(action) {
      const { cart } = get()
      const result = applyToCart(cart, action)
      if (!result.ok) {
        set({ trouble: { refusal: result.refusal, lineNumber: lineOf(action) } })
        return result
      }
      const lineNumber = touchedLine(cart, result.value)
      set((state) => ({
        cart: result.value,
        trouble: null,
        selectedLine: lineNumber ?? survivingLine(result.value, state.selectedLine),
        touched: lineNumber === null ? state.touched : { lineNumber, count: (state.touched?.count ?? 0) + 1 },
      }))
      saver.schedule(result.value)
      return result
    },

    select: (lineNumber) => set((state) => ({
      selectedLine: lineNumber,
      trouble: state.trouble?.lineNumber === lineNumber ? state.trouble : null,
    })),

    selectNeighbour(step) {
      const { cart, selectedLine } = get()
      if (cart.lines.length === 0) return
      const at = cart.lines.findIndex((line) => line.lineNumber === selectedLine)
      const next = cart.lines[Math.min(Math.max(at + step, 0), cart.lines.length - 1)]
      if (next) set({ selectedLine: next.lineNumber, trouble: null })
    },

    complain: (trouble) => set({ trouble }),
    saveSoon: () => saver.hurry(),
    flush: () => saver.flush(),
  }))
}

function lineOf(action: CartAction): number | null {
  return 'lineNumber' in action ? action.lineNumber : null
}

/** The line that is new or different after a change; null when a line went away. */
function touchedLine(before: Cart, after: Cart): number | null {
  if (after.lines.length < before.lines.length) return null
  const old = new Set(before.lines)
  return after.lines.find((line) => !old.has(line))?.lineNumber ?? null
}

/** After a removal the selection stays if its line does, else it falls on the last line. */
function survivingLine(cart: Cart, selected: number | null): number | null {
  if (cart.lines.some((line) => line.lineNumber === selected)) return selected
  return cart.lines.at(-1)?.lineNumber ?? null
}
