/**
 * What the cashier looks for: the text, the chosen shelf, the answers as the core ranks them, and
 * codes read by a scanner.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProductId } from '#shared/core/brand.ts'
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import { typedProduct } from '#shared/catalogue/typed-product.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { parseQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { OPENING_SEARCH } from '#shared/bridge/opening.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { Timers } from './draft-saver.ts'
import { createKnownProducts, type KnownProducts } from './known-products.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

/** More tiles than anyone reads; the next letter narrows them down. */
export const RESULTS_MAX = OPENING_SEARCH.limit
/** One row of the widest screen. */
const BEST_MAX = 6
const CODE_CHARS_MAX = 64

export type Shelf = 'all' | 'favourites' | { readonly categoryId: string }

interface CatalogueState {
  readonly text: string
  /** A tap on one of its results has taken what the text was typed for: Enter adds nothing more. */
  readonly isTextTaken: boolean
  readonly shelf: Shelf
  readonly results: readonly ProductView[]
  /**
   * What sold most when the screen opened, the best first: apart from the grid, whose tiles stay
   * where they are.
   */
  readonly best: readonly ProductView[]
  /** The text the results answer; the one being typed may be ahead of it. */
  readonly resultsFor: string
  /**
   * The result Enter would add: the one the text names, or what the arrows picked. Null while the
   * text names none alone.
   */
  readonly highlighted: number | null
  /** By hand, with the arrows. */
  readonly isPicked: boolean
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Shown at the search field. `code` offers to create the product. */
  readonly trouble: { readonly refusal: Refusal; readonly code: string | null } | null
  setText(text: string): void
  markTextTaken(): void
  setShelf(shelf: Shelf): void
  highlight(step: 1 | -1): void
  refresh(): Promise<void>
  /** The product of a code, exactly. A refusal is shown at the search field as well. */
  findByCode(code: string): Promise<Result<ProductView, Refusal>>
  /**
   * What Enter in the search field means: what the arrows picked, an exact code, or what the text
   * names alone (`shared/catalogue/typed-product.ts`). Of anything else nothing is chosen.
   */
  chooseTyped(): Promise<Result<Choice, Refusal>>
  /** Whether the feed tells of every change: only then may a code be answered without asking. */
  setFollowing(isFollowing: boolean): void
  /** What sells most, which is told to nobody at the lock. */
  readBest(): void
  /** The catalogue changed. */
  renew(): void
  complain(problem: Refusal, code: string | null): void
  clearTrouble(): void
}

interface Choice {
  readonly product: ProductView
  /** Typed before it; null for nothing. */
  readonly quantity: QuantityMilli | null
}

export type CatalogueStore = StoreApi<CatalogueState>
type CataloguePort = Pick<
  TillPort,
  'searchProducts' | 'productByCode' | 'bestSellers' | 'productSlice'
>

/**
 * A scanner's next key comes before this; a person's does not, so each of theirs is worth a search.
 * A code that is scanned has digits: after a lone letter nothing is waited for.
 */
const NEXT_SCAN_KEY_MS = 12
/** Once keys come that fast, the search waits until they have stopped. */
const SCAN_QUIET_MS = 40

