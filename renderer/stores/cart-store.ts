/**
 * The open sale on this screen. Every change goes through the shared reducer; a refused change
 * leaves it and says why, where.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cart, CartLine } from '#shared/selling/cart/cart.ts'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { HoldState, SaveSaleInput } from '#shared/selling/kept-sale.ts'
import {
  applyToSale,
  isBlank,
  newSale,
  type OpenSale,
  type SaleAction,
} from '#shared/selling/open-sale/open-sale.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createDraftSaver, type Timers } from './draft-saver.ts'

interface CartTrouble {
  readonly refusal: Refusal
  /** The line it concerns; null for the cart as a whole. */
  readonly lineNumber: number | null
}

interface CartState {
  readonly sale: OpenSale
  /** Of that sale. */
  readonly cart: Cart
  /** Elsewhere: another screen has the sale; this one shows it and changes nothing. */
  readonly hold: HoldState
  readonly selectedLine: number | null
  readonly trouble: CartTrouble | null
  /** Line changed last, so that the screen can bring it into view. Grows with every change. */
  readonly touched: { readonly lineNumber: number; readonly count: number } | null
  readonly isLoaded: boolean
  /** What was charged last here, by whoever serves: reachable until the next sale begins. */
  readonly charged: CommittedSale | null
  /** What the core has comes to the screen; what was begun here before it came is added to it. */
  load(): Promise<void>
  /** From here on this screen has the sale. */
  take(): Promise<void>
  /** Another screen has the sale now (null = none has). */
  hearHolder(holder: ScreenId | null): void
  /** The core refused a change as another's: what it has comes to the screen. */
  lose(problem: Refusal): Promise<void>
  /** Another sale altogether, as the core has it; null = none, and the next begins. */
  replace(sale: OpenSale | null): void
  apply(action: SaleAction): Result<OpenSale, Refusal>
  select(lineNumber: number | null): void
  selectNeighbour(step: 1 | -1): void
  complain(trouble: CartTrouble | null): void
  /** What is in force has changed; `isAnew`: as of now, whenever the sale began. */
  reprice(isAnew?: boolean): void
  /** The core charges another total: its promotions are read, and the sale shows what they save. */
  renewOffers(): Promise<void>
  /** Begins to store the sale now: somebody is about to wait for it. */
  saveSoon(): void
  /** Stores the sale now; resolves when it is on disk. */
  flush(): Promise<void>
  /**
   * Calls off what is still to be stored and waits for what is on its way: the command that comes
   * next carries it all.
   */
  settle(): Promise<void>
  /** What was called off is to be stored after all: the command did not do it. */
  saveAgain(): void
  /** Somebody has signed in: what a locked counter did not take is stored now. */
  hearServed(): void
  /** A command has brought this sale to the core. */
  kept(saleId: SaleId): void
  /** The sale with what the core knows in its place. */
  order(): SaveSaleInput
}

export type CartStore = StoreApi<CartState>

interface CartParts {
  readonly port: Pick<TillPort, 'loadDraft' | 'saveDraft' | 'takeSale'>
  readonly timers: Timers
  readonly screenId: ScreenId
  readonly makeSaleId: () => SaleId
  readonly pricing?: CartPricing
}

/** Promotions of the open sale: counted here as the core will count them. */
export interface CartPricing {
  /** The cart with what its lines save now. */
  price(cart: Cart): Cart
  /** Reads anew what is in force; answers with what its products have become since. */
  renew(cart: Cart): Promise<(line: CartLine) => CartLine>
}

const NO_PRICING: CartPricing = {
  price: (cart) => cart,
  renew: () => Promise.resolve((line) => line),
}

type Set = CartStore['setState']
type Get = CartStore['getState']

