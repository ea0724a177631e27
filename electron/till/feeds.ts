/** What screens listen to, and how many may at the same time. */
import type { StopSignal, TillApi } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import type { Journal } from './kernel/journal.ts'
import type { SaleHold } from './selling/sale-hold.ts'

/** Each listener costs a connection and a place in every event. A shop's till has a few. */
export const FEEDS_MAX = 16

/** As many screens listen as may. */
export class FeedsFull extends Error {
  readonly code = 'FEEDS_FULL'
}

/** Lets listeners in one by one. Throws FeedsFull. */
function createFeedPlaces() {
  let taken = 0
  return {
    /** A place is held until the listener is gone: by its signal, or the end of what it reads. */
    async *hold<Event>(
      events: AsyncIterable<Event>,
      leave: () => void,
    ): AsyncGenerator<Event, void, undefined> {
      try {
        yield* events
      } finally {
        leave()
      }
    },
    take(signal: StopSignal): () => void {
      if (taken >= FEEDS_MAX) throw new FeedsFull(`FEEDS_FULL: ${FEEDS_MAX} screens listen already`)
      taken += 1
      let isThere = true
      const leave = () => {
        if (isThere) taken -= 1
        isThere = false
      }
      // Gone already, as a window that is loaded anew again and again: nobody tells it any more.
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
      return leave
    },
  }
}

interface FeedStore {
  readonly hold: SaleHold
  readonly journal: Pick<Journal, 'follow'>
  readonly ended: AbortController
}

/** What the journal says from a place on, to each screen that listens. */
export function feedOf({ hold, journal, ended }: FeedStore): TillApi['feed'] {
  const places = createFeedPlaces()
  return (afterSeq, signal, by) => {
    const leave = places.take(signal)
    const events = journal.follow(afterSeq, eitherSignal(signal, ended.signal))
    return places.hold(whileThere(hold, by, events), leave)
  }
}

/** A screen is there as long as it listens. */
async function* whileThere(
  hold: SaleHold,
  by: ScreenId | undefined,
  events: AsyncIterable<FeedEvent>,
): AsyncIterable<FeedEvent> {
  const leave = by === undefined ? () => undefined : hold.arrive(by)
  try {
    yield* events
  } finally {
    leave()
  }
}

/** A feed ends with its listener or with the database it reads from; the screen then asks again. */
function eitherSignal(first: StopSignal, second: StopSignal): StopSignal {
  return {
    get aborted() {
      return first.aborted || second.aborted
    },
    addEventListener(type, listener) {
      first.addEventListener(type, listener)
      second.addEventListener(type, listener)
    },
    removeEventListener(type, listener) {
      first.removeEventListener(type, listener)
      second.removeEventListener(type, listener)
    },
  }
}
