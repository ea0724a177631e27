/**
 * The picture of the till: who and where, what the connection does, what waits. Read from the core,
 * kept fresh by its feed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bootstrap, FeedEvent, TillStatus } from '#shared/bridge/views.ts'
import type { CoreLink, TillPort } from '../bridge/till-port.ts'
import { browserDay } from '../bridge/clock.ts'
import { coalesce, FEED_INTERVAL_MS } from './coalesce.ts'
import type { Timers } from './draft-saver.ts'
import { createNewest } from './newest.ts'

export interface StatusState {
  readonly bootstrap: Bootstrap | null
  readonly status: TillStatus | null
  /** Whether the core behind the screen answers at all. */
  readonly link: CoreLink
  refresh(): Promise<void>
  reloadBootstrap(): Promise<void>
  /** Follows the feed until the returned function is called. */
  follow(): () => void
  /**
   * Hears every event of the feed; returns how to stop. `null` says that events may have been
   * missed.
   */
  subscribeFeed(hear: (event: FeedEvent | null) => void): () => void
}

export type StatusStore = StoreApi<StatusState>

/** How often the screen looks whether the day at the counter is another one. */
const DAY_LOOK_MS = 60_000

export function createStatusStore(
  port: Pick<TillPort, 'bootstrap' | 'status' | 'watch'>,
  timers: Timers,
  today: () => string = browserDay,
): StatusStore {
  const newest = { status: createNewest(), bootstrap: createNewest() }
  const hearers = new Set<(event: FeedEvent | null) => void>()
  return createStore<StatusState>((set, get) => {
    const refreshSoon = coalesce(timers, FEED_INTERVAL_MS, () => void get().refresh())

    let shownDay = today()
    const isDown = () => set({ link: 'down' })
    const reload = () => void get().reloadBootstrap().catch(isDown)
    return {
      bootstrap: null,
      status: null,
      link: 'connecting',

      async refresh() {
        const draw = (status: TillStatus) => {
          // The same picture again is nothing to draw.
          if (JSON.stringify(status) !== JSON.stringify(get().status)) set({ status })
        }
        await newest.status.ask(port.status(), draw).catch(isDown)
      },

      async reloadBootstrap() {
        const day = today()
        await newest.bootstrap.ask(port.bootstrap(), (bootstrap) => {
          set({ bootstrap })
          shownDay = day
        })
      },

      follow() {
        // With a new year the figure of 135 UF is another one, or missing: a till that is never
        // closed says so as well.
        const stopLooking = repeat(timers, DAY_LOOK_MS, () => {
          if (today() !== shownDay) reload()
        })
        const stopWatching = port.watch({
          onEvent(event) {
            if (event.kind === 'settings' || event.kind === 'staff') reload()
            if (event.kind !== 'catalogue' && event.kind !== 'held') refreshSoon()
            for (const hear of hearers) hear(event.kind === 'reread' ? null : event)
          },
          onLink(link) {
            const wasDown = get().link === 'down'
            set({ link })
            if (link !== 'up') return
            refreshSoon()
            if (!wasDown) return
            reload()
            for (const hear of hearers) hear(null)
          },
        })
        return () => {
          stopLooking()
          stopWatching()
        }
      },

      subscribeFeed(hear) {
        hearers.add(hear)
        return () => void hearers.delete(hear)
      },
    }
  })
}

/** Until the returned function is called. */
function repeat(timers: Timers, everyMs: number, work: () => void): () => void {
  let callOff = timers.after(everyMs, function again() {
    work()
    callOff = timers.after(everyMs, again)
  })
  return () => callOff()
}
