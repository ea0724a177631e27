/**
 * Products by their code, kept in the page so that a scan waits for no answer: what sells most
 * first, the rest bit by bit. Only what the core said since the feed last stood: a change of the
 * catalogue, or a gap in the feed, empties it.
 */
import type { TillPort } from '../bridge/till-port.ts'
import type { Timers } from './draft-saver.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

/** About twenty megabytes at most. Beyond it the code unused for longest is forgotten. */
export const KNOWN_PRODUCTS_MAX = 100_000
/** What sells most, read in one go. */
export const BEST_SELLERS_READ = 2_500
/** The first screen, and a cashier who just saved a product, come first. */
export const LEARN_AFTER_MS = 2_000
/**
 * The rest of the catalogue comes in pieces small enough to be noticed by nobody, with a pause
 * after each.
 */
export const SLICE_PRODUCTS = 1_000
export const SLICE_PAUSE_MS = 150

export interface KnownProducts {
  find(code: string): ProductView | null
  /** Keeps what this question answers, unless the catalogue changed meanwhile. */
  keep<Answer>(
    question: Promise<Answer>,
    productsOf: (answer: Answer) => readonly ProductView[],
  ): Promise<Answer>
  /** The feed stands: answers may be kept from now on. */
  start(): void
  /** The feed is gone. */
  stop(): void
  /** The catalogue changed. */
  renew(): void
}

export function createKnownProducts(
  port: Pick<TillPort, 'bestSellers' | 'productSlice'>,
  timers: Timers,
): KnownProducts {
  const products = createShelf()
  let isFollowing = false
  let generation = 0
  let callOff: (() => void) | null = null

  const keep: KnownProducts['keep'] = async (question, productsOf) => {
    const asked = generation
    const answer = await question
    if (isFollowing && asked === generation)
      for (const product of productsOf(answer)) if (isOneForAll(product)) products.put(product)
    return answer
  }
  const forget = () => {
    generation += 1
    products.clear()
    callOff?.()
    callOff = null
  }
  /** Not answered: the page then learns from each scan. */
  const learnIn = (delayMs: number, learn: () => Promise<void>) => {
    const asked = generation
    callOff = timers.after(delayMs, () => {
      callOff = null
      if (asked === generation) learn().catch(() => undefined)
    })
  }
  const learnRest = (after: number) =>
    learnIn(SLICE_PAUSE_MS, async () => {
      const asked = generation
      const { next } = await keep(
        port.productSlice({ after, limit: SLICE_PRODUCTS }),
        (slice) => slice.products,
      )
      if (asked === generation && next !== null && !products.isFull()) learnRest(next)
    })
  const renew = () => {
    forget()
    if (!isFollowing) return
    learnIn(LEARN_AFTER_MS, async () => {
      const asked = generation
      const { length } = await keep(port.bestSellers({ limit: BEST_SELLERS_READ }), (found) =>
        found.toReversed(),
      )
      // A locked counter is told none of what sells, and learns the codes all the same.
      const isAll = length > 0 && length < BEST_SELLERS_READ
      if (asked === generation && !isAll) learnRest(0)
    })
  }

  return {
    find: products.find,
    keep,
    start() {
      if (isFollowing) return
      isFollowing = true
      renew()
    },
    stop() {
      isFollowing = false
      forget()
    },
    renew,
  }
}

/** Products by code; full, it forgets the one unused for longest. */
function createShelf() {
  // In the order of use, oldest first.
  const products = new Map<string, ProductView>()
  const put = (product: ProductView) => {
    products.delete(product.code)
    products.set(product.code, product)
    if (products.size <= KNOWN_PRODUCTS_MAX) return
    const [oldest] = products.keys()
    if (oldest !== undefined) products.delete(oldest)
  }
  return {
    put,
    find(code: string): ProductView | null {
      const product = products.get(code)
      if (product !== undefined) put(product)
      return product ?? null
    },
    clear: () => products.clear(),
    isFull: () => products.size >= KNOWN_PRODUCTS_MAX,
  }
}

/**
 * The label of a scale stands for one weight or one price; how labels are divided may change at any
 * time.
 */
function isOneForAll({ code, weighed }: ProductView): boolean {
  return weighed === undefined && !/^2\d{12}$/.test(code)
}