export function createCatalogueStore(port: CataloguePort, timers: Timers): CatalogueStore {
  return createStore<CatalogueState>((set, get) => {
    const parts: Parts = {
      port,
      set,
      get,
      known: createKnownProducts(port, timers),
      turn: 0,
      asked: null,
      answered: null,
    }
    const refreshSoon = searchWhenQuiet(timers, () => {
      // A scan that passed through the search field leaves it as it was: there is nothing new to
      // ask.
      if (questionOf(get()) !== parts.asked) void refresh(parts)
    })
    return {
      text: '',
      isTextTaken: false,
      shelf: 'all',
      results: [],
      best: [],
      resultsFor: '',
      highlighted: null,
      isPicked: false,
      phase: 'loading',
      trouble: null,
      setText(text) {
        set({ text, isTextTaken: false, trouble: null, highlighted: null, isPicked: false })
        refreshSoon(/\d/.test(text))
      },
      markTextTaken: () => set(({ text }) => ({ isTextTaken: text !== '' })),
      setShelf(shelf) {
        set({ shelf, trouble: null })
        void refresh(parts)
      },
      highlight: (step) => set(stepped(get(), step)),
      refresh: () => refresh(parts),
      findByCode: (code) => findByCode(parts, code),
      async chooseTyped() {
        const { quantity, rest } = splitMultiplier(get().text)
        if (!quantity.ok) {
          set({ trouble: { refusal: quantity.refusal, code: null } })
          return quantity
        }
        const chosen = await choose(parts, rest.trim())
        return chosen.ok ? ok({ product: chosen.value, quantity: quantity.value }) : chosen
      },
      setFollowing: (isFollowing) => (isFollowing ? parts.known.start() : parts.known.stop()),
      renew() {
        parts.known.renew()
        void refresh(parts)
        void refreshBest(parts)
      },
      readBest: () => void refreshBest(parts),
      complain: (problem, code) => set({ trouble: { refusal: problem, code } }),
      clearTrouble: () => set({ trouble: null }),
    }
  })
}

interface Parts {
  readonly port: CataloguePort
  readonly set: (part: Partial<CatalogueState>) => void
  readonly get: () => CatalogueState
  readonly known: KnownProducts
  /** What the results shown, or under way, answer. */
  asked: string | null
  /** What the results shown answer. */
  answered: string | null
  /**
   * Number of the last question: answers may overtake each other, and only the one to the last
   * question counts.
   */
  turn: number
}

async function refresh(parts: Parts): Promise<void> {
  await ask(parts).catch(() => undefined)
}

/**
 * What the core finds for the text as it is now; shown, unless another text is asked for meanwhile.
 */
async function ask(parts: Parts): Promise<readonly ProductView[]> {
  const turn = (parts.turn += 1)
  const { text, shelf } = parts.get()
  const question = questionOf({ text, shelf })
  parts.asked = question
  try {
    const results = await parts.known.keep(
      parts.port.searchProducts({
        text: splitMultiplier(text).rest,
        categoryId: typeof shelf === 'object' ? shelf.categoryId : null,
        favouritesOnly: shelf === 'favourites',
        limit: RESULTS_MAX,
      }),
      (found) => found,
    )
    if (turn === parts.turn) {
      const marked = marks(parts.get(), results, parts.answered === question)
      parts.answered = question
      parts.set({ results, resultsFor: text, phase: 'ready', ...marked })
    }
    return results
  } catch (error) {
    if (turn === parts.turn) {
      parts.asked = null
      parts.set({ phase: 'failed' })
    }
    throw error
  }
}

/**
 * Prices and names follow the catalogue; who stands where does not, or a finger would hit what just
 * came up.
 */
async function refreshBest({ port, set, get }: Parts): Promise<void> {
  const before = get().best.map(({ id }) => id)
  try {
    const found = await port.bestSellers({ limit: BEST_MAX, onlySold: true })
    const place = (id: ProductId) => (before.includes(id) ? before.indexOf(id) : BEST_MAX)
    set({ best: found.toSorted((a, b) => place(a.id) - place(b.id)) })
  } catch {
    // The grid says that the core does not answer.
  }
}

function questionOf({ text, shelf }: Pick<CatalogueState, 'text' | 'shelf'>): string {
  return JSON.stringify([splitMultiplier(text).rest, shelf])
}

/** Runs at once or soon after a single key, and after the last one of a burst. */
function searchWhenQuiet(timers: Timers, search: () => void): (mayBeScanned: boolean) => void {
  let callOff: (() => void) | null = null
  return (mayBeScanned) => {
    const isBurst = callOff !== null
    callOff?.()
    if (!isBurst && !mayBeScanned) search()
    callOff = timers.after(isBurst ? SCAN_QUIET_MS : NEXT_SCAN_KEY_MS, () => {
      callOff = null
      search()
    })
  }
}

