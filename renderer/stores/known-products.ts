/**
 * Products by their code, kept in the page so that the scan of what sells every day waits for no answer. Only what the core
 * said since the feed last stood: a change of the catalogue, or a gap in the feed, empties it.
 */
import type { ProductView } from '#shared/bridge/views.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { Timers } from './draft-saver.ts'

/** About two megabytes. Beyond it the code unused for longest is forgotten. */
export const KNOWN_PRODUCTS_MAX = 5_000
/** What sells most, read in one go; the rest comes with each scan. */
export const BEST_SELLERS_READ = 2_500
/** The first screen, and a cashier who just saved a product, come first. */
export const LEARN_AFTER_MS = 2_000

export interface KnownProducts {
  find(code: string): ProductView | null
  /** Keeps what this question answers, unless the catalogue changed meanwhile. */
  keep<Answer>(question: Promise<Answer>, productsOf: (answer: Answer) => readonly ProductView[]): Promise<Answer>
  /** The feed stands: answers may be kept from now on. */
  start(): void
  /** The feed is gone. */
  stop(): void
  /** The catalogue changed. */
  renew(): void
}

export function createKnownProducts(port: Pick<TillPort, 'bestSellers'>, timers: Timers): KnownProducts {
  // In the order of use, oldest first.
  const products = new Map<string, ProductView>()
  let isFollowing = false
  let generation = 0
  let callOff: (() => void) | null = null

  const put = (product: ProductView) => {
    products.delete(product.code)
    products.set(product.code, product)
    if (products.size <= KNOWN_PRODUCTS_MAX) return
    const [oldest] = products.keys()
    if (oldest !== undefined) products.delete(oldest)
  }
  const keep: KnownProducts['keep'] = async (question, productsOf) => {
    const asked = generation
    const answer = await question
    if (isFollowing && asked === generation) for (const product of productsOf(answer)) if (isOneForAll(product)) put(product)
    return answer
  }
  const forget = () => {
    generation += 1
    products.clear()
    callOff?.()
    callOff = null
  }
  const renew = () => {
    forget()
    if (!isFollowing) return
    callOff = timers.after(LEARN_AFTER_MS, () => {
      callOff = null
      // Not answered: the page then learns from each scan.
      keep(port.bestSellers({ limit: BEST_SELLERS_READ }), (found) => found.toReversed()).catch(() => undefined)
    })
  }

  return {
    find(code) {
      const product = products.get(code)
      if (product !== undefined) put(product)
      return product ?? null
    },
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

/** The label of a scale stands for one weight or one price; how labels are divided may change at any time. */
function isOneForAll({ code, weighed }: ProductView): boolean {
  return weighed === undefined && !/^2\d{12}$/.test(code)
}