export function createCartStore(parts: CartParts): CartStore {
  const first = newSale(parts.makeSaleId())
  return createStore<CartState>((set, get) => ({
    sale: first,
    cart: first.cart,
    hold: 'free',
    selectedLine: null,
    trouble: null,
    touched: null,
    isLoaded: false,
    charged: null,
    ...keeping(parts, set, get),

    select: (lineNumber) =>
      set((state) => ({
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
  }))
}

type Keeping = Omit<
  CartState,
  | 'sale'
  | 'cart'
  | 'hold'
  | 'selectedLine'
  | 'trouble'
  | 'touched'
  | 'isLoaded'
  | 'charged'
  | 'select'
  | 'selectNeighbour'
  | 'complain'
>

/** What keeps this screen and the core at one sale. */
function keeping(parts: CartParts, set: Set, get: Get): Keeping {
  const core = knownToCore(parts, set, get)
  return { ...hearing(parts, core, set, get), ...telling(parts, core, set, get) }
}

/** What the screen and the core know of each other's sale. */
function knownToCore({ port, timers, makeSaleId }: CartParts, set: Set, get: Get) {
  /** The sale the core was told of last, or told of. */
  let known: SaleId | null = null
  const kept = (saleId: SaleId | null) => {
    known = saleId
  }
  const showKept = (sale: OpenSale | null) => {
    kept(sale?.saleId ?? null)
    set(shown(sale ?? newSale(makeSaleId(), get().cart.nextLineNumber)))
  }
  const lose = async (problem: Refusal) => {
    const { sale, hold } = await port.loadDraft()
    showKept(sale)
    set({ hold, trouble: hold === 'elsewhere' ? null : { refusal: problem, lineNumber: null } })
  }
  const { saver, isWaitingForPin } = storing({ port, timers }, lose, kept)
  return {
    kept,
    showKept,
    lose,
    saver,
    isWaitingForPin,
    order: (): SaveSaleInput => ({ sale: get().sale, replaces: known }),
    schedule: () => saver.schedule(() => get().order()),
  }
}

type KnownToCore = ReturnType<typeof knownToCore>

/** From the core to the screen: its sale, and who has it. */
function hearing(
  { port, screenId }: CartParts,
  { kept, showKept, lose, schedule }: KnownToCore,
  set: Set,
  get: Get,
): Pick<CartState, 'load' | 'take' | 'hearHolder' | 'lose' | 'replace'> {
  return {
    async load() {
      const { sale: stored, hold, charged = null } = await port.loadDraft()
      set({ charged })
      const { sale, isLoaded } = get()
      set({ hold, isLoaded: true })
      if (hold === 'elsewhere' || isBlank(sale)) {
        showKept(stored)
        return get().reprice()
      }
      // Somebody quick has scanned before it came: both belong to whoever stands here.
      if (!isLoaded && stored !== null) {
        kept(stored.saleId)
        set(shown(joined(stored, sale)))
        get().reprice()
      }
      schedule()
    },
    async take() {
      const { sale, hold } = await port.takeSale()
      showKept(sale)
      set({ hold })
    },
    hearHolder(holder) {
      const { hold, load } = get()
      const isOurs = holder === screenId || (holder === null && hold === 'mine')
      if (isOurs) return set({ hold: holder === null ? 'free' : 'mine' })
      if (holder !== null) set({ hold: 'elsewhere' })
      // Should the core not answer, the next word of the feed asks again.
      if (holder !== null || hold === 'elsewhere') load().catch(() => undefined)
    },
    lose,
    replace(sale) {
      showKept(sale)
      set({ hold: sale === null ? 'free' : 'mine' })
      get().reprice()
    },
  }
}

/** From the screen to the core: every change, stored a moment later or now. */
function telling(
  { makeSaleId, pricing = NO_PRICING }: CartParts,
  { kept, saver, isWaitingForPin, order, schedule }: KnownToCore,
  set: Set,
  get: Get,
): Omit<Keeping, keyof ReturnType<typeof hearing>> {
  return {
    apply(action) {
      const result = changed(get(), action, makeSaleId)
      if (!result.ok) {
        set({ trouble: { refusal: result.refusal, lineNumber: lineOf(action) } })
        return result
      }
      const sale = offered(result.value, get().cart, pricing)
      // Touched is the line the cashier changed, not those that share its promotion.
      set((state) => ({ ...afterChange(state, result.value), sale, cart: sale.cart }))
      if (action.type === 'change-cashier') set({ charged: null })
      schedule()
      return ok(sale)
    },
    reprice(isAnew = false) {
      const { sale, hold } = get()
      if (hold === 'elsewhere') return
      const { offersAt, ...begun } = sale.cart
      const cart = pricing.price(isAnew || offersAt === undefined ? begun : sale.cart)
      if (cart === sale.cart || isBlank(sale)) return
      set({ sale: { ...sale, cart }, cart })
      schedule()
    },
    async renewOffers() {
      const catalogued = await pricing.renew(get().cart)
      const { sale } = get()
      const cart = { ...sale.cart, lines: sale.cart.lines.map(catalogued) }
      set({ sale: { ...sale, cart }, cart })
      get().reprice(true)
    },
    saveSoon: () => saver.hurry(),
    flush: () => saver.flush(),
    settle: () => saver.settle(),
    saveAgain: schedule,
    hearServed() {
      if (isWaitingForPin()) schedule()
    },
    kept,
    order,
  }
}

/**
 * A locked counter takes nothing. Nothing of the sale is wrong then: it stays on screen and waits
 * for a PIN.
 */
function storing(
  { port, timers }: Pick<CartParts, 'port' | 'timers'>,
  lose: (problem: Refusal) => Promise<void>,
  know: (saleId: SaleId | null) => void,
) {
  let isWaiting = false
  const saver = createDraftSaver<SaveSaleInput>(async (order) => {
    const kept = await port.saveDraft(order)
    isWaiting = !kept.ok && kept.refusal.code === 'SIGN_IN_REQUIRED'
    if (isWaiting) return
    if (!kept.ok) return lose(kept.refusal)
    know(isBlank(order.sale) ? null : order.sale.saleId)
  }, timers)
  return { saver, isWaitingForPin: () => isWaiting }
}

/** Counted anew only where the cart changed: typing an amount saves nobody anything. */
function offered(sale: OpenSale, before: Cart, { price }: CartPricing): OpenSale {
  if (sale.cart === before) return sale
  const cart = price(sale.cart)
  return cart === sale.cart ? sale : { ...sale, cart }
}

/** Another sale comes to the screen. */
function shown(sale: OpenSale): Partial<CartState> {
  const selectedLine = sale.cart.lines.at(-1)?.lineNumber ?? null
  return { sale, cart: sale.cart, trouble: null, touched: null, selectedLine }
}

function changed(
  { sale, hold }: CartState,
  action: SaleAction,
  makeSaleId: () => SaleId,
): Result<OpenSale, Refusal> {
  return hold === 'elsewhere'
    ? refuse(refusal('SALE_HELD_ELSEWHERE'))
    : applyToSale(sale, action, makeSaleId())
}

function afterChange(state: CartState, sale: OpenSale): Partial<CartState> {
  const { cart } = sale
  const lineNumber = touchedLine(state.cart, cart)
  return {
    sale,
    cart,
    trouble: null,
    selectedLine: lineNumber ?? survivingLine(cart, state.selectedLine),
    touched:
      lineNumber === null ? state.touched : { lineNumber, count: (state.touched?.count ?? 0) + 1 },
  }
}

/**
 * The lines of a second sale put behind those of the first, whose payment and customer it keeps.
 */
function joined(kept: OpenSale, quick: OpenSale): OpenSale {
  const { nextLineNumber } = kept.cart
  const lines = quick.cart.lines.map((line, index) => ({
    ...line,
    lineNumber: nextLineNumber + index,
  }))
  return {
    ...kept,
    cart: {
      ...kept.cart,
      lines: [...kept.cart.lines, ...lines],
      nextLineNumber: nextLineNumber + lines.length,
    },
  }
}

function lineOf(action: SaleAction): number | null {
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
