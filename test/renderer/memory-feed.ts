import type { StopSignal } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'

/** The events after a place, then new ones as they are told, until the signal aborts. */
export async function* followEvents(
  events: readonly FeedEvent[],
  listeners: Set<() => void>,
  afterSeq: number | null,
  signal: StopSignal,
): AsyncIterable<FeedEvent> {
  let next = afterSeq ?? events.length
  while (!signal.aborted) {
    const event = events[next]
    if (event) {
      next += 1
      yield event
    } else {
      await new Promise<void>((resolve) => {
        const wake = () => {
          listeners.delete(wake)
          resolve()
        }
        listeners.add(wake)
        signal.addEventListener('abort', wake)
      })
    }
  }
}
