/** How many screens may listen at the same time. */
import type { StopSignal } from '#shared/bridge/contract.ts'

/** Each listener costs a connection and a place in every event. A shop's till has a few. */
export const FEEDS_MAX = 16

/** As many screens listen as may. */
export class FeedsFull extends Error {
  readonly code = 'FEEDS_FULL'
}

/** Lets listeners in one by one. Throws FeedsFull. */
export function createFeedPlaces() {
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
