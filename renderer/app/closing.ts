/**
 * The window is not closed over unsent receipts without a word: nothing would be lost, but nothing
 * would go out either.
 */
import type { TillUi } from '../stores/till-ui.ts'

let isLeaveGiven = false

/** Watches until the returned function is called. */
export function askBeforeClosing(
  ui: TillUi,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    const { status, link } = ui.status.getState()
    // A core that does not answer may have to be closed; what it holds is on disk.
    if (isLeaveGiven || link === 'down' || status === null) return
    if (status.pendingCount === 0 && status.hasPending !== true) return
    // A browser asks in its own words, Electron in none: either way the till's own words stand on
    // the screen.
    event.preventDefault()
    ui.screen.getState().open({ kind: 'closing' })
  }
  target.addEventListener('beforeunload', onLeave)
  return () => target.removeEventListener('beforeunload', onLeave)
}

/** The next attempt to leave the page is not asked about. */
export function giveLeave(): void {
  isLeaveGiven = true
}

export function takeLeaveBack(): void {
  isLeaveGiven = false
}