async function findByCode(parts: Parts, raw: string): Promise<Result<ProductView, Refusal>> {
  const code = normalizeScan(raw).slice(0, CODE_CHARS_MAX)
  if (code === '') return refuse(refusal('CODE_REQUIRED', 'search'))
  const found = await exactly(parts, code)
  const { set } = parts
  if (found.ok) set({ trouble: null })
  else
    set({
      trouble: {
        refusal: found.refusal,
        code: found.refusal.code === 'BARCODE_UNKNOWN' ? code : null,
      },
    })
  return found
}

/** What is not known here, the core knows or refuses. */
async function exactly(
  { known, port }: Parts,
  code: string,
): Promise<Result<ProductView, Refusal>> {
  const product = known.find(code)
  return product === null
    ? known.keep(port.productByCode(code), (found) => (found.ok ? [found.value] : []))
    : ok(product)
}

/** An answer that comes again leaves the hand's pick on its product, or takes it away with it. */
function marks(
  before: CatalogueState,
  results: readonly ProductView[],
  isSameQuestion: boolean,
): Pick<CatalogueState, 'highlighted' | 'isPicked'> {
  const { text, isPicked, highlighted } = before
  const pickedId =
    isPicked && isSameQuestion && highlighted !== null ? before.results[highlighted]?.id : undefined
  const picked = pickedId === undefined ? -1 : results.findIndex(({ id }) => id === pickedId)
  if (picked !== -1) return { highlighted: picked, isPicked: true }
  const typed = typedProduct(splitMultiplier(text).rest, results)
  return { highlighted: typed.names === 'one' ? typed.at : null, isPicked: false }
}

function stepped(
  { highlighted, results }: CatalogueState,
  step: 1 | -1,
): Pick<CatalogueState, 'highlighted' | 'isPicked'> {
  if (results.length === 0) return { highlighted: null, isPicked: false }
  const next = highlighted === null ? 0 : highlighted + step
  return { highlighted: Math.min(Math.max(next, 0), results.length - 1), isPicked: true }
}

async function choose(parts: Parts, text: string): Promise<Result<ProductView, Refusal>> {
  if (text === '') return refuse(refusal('CODE_REQUIRED', 'search'))
  const isShown = () => parts.get().phase === 'ready' && parts.answered === questionOf(parts.get())
  const { isPicked, highlighted, results } = parts.get()
  const picked = isShown() && isPicked && highlighted !== null ? results[highlighted] : undefined
  if (picked) return ok(picked)
  // Some codes have no figure in them.
  if (text.length <= CODE_CHARS_MAX) {
    const exact = await exactly(parts, text)
    if (exact.ok) return exact
  }
  const found = isShown() ? parts.get().results : await ask(parts)
  const typed = typedProduct(text, found)
  // What looks like a whole barcode must never become some other product that happens to be on
  // screen.
  if (found.length > 0 && !/^\d{6,}$/.test(text)) {
    const meant = typed.names === 'one' ? found[typed.at] : undefined
    if (meant) return ok(meant)
    const code = typed.names === 'several' ? 'SEARCH_NOT_ONE' : 'SEARCH_GUESSED'
    return complain(parts, refusal(code, 'search', { text }))
  }
  return looksLikeCode(text)
    ? findByCode(parts, text)
    : complain(parts, refusal('SEARCH_NOTHING', 'search', { text }))
}

function complain({ set }: Parts, problem: Refusal): Result<never, Refusal> {
  set({ trouble: { refusal: problem, code: null } })
  return refuse(problem)
}

function looksLikeCode(text: string): boolean {
  return text.length <= CODE_CHARS_MAX && /\d/.test(text) && !/\s/.test(text)
}

/** `3*pan` asks for three: the quantity first, as on an adding machine. */
export function splitMultiplier(text: string): {
  readonly quantity: Result<QuantityMilli | null, Refusal>
  readonly rest: string
} {
  const match = /^\s*(-?[\d.,]{1,12})\s*\*(.*)$/.exec(text)
  if (!match) return { quantity: ok(null), rest: text }
  const parsed = parseQuantity(match[1] ?? '')
  return {
    quantity: parsed.ok ? parsed : refuse(refusal(parsed.refusal, 'search')),
    rest: match[2] ?? '',
  }
}
