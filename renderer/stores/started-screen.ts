/** For tests: the screen's stores at work over a core of theirs that tells of changes. */
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { FeedListener, TillPort } from '../bridge/till-port.ts'
import { createHandTimers, portOf, SCREEN_PARTS, settle } from './test-port.ts'
import { createTillUi, startTillUi } from './till-ui.ts'

/** Its feed is followed at once. */
export async function startedScreen(commands: Partial<TillPort>) {
  const timers = createHandTimers()
  let feed: FeedListener | null = null
  const ui = createTillUi({
    port: portOf({
      ...commands,
      watch(listener) {
        feed = listener
        return () => undefined
      },
    }),
    timers,
    ...SCREEN_PARTS,
  })
  startTillUi(ui)
  const listener = feed as FeedListener | null
  if (listener === null) throw new Error('the screen follows the feed')
  listener.onLink('up')
  await settle()
  await settle()
  return {
    ui,
    async tell(kind: FeedEvent['kind']) {
      listener.onEvent({ seq: 1, kind, saleId: null })
      // As long as a burst is gathered, and less than a screen waits until it learns codes anew.
      timers.pass(1_000)
      await settle()
    },
  }
}
