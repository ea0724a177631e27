/**
 * Which screen has the open sale. The first to change a free one holds it until it ends, until
 * another takes it, or until its window is gone. Lives with the program, not on disk: after a start
 * nobody holds anything.
 */
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import type { HoldState } from '#shared/selling/kept-sale.ts'
import { holdOf } from '#shared/selling/open-sale/keeping.ts'

export interface SaleHold {
  of(by: ScreenId): HoldState
  /** This screen has changed, taken or recalled the sale. */
  claim(by: ScreenId): void
  /** This screen has read the sale as it is. */
  seen(by: ScreenId): void
  /** The sale has ended, or was parked. */
  release(): void
  /** A screen listens; call the answer when it does no more. */
  arrive(by: ScreenId): () => void
  /** `servedBy`: the person who charged it; null while nobody is set up. */
  charged(saleId: SaleId, by: ScreenId, servedBy: string | null): void
  /** Null when it was charged before this program started, or too long ago. */
  chargedBy(saleId: SaleId): ScreenId | null
  /** What this screen charged last, if this person did; forgotten with the program. */
  lastChargedBy(by: ScreenId, servedBy: string | null): SaleId | null
  /** One listener: the core that is open now. */
  listen(publish: (holder: ScreenId | null) => void): void
}

/** Charges remembered with their screen: a press that comes late comes within a sale or two. */
const CHARGES_MAX = 50

interface Charge {
  readonly by: ScreenId
  readonly servedBy: string | null
}

export function createSaleHold(): SaleHold {
  let holder: ScreenId | null = null
  let published: ScreenId | null = null
  let publish: (holder: ScreenId | null) => void = () => {}
  /** Open feeds by screen: a reload opens the next before the last has ended. */
  const feeds = new Map<ScreenId, number>()
  const charges = new Map<SaleId, Charge>()
  /** Screens that have read the sale since it was changed last. */
  let readers = new Set<ScreenId>()
  const isThere = (screen: ScreenId | null) => screen !== null && (feeds.get(screen) ?? 0) > 0

  const set = (next: ScreenId | null) => {
    holder = next
    const seen = isThere(next) ? next : null
    if (seen === published) return
    published = seen
    publish(seen)
  }
  return {
    of: (by) => holdOf(by, { screen: holder, isThere: isThere(holder), hasSeen: readers.has(by) }),
    claim(by) {
      readers = new Set([by])
      set(by)
    },
    seen: (by) => void readers.add(by),
    release: () => set(null),
    arrive(by) {
      feeds.set(by, (feeds.get(by) ?? 0) + 1)
      set(holder)
      return () => {
        const left = (feeds.get(by) ?? 1) - 1
        if (left > 0) feeds.set(by, left)
        else feeds.delete(by)
        set(holder)
      }
    },
    charged(saleId, by, servedBy) {
      charges.set(saleId, { by, servedBy })
      const [oldest] = charges.keys()
      if (charges.size > CHARGES_MAX && oldest !== undefined) charges.delete(oldest)
    },
    chargedBy: (saleId) => charges.get(saleId)?.by ?? null,
    lastChargedBy(by, servedBy) {
      const last = [...charges].findLast(([, charge]) => charge.by === by)
      return last?.[1].servedBy === servedBy ? last[0] : null
    },
    listen(next) {
      publish = next
    },
  }
}
